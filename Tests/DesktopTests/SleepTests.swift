import DaemonSupport
import Foundation
import TestSupport
import Testing

/// The machine goes to sleep and wakes up, as logind tells it.
@Suite struct SleepTests {
    private static let logind = "org.freedesktop.login1"

    let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        try bus.serve(["/usr/bin/python3", "-m", "dbusmock", "--template", "logind"], as: Self.logind)
    }

    private func daemon(
        _ configuration: String = #"{ output: { type: "null" } }"#, soundServer: String? = nil
    ) throws -> PrivateDaemon {
        let daemon = try PrivateDaemon(
            configuration: configuration, soundServer: soundServer,
            variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus", "DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 1)
        try daemon.start()
        #expect(daemon.moodctl("play", files[0]).code == 0)
        return daemon
    }

    private func prepareForSleep(_ isBeginning: Bool) {
        let answer = bus.busctl(
            "call", Self.logind, "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "EmitSignal", "sssav",
            "org.freedesktop.login1.Manager", "PrepareForSleep", "b", "1", "b", "\(isBeginning)")
        #expect(answer.code == 0)
    }

    private var inhibitors: String {
        bus.busctl(
            "call", Self.logind, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "ListInhibitors"
        ).output
    }

    private func isHeld() -> Bool { eventually { inhibitors.contains(#""sleep" "mood""#) } }
    private func isReleased() -> Bool { eventually { inhibitors.hasPrefix("a(ssssuu) 0") } }

    private func state(of daemon: PrivateDaemon) -> String? {
        (try? daemon.connect().call("status"))?["state"]?.string
    }

    @Test("the machine waits for the music while it plays, and only then")
    func inhibitorOnlyWhilePlaying() throws {
        let daemon = try daemon()
        for _ in 0..<2 {
            #expect(isHeld())
            #expect(daemon.moodctl("pause").code == 0)
            #expect(isReleased())
            #expect(daemon.moodctl("play").code == 0)
        }
        #expect(isHeld())
        daemon.kill()
        #expect(isReleased())
    }

    @Test("the music pauses before the machine may sleep, and goes on after it")
    func pausesAndGoesOn() throws {
        let daemon = try daemon()
        for _ in 0..<2 {
            #expect(isHeld())
            prepareForSleep(true)
            #expect(isReleased())
            #expect(state(of: daemon) == "paused")
            prepareForSleep(false)
            #expect(eventually { state(of: daemon) == "playing" })
        }
    }

    @Test("who paused before the sleep, or during it, finds the music paused", arguments: [true, false])
    func staysPaused(before: Bool) throws {
        let daemon = try daemon()
        #expect(isHeld())
        if before { #expect(daemon.moodctl("pause").code == 0) }
        prepareForSleep(true)
        #expect(isReleased())
        if !before { #expect(daemon.moodctl("pause").code == 0) }
        prepareForSleep(false)
        #expect(!eventually(seconds: 3) { state(of: daemon) != "paused" })
    }

    @Test("who doesn't want it hears the music until the machine sleeps")
    func switchedOff() throws {
        let daemon = try daemon(#"{ output: { type: "null" }, pauseOnSleep: false }"#)
        prepareForSleep(true)
        #expect(!eventually(seconds: 1) { state(of: daemon) != "playing" || !inhibitors.hasPrefix("a(ssssuu) 0") })
    }

    @Test("it goes on when the sink that it played on is back, but not after ten seconds", arguments: [true, false])
    func waitsForTheSink(isBackInTime: Bool) throws {
        let server = try SoundServer(.pulseaudio)
        let headset = [
            "load-module", "module-null-sink", "sink_name=headset", "sink_properties=device.description=Headset",
        ]
        let module = try server.control(headset).trimmingCharacters(in: .newlines)
        try server.control(["set-default-sink", "headset"])
        let daemon = try daemon("", soundServer: server.address)
        func output() -> String? { try? daemon.connect().call("status")["output"]?["name"]?.string }
        #expect(eventually { output() == "Headset" })
        #expect(isHeld())
        prepareForSleep(true)
        #expect(isReleased())
        try server.control(["unload-module", module])
        #expect(eventually { output() != "Headset" })
        prepareForSleep(false)
        #expect(!eventually(seconds: isBackInTime ? 2 : 12) { state(of: daemon) != "paused" })
        try server.control(headset)
        let stream = try server.control(["list", "short", "sink-inputs"]).prefix { $0.isNumber }
        try server.control(["move-sink-input", String(stream), "headset"])
        #expect(eventually { output() == "Headset" })
        #expect(eventually(seconds: 2) { state(of: daemon) == "playing" } == isBackInTime)
    }
}
