/// The percent signs of addresses (RFC 3986, section 2.1).
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The text of `bytes`, in which each that isn't `allowed` is a percent sign and two digits.
    static func encode(_ bytes: some Sequence<UInt8>, allowed: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if allowed(byte), byte < 0x80 {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes that `bytes` stand for; a percent sign without two digits stands for itself.
    static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), bytes.endIndex - index > 2, let high = bytes[index + 1].hexValue,
                let low = bytes[index + 2].hexValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// What stands for itself in the path of an address.
    static func isPathByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~/!$&'()*+,;=:@".utf8.contains(byte)
    }

    /// What may stand anywhere in an address; a percent sign is taken for one that encodes.
    static func isAddressByte(_ byte: UInt8) -> Bool {
        isPathByte(byte) || "%?#[]".utf8.contains(byte)
    }
}
