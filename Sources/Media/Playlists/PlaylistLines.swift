/// The lines of a text file without white space around them, whatever ends them; empty ones are left out.
struct PlaylistLines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    /// The lines of a file in any 8-bit encoding, or in UTF-16 with its mark.
    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        if let order = UTF16Order(markOf: rest) {
            rest = Array(order.text(rest.dropFirst(2)).utf8)[...]
        } else if rest.starts(with: "\u{FEFF}") {
            rest = rest.dropFirst(3)
        }
    }

    mutating func next() -> ArraySlice<UInt8>? {
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = rest[..<end].trimmed
            rest = rest[end...].dropFirst()
            if !line.isEmpty { return line }
        }
        return nil
    }
}
