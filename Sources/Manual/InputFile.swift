import Glibc

/// Reading a file whole.
enum InputFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func contents(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count >= 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }
}
