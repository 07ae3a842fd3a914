import Glibc

/// Tells a file that is gone from a disk that isn't there.
public enum MissingFolder {
    /// The highest folder above the path that doesn't exist; nil if the folder it lies in does.
    ///
    /// For `/mnt/nas/Music/a/b.mp3` with nothing mounted on `/mnt/nas`, that is `/mnt/nas/Music`.
    public static func above(_ path: [UInt8]) -> [UInt8]? {
        var missing: [UInt8]?
        var folder = path
        while let slash = folder.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
            folder.removeSubrange(slash...)
            var status = stat()
            if folder.withCString({ stat($0, &status) }) == 0 { break }
            guard errno == ENOENT else { return nil }
            missing = folder
        }
        return missing
    }

    /// What a person is told: `/mnt/nas/Music isn't there (not mounted?)`.
    public static func message(for folder: [UInt8]) -> String {
        String(decoding: folder, as: UTF8.self) + " isn't there (not mounted?)"
    }
}
