/// One line of lyrics.
public struct LyricLine: Equatable, Sendable {
    /// Seconds from the beginning of the track at which it is sung; nil if that isn't known.
    public var time: Double?
    /// What is sung; empty where nothing is.
    public var text: String
    /// The same line in other languages.
    public var translations: [String]

    /// A line.
    public init(time: Double?, text: String, translations: [String] = []) {
        self.time = time
        self.text = text
        self.translations = translations
    }
}
