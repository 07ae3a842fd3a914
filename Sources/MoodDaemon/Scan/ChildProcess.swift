import CSystemd
import EventLoop
import Files
import Glibc

/// A program that the daemon started, in a process group of its own, which ends with it.
///
/// It gets the daemon's environment, less what the service manager meant for the daemon, nothing on standard input, and
/// signals as any program expects them.
@ControlActor
final class ChildProcess {
    private let pid: pid_t
    private let descriptor: Int32
    private var source: IOSource?
    private var ended: (@ControlActor (ProgramEnd) -> Void)?

    /// Starts it.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - output: what becomes its standard output.
    ///   - errors: what becomes its standard error.
    ///   - ended: called once, when it and its group have ended.
    init(
        _ program: String, _ arguments: [[UInt8]], output: Int32, errors: Int32, on loop: EventLoop,
        ended: @escaping @ControlActor (ProgramEnd) -> Void
    ) throws(SystemError) {
        self.ended = ended
        pid = try Self.spawn(program, arguments, output, errors)
        descriptor = pidfd_open(pid, 0)
        guard descriptor >= 0 else {
            let code = errno
            _ = reap()
            throw SystemError("watch \(program)", code: code)
        }
        source = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
            guard source != nil else { return }
            finish()
        }
    }

    isolated deinit {
        if source != nil { _ = reap() }
        source?.cancel()
        close(descriptor)
    }

    /// Ends it and its group; `ended` is called soon.
    func kill() {
        if source != nil { Glibc.kill(-pid, SIGKILL) }
    }

    private func finish() {
        source?.cancel()
        source = nil
        let end = reap()
        ended?(end)
        ended = nil
    }

    /// Ends the group while its number is still the program's, and only then lets that go.
    private func reap() -> ProgramEnd {
        Glibc.kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: status & 0x7f)
    }

    // MARK: Starting

    /// What the service manager told the daemon alone (sd_notify(3), sd_listen_fds(3)).
    private static let daemonVariables = [
        "NOTIFY_SOCKET=", "LISTEN_PID=", "LISTEN_FDS=", "LISTEN_FDNAMES=",
        "WATCHDOG_PID=", "WATCHDOG_USEC=",
    ]

    private static func spawn(
        _ program: String, _ arguments: [[UInt8]], _ output: Int32, _ errors: Int32
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program)]
        words += arguments.map { $0.withCString { strdup($0) } }
        defer { for word in words { free(word) } }
        var variables = inheritedVariables()
        words.append(nil)
        variables.append(nil)
        var pid: pid_t = 0
        let result = posix_spawn(&pid, program, &actions, &attributes, words, variables)
        guard result == 0 else { throw SystemError("start \(program)", code: result) }
        return pid
    }

    private static func inheritedVariables() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var next = process_environment()
        while let variable = next?.pointee {
            if !daemonVariables.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) {
                variables.append(variable)
            }
            next = next?.successor()
        }
        return variables
    }
}
