import Glibc
import MoodProtocol

/// Lets `chafa` draw covers: beside everything else, one at a time, each within a time and a size.
final class CoverDrawing {
    private struct Child {
        let pid: pid_t
        let output: Int32
        let request: CoverPicture.Request
        let deadline: Double
        var printed: [UInt8] = []
    }

    private let colors: String
    private var child: Child?
    /// Whether there is a `chafa`; taken for granted until it is first missed.
    private(set) var isPossible = true

    private static let patience = 10.0
    private static let longestOutput = 4 << 20
    /// What a picture that unfolds without end may take.
    private static let memory: rlim_t = 2 << 30

    init(hasColors: Bool, hasTrueColor: Bool) {
        colors = !hasColors ? "none" : hasTrueColor ? "full" : "256"
    }

    deinit { stop() }

    /// Readable when something was drawn; nil while nothing is being drawn.
    var descriptor: Int32? { child?.output }
    var request: CoverPicture.Request? { child?.request }

    /// Seconds until it took too long.
    func pause(at now: Double) -> Double? { child.map { max(0, $0.deadline - now) } }

    /// Begins to draw, unless something is being drawn.
    ///
    /// - Returns: whether it began.
    func begin(_ request: CoverPicture.Request, at now: Double) -> Bool {
        guard child == nil, isPossible, let path = FileAddress.path(ofURI: request.path) else { return false }
        let words = [
            "chafa", "--format", "symbols", "--colors", colors, "--size", "\(request.width)x\(request.height)",
            "--scale", "max", "--animate", "off", "--optimize", "0",
        ]
        var ends: [Int32] = [-1, -1]
        // Unlike a pipe of Glibc's module, these are closed in the child.
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return false
        }
        defer { close(ends[1]) }
        guard let pid = Self.spawn(words.map { Array($0.utf8) } + [path], output: ends[1]) else {
            close(ends[0])
            isPossible = false
            return false
        }
        child = Child(pid: pid, output: ends[0], request: request, deadline: now + Self.patience)
        return true
    }

    /// Takes in what was printed, or that it took too long.
    ///
    /// - Returns: the picture once it is whole, an empty one where there is none; nil while it isn't done.
    func proceed(at now: Double) -> CoverPicture? {
        guard var running = child else { return nil }
        var source = pollfd(fd: running.output, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, 0) > 0 else { return now < running.deadline ? nil : give(up: running) }
        var block = [UInt8](repeating: 0, count: 65536)
        let count = read(running.output, &block, block.count)
        if count > 0 {
            running.printed += block[..<count]
            child = running
            return running.printed.count <= Self.longestOutput ? nil : give(up: running)
        }
        if count < 0, errno == EINTR { return nil }
        stop()
        return CoverPicture(running.request, printed: running.printed)
    }

    /// Ends what is being drawn.
    func stop() {
        guard let child else { return }
        self.child = nil
        close(child.output)
        kill(child.pid, SIGKILL)
        waitpid(child.pid, nil, 0)
    }

    private func give(up child: Child) -> CoverPicture {
        stop()
        return CoverPicture(child.request, printed: [])
    }

    /// Starts a program in a session of its own, away from the terminal, with nothing to read.
    private static func spawn(_ words: [[UInt8]], output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var pipeSignal = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &pipeSignal)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
        let arguments = words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) } + [nil]
        defer { arguments.forEach { free($0) } }
        return limitingMemory {
            var pid = pid_t()
            return posix_spawnp(&pid, "chafa", &actions, &attributes, arguments, environ) == 0 ? pid : nil
        }
    }

    /// Runs `body` with a limit that the child takes over, and lifts it again for this program.
    private static func limitingMemory(_ body: () -> pid_t?) -> pid_t? {
        let resource = Int32(RLIMIT_AS.rawValue)
        var own = rlimit()
        guard getrlimit(resource, &own) == 0 else { return body() }
        var limit = own
        limit.rlim_cur = min(own.rlim_cur, memory)
        setrlimit(resource, &limit)
        defer { setrlimit(resource, &own) }
        return body()
    }

    /// `POSIX_SPAWN_SETSID`, which Glibc's module doesn't show.
    private static let newSession: Int16 = 0x80
}
