import DaemonSupport
import TestSupport
import Testing

/// The session's bus is a guest: it may be absent, go, and come back.
@Suite struct BusLossTests {
    private func daemon(on bus: PrivateBus) throws -> PrivateDaemon {
        try PrivateDaemon(variables: [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus",
        ])
    }

    @Test("the player appears on a bus that comes after it, and again on one that was killed while it played")
    func comesBack() throws {
        let bus = try PrivateBus()
        let daemon = try daemon(on: bus)
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 2)
        try daemon.start()
        #expect(daemon.moodctl("play", files[0], files[1]).code == 0)
        for _ in 0..<3 {
            try bus.start()
            #expect(bus.awaitPlayer())
            #expect(bus.property("PlaybackStatus") == "s \"Playing\"")
            bus.kill()
            #expect(daemon.moodctl("next").code == 0)
            #expect(daemon.moodctl("prev").code == 0)
            #expect(daemon.moodctl("current").output.contains("00000"))
        }
    }

    @Test("a second daemon takes the name that the specification has for it")
    func secondInstance() throws {
        let bus = try PrivateBus()
        try bus.start()
        let daemons = try [daemon(on: bus), daemon(on: bus)]
        try daemons[0].start()
        #expect(bus.awaitPlayer())
        try daemons[1].start()
        #expect(bus.awaitPlayer("\(PrivateBus.player).instance\(daemons[1].pid)"))
    }

    @Test("a bus that says nothing, or hangs up at once, holds nothing up", arguments: ["sleep 60", "exec <&- >&-"])
    func hostile(behaviour: String) throws {
        let bus = try PrivateBus()
        _ = try bus.listen(["socat", "UNIX-LISTEN:\(bus.folder.path)/socket,fork", "SYSTEM:\(behaviour)"])
        let daemon = try daemon(on: bus)
        let file = try Music.fill(daemon.home.appending(path: "music"), count: 1)[0]
        try daemon.start()
        #expect(daemon.moodctl("play", file).code == 0)
        #expect(daemon.moodctl("status").output.contains("[playing]"))
    }
}
