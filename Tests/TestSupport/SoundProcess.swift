import EventLoop
import Glibc

/// A program beside the tests with a session of its own, so that all it starts ends with it.
public final class SoundProcess {
    /// The read end of its standard output.
    let output: Int32
    private let pid: pid_t

    /// Starts a program that is found in `PATH`, with these variables beside the tests' own.
    public init(_ command: [String], environment: [String: String] = [:]) throws {
        var pipe: [Int32] = [0, 0]
        Glibc.pipe(&pipe)
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, null, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
        posix_spawn_file_actions_adddup2(&actions, null, 2)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, sessionFlag)
        defer { posix_spawnattr_destroy(&attributes) }
        let words = ["env"] + environment.map { "\($0.key)=\($0.value)" } + command
        let arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var pid = pid_t()
        let code = posix_spawnp(&pid, "env", &actions, &attributes, arguments, environ)
        close(pipe[1])
        output = pipe[0]
        self.pid = pid
        guard code == 0 else { throw Failure.notStarted(command) }
        SoundProcess.living.withLock { _ = $0.insert(pid) }
        SoundProcess.guardian.note("+", pid)
    }

    /// What runs still; it ends with the tests, also what a test kept in a static property.
    private static let living: Lock<Set<pid_t>> = {
        atexit { for pid in SoundProcess.living.withLock({ $0 }) { kill(-pid, SIGKILL) } }
        return Lock([])
    }()

    private static let guardian = Guardian()

    deinit {
        end()
        close(output)
    }

    /// Ends it without a word; a second time changes nothing.
    public func end() {
        guard SoundProcess.living.withLock({ $0.remove(pid) }) != nil else { return }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        SoundProcess.guardian.note("-", pid)
    }

    /// All it prints until it ends.
    func readToEnd() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }

    /// The next line it prints, without its end; what came before it ended otherwise.
    public func readLine() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether it printed something that wasn't read yet, or ended.
    public func hasOutput() -> Bool {
        var descriptors = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        return poll(&descriptors, 1, 0) > 0
    }

    enum Failure: Error {
        case notStarted([String])
    }
}
