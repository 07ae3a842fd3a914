/// A mood that is there from the start.
public struct BuiltInMood: Sendable {
    /// Its name.
    public let name: String
    /// The genres that fit it.
    public let genres: [String]
    /// The tags by which radio stations are found that fit it.
    public let radioTags: [String]

    /// All of them.
    public static let all = [
        BuiltInMood(
            name: "happy", genres: ["pop", "dance", "disco", "funk", "soul", "reggae"],
            radioTags: ["happy", "feel good", "dance", "pop"]),
        BuiltInMood(
            name: "sad", genres: ["blues", "ballad", "slowcore", "singer-songwriter"],
            radioTags: ["sad", "ballads", "blues"]),
        BuiltInMood(
            name: "calm", genres: ["ambient", "chillout", "classical", "new age", "acoustic", "folk", "jazz"],
            radioTags: ["chillout", "relax", "ambient"]),
        BuiltInMood(
            name: "angry", genres: ["metal", "punk", "hardcore", "industrial", "hard rock"],
            radioTags: ["metal", "hard rock", "punk"]),
    ]

    /// The mood of that name, however it is written.
    public static func named(_ name: String) -> BuiltInMood? {
        let name = Folding.fold(name)
        return all.first { $0.name == name }
    }
}
