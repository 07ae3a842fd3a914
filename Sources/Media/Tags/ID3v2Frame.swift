/// Where a frame of an ID3v2 tag lies, and how its bytes are to be read.
struct ID3v2Frame {
    let version: UInt8
    /// Four characters, three in version 2.2.
    let name: String
    /// Where its content begins, behind all that its flags announce.
    let start: Int
    /// Where the next frame begins.
    let end: Int
    /// False if it is compressed or encrypted.
    let isReadable: Bool
    let isUnsynchronised: Bool

    /// The frame at `offset`; nil for padding, and where no whole frame fits in front of `limit`.
    init?(at offset: Int, before limit: Int, version: UInt8, in window: inout Window) {
        let headerSize = version == 2 ? 6 : 10
        guard limit - offset > headerSize else { return nil }
        var reader = window.reader(at: offset, count: headerSize)
        guard let id = reader.take(version == 2 ? 3 : 4), let name = Self.name(id),
            let sizeBytes = reader.take(version == 2 ? 3 : 4)
        else { return nil }
        var content = offset + headerSize
        var size = sizeBytes.reduce(0) { $0 << 8 | Int($1) }
        if version == 4 {
            // Some programs write version 2.4 with the sizes of 2.3: believe the one behind which a frame begins.
            let safe = ID3v2Header.syncSafe(sizeBytes)
            if sizeBytes.allSatisfy({ $0 < 0x80 }),
                size == safe || Self.isBoundary(content + safe, limit, in: &window)
                    || !Self.isBoundary(content + size, limit, in: &window)
            {
                size = safe
            }
        }
        self.version = version
        self.name = name
        // The last frame may be cut off.
        end = min(content + size, limit)
        let flags = reader.bigEndian(2) ?? 0
        switch version {
        case 3:
            isReadable = flags & 0xC0 == 0
            isUnsynchronised = false
            content += flags & 0x20 != 0 ? 1 : 0
        case 4:
            isReadable = flags & 0x0C == 0
            isUnsynchronised = flags & 0x02 != 0
            content += (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)
        default:
            isReadable = true
            isUnsynchronised = false
        }
        start = min(content, end)
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        // Some programs write names of version 2.2 into 2.3, filled up with a zero or a space.
        let name = bytes.count == 4 && (bytes.last == 0 || bytes.last == 0x20) ? bytes.dropLast() : bytes
        guard name.allSatisfy({ $0.isDigit || $0 >= 0x41 && $0 <= 0x5A }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    /// True if a frame, padding or the end is at `offset`.
    private static func isBoundary(_ offset: Int, _ limit: Int, in window: inout Window) -> Bool {
        if offset == limit { return true }
        let bytes = window.bytes(at: offset, count: 4)
        return offset < limit && (name(bytes) != nil || bytes.allSatisfy { $0 == 0 })
    }
}
