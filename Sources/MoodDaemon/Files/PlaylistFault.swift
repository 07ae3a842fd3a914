import Files
import MoodProtocol

/// Why a playlist could not be read or saved.
public enum PlaylistFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name breaks a rule.
    case name(String)
    case notFound(String)
    /// It exists, and neither appending nor overwriting was asked for.
    case exists(String)
    case file(SystemFault)

    /// One sentence for a person.
    public var description: String {
        switch self {
        case .name(""): "a playlist needs a name"
        case .name(let name):
            "\"\(name)\" can't name a playlist: no \"/\", no line ends, no dot in front, at most \(PlaylistName.limit) bytes"
        case .notFound(let name): "no playlist \"\(name)\""
        case .exists(let name): "there is a playlist \"\(name)\" already"
        case .file(let fault): fault.description
        }
    }
}
