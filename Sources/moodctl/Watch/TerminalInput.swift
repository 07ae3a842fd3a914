/// Takes keys and the mouse out of the bytes that a terminal sends (ECMA-48, and xterm's control sequences).
struct TerminalInput {
    private var bytes: [UInt8] = []
    private var pasted: [UInt8]?

    /// Longer than any sequence that means something here.
    private static let longestSequence = 64
    private static let longestPaste = 4096
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// Whether an Escape came, of which it isn't known yet whether it is the key or begins a sequence.
    var isUndecided: Bool { !bytes.isEmpty && pasted == nil }

    /// Takes in bytes, and answers what they mean.
    mutating func take(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes += more
        var events: [TerminalEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let length = pasted == nil ? step(rest, &events) : paste(rest, &events)
            guard length > 0 else { break }
            rest = rest.dropFirst(length)
        }
        bytes = Array(rest)
        return events
    }

    /// Nothing followed what is undecided: an Escape was the key, and half a sequence means nothing.
    mutating func settle() -> [TerminalEvent] {
        defer { bytes = [] }
        return bytes == [0x1B] ? [.key(.escape)] : []
    }

    /// Takes one key from the beginning; the bytes that it took, or 0 where more have to come.
    private mutating func step(_ bytes: ArraySlice<UInt8>, _ events: inout [TerminalEvent]) -> Int {
        guard let first = bytes.first else { return 0 }
        switch first {
        case 0x1B: return escape(bytes, &events)
        case 0x0D, 0x0A: events.append(.key(.enter))
        case 0x09: events.append(.key(.tab))
        case 0x08, 0x7F: events.append(.key(.backspace))
        case 0x00: break
        case ..<0x20: events.append(.key(.control(Unicode.Scalar(first < 0x1B ? first + 0x60 : first + 0x40))))
        default: return character(bytes, &events)
        }
        return 1
    }

    private func character(_ bytes: ArraySlice<UInt8>, _ events: inout [TerminalEvent]) -> Int {
        let length =
            switch bytes[bytes.startIndex] {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return 1 }
        let continuation = bytes.dropFirst().prefix(length - 1)
        guard continuation.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return 1 }
        guard continuation.count == length - 1 else { return 0 }
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        if let scalar = text?.unicodeScalars.first, scalar.value >= 0xA0 || scalar.value < 0x7F {
            events.append(.key(.character(scalar)))
        }
        return length
    }

    /// A sequence that begins with ESC.
    private mutating func escape(_ bytes: ArraySlice<UInt8>, _ events: inout [TerminalEvent]) -> Int {
        guard let second = bytes.dropFirst().first else { return 0 }
        switch second {
        case UInt8(ascii: "["):
            let body = bytes.dropFirst(2)
            guard let final = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
                return bytes.count > Self.longestSequence ? bytes.count : 0
            }
            control(body[..<final], body[final], &events)
            return final + 1 - bytes.startIndex
        case UInt8(ascii: "O"):
            guard let third = bytes.dropFirst(2).first else { return 0 }
            control([], third, &events)
            return 3
        case 0x1B:
            events.append(.key(.escape))
            return 1
        default:
            // Alt and a key, which means nothing here.
            return 2
        }
    }

    /// A control sequence with its parameters.
    private mutating func control(_ body: ArraySlice<UInt8>, _ final: UInt8, _ events: inout [TerminalEvent]) {
        if body.first == UInt8(ascii: "<") { return mouse(numbers(body.dropFirst()), final, &events) }
        let numbers = numbers(body)
        let hasShift = numbers.count > 1 && (numbers[1] - 1) & 1 == 1
        let key: Key? =
            switch final {
            case UInt8(ascii: "A"): .up
            case UInt8(ascii: "B"): .down
            case UInt8(ascii: "C"): hasShift ? .shiftRight : .right
            case UInt8(ascii: "D"): hasShift ? .shiftLeft : .left
            case UInt8(ascii: "H"): .home
            case UInt8(ascii: "F"): .end
            case UInt8(ascii: "~"): numberedKey(numbers.first ?? 0)
            default: nil
            }
        if let key { events.append(.key(key)) }
    }

    private mutating func numberedKey(_ number: Int) -> Key? {
        switch number {
        case 1, 7: return .home
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case 200: pasted = []
        default: break
        }
        return nil
    }

    /// xterm's report of the mouse in its SGR form.
    private func mouse(_ numbers: [Int], _ final: UInt8, _ events: inout [TerminalEvent]) {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return }
        // Shift, Meta and Control stand in the bits between.
        let action: Mouse.Action? =
            switch numbers[0] & ~0x1C {
            case 0: final == UInt8(ascii: "m") ? .release : .press
            case 32: .drag
            case 64: .wheelUp
            case 65: .wheelDown
            default: nil
            }
        guard let action else { return }
        events.append(
            .mouse(Mouse(action: action, position: Position(column: numbers[1] - 1, row: numbers[2] - 1))))
    }

    /// Numbers between semicolons; what is none is 0, and none is larger than a screen.
    private func numbers(_ body: ArraySlice<UInt8>) -> [Int] {
        body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
            field.reduce(0) { value, byte in
                (0x30...0x39).contains(byte) ? min(value * 10 + Int(byte - 0x30), 9999) : value
            }
        }
    }

    /// Text that is being pasted, up to the sequence that ends it.
    private mutating func paste(_ bytes: ArraySlice<UInt8>, _ events: inout [TerminalEvent]) -> Int {
        if bytes.starts(with: Self.endOfPaste) {
            let text = String(decoding: pasted ?? [], as: UTF8.self)
            pasted = nil
            if !text.isEmpty { events.append(.paste(Text.clean(text))) }
            return Self.endOfPaste.count
        }
        if bytes.count < Self.endOfPaste.count, Self.endOfPaste.starts(with: bytes) { return 0 }
        if let first = bytes.first, pasted?.count ?? 0 < Self.longestPaste { pasted?.append(first) }
        return 1
    }
}
