/// The name of an object's member, compared without making a `String` of it.
///
/// It points into the bytes that are read, and is valid as long as they are. `switch key { case "title": … }` works.
public struct JSONKey {
    /// As it is written, without its quotation marks.
    let raw: UnsafeRawBufferPointer
    let hasEscapes: Bool

    /// The name, with its escapes resolved.
    public var string: String {
        hasEscapes ? JSONReader.unescaped(raw) : String(decoding: raw, as: UTF8.self)
    }

    /// Whether the name is this one.
    public static func ~= (name: StaticString, key: JSONKey) -> Bool {
        key == name
    }

    /// Whether the name is this one.
    public static func == (key: JSONKey, name: StaticString) -> Bool {
        if key.hasEscapes { return key.string == name.description }
        guard key.raw.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { name in
            for index in 0..<name.count where name[index] != key.raw[index] { return false }
            return true
        }
    }
}
