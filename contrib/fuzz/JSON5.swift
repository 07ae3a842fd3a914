import JSON

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    do throws(JSON5Error) {
        check(try JSON5Document(parsing: bytes).root, lines: bytes.count + 1)
    } catch {
        precondition((1...bytes.count + 1).contains(error.line) && !error.message.isEmpty)
    }
    return 0
}

private func check(_ value: JSON5Value, lines: Int) {
    precondition((1...lines).contains(value.line))
    if let integer = value.integer { precondition(value.number == Double(integer)) }
    for element in value.array ?? [] { check(element, lines: lines) }
    for member in value.members ?? [] { check(member.value, lines: lines) }
}
