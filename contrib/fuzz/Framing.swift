import MoodProtocol

/// Called with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let limit = 64
    let whole = lines(bytes, piece: max(1, count), limit: limit)
    let piece = Int(bytes.first ?? 0) % 7 + 1
    precondition(lines(bytes, piece: piece, limit: limit) == whole, "lines depend on how they arrive")
    precondition(whole.allSatisfy { $0.count <= limit && !$0.contains(0x0A) })
    return 0
}

/// The lines of a stream that arrives in pieces, up to one that is too long.
private func lines(_ bytes: [UInt8], piece: Int, limit: Int) -> [[UInt8]] {
    var framer = LineFramer(limit: limit)
    var found: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        rest.prefix(piece).withUnsafeBytes { framer.append($0) }
        rest = rest.dropFirst(piece)
        do {
            while let line = try framer.nextLine() { framer.withBytes(of: line) { found.append(Array($0)) } }
        } catch {
            break
        }
    }
    return found
}
