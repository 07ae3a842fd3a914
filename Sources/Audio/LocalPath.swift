import Playback

/// An absolute path, byte for byte, which need not be text.
struct LocalPath {
    private let bytes: [UInt8]

    /// Takes an absolute path, or a percent-encoded `file://` address.
    init(_ uri: String) throws(PlaybackFailure) {
        if uri.hasPrefix("/") {
            bytes = Array(uri.utf8)
        } else {
            guard uri.hasPrefix("file://"), let slash = uri.dropFirst(7).firstIndex(of: "/") else {
                throw .unplayable(reason: "\(uri): only local files can be played")
            }
            guard let decoded = LocalPath.decode(uri[slash...].utf8) else {
                throw .unplayable(reason: "\(uri) isn't a valid address")
            }
            bytes = decoded
        }
        // A NUL would hide what follows it from the system.
        if bytes.contains(0) { throw .unplayable(reason: "\(uri) isn't a valid path") }
    }

    /// The last part, for a person.
    var name: String {
        String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? bytes[...], as: UTF8.self)
    }

    /// The folders on the way, from the root down.
    var folders: [LocalPath] {
        bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: "/") }.map {
            LocalPath(bytes: Array(bytes[..<$0]))
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Calls `body` with the path as the system takes it.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return "".withCString(body) }
            return body(base.assumingMemoryBound(to: CChar.self))
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
