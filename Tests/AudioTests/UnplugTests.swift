import CPulse
import Foundation
import Playback
import TestSupport
import Testing

@testable import Audio

/// What a sink's ports tell.
@Suite struct PulseSinkTests {
    private static let plugged = PulseSink(index: 1, name: "Card", port: "headphones", emptyPorts: ["hdmi"])

    @Test(
        arguments: [
            ("the sink is gone", plugged, nil, true),
            ("nothing happened", plugged, plugged, false),
            (
                "the plug was pulled", plugged,
                PulseSink(index: 1, name: "Card", port: "headphones", emptyPorts: ["headphones"]), true
            ),
            (
                "and the speakers took over", plugged,
                PulseSink(index: 1, name: "Card", port: "speakers", emptyPorts: ["headphones"]), true
            ),
            ("somebody chose the speakers", plugged, PulseSink(index: 1, name: "Card", port: "speakers"), false),
            (
                "another port became empty", plugged,
                PulseSink(index: 1, name: "Card", port: "headphones", emptyPorts: ["line"]), false
            ),
            (
                "it was empty before", PulseSink(index: 1, name: "Card", port: "hdmi", emptyPorts: ["hdmi"]),
                PulseSink(index: 1, name: "Card", port: "hdmi", emptyPorts: ["hdmi"]), false
            ),
            ("it has no ports", PulseSink(index: 2, name: "Null"), PulseSink(index: 2, name: "Null"), false),
        ] as [(String, PulseSink, PulseSink?, Bool)])
    func sinkIsUnplugged(what: String, before: PulseSink, now: PulseSink?, isUnplugged: Bool) {
        #expect(before.isUnplugged(now) == isUnplugged, "\(what)")
    }

    @Test func portsAreReadAsTheServerTellsThem() {
        let names = ["headphones", "speakers", "hdmi"].map { (name: String) in strdup(name) }
        defer { names.forEach { free($0) } }
        let available = [PA_PORT_AVAILABLE_YES, PA_PORT_AVAILABLE_UNKNOWN, PA_PORT_AVAILABLE_NO]
        var ports = zip(names, available).map { name, available in
            var port = pa_sink_port_info()
            port.name = UnsafePointer(name)
            port.available = Int32(available.rawValue)
            return port
        }
        ports.withUnsafeMutableBufferPointer { ports in
            var pointers: [UnsafeMutablePointer<pa_sink_port_info>?] = ports.indices.map { ports.baseAddress! + $0 }
            pointers.withUnsafeMutableBufferPointer { pointers in
                var info = pa_sink_info()
                info.index = 7
                info.description = UnsafePointer(names[1])
                info.n_ports = 3
                info.ports = pointers.baseAddress
                info.active_port = pointers[0]
                let sink = PulseSink(index: 7, name: "speakers", port: "headphones", emptyPorts: ["hdmi"])
                #expect(PulseSink(info) == sink)
                info.active_port = nil
                #expect(PulseSink(info).port == nil)
            }
        }
    }

}

/// What a sink that goes away means for the sound.
extension SoundServerTests {
    /// A server with headphones beside its sink, and an engine that plays on them; where there is no such server,
    /// nothing.
    private func withHeadphones(
        _ kind: SoundServer.Kind, _ body: (SoundServer, EngineProbe, _ unplug: () throws -> Void) throws -> Void
    ) throws {
        let server: SoundServer
        do {
            server = try SoundServer(kind)
        } catch {
            return print("not run on \(kind): \(error)")
        }
        let tone = try files.tone(440, seconds: 60, as: "tone")
        let module = try server.control([
            "load-module", "module-null-sink", "sink_name=headphones", "sink_properties=device.description=Headphones",
        ])
        setenv("PULSE_SERVER", server.address, 1)
        let probe = try EngineProbe(.pulse(sink: nil, buffer: 2))
        probe.play(tone)
        #expect(probe.wait(for: .started(1)))
        try moveToHeadphones(server, probe)
        try body(server, probe) { try server.control(["unload-module", module.trimmingCharacters(in: .newlines)]) }
    }

    /// Moves the stream as a person would, who tries again where PipeWire's session manager leaves it without a sink.
    private func moveToHeadphones(_ server: SoundServer, _ probe: EngineProbe) throws {
        for _ in 0..<5 {
            let input = try server.control(["list", "short", "sink-inputs"]).prefix { $0 != "\t" }
            try server.control(["move-sink-input", String(input), "headphones"])
            if probe.wait(5, for: { if case .output(let status) = $0 { status.name == "Headphones" } else { false } }) {
                return
            }
            try server.control(["move-sink-input", String(input), "test"])
        }
        Issue.record("the stream stays where it is")
    }

    private func isCorked(_ server: SoundServer) throws -> Bool {
        try server.control(["list", "sink-inputs"]).contains("Corked: yes")
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func unpluggingPausesAndAMoveByHandDoesNot(kind: SoundServer.Kind) throws {
        try withHeadphones(kind) { server, probe, unplug in
            let place = probe.position
            #expect(probe.wait { _ in probe.position > place + 0.3 }, "a move by hand plays on")
            #expect(!probe.all.contains(.unplugged))
            try unplug()
            #expect(probe.wait(for: .unplugged))
            #expect(try isCorked(server))
            try server.control(["load-module", "module-null-sink", "sink_name=headphones"])
            #expect(try isCorked(server), "plugging in starts nothing")
            let pause = probe.position
            probe.engine.post(.pause)
            probe.engine.post(.resume)
            #expect(probe.wait { _ in probe.position > pause + 0.3 })
            #expect(probe.all.count { $0 == .unplugged } == 1)
        }
    }

    @Test func whoWantsItHearsItFromTheSpeakers() throws {
        try withHeadphones(.pulseaudio) { server, probe, unplug in
            probe.engine.adopt(AudioSettings(pausesOnUnplug: false))
            try unplug()
            let name = "Null Output"
            #expect(probe.wait { if case .output(let status) = $0 { status.name == name } else { false } })
            let place = probe.position
            #expect(probe.wait { _ in probe.position > place + 0.3 })
            #expect(!probe.all.contains(.unplugged))
        }
    }

    @Test func theLastSinkPausesAndADeadServerDoesNot() throws {
        try withHeadphones(.pulseaudio) { server, probe, unplug in
            try server.control(["unload-module", "module-null-sink"])
            #expect(probe.wait(for: .unplugged))
            probe.forget()
            try server.control(["load-module", "module-null-sink", "sink_name=test"])
            probe.engine.post(.resume)
            let place = probe.position
            #expect(probe.wait { _ in probe.position > place + 0.3 })
            server.kill()
            #expect(probe.wait { if case .stalled = $0 { true } else { false } })
            try server.start()
            let stall = probe.position
            #expect(probe.wait { _ in probe.position > stall + 0.3 }, "it goes on by itself")
            #expect(!probe.all.contains(.unplugged))
        }
    }
}
