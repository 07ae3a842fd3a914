/// A value as it travels on a bus, of the types that are used here.
enum BusValue: Equatable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case double(Double)
    case string(String)
    /// The path of an object, such as `/org/mpris/MediaPlayer2`.
    case path(String)
    case strings([String])
    case paths([String])
    case dictionary([String: BusValue])
    case dictionaries([[String: BusValue]])
    /// A file descriptor, the sender's still.
    case descriptor(Int32)

    /// Its type, as D-Bus writes it.
    var type: String {
        switch self {
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .paths: "ao"
        case .dictionary: "a{sv}"
        case .dictionaries: "aa{sv}"
        case .descriptor: "h"
        }
    }
}
