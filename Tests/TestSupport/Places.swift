import Foundation

/// Where things lie on the machine that runs the tests.
public enum Places {
    /// The root of the tree.
    public static let tree = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder of Swift's libraries, which programs that weren't built as a release need.
    public static let swiftLibraries: URL = {
        let maps = String(decoding: contents("/proc/self/maps"), as: UTF8.self)
        let line = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
        let path = line?.split(separator: " ").last.map(String.init) ?? "/usr/lib/swift/linux/libswiftCore.so"
        return URL(filePath: path).deletingLastPathComponent()
    }()

    /// What a file holds, one of `/proc` too, whose size is said to be 0; nothing if it can't be read.
    public static func contents(_ path: String) -> Data {
        FileHandle(forReadingAtPath: path)?.readDataToEndOfFile() ?? Data()
    }
}
