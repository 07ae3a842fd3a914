/// A value as it travels on a bus, of the types that are used here.
enum BusValue: Equatable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// The path of an object, such as `/org/mpris/MediaPlayer2`.
    case path(String)
    case strings([String])
    case paths([String])
    case dictionary([String: BusValue])
    case dictionaries([[String: BusValue]])
    /// Properties of a unit of systemd's, as its manager takes them.
    case properties([String: BusValue])
    /// Commands of a unit.
    case commands([UnitCommand])
    /// Other units that come with a unit: none.
    case noUnits
    /// A file descriptor, the sender's still.
    case descriptor(Int32)

    /// Its type, as D-Bus writes it.
    var type: String {
        switch self {
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .paths: "ao"
        case .dictionary: "a{sv}"
        case .dictionaries: "aa{sv}"
        case .properties: "a(sv)"
        case .commands: "a(sasas)"
        case .noUnits: "a(sa(sv))"
        case .descriptor: "h"
        }
    }

    /// The types of values that are read where any may stand.
    static let plainTypes = ["b", "i", "u", "x", "t", "d", "s", "o", "as", "ao"]
}

/// A command of a unit, as `ExecStartEx` takes it.
struct UnitCommand: Equatable, Sendable {
    /// The program's path.
    let program: String
    /// Its arguments, its own name first.
    let words: [String]
    /// What the manager does with it, or leaves.
    let flags: [String]
}
