/// A 64-bit checksum that finds torn and decayed records; eight bytes a step, so that a queue of 18 MB costs
/// milliseconds.
///
/// Each step is a bijection of the state for a given word and of the word for a given state: damage within one word
/// is always found, other damage with all but a 2⁻⁶⁴ chance. It keeps out accidents, not forgers. Files hold its
/// results: it stays as it is.
public enum Checksum {
    /// The checksum of these bytes.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = UInt64(truncatingIfNeeded: bytes.count) ^ 0x6D6F_6F64_6D6F_6F64
        let words = bytes.count / 8
        for index in 0..<words {
            state = step(state, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
        }
        var tail: UInt64 = 0
        for index in words * 8..<bytes.count { tail = tail << 8 | UInt64(bytes[index]) }
        state = step(state, tail)
        state ^= state >> 32
        state = state &* 0xD6E8_FEB8_6659_FD93
        return state ^ state >> 29
    }

    private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (state << 27 | state >> 37) ^ word
        return mixed &* 0x9E37_79B9_7F4A_7C15
    }
}
