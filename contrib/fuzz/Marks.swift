@testable import Moods

/// Called with each input: a file of marks, whose lines lack their checksums.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    _ = MarksFile.marks(in: bytes)
    let marks = MarksFile.marks(in: bytes.split(separator: 0x0A).flatMap { MarksFile.sealed(Array($0)) }).marks
    let again = MarksFile.marks(in: MarksFile.text(of: marks))
    precondition(again.marks == marks && again.isWhole, "marks changed by being written")
    return 0
}
