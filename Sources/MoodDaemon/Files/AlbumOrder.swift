import Files
import Media

/// The order of a folder's files by what their tags say: album, disc, track, and then the natural order of names.
public enum AlbumOrder {
    /// With more files than this, an add doesn't wait for their tags.
    public static let fileLimit = 500

    /// A file and what its tags say.
    public struct File: Sendable {
        /// The name within its folder.
        public let name: [UInt8]
        /// What its tags say.
        public let tags: Tags
        fileprivate let album: [UInt8]?

        /// A file of a folder.
        public init(name: [UInt8], tags: Tags) {
            self.name = name
            self.tags = tags
            album = tags.album.map { Array($0.utf8) }
        }
    }

    /// The files of one folder in their order; what is unknown comes last.
    public static func sorted(_ files: [File]) -> [File] {
        files.sorted(by: precedes)
    }

    private static func precedes(_ left: File, _ right: File) -> Bool {
        if left.album != right.album {
            guard let album = left.album else { return false }
            return right.album.map { NaturalOrder.precedes(album, $0) } ?? true
        }
        let numbers = [(left.tags.disc, right.tags.disc), (left.tags.track, right.tags.track)]
        for (one, other) in numbers where one != other { return one ?? .max < other ?? .max }
        return NaturalOrder.precedes(left.name, right.name)
    }
}
