import Glibc

/// Whether a name is an audio file's, by its ending.
public enum AudioFileName {
    private static let endings: Set<String> = [
        "mp3", "mp2", "mpga", "flac", "ogg", "oga", "opus", "wav", "aif", "aiff",
    ]

    /// Whether the name ends in a dot and one of the endings, in any case.
    public static func fits(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The same for a name as the system hands it out, ended by NUL, without making a string of it.
    static func fits(_ name: UnsafePointer<UInt8>) -> Bool {
        var length = 0
        var dot = -1
        while name[length] != 0 {
            if name[length] == UInt8(ascii: ".") { dot = length }
            length += 1
        }
        guard dot >= 0, (3...4).contains(length - dot - 1) else { return false }
        var ending: UInt32 = 0
        for index in dot + 1..<length {
            let byte = name[index]
            ending = ending << 8 | UInt32(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        }
        return packedEndings.contains(ending)
    }

    private static let packedEndings = endings.map { $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
}
