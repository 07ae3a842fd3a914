import Foundation

/// A real `systemd --user` for an ordinary user with an empty home, in namespaces of its own: mounts, processes and
/// control groups.
///
/// It needs root to begin with. All of it is gone with this object.
public final class UserManager {
    /// The user's home.
    public let home: URL
    private let process = Process()
    private let leader: pid_t
    private let withoutNamespaces: Bool
    private let group = "mood-\(UUID().uuidString)"

    private static let user = "61234"
    private static let runtime = "/run/user/\(user)"
    /// Where the user finds the tree, whoever owns the way to it: its scripts, its units, what was built.
    public static let tree = "/run/mood/tree"
    /// Where the user finds the programs that were built beside the tests.
    public static let programs = "/run/mood/programs"

    /// Why there can't be one on this machine, nil if there can.
    public static let refusal: String? = {
        guard getuid() == 0 else { return "making namespaces for an ordinary user needs root" }
        guard FileManager.default.isExecutableFile(atPath: "/lib/systemd/systemd") else { return "no systemd here" }
        let trial = run([
            "unshare", "--mount", "--pid", "--fork", "--mount-proc", "mount", "-t", "cgroup2", "none", "/run",
        ])
        return trial.code == 0 ? nil : "namespaces are refused: \(trial.errors)"
    }()

    /// Starts one, and returns when it answers.
    /// - Parameter withoutNamespaces: Refuse it user namespaces, as some machines do: the kernel does so in a chroot.
    public init(withoutNamespaces: Bool = false) throws {
        self.withoutNamespaces = withoutNamespaces
        home = FileManager.default.temporaryDirectory.appending(path: "mood-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments =
            ["--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "bash", "-c", Self.script, "bash"]
            + [Self.user, home.path, group]
            + [Places.tree, URL(filePath: Program.path("")), Places.swiftLibraries].map(\.path)
            + (withoutNamespaces ? ["chroot", "/run/root"] : [])
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The script says when all is mounted, or what failed.
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let children = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
        let child = String(decoding: Places.contents(children), as: UTF8.self).split(separator: " ").first
        leader = child.flatMap { pid_t($0) } ?? 0
        guard said == "ready\n", leader != 0 else { throw UserManagerFault.notMounted(said) }
        let deadline = Date(timeIntervalSinceNow: 20)
        while command(["systemctl", "--user", "show-environment"]).code != 0 {
            guard process.isRunning, Date() < deadline else { throw UserManagerFault.silent }
            usleep(20_000)
        }
    }

    deinit {
        if leader != 0 { kill(leader, SIGKILL) }
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: home)
        let groups = "mount -t cgroup2 cgroup2 /sys/fs/cgroup && find /sys/fs/cgroup/\(group) -depth -type d -delete"
        _ = run(["unshare", "--mount", "bash", "-c", groups])
    }

    /// Runs a command as the user, inside.
    public func command(_ words: [String]) -> ProcessRun {
        run(
            ["nsenter", "--target", String(leader), "--mount", "--pid"]
                + (withoutNamespaces ? ["chroot", "/run/root"] : [])
                + ["setpriv", "--reuid", Self.user, "--regid", Self.user, "--clear-groups", "env", "-i"]
                + ["HOME=\(home.path)", "XDG_RUNTIME_DIR=\(Self.runtime)", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
                + ["LD_LIBRARY_PATH=/run/mood/swift", "SYSTEMD_IGNORE_CHROOT=1", "LC_ALL=C.UTF-8"] + words)
    }

    /// Runs lines of the shell as the user, inside.
    public func shell(_ lines: String) -> ProcessRun { command(["bash", "-euc", lines]) }

    /// What makes the world inside: `/run` is new, control groups have one tree, which belongs to the user.
    ///
    /// systemd mustn't be the first process, or it takes itself for the system's.
    private static let script = """
        exec 2>&1
        set -eu
        user=$1 home=$2 group=/sys/fs/cgroup/$3 tree=$4 programs=$5 swift=$6
        shift 6
        mount -t tmpfs -o mode=755 tmpfs /run
        mkdir -p /run/systemd/system /run/systemd/unit-root /run/systemd/propagate
        mkdir -p /run/mood/tree /run/mood/programs /run/mood/swift /run/root
        mount --bind "$tree" /run/mood/tree
        mount --bind "$programs" /run/mood/programs
        mount --bind "$swift" /run/mood/swift
        # A bus serves only users that have an entry.
        { cat /etc/passwd; echo "mood:x:$user:$user::$home:/bin/sh"; } >/run/mood/passwd
        mount --bind /run/mood/passwd /etc/passwd
        install -d -m 700 -o "$user" -g "$user" "/run/user/$user"
        chown "$user:$user" "$home"
        mount -t cgroup2 cgroup2 /sys/fs/cgroup
        mkdir -p "$group"
        echo $$ >"$group/cgroup.procs"
        chown -R "$user:$user" "$group"
        [ $# = 0 ] || mount --rbind / /run/root
        "$@" setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all --bounding-set=-all \\
            env -i HOME="$home" XDG_RUNTIME_DIR="/run/user/$user" PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \\
            /lib/systemd/systemd --user --unit=basic.target >/dev/null 2>&1 &
        echo ready
        exec >/dev/null 2>&1
        wait
        """
}

/// Why a user manager didn't come up.
enum UserManagerFault: Error {
    /// Its mounts failed, as was said.
    case notMounted(String)
    /// It was started and doesn't answer.
    case silent
}
