/// Numbers in a file's bytes; nil where the bytes end before.
extension [UInt8] {
    func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    func littleEndian32(at offset: Int) -> UInt32? {
        bigEndian32(at: offset)?.byteSwapped
    }

    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
        let size = text.utf8CodeUnitCount
        guard offset >= 0, offset + size <= count else { return false }
        return text.withUTF8Buffer { self[offset..<offset + size].elementsEqual($0) }
    }
}
