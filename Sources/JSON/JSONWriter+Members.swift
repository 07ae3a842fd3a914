/// A member is a key and its value; nil is written as null.
extension JSONWriter {
    /// Writes a member that is a string or null.
    public mutating func member(_ name: StaticString, _ string: String?) {
        key(name)
        if let string { value(string) } else { null() }
    }

    /// Writes a member that is an integer or null.
    public mutating func member(_ name: StaticString, _ integer: Int?) {
        key(name)
        if let integer { value(integer) } else { null() }
    }

    /// Writes a member that is an identifier or null.
    public mutating func member(_ name: StaticString, _ identifier: UInt32?) {
        key(name)
        if let identifier { value(identifier) } else { null() }
    }

    /// Writes a member that is true, false or null.
    public mutating func member(_ name: StaticString, _ bool: Bool?) {
        key(name)
        if let bool { value(bool) } else { null() }
    }

    /// Writes a member that is a number or null, in full precision.
    public mutating func member(_ name: StaticString, _ number: Double?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    /// Writes a member that is a number to the nearest thousandth, as seconds are, or null.
    public mutating func member(_ name: StaticString, thousandths number: Double?) {
        key(name)
        if let number { value(thousandths: number) } else { null() }
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
}
