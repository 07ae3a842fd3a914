@testable import moodctl

/// Called with each input: what a terminal sends, in pieces; and a text that is to be shown there.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    var terminal = TerminalInput()
    let piece = Int(bytes.first ?? 0) % 5 + 1
    for place in stride(from: 0, to: bytes.count, by: piece) {
        for case .paste(let text) in terminal.take(bytes[place..<min(place + piece, bytes.count)]) { isClean(text) }
    }
    _ = terminal.settle()
    precondition(!terminal.isUndecided)
    let text = Text.clean(String(decoding: bytes, as: UTF8.self))
    isClean(text)
    for columns in [0, 1, 7] {
        precondition(Text.width(Text.truncated(text, within: columns)) <= max(columns, 1), "too wide for its place")
    }
    return 0
}

private func isClean(_ text: String) {
    precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
}
