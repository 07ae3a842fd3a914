@testable import moodctl

/// Called with each input: the words of a command line, a line each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let words = InputWords.words(in: bytes, separatedByNull: false)
    _ = InputWords.words(in: bytes, separatedByNull: true)
    _ = try? ParsedCommandLine(words)
    _ = try? EntrySelection(words)
    for word in words.map(\.text) {
        _ = try? EntryReference(word)
        _ = try? SeekTarget(word)
        _ = try? VolumeTarget(word)
        guard let template = try? Template(word) else { continue }
        for escaping in [TemplateEscaping.none, .pango, .polybar] {
            _ = template.text(escaping: escaping) { $0 == .position ? .number(65) : .text(word) }
        }
    }
    return 0
}
