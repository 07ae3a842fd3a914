extension StringProtocol {
    /// The text without white space and control characters at both ends.
    var trimmed: String {
        // Scalars, because a carriage return and a line feed are one character.
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isBlank }),
            let last = scalars.lastIndex(where: { !$0.isBlank })
        else { return "" }
        return String(self[first...last])
    }
}

extension String {
    /// The text without NULs, at which much of what reads it would stop.
    var withoutNULs: String {
        utf8.contains(0) ? String(decoding: utf8.filter { $0 != 0 }, as: UTF8.self) : self
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool {
        value <= 0x20 || 0x7F...0xA0 ~= value || value == 0xFEFF || value == 0x3000
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without ASCII white space and NULs at both ends.
    var trimmed: ArraySlice<UInt8> {
        let head = drop { $0 <= 0x20 }
        guard let last = head.lastIndex(where: { $0 > 0x20 }) else { return [] }
        return head[...last]
    }
}
