import Glibc
import Testing

@testable import MoodProtocol

@Suite struct SocketPathTests {
    /// The path for user 1000, to whom the folders in `own` belong; other folders there are root's.
    static func resolve(_ environment: [String: String], own: Set<String>, foreign: Set<String> = []) throws
        -> SocketPath
    {
        try SocketPath.resolve(
            user: 1000, environment: { environment[$0] },
            owner: { own.contains($0) ? 1000 : foreign.contains($0) ? 0 : nil })
    }

    static let system = "/run/user/1000"

    @Test(
        arguments: [
            (["MOOD_SOCKET": "/s/x.sock", "XDG_RUNTIME_DIR": "/r"], "/s/x.sock"),
            (["MOOD_SOCKET": "rel.sock"], "rel.sock"),
            (["MOOD_SOCKET": "", "XDG_RUNTIME_DIR": "/r"], "/r/mood/control.sock"),
            (["XDG_RUNTIME_DIR": "/r/"], "/r/mood/control.sock"), ([:], "/run/user/1000/mood/control.sock"),
            (["XDG_RUNTIME_DIR": ""], "/run/user/1000/mood/control.sock"),
            (["XDG_RUNTIME_DIR": "r"], "/run/user/1000/mood/control.sock"),
            (["XDG_RUNTIME_DIR": "/roots"], "/run/user/1000/mood/control.sock"),
            (["XDG_RUNTIME_DIR": "/gone"], "/run/user/1000/mood/control.sock"),
        ] as [([String: String], String)])
    func theEnvironmentLeadsToTheSocket(environment: [String: String], path: String) throws {
        let found = try Self.resolve(environment, own: ["/r", "/r/", "r", Self.system], foreign: ["/roots"])
        #expect(found.path == path)
        #expect(found.isGiven == (environment["MOOD_SOCKET"]?.isEmpty == false))
    }

    @Test func aRuntimeFolderOfSomebodyElseIsIgnored() {
        #expect(throws: SocketPathError.noRuntimeFolder(system: Self.system)) {
            try Self.resolve(["XDG_RUNTIME_DIR": "/roots"], own: [], foreign: ["/roots", Self.system])
        }
    }

    @Test func aPathThatNoSocketCanHaveIsRefusedInWords() throws {
        let fits = "/" + String(repeating: "é", count: 53)
        #expect(try Self.resolve(["MOOD_SOCKET": fits], own: []).path == fits)
        #expect { try Self.resolve(["MOOD_SOCKET": fits + "x"], own: []) } throws: { error in
            "\(error)".contains("has 108 bytes and may have 107")
        }
    }

    @Test(arguments: [
        ("/r/mood/control.sock", "/r/mood/control.lock", "/r/mood"), ("/s", "/s.lock", "/"), ("x.sock", "x.lock", "."),
    ])
    func theLockLiesBesideTheSocket(socket: String, lock: String, folder: String) throws {
        let path = try Self.resolve(["MOOD_SOCKET": socket], own: [])
        #expect(path.lockPath == lock && path.folder == folder)
    }

    @Test func aHeldLockIsSeenAndNotTaken() throws {
        let path = "/tmp/mood-lock-test-\(getpid())"
        #expect(!DaemonLock.isHeld(at: path))
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { unlink(path) }
        #expect(!DaemonLock.isHeld(at: path))
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        let setOFDLock: Int32 = 37
        #expect(fcntl(file, setOFDLock, &lock) == 0)
        #expect(DaemonLock.isHeld(at: path))
        #expect(DaemonLock.isHeld(at: path))
        close(file)
        #expect(!DaemonLock.isHeld(at: path))
    }
}
