/// Writes JSON (RFC 8259), compact, at the end of an array of bytes.
///
/// What it writes is always valid UTF-8. Commas are its own affair; that each value in an object has a key, and that
/// what is begun is ended, is the caller's. Numbers that JSON doesn't know (infinite, not a number) become null.
public struct JSONWriter: Sendable {
    /// What was written so far, after what stood there at first.
    public var bytes: [UInt8]
    var needsComma = false

    /// - Parameter bytes: what to append to; its memory is reused when nobody else holds it.
    public init(appendingTo bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    // MARK: Structure

    /// Begins an object.
    @inline(__always)
    public mutating func beginObject() {
        begin(UInt8(ascii: "{"))
    }

    /// Ends the object begun last.
    @inline(__always)
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins an array.
    @inline(__always)
    public mutating func beginArray() {
        begin(UInt8(ascii: "["))
    }

    /// Ends the array begun last.
    @inline(__always)
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Names the member whose value is written next; the name must need no escapes.
    public mutating func key(_ name: StaticString) {
        append(atMost: name.utf8CodeUnitCount &+ 3) { pen in
            pen.write(quoted: name)
            pen.write(UInt8(ascii: ":"))
        }
        needsComma = false
    }

    /// Names the member whose value is written next.
    public mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Ends the line, and so the message; another may follow.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: Values

    /// Writes null.
    public mutating func null() {
        raw("null")
    }

    /// Writes true or false.
    public mutating func value(_ value: Bool) {
        raw(value ? "true" : "false")
    }

    /// Writes a string of the program itself, which must need no escapes.
    public mutating func word(_ word: StaticString) {
        append(atMost: word.utf8CodeUnitCount &+ 2) { $0.write(quoted: word) }
        needsComma = true
    }

    /// Writes what is JSON already, as it is.
    public mutating func raw(_ json: StaticString) {
        separate()
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    /// Writes what is one value in JSON already, as it is: `JSONReader.readRaw` gives it, checked.
    public mutating func raw(_ json: UnsafeRawBufferPointer) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Writes what is one value in JSON already, as it is.
    public mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    @inline(__always)
    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    @inline(__always)
    mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}
