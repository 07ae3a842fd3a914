extension JSONReader {
    /// Passes over a string whose opening quotation mark is at hand, checking its escapes and its UTF-8.
    ///
    /// - Returns: what stands between the quotation marks; whether there are escapes in it; and whether it is known to
    ///   be ASCII.
    mutating func scanString() throws(JSONError) -> (raw: UnsafeRawBufferPointer, hasEscapes: Bool, isASCII: Bool) {
        let start = offset &+ 1
        var end = start
        var hasEscapes = false
        var isASCII = true
        while true {
            end = bytes.endOfPlainRun(from: end, isASCII: &isASCII)
            guard end < bytes.count else { throw JSONError(.unexpectedEnd, offset: end) }
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") { break }
            guard byte == UInt8(ascii: "\\") else { throw JSONError(.controlCharacter, offset: end) }
            hasEscapes = true
            end = try endOfEscape(at: end)
        }
        let raw = bytes.slice(start, end)
        if !isASCII, !raw.isValidUTF8 { throw JSONError(.invalidUTF8, offset: start) }
        offset = end &+ 1
        return (raw, hasEscapes, isASCII)
    }

    private func endOfEscape(at backslash: Int) throws(JSONError) -> Int {
        guard backslash &+ 1 < bytes.count else { throw JSONError(.unexpectedEnd, offset: backslash) }
        switch bytes[backslash &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return backslash &+ 2
        case UInt8(ascii: "u"):
            guard backslash &+ 6 <= bytes.count else { throw JSONError(.unexpectedEnd, offset: backslash) }
            guard bytes.hexadecimal(at: backslash &+ 2) != nil else {
                throw JSONError(.invalidEscape, offset: backslash)
            }
            return backslash &+ 6
        default: throw JSONError(.invalidEscape, offset: backslash)
        }
    }

    /// A string's text with its escapes resolved; the escapes and the UTF-8 have been checked.
    static func unescaped(_ raw: UnsafeRawBufferPointer) -> String {
        // No escape is shorter than what it stands for, so the raw length suffices.
        String(unsafeUninitializedCapacity: raw.count) { target in
            var written = 0
            var offset = 0
            while offset < raw.count {
                let byte = raw[offset]
                if byte != UInt8(ascii: "\\") {
                    target[written] = byte
                    written &+= 1
                    offset &+= 1
                    continue
                }
                let (scalar, next) = raw.escape(at: offset)
                for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    target[written] = unit
                    written &+= 1
                }
                offset = next
            }
            return written
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number that four hexadecimal digits write; nil if there are others among them.
    func hexadecimal(at offset: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in offset..<offset &+ 4 {
            let digit: UInt8
            switch self[index] {
            case let byte where byte &- 0x30 < 10: digit = byte &- 0x30
            case let byte where (byte | 0x20) &- 0x61 < 6: digit = (byte | 0x20) &- 0x61 &+ 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// The character that a checked escape stands for, and where it ends; half a surrogate pair is U+FFFD.
    fileprivate func escape(at backslash: Int) -> (Unicode.Scalar, next: Int) {
        let next = backslash &+ 2
        switch self[backslash &+ 1] {
        case UInt8(ascii: "b"): return ("\u{08}", next)
        case UInt8(ascii: "f"): return ("\u{0C}", next)
        case UInt8(ascii: "n"): return ("\n", next)
        case UInt8(ascii: "r"): return ("\r", next)
        case UInt8(ascii: "t"): return ("\t", next)
        case UInt8(ascii: "u"): break
        case let byte: return (Unicode.Scalar(byte), next)
        }
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let unit = hexadecimal(at: next) else { return (replacement, next &+ 4) }
        if let scalar = Unicode.Scalar(unit) { return (scalar, next &+ 4) }
        let low = next &+ 4
        guard unit < 0xDC00, low &+ 6 <= count, self[low] == UInt8(ascii: "\\"), self[low &+ 1] == UInt8(ascii: "u"),
            let lowUnit = hexadecimal(at: low &+ 2), (0xDC00...0xDFFF).contains(lowUnit),
            let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (lowUnit & 0x3FF))
        else { return (replacement, low) }
        return (scalar, low &+ 6)
    }
}
