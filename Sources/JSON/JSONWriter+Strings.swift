extension JSONWriter {
    /// Writes a string, with escapes where JSON asks for them.
    public mutating func value(_ string: String) {
        var string = string
        string.withUTF8 { text in
            if text.isPlain { return append(atMost: text.count &+ 2) { $0.write(quoted: text) } }
            separate()
            bytes.append(UInt8(ascii: "\""))
            append(escaping: UnsafeRawBufferPointer(text))
            bytes.append(UInt8(ascii: "\""))
        }
        needsComma = true
    }

    private mutating func append(escaping text: UnsafeRawBufferPointer) {
        var start = 0
        var isASCII = true
        while true {
            let end = text.endOfPlainRun(from: start, isASCII: &isASCII)
            if end > start { bytes.append(contentsOf: text.slice(start, end)) }
            guard end < text.count else { return }
            append(escaped: text[end])
            start = end &+ 1
        }
    }

    private mutating func append(escaped byte: UInt8) {
        let short: UInt8
        switch byte {
        case 0x08: short = UInt8(ascii: "b")
        case 0x09: short = UInt8(ascii: "t")
        case 0x0A: short = UInt8(ascii: "n")
        case 0x0C: short = UInt8(ascii: "f")
        case 0x0D: short = UInt8(ascii: "r")
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
        default:
            let digit = byte & 0x0F
            bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
            bytes.append(UInt8(ascii: "0") &+ byte >> 4)
            bytes.append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(short)
    }
}
