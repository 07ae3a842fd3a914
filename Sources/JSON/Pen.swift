/// Writes into room that was made beforehand, with no check of it.
///
/// Each growth of an array has its price, and an answer is made of hundreds of pieces.
struct Pen {
    private(set) var place: UnsafeMutablePointer<UInt8>

    @inline(__always)
    init(at place: UnsafeMutablePointer<UInt8>) {
        self.place = place
    }

    @inline(__always)
    mutating func write(_ byte: UInt8) {
        place.initialize(to: byte)
        place += 1
    }

    @inline(__always)
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        place.initialize(from: base, count: text.count)
        place += text.count
    }

    @inline(__always)
    mutating func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Text that needs no escapes, in its quotation marks.
    @inline(__always)
    mutating func write(quoted text: UnsafeBufferPointer<UInt8>) {
        write(UInt8(ascii: "\""))
        write(text)
        write(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func write(quoted text: StaticString) {
        write(quoted: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension JSONWriter {
    /// Appends a comma if one is due, and what `body` writes: at most `count` bytes.
    @inline(__always)
    mutating func append(atMost count: Int, _ body: (inout Pen) -> Void) {
        let needsComma = needsComma
        bytes.append(addingCapacity: count &+ 1) { span in
            span.withUnsafeMutableBufferPointer { space, filled in
                guard let start = space.baseAddress else { return }
                var pen = Pen(at: start + filled)
                if needsComma { pen.write(UInt8(ascii: ",")) }
                body(&pen)
                filled = pen.place - start
            }
        }
    }
}
