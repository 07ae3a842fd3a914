import CSystemd
import Glibc

/// A message's values, one after the other: written into one that is made, read from one that came.
///
/// It lends from sd-bus what it wraps, and is used while that holds it.
struct BusMessage: @unchecked Sendable {
    // Safe to send: sd-bus hands messages out on the control thread, and nothing here leaves it.
    let pointer: OpaquePointer

    // MARK: Writing

    /// Appends values; false when sd-bus refused one, and the message must not be sent.
    func append(_ values: [BusValue]) -> Bool {
        values.allSatisfy { append($0) }
    }

    /// Appends one value, as what it is.
    func append(_ value: BusValue) -> Bool {
        switch value {
        case .boolean(let value): append("b", Int32(value ? 1 : 0))
        case .int32(let value): append("i", value)
        case .uint32(let value): append("u", value)
        case .int64(let value): append("x", value)
        case .uint64(let value): append("t", value)
        case .double(let value): append("d", value)
        case .descriptor(let value): append("h", value)
        case .string(let text): append("s", text: text)
        case .path(let path): append("o", text: path)
        case .strings(let texts): array("s") { texts.allSatisfy { append("s", text: $0) } }
        case .paths(let paths): array("o") { paths.allSatisfy { append("o", text: $0) } }
        case .dictionary(let members): append(members)
        case .dictionaries(let all): array("a{sv}") { all.allSatisfy { append($0) } }
        case .properties(let members): append(members, each: "r")
        case .commands(let commands): array("(sasas)") { commands.allSatisfy { append($0) } }
        case .noUnits: array("(sa(sv))") { true }
        }
    }

    /// Appends one value that may be of any type.
    func append(variant value: BusValue) -> Bool {
        container("v", value.type) { append(value) }
    }

    /// Appends names with values: entries of a dictionary, or structures (`r`).
    private func append(_ members: [String: BusValue], each kind: Unicode.Scalar = "e") -> Bool {
        array(kind == "e" ? "{sv}" : "(sv)") {
            members.allSatisfy { name, value in
                container(kind, "sv") { append("s", text: name) && append(variant: value) }
            }
        }
    }

    private func append(_ command: UnitCommand) -> Bool {
        container("r", "sasas") {
            append("s", text: command.program) && append(.strings(command.words)) && append(.strings(command.flags))
        }
    }

    private func array(_ elements: String, _ body: () -> Bool) -> Bool {
        container("a", elements, body)
    }

    private func container(_ kind: Unicode.Scalar, _ contents: String, _ body: () -> Bool) -> Bool {
        sd_bus_message_open_container(pointer, CChar(kind), contents) >= 0 && body()
            && sd_bus_message_close_container(pointer) >= 0
    }

    private func append(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) -> Bool {
        withUnsafeBytes(of: value) { sd_bus_message_append_basic(pointer, CChar(type), $0.baseAddress) >= 0 }
    }

    private func append(_ type: Unicode.Scalar, text: String) -> Bool {
        text.withCString { sd_bus_message_append_basic(pointer, CChar(type), $0) >= 0 }
    }

    // MARK: Reading

    /// The values that stand next, of these types; nil if others stand there.
    func read(_ types: [String]) -> [BusValue]? {
        var values: [BusValue] = []
        for type in types {
            guard let value = read(type) else { return nil }
            values.append(value)
        }
        return values
    }

    /// The value that stands next; nil if it is of another type than this one.
    func read(_ type: String) -> BusValue? {
        switch type {
        case "b": read("b", Int32(0)).map { .boolean($0 != 0) }
        case "i": read("i", Int32(0)).map { .int32($0) }
        case "u": read("u", UInt32(0)).map { .uint32($0) }
        case "x": read("x", Int64(0)).map { .int64($0) }
        case "d": read("d", 0.0).map { .double($0) }
        case "t": read("t", UInt64(0)).map { .uint64($0) }
        case "h": read("h", Int32(-1)).map { .descriptor($0) }
        case "s": text("s").map { .string($0) }
        case "o": text("o").map { .path($0) }
        case "as": texts("s").map { .strings($0) }
        case "ao": texts("o").map { .paths($0) }
        case "a{sv}": dictionary().map { .dictionary($0) }
        default: nil
        }
    }

    private func read<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Value) -> Value? {
        var value = initial
        return sd_bus_message_read_basic(pointer, CChar(type), &value) > 0 ? value : nil
    }

    private func text(_ type: Unicode.Scalar) -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(pointer, CChar(type), &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    /// Members whose values are of other types are passed over.
    private func dictionary() -> [String: BusValue]? {
        guard sd_bus_message_enter_container(pointer, CChar("a"), "{sv}") > 0 else { return nil }
        var members: [String: BusValue] = [:]
        while sd_bus_message_enter_container(pointer, CChar("e"), "sv") > 0 {
            guard let name = text("s") else { return nil }
            members[name] = variant()
            guard sd_bus_message_exit_container(pointer) >= 0 else { return nil }
        }
        return sd_bus_message_exit_container(pointer) >= 0 ? members : nil
    }

    private func variant() -> BusValue? {
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(pointer, nil, &contents) > 0, let contents,
            let type = BusValue.plainTypes.first(where: { strcmp($0, contents) == 0 })
        else {
            sd_bus_message_skip(pointer, "v")
            return nil
        }
        guard sd_bus_message_enter_container(pointer, CChar("v"), type) > 0 else { return nil }
        let value = read(type)
        return sd_bus_message_exit_container(pointer) >= 0 ? value : nil
    }

    private func texts(_ type: Unicode.Scalar) -> [String]? {
        guard sd_bus_message_enter_container(pointer, CChar("a"), String(type)) > 0 else { return nil }
        var texts: [String] = []
        while let text = text(type) { texts.append(text) }
        return sd_bus_message_exit_container(pointer) >= 0 ? texts : nil
    }
}

extension CChar {
    /// A type's letter as sd-bus takes it.
    fileprivate init(_ letter: Unicode.Scalar) {
        self = CChar(truncatingIfNeeded: letter.value)
    }
}
