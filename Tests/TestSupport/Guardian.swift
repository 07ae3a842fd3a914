import Glibc

/// A shell beside the tests that ends what they started when they themselves were killed.
final class Guardian: Sendable {
    /// The write end of its standard input, which the kernel closes with the tests.
    private let input: Int32

    private static let script = """
        declare -A living
        while read -r sign pid; do
            if [ "$sign" = + ]; then living[$pid]=1; else unset "living[$pid]"; fi
        done
        for pid in "${!living[@]}"; do kill -KILL -- "-$pid"; done
        """

    init() {
        var pipe: [Int32] = [0, 0]
        Glibc.pipe(&pipe)
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipe[0], 0)
        for descriptor in [1, 2] as [Int32] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, sessionFlag)
        defer { posix_spawnattr_destroy(&attributes) }
        let words = ["bash", "-c", Guardian.script]
        let arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var pid = pid_t()
        posix_spawnp(&pid, "bash", &actions, &attributes, arguments, environ)
        close(pipe[0])
        input = pipe[1]
    }

    /// Takes down (`+`) or strikes out (`-`) the leader of a process group.
    func note(_ sign: String, _ pid: pid_t) {
        let line = "\(sign) \(pid)\n"
        _ = write(input, line, line.utf8.count)
    }
}

/// `POSIX_SPAWN_SETSID`, which the Glibc module leaves out.
let sessionFlag: Int16 = 0x80
