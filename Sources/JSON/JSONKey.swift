/// The name of an object's member, compared without making a `String` of it.
///
/// It points into the bytes that are read, and is valid as long as they are. `switch key { case "title": … }` works.
public struct JSONKey {
    /// As it is written, without its quotation marks.
    @usableFromInline let raw: UnsafeRawBufferPointer
    @usableFromInline let hasEscapes: Bool

    init(raw: UnsafeRawBufferPointer, hasEscapes: Bool) {
        self.raw = raw
        self.hasEscapes = hasEscapes
    }

    /// The name, with its escapes resolved.
    public var string: String {
        hasEscapes ? JSONReader.unescaped(raw) : String(decoding: raw, as: UTF8.self)
    }

    /// Whether the name is this one.
    @inlinable @inline(__always)
    public static func ~= (name: StaticString, key: JSONKey) -> Bool {
        key == name
    }

    /// Whether the name is this one.
    ///
    /// Where a name is tried against many, the length tells most of them apart, without a call.
    @inlinable @inline(__always)
    public static func == (key: JSONKey, name: StaticString) -> Bool {
        (key.raw.count == name.utf8CodeUnitCount || key.hasEscapes) && key.matches(name)
    }

    @usableFromInline
    func matches(_ name: StaticString) -> Bool {
        if hasEscapes { return string == name.description }
        return name.withUTF8Buffer { name in
            for index in 0..<name.count where name[index] != raw[index] { return false }
            return true
        }
    }
}
