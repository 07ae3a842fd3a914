/// The ten bytes before (or after) an ID3v2 tag.
struct ID3v2Header {
    static let size = 10

    /// 2, 3 or 4.
    let version: UInt8
    let flags: UInt8
    /// The bytes between header and footer.
    let bodySize: Int

    init?(_ bytes: ArraySlice<UInt8>, mark: StaticString = "ID3") {
        var reader = ByteReader(bytes)
        guard bytes.count >= Self.size, bytes.starts(with: mark), reader.take(3) != nil, let version = reader.byte(),
            reader.byte() != 0xFF, let flags = reader.byte(), let size = reader.take(4),
            size.allSatisfy({ $0 < 0x80 }), 2...4 ~= version
        else { return nil }
        self.version = version
        self.flags = flags
        bodySize = Self.syncSafe(size)
    }

    var isUnsynchronised: Bool { flags & 0x80 != 0 }
    /// In version 2.2 the same flag says that the tag is compressed in a way that was never defined.
    var isCompressed: Bool { version == 2 && flags & 0x40 != 0 }
    var hasExtendedHeader: Bool { version > 2 && flags & 0x40 != 0 }
    var hasFooter: Bool { version == 4 && flags & 0x10 != 0 }
    /// The whole tag's bytes.
    var totalSize: Int { Self.size + bodySize + (hasFooter ? Self.size : 0) }

    /// A number whose bytes have seven bits each.
    static func syncSafe(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }

    /// The bytes before unsynchronisation put a zero after each 0xFF.
    static func resynchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var previous: UInt8 = 0
        for byte in bytes {
            if previous != 0xFF || byte != 0 { result.append(byte) }
            previous = byte
        }
        return result
    }
}
