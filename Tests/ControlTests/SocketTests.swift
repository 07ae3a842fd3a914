import Control
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import MoodProtocol

private let status = #"{"jsonrpc":"2.0","method":"status","id":0}"#
private let ok = #"{"jsonrpc":"2.0","id":0,"result":"ok"}"#

/// A socket as the service manager, or a daemon that died, would leave it.
private func listen(at path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafeBytes(of: &address) { bytes in
        let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
        #expect(bind(descriptor, pointer, socklen_t(bytes.count)) == 0)
    }
    Glibc.listen(descriptor, 8)
    return descriptor
}

private func mode(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

@Suite struct SocketTests {
    let folder = Fixture.makeFolder()

    @Test func `the standard folder is made for the user alone, and so is the socket`() async throws {
        let path = Fixture.path(in: folder, given: false)
        #expect(path.path == folder + "/mood/control.sock")
        umask(0)
        let fixture = try await ControlThread.run { try Fixture($0, at: path) }
        #expect(mode(folder + "/mood") == 0o700)
        #expect(mode(path.path) == 0o600)
        #expect(DaemonLock.isHeld(at: path.lockPath))
        #expect(fixture.client().call(status) == ok)
        await fixture.remove()
        #expect(mode(path.path) == nil)
        #expect(!DaemonLock.isHeld(at: path.lockPath))
    }

    @Test func `a standard folder that others may enter is closed to them`() async throws {
        let path = Fixture.path(in: folder, given: false)
        mkdir(path.folder, 0o700)
        chmod(path.folder, 0o777)
        let fixture = try await ControlThread.run { try Fixture($0, at: path) }
        #expect(mode(path.folder) == 0o700)
        await fixture.remove()
    }

    @Test func `a second daemon is told which one runs, and leaves its socket alone`() async throws {
        try await Fixture.run { first in
            await #expect(throws: ControlServerError.alreadyRunning(pid: getpid())) {
                try await ControlThread.run { _ = try Fixture($0, at: first.path) }
            }
            #expect("\(ControlServerError.alreadyRunning(pid: 7))" == "moodd is already running (pid 7)")
            #expect(first.client().call(status) == ok)
        }
    }

    @Test func `a socket that a dead daemon left is replaced`() async throws {
        let path = Fixture.path(in: folder)
        close(listen(at: path.path))
        let fixture = try await ControlThread.run { try Fixture($0, at: path) }
        #expect(fixture.client().call(status) == ok)
        await fixture.remove()
    }

    @Test func `where systemd listens, a daemon that it didn't start ends and says so`() async throws {
        let path = Fixture.path(in: folder)
        let descriptor = listen(at: path.path)
        await #expect(throws: ControlServerError.systemdListens) {
            try await ControlThread.run { _ = try Fixture($0, at: path) }
        }
        #expect(Client(path.path).isConnected)
        close(descriptor)
    }

    @Test func `a socket from systemd is used as it is and outlives the daemon`() async throws {
        let path = Fixture.path(in: folder)
        let descriptor = listen(at: path.path)
        let kept = dup(descriptor)
        let fixture = try await ControlThread.run { try Fixture($0, at: path, inherited: descriptor) }
        #expect(fixture.client().call(status) == ok)
        #expect(DaemonLock.isHeld(at: path.lockPath))
        await ControlThread.run { _ in fixture.server.close() }
        #expect(Client(path.path).isConnected)
        close(kept)
    }

    @Test func `a descriptor from systemd that is something else is refused`() async throws {
        let path = Fixture.path(in: folder)
        await #expect(throws: ControlServerError.notListening(descriptor: 0)) {
            try await ControlThread.run { _ = try Fixture($0, at: path, inherited: 0) }
        }
    }

    @Test(arguments: [0o702, 0o720]) func `a folder that others can change is refused`(mode: UInt32) async throws {
        chmod(folder, mode)
        await expectUnsafe(Fixture.path(in: folder))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"), arguments: [true, false])
    func `a folder that belongs to somebody else is refused`(given: Bool) async throws {
        let path = Fixture.path(in: folder, given: given)
        mkdir(path.folder, 0o700)
        chown(path.folder, 65534, 65534)
        await expectUnsafe(path)
    }

    @Test(arguments: [true, false]) func `a folder that is a link is refused`(given: Bool) async throws {
        let path = Fixture.path(in: given ? folder + "/link" : folder, given: given)
        symlink(Fixture.makeFolder(), path.folder)
        await expectUnsafe(path)
    }

    private func expectUnsafe(_ path: SocketPath) async {
        let error = await #expect(throws: ControlServerError.self) {
            try await ControlThread.run { _ = try Fixture($0, at: path) }
        }
        guard case .unsafeFolder(path.folder, _) = error else {
            Issue.record("it is about something else: \(String(describing: error))")
            return
        }
    }

    @Test func `a file or link with the socket's or the lock's name is refused and left alone`() async throws {
        let path = Fixture.path(in: folder)
        let treasure = folder + "/treasure"
        close(open(treasure, O_CREAT | O_WRONLY, 0o644))
        for name in [path.path, path.lockPath] {
            unlink(path.lockPath)
            symlink(treasure, name)
            await #expect(throws: ControlServerError.inTheWay(path: name)) {
                try await ControlThread.run { _ = try Fixture($0, at: path) }
            }
            #expect(mode(name) == 0o777)
            unlink(name)
        }
        close(open(path.path, O_CREAT | O_WRONLY, 0o644))
        await #expect(throws: ControlServerError.inTheWay(path: path.path)) {
            try await ControlThread.run { _ = try Fixture($0, at: path) }
        }
        #expect(mode(path.path) == 0o644)
        #expect(mode(treasure) == 0o644)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
    func `another user is not let in`() async throws {
        try await Fixture.run { fixture in
            // The folder and the socket are opened to everybody, so that only the check of the peer is left.
            chmod(fixture.path.folder, 0o755)
            chmod(fixture.path.path, 0o666)
            let script = #"printf '%s\n' '\#(status)' | setpriv --reuid "$2" --clear-groups socat - UNIX:"$1""#
            for (user, answer) in [(UInt32(65534), ""), (getuid(), ok + "\n")] {
                let visitor = Program("/bin/sh", ["-c", script, "sh", fixture.path.path, "\(user)"])
                #expect(visitor.readToEnd() == answer)
                _ = visitor.wait()
            }
        }
    }

    @Test func `a path that no socket can have is refused with its length`() {
        let long = "/tmp/" + String(repeating: "x", count: 120)
        #expect(throws: SocketPathError.tooLong(path: long)) {
            try SocketPath.resolve(user: 1, environment: { ["MOOD_SOCKET": long][$0] }, owner: { _ in 1 })
        }
    }

    @Test func `the longest path that a socket can have is used`() async throws {
        let name = String(repeating: "x", count: SocketPath.longest - folder.utf8.count - 1)
        let path = try SocketPath.resolve(
            user: 1, environment: { ["MOOD_SOCKET": folder + "/" + name][$0] }, owner: { _ in 1 })
        let fixture = try await ControlThread.run { try Fixture($0, at: path) }
        #expect(fixture.client().call(status) == ok)
        await fixture.remove()
    }

    @Test func `out of descriptors, clients wait until there are some again`() async {
        // In a process of its own, for the limit is the whole process's.
        await #expect(processExitsWith: .success) {
            let fixture = try await ControlThread.run { try Fixture($0) }
            let first = fixture.client()
            #expect(first.call(status) == ok)
            let free = dup(0)
            close(free)
            var limit = rlimit(rlim_cur: rlim_t(free + 1), rlim_max: 1024)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // The client's own end takes the last one.
            let waiting = fixture.client()
            #expect(waiting.isConnected)
            for _ in 0..<100 { #expect(first.call(status) == ok) }
            #expect(await fixture.server.connectionCount == 1)
            limit.rlim_cur = 1024
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(waiting.call(status) == ok)
            await fixture.remove()
        }
    }
}
