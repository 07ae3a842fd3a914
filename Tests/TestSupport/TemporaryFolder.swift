import Glibc

/// A folder for one test, gone with it.
public final class TemporaryFolder: Sendable {
    /// Its absolute path.
    public let path: String

    /// Makes an empty one.
    public init() {
        var template = Array("/tmp/mood-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit { remove(Array(path.utf8CString)) }

    /// Makes a file, and the folders that it lies in.
    public func write(_ name: String, _ text: String = "") {
        write(Array(name.utf8), Array(text.utf8))
    }

    /// The same with names and contents that need not be text.
    public func write(_ name: [UInt8], _ bytes: [UInt8]) {
        let full = Array("\(path)/".utf8) + name
        for index in full.indices.dropFirst(path.utf8.count + 1) where full[index] == UInt8(ascii: "/") {
            Array(full[..<index] + [0]).withUnsafeBytes {
                _ = mkdir($0.baseAddress!.assumingMemoryBound(to: CChar.self), 0o700)
            }
        }
        (full + [0]).withUnsafeBytes { name in
            let descriptor = open(
                name.baseAddress!.assumingMemoryBound(to: CChar.self), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            precondition(descriptor >= 0)
            bytes.withUnsafeBytes { precondition(Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count) }
            close(descriptor)
        }
    }

    /// Makes a folder in it.
    public func makeFolder(_ name: String) { precondition(mkdir("\(path)/\(name)", 0o700) == 0) }

    /// Makes a symbolic link.
    public func link(_ name: String, to target: String) { precondition(symlink(target, "\(path)/\(name)") == 0) }

    /// What a file holds; nil if there is none.
    public func read(_ name: String) -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        fstat(descriptor, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    /// The same as text.
    public func text(_ name: String) -> String? { read(name).map { String(decoding: $0, as: UTF8.self) } }

    /// The names in the folder, sorted.
    public var names: [String] { names(in: ".") }

    /// The names in one of the folders in it, sorted.
    public func names(in folder: String) -> [String] {
        guard let stream = opendir("\(path)/\(folder)") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func remove(_ path: [CChar]) {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                        Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
                    }
                }
                if name == [46] || name == [46, 46] { continue }
                let child = path.dropLast() + [47] + name + [0]
                var status = stat()
                lstat(child, &status)
                if status.st_mode & S_IFMT == S_IFDIR { remove(child) } else { unlink(child) }
            }
            closedir(stream)
        }
        rmdir(path)
    }
}
