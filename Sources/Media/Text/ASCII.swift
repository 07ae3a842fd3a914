extension UInt8 {
    /// True for the ASCII digits.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// True for the ASCII letters.
    var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    /// What an ASCII hexadecimal digit counts, nil for anything else.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
