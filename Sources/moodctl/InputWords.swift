import Glibc

/// The words that standard input brings: what a list printed, chosen by a person or a program.
enum InputWords {
    /// Whether something is piped in, so that a command without arguments may read it.
    static var isPiped: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return kind == S_IFIFO || kind == S_IFREG || kind == S_IFSOCK
    }

    /// Everything up to the end of the input.
    static func read(separatedByNull: Bool) throws(Fault) -> [Argument] {
        words(in: try readAll(), separatedByNull: separatedByNull)
    }

    /// Of each line the first field, up to a tab, or everything between NULs; empty ones don't count.
    static func words(in bytes: [UInt8], separatedByNull: Bool) -> [Argument] {
        if separatedByNull { return bytes.split(separator: 0).map { Argument(bytes: Array($0)) } }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            var field = line.prefix { $0 != UInt8(ascii: "\t") }
            if field.last == UInt8(ascii: "\r") { field.removeLast() }
            return field.isEmpty ? nil : Argument(bytes: Array(field))
        }
    }

    private static func readAll() throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(STDIN_FILENO, &block, block.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .refused("standard input: \(String(cString: strerror(errno)))") }
            bytes.append(contentsOf: block[..<count])
        }
    }
}
