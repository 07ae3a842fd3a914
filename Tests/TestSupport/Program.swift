import Glibc

/// A program, run to its end or until it is killed.
public struct Program {
    public let pid: pid_t
    /// The read end of its standard output.
    public let output: Int32

    /// - Parameters:
    ///   - name: an absolute path, or the name of a program that was built beside the tests.
    ///   - environment: the whole of it, as `NAME=value`; nil for the tests' own.
    public init(_ name: String, _ arguments: [String] = [], environment: [String]? = nil) {
        var pipe: [Int32] = [0, 0]
        Glibc.pipe(&pipe)
        _ = fcntl(pipe[0], F_SETFD, FD_CLOEXEC)
        _ = fcntl(pipe[1], F_SETFD, FD_CLOEXEC)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let path = name.hasPrefix("/") ? name : Self.path(name)
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { ($0 + sanitizerVariables).map { strdup($0) } + [nil] }
        defer { (words + (variables ?? [])).forEach { free($0) } }
        var pid = pid_t()
        let result =
            variables.map { posix_spawn(&pid, path, &actions, nil, words, $0) }
            ?? posix_spawn(&pid, path, &actions, nil, words, environ)
        precondition(result == 0, "cannot start \(path)")
        close(pipe[1])
        self.pid = pid
        output = pipe[0]
    }

    /// Where the programs of this build lie.
    public static func path(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.prefix(upTo: own.lastIndex(of: "/")!) + "/" + name
    }

    /// All that it still prints, once it closed its output.
    public func readToEnd() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        close(output)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next line it prints, without its end; what came before the output closed otherwise.
    public func readLine() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for its end; its exit code, or minus the signal that killed it.
    public func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }
}
