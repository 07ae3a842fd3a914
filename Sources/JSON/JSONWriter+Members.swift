/// A member is a key and its value; nil is written as null.
extension JSONWriter {
    /// Writes a member that is a string or null.
    public mutating func member(_ name: StaticString, _ string: String?) {
        guard let string else { return member(name, constant: ":null") }
        let isWritten = string.utf8.withContiguousStorageIfAvailable { text in
            guard text.isPlain else { return false }
            append(atMost: name.utf8CodeUnitCount &+ text.count &+ 5) { pen in
                pen.write(quoted: name)
                pen.write(UInt8(ascii: ":"))
                pen.write(quoted: text)
            }
            return true
        }
        if isWritten == true { return needsComma = true }
        key(name)
        value(string)
    }

    /// Writes a member that is an integer or null.
    public mutating func member(_ name: StaticString, _ integer: Int?) {
        guard let integer else { return member(name, constant: ":null") }
        key(name)
        value(integer)
    }

    /// Writes a member that is an identifier or null.
    public mutating func member(_ name: StaticString, _ identifier: UInt32?) {
        guard let identifier else { return member(name, constant: ":null") }
        key(name)
        value(identifier)
    }

    /// Writes a member that is true, false or null.
    public mutating func member(_ name: StaticString, _ bool: Bool?) {
        member(name, constant: bool.map { $0 ? ":true" : ":false" } ?? ":null")
    }

    /// Writes a member that is a number or null, in full precision.
    public mutating func member(_ name: StaticString, _ number: Double?) {
        guard let number else { return member(name, constant: ":null") }
        key(name)
        value(number)
    }

    /// Writes a member that is a number to the nearest thousandth, as seconds are, or null.
    public mutating func member(_ name: StaticString, thousandths number: Double?) {
        guard let number else { return member(name, constant: ":null") }
        key(name)
        value(thousandths: number)
    }

    /// Writes a member that is a string of the program itself, which must need no escapes.
    public mutating func member(_ name: StaticString, word text: StaticString) {
        key(name)
        word(text)
    }

    /// Writes a member that is an array of strings.
    public mutating func member(_ name: StaticString, _ strings: [String]) {
        key(name)
        beginArray()
        for string in strings { value(string) }
        endArray()
    }

    /// Writes name and value in one piece.
    private mutating func member(_ name: StaticString, constant: StaticString) {
        append(atMost: name.utf8CodeUnitCount &+ constant.utf8CodeUnitCount &+ 2) { pen in
            pen.write(quoted: name)
            pen.write(constant)
        }
        needsComma = true
    }
}
