/// The order in which people number their files: `2.mp3` before `10.mp3`, `a` beside `A`.
///
/// Runs of digits are compared by their value, however long they are; ASCII letters without regard to case; everything
/// else byte by byte, which for UTF-8 is the order of the code points. Names that are equal in this sense are ordered
/// by their bytes, so that the order is total.
public enum NaturalOrder {
    /// Whether the first of two names comes before the second.
    public static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { compare(left, $0) < 0 } }
    }

    /// Negative, zero or positive, as the first of two names comes before, is, or comes after the second.
    ///
    /// On bare memory: sorting the names in a large folder is half of what walking it takes.
    static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        var i = 0
        var j = 0
        while i < left.count, j < right.count {
            let a = left[i]
            let b = right[j]
            if isDigit(a), isDigit(b) {
                let order = compareNumbers(left, &i, right, &j)
                if order != 0 { return order }
            } else {
                let order = Int(folded(a)) - Int(folded(b))
                if order != 0 { return order }
                i &+= 1
                j &+= 1
            }
        }
        let rest = (left.count - i) - (right.count - j)
        return rest != 0 ? rest : compareBytes(left, right)
    }

    private static func compareNumbers(
        _ left: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ right: UnsafeBufferPointer<UInt8>, _ j: inout Int
    ) -> Int {
        while i < left.count, left[i] == UInt8(ascii: "0") { i += 1 }
        while j < right.count, right[j] == UInt8(ascii: "0") { j += 1 }
        var order = 0
        while i < left.count, j < right.count, isDigit(left[i]), isDigit(right[j]) {
            if order == 0 { order = Int(left[i]) - Int(right[j]) }
            i += 1
            j += 1
        }
        if i < left.count, isDigit(left[i]) { return 1 }
        if j < right.count, isDigit(right[j]) { return -1 }
        return order
    }

    private static func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return Int(left[index]) - Int(right[index])
        }
        return left.count - right.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}
