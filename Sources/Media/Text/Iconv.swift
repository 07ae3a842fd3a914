import Glibc

/// A conversion from one encoding to UTF-8 by the C library.
struct Iconv: ~Copyable {
    private let descriptor: iconv_t

    /// Fails if the C library doesn't know `encoding`.
    init?(from encoding: String) {
        guard let descriptor = iconv_open("UTF-8", encoding), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// The text of `bytes`; nil if a part of them has no meaning, except for a character cut off at the end.
    func text(_ bytes: ArraySlice<UInt8>) -> String? {
        // Four bytes hold every character, and no encoding spends less than one byte on it.
        let (capacity, overflow) = bytes.count.multipliedReportingOverflow(by: 4)
        guard !overflow else { return nil }
        var failed = false
        var input = bytes.map { CChar(bitPattern: $0) }
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
            input.withUnsafeMutableBufferPointer { input in
                var source = input.baseAddress
                var left = input.count
                var room = buffer.count
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    var target = buffer.baseAddress
                    let result = iconv(descriptor, &source, &left, &target, &room)
                    failed = result == Int.max.magnitude * 2 + 1 && errno != EINVAL
                    if !failed { iconv(descriptor, nil, nil, &target, &room) }
                }
                written = capacity - room
            }
        }
        return failed ? nil : String(validating: output, as: UTF8.self)
    }
}
