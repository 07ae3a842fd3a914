/// The order of the two bytes of a UTF-16 code unit.
enum UTF16Order {
    case big, little

    /// The order that a byte order mark at the beginning tells.
    init?(markOf bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return nil }
        switch (first, second) {
        case (0xFE, 0xFF): self = .big
        case (0xFF, 0xFE): self = .little
        default: return nil
        }
    }

    /// The order that zero bytes give away in text of unknown encoding, at least a quarter of which is ASCII.
    init?(guessedFrom bytes: ArraySlice<UInt8>) {
        let sample = bytes.prefix(512)
        guard sample.count >= 4, let order = Self.dominant(in: sample, share: 8) else { return nil }
        self = order
    }

    /// The order in which most zero bytes are the higher ones; nil if fewer than one byte in `share` tells it.
    private static func dominant(in bytes: ArraySlice<UInt8>, share: Int) -> UTF16Order? {
        var zeros = (even: 0, odd: 0)
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index & 1 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        guard zeros.even != zeros.odd, max(zeros.even, zeros.odd) * share >= bytes.count else { return nil }
        return zeros.even > zeros.odd ? .big : .little
    }

    /// The text of a field declared as UTF-16: its own mark rules, else `declared`, else what its zeros tell.
    static func text(_ bytes: ArraySlice<UInt8>, declared: UTF16Order?) -> String {
        if let order = UTF16Order(markOf: bytes) { return order.text(bytes.dropFirst(2)) }
        let order = declared ?? dominant(in: bytes.prefix(512), share: .max / 512) ?? .little
        return order.text(bytes)
    }

    /// The text of `bytes`; an odd last byte is dropped, and lone surrogates become U+FFFD.
    func text(_ bytes: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while bytes.endIndex - index >= 2 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(self == .big ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
