/// A look at eight bytes of a string at once.
///
/// A byte that ends a plain run is a quotation mark, a backslash or a control character. The lowest set bit of
/// `stops` is exact; higher ones may be false, because a subtraction borrows from the byte above.
struct WordScan {
    /// The high bit of each byte that ends a plain run, valid up to and including the lowest one.
    let stops: UInt64
    /// The high bit of each byte that isn't ASCII.
    let nonASCII: UInt64

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let found =
            ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- (ones &* 0x20)) & ~word)
        stops = found & highs
        nonASCII = word & highs
    }

    /// How many bytes precede the first stop; only where there is one.
    @inline(__always)
    var plainCount: Int { stops.trailingZeroBitCount / 8 }
}

extension UnsafeRawBufferPointer {
    /// Where the plain run that begins here ends: at a quotation mark, a backslash, a control character or the end.
    ///
    /// `isASCII` is cleared when the run, or a few bytes after it, hold another character.
    @inline(__always)
    func endOfPlainRun(from start: Int, isASCII: inout Bool) -> Int {
        var offset = start
        var nonASCII: UInt64 = 0
        while offset &+ 8 <= count {
            let scan = WordScan(self, at: offset)
            nonASCII |= scan.nonASCII
            if scan.stops != 0 {
                if nonASCII != 0 { isASCII = false }
                return offset &+ scan.plainCount
            }
            offset &+= 8
        }
        while offset < count {
            let byte = self[offset]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
            nonASCII |= UInt64(byte & 0x80)
            offset &+= 1
        }
        if nonASCII != 0 { isASCII = false }
        return offset
    }

    /// A part of these bytes; the caller guarantees that it lies within.
    @inline(__always)
    func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[start..<end])
    }

    /// Whether these bytes are UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing past U+10FFFF.
    var isValidUTF8: Bool {
        (try? UTF8Span(validating: assumingMemoryBound(to: UInt8.self).span)) != nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether none of these bytes needs to be escaped in a string.
    @inline(__always)
    var isPlain: Bool {
        var isASCII = true
        return UnsafeRawBufferPointer(self).endOfPlainRun(from: 0, isASCII: &isASCII) == count
    }
}
