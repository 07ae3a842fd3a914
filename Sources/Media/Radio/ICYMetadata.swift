/// What plays on a station, from a metadata block of its stream.
public struct ICYMetadata: Equatable, Sendable {
    /// As the station writes it, mostly `Artist - Title`; empty if it says that nothing plays, nil if it says nothing.
    public var title: String?
    /// The address that goes with it.
    public var url: String?

    /// Reads a block such as `StreamTitle='Don't Stop';StreamUrl='';`, where a value ends at `';`.
    public init(_ block: ArraySlice<UInt8>, decoder: TextDecoder = TextDecoder()) {
        let block = block.prefix { $0 != 0 }
        title = Self.value("streamtitle='", in: block).map { HTMLEntities.decode(decoder.text($0)).trimmed }
        url = Self.value("streamurl='", in: block).map { decoder.text($0).trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func value(_ name: String, in block: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let name = Array(name.utf8)
        let start = block.indices.first { index in
            block[index...].prefix(name.count).elementsEqual(name) { $0 | ($1.isLetter ? 0x20 : 0) == $1 }
        }
        guard let start else { return nil }
        let value = block[(start + name.count)...]
        if let end = value.firstIndex(of: "';") { return value[..<end] }
        // The last value may be cut off, or lack its semicolon.
        return value.last == UInt8(ascii: "'") ? value.dropLast() : value
    }
}
