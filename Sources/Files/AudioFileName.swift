import Glibc

/// What a file's name says of it, by its ending.
public enum AudioFileName: Equatable, Sendable {
    /// An audio file that may be played.
    case playable
    /// An audio file of a kind that nothing here decodes, by the name that people know.
    case unsupported(String)

    private static let endings: [UInt32: AudioFileName] = {
        var kinds: [UInt32: AudioFileName] = [:]
        for ending in ["mp3", "mp2", "mpga", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff"] {
            kinds[packed(ending)] = .playable
        }
        let others = [
            ("AAC", ["m4a", "m4b", "aac"]), ("WMA", ["wma"]), ("WavPack", ["wv"]), ("Monkey's Audio", ["ape"]),
            ("Musepack", ["mpc", "mp+"]), ("DSD", ["dsf", "dff"]), ("True Audio", ["tta"]), ("Speex", ["spx"]),
            ("Matroska", ["mka"]),
        ]
        for (name, endings) in others {
            for ending in endings { kinds[packed(ending)] = .unsupported(name) }
        }
        return kinds
    }()

    private static func packed(_ ending: String) -> UInt32 {
        ending.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    /// Whether the name ends in a dot and the ending of a kind that may be played, in any case.
    public static func fits(_ name: String) -> Bool {
        name.withCString { name in
            name.withMemoryRebound(to: UInt8.self, capacity: strlen(name) + 1) { AudioFileName($0) == .playable }
        }
    }

    /// The kind of a name as the system hands it out, ended by NUL, without making a string of it; nil for other files.
    init?(_ name: UnsafePointer<UInt8>) {
        var length = 0
        var dot = -1
        while name[length] != 0 {
            if name[length] == UInt8(ascii: ".") { dot = length }
            length += 1
        }
        guard dot >= 0, (2...4).contains(length - dot - 1) else { return nil }
        var ending: UInt32 = 0
        for index in dot + 1..<length {
            let byte = name[index]
            ending = ending << 8 | UInt32(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        guard let kind = Self.endings[ending] else { return nil }
        self = kind
    }
}
