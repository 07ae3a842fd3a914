import CSystemd
import Glibc

/// The sockets that systemd listened on before the daemon ran (sd_listen_fds(3)).
public enum SocketActivation {
    /// What was handed over.
    public struct Sockets: Equatable, Sendable {
        /// Listening Unix stream sockets, close-on-exec and non-blocking; the caller owns them.
        public var listening: [Int32] = []
        /// How many descriptors of another kind came along; they were closed.
        public var unfit = 0
    }

    /// Takes the sockets and removes the variables that announced them, so that children don't take them for theirs.
    ///
    /// To be called once, before the first thread starts.
    public static func take() -> Sockets {
        let first: Int32 = 3
        let count = sd_listen_fds(1)
        var sockets = Sockets()
        guard count > 0 else { return sockets }
        for descriptor in first..<first + count {
            if sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 {
                let flags = fcntl(descriptor, F_GETFL)
                _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
                sockets.listening.append(descriptor)
            } else {
                close(descriptor)
                sockets.unfit += 1
            }
        }
        return sockets
    }
}
