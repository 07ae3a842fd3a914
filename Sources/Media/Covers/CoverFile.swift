/// Pictures that lie beside the music.
public enum CoverFile {
    private static let stems = ["cover", "folder", "front", "album"]
    private static let extensions = ["jpg", "jpeg", "png", "webp"]

    /// The name among those of a folder that most likely is the cover's, in any case; nil if there is none.
    public static func best(among names: some Sequence<String>) -> String? {
        var best: (rank: Int, name: String)?
        for name in names {
            guard let rank = rank(of: name) else { continue }
            if best.map({ rank < $0.rank || rank == $0.rank && name < $0.name }) ?? true { best = (rank, name) }
        }
        return best?.name
    }

    private static func rank(of name: String) -> Int? {
        guard name.utf8.count <= 16, let dot = name.lastIndex(of: "."),
            let stem = stems.firstIndex(of: name[..<dot].lowercased()),
            let type = extensions.firstIndex(of: name[name.index(after: dot)...].lowercased())
        else { return nil }
        return stem * extensions.count + type
    }
}
