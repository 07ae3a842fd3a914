import EventLoop
import Glibc

/// Tells when a bus's socket appears in its folder.
///
/// That folder alone is watched: in those above it there is more coming and going, and each change wakes the daemon.
@ControlActor
final class SocketWatch {
    private let descriptor: Int32
    private var source: IOSource?

    /// - Returns: nil when the address names no socket in a folder that is there.
    init?(_ address: String, on loop: EventLoop, _ appeared: @escaping @ControlActor () -> Void) {
        guard let path = BusAddress.path(of: address), let slash = path.lastIndex(of: "/") else { return nil }
        let name = Array(path[path.index(after: slash)...].utf8)
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // It can be connected to once its mode is set, a moment after it was made.
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        guard inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)) >= 0,
            let source = try? loop.watch(
                descriptor, for: .readable,
                { [descriptor] _ in
                    if Self.names(in: descriptor).contains(name) { appeared() }
                })
        else {
            close(descriptor)
            return nil
        }
        self.source = source
    }

    isolated deinit {
        source?.cancel()
        close(descriptor)
    }

    /// The names that the waiting events speak of (inotify(7)).
    private static func names(in descriptor: Int32) -> [[UInt8]] {
        let header = MemoryLayout<inotify_event>.size
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
            buffer in
            var names: [[UInt8]] = []
            let count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            var offset = 0
            while offset + header <= count {
                let length = Int(buffer.load(fromByteOffset: offset, as: inotify_event.self).len)
                let end = min(offset + header + length, count)
                names.append(Array(buffer[offset + header..<end].prefix { $0 != 0 }))
                offset = end
            }
            return names
        }
    }
}
