// For libm, which rounding needs.
import Glibc

extension JSONWriter {
    /// Writes an integer.
    public mutating func value(_ integer: Int) {
        separate()
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: UInt64(integer.magnitude))
        needsComma = true
    }

    /// Writes an integer without a sign, as identifiers are.
    public mutating func value(_ integer: UInt32) {
        value(Int(integer))
    }

    /// Writes a number in the fewest digits that read back as the same double; null unless it is finite.
    public mutating func value(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        var text = number.description
        text.withUTF8 { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    /// Writes a number to the nearest thousandth, as seconds are: `90`, `1.5`, `0.042`; null unless it is finite.
    public mutating func value(thousandths number: Double) {
        guard number.isFinite else { return null() }
        // Beyond this, a double has no thousandths to speak of.
        guard abs(number) < 1e12 else { return value(number) }
        let total = Int((number * 1000).rounded())
        separate()
        if total < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = total.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(digits: UInt64(whole))
        if rest != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 100))
            if rest % 100 != 0 { bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / 10 % 10)) }
            if rest % 10 != 0 { bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)) }
        }
        needsComma = true
    }

    private mutating func append(digits value: UInt64) {
        if value < 10 { return bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value
            var first = 20
            repeat {
                first &-= 1
                digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest != 0
            bytes.append(contentsOf: digits[first...])
        }
    }
}
