import Glibc

/// The names in one folder.
public enum FolderNames {
    /// All names but `.` and `..`, as the system has them, in no order.
    public static func read(_ path: [UInt8]) throws(SystemFault) -> [[UInt8]] {
        guard let stream = path.withCString({ opendir($0) }) else {
            throw SystemFault(path: String(decoding: path, as: UTF8.self), code: errno)
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = readdir(stream) {
            let name = name(of: entry)
            if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
        }
        return names
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let name = pointer(to: entry)
        return [UInt8](
            UnsafeBufferPointer(start: name, count: strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))))
    }

    /// The name as it lies in the entry, which may be longer or shorter than its declared size.
    static func pointer(to entry: UnsafeMutablePointer<dirent>) -> UnsafePointer<UInt8> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        return UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    }
}
