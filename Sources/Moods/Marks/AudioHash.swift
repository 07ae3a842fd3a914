import Files
import Media

/// What makes a recording itself: a hash of its audio without its tags, which stays the same when the file is renamed,
/// moved or tagged anew.
///
/// It costs two small reads: the first 16 KiB of audio, 4 KiB in the middle, and the length. Likes and bans are kept by
/// it: it must never change.
public enum AudioHash {
    private static let head = 16 << 10
    private static let middle = 4 << 10
    /// From the mark of an Ogg page to the end of its checksum.
    private static let oggHeader = 26

    /// The hash of a file's audio; nil if there is none.
    public static func of(_ file: RandomAccess) -> UInt64? {
        let range = Tags.audioRange(of: file)
        guard !range.isEmpty else { return nil }
        let isOgg = file.bytes(at: 0, count: 4).elementsEqual("OggS".utf8)
        var bytes = audio(range.lowerBound, head, range, file, isOgg)
        if range.count > head + middle {
            bytes += audio(range.lowerBound + range.count / 2, middle, range, file, isOgg)
        }
        withUnsafeBytes(of: UInt64(range.count).littleEndian) { bytes += $0 }
        return bytes.withUnsafeBytes { Checksum.of($0) }
    }

    private static func audio(
        _ offset: Int, _ count: Int, _ range: Range<Int>, _ file: RandomAccess, _ isOgg: Bool
    ) -> [UInt8] {
        let count = min(count, range.upperBound - offset)
        guard isOgg else { return file.bytes(at: offset, count: count) }
        // Comments of another size give each page behind them another number, and so another checksum.
        let before = min(oggHeader, offset - range.lowerBound)
        var bytes = file.bytes(at: offset - before, count: before + count)
        for index in bytes.indices where bytes[index] == 0x4F && bytes[index...].starts(with: "OggS".utf8) {
            for place in index + 18..<index + oggHeader where place < bytes.endIndex { bytes[place] = 0 }
        }
        return Array(bytes.dropFirst(before))
    }
}
