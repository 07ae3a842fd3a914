import Glibc

/// A program that was built beside the tests, run to its end with everything it reads and writes.
public struct BuiltProgram: Sendable {
    public let path: String

    /// A program of this build.
    public init(_ name: String) { path = Program.path(name) }

    /// A program of the system.
    public init(path: String) { self.path = path }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - environment: the whole of it, as `NAME=value`.
    ///   - input: what it reads from a pipe or file; nil for nothing, `/dev/null`.
    ///   - folder: where it works; nil for the tests' own.
    ///   - limit: the seconds after which it is killed.
    public func run(
        _ arguments: [String], environment: [String] = [], input: String? = nil, in folder: String? = nil,
        limit: Double = 30
    ) -> ProcessRun {
        ProcessRun(path, arguments, environment, input, folder, limit)
    }
}

/// What became of a program.
public struct ProcessRun: Equatable, Sendable {
    public private(set) var output = ""
    public private(set) var errors = ""
    /// The exit code, or minus the signal that killed it.
    public private(set) var code: Int32 = 0

    public init(output: String = "", errors: String = "", code: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.code = code
    }

    init(
        _ path: String, _ arguments: [String], _ environment: [String], _ input: String?, _ folder: String?,
        _ limit: Double
    ) {
        var ends: [[Int32]] = [[0, 0], [0, 0]]
        // Unlike a pipe of Glibc's module, these are never inherited by what another test starts in this moment.
        for index in ends.indices {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends[index])
        }
        let standardInput = Self.file(holding: input)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[0][1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1][1], 2)
        // Whatever thread the test runs on, the program hears all signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let command = folder.map { ["/usr/bin/env", "-C", $0, path] } ?? [path]
        let words = (command + arguments).map { strdup($0) } + [nil]
        let variables = (environment + sanitizerVariables).map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, command[0], &actions, &attributes, words, variables)
        precondition(result == 0, "cannot start \(path)")
        close(standardInput)
        ends.forEach { close($0[1]) }
        let texts = Self.readToEnd(ends.map { $0[0] }, killing: pid, after: limit)
        ends.forEach { close($0[0]) }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        self.init(
            output: texts[0], errors: texts[1], code: status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f))
    }

    private static func file(holding input: String?) -> Int32 {
        guard let input else { return open("/dev/null", O_RDONLY | O_CLOEXEC) }
        var name = Array("/tmp/mood-input-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        unlink(name)
        var text = input
        text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
        lseek(file, 0, SEEK_SET)
        return file
    }

    private static func readToEnd(_ sources: [Int32], killing pid: pid_t, after limit: Double) -> [String] {
        var bytes: [[UInt8]] = sources.map { _ in [] }
        var waiting = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var block = [UInt8](repeating: 0, count: 65536)
        let start = ContinuousClock.now
        while waiting.contains(where: { $0.fd >= 0 }) {
            let rest = limit - (ContinuousClock.now - start) / .seconds(1)
            if poll(&waiting, nfds_t(waiting.count), rest > 0 ? Int32(rest * 1000) + 1 : -1) == 0 { kill(pid, SIGKILL) }
            for index in waiting.indices where waiting[index].revents != 0 {
                let count = read(sources[index], &block, block.count)
                if count > 0 { bytes[index] += block[..<count] } else { waiting[index].fd = -1 }
                waiting[index].revents = 0
            }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
