import DaemonSupport
import Foundation
import TestSupport
import Testing

/// What begins to play, told through a notification server.
@Suite struct NotificationTests {
    private static let server = "org.freedesktop.Notifications"

    let bus: PrivateBus
    let daemon: PrivateDaemon
    let files: [String]

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        daemon = try PrivateDaemon(
            configuration: #"{ output: { type: "null" }, notifications: true }"#,
            variables: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus",
            ])
        files = try Music.fill(daemon.home.appending(path: "music"), count: 2)
        try daemon.start()
        #expect(bus.awaitPlayer())
    }

    /// One call of `Notify`: the arguments that matter.
    private struct Call: Equatable {
        var replaced: Int
        var summary: String
        var body: String
        var image: String?
    }

    private func serve() throws {
        try bus.serve(["/usr/bin/python3", "-m", "dbusmock", "--template", "notification_daemon"], as: Self.server)
    }

    private func calls() throws -> [Call] {
        let answer = bus.busctl(
            "--json=short", "call", Self.server, "/org/freedesktop/Notifications", "org.freedesktop.DBus.Mock",
            "GetMethodCalls", "s", "Notify")
        guard answer.code == 0 else { return [] }
        let message = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        let calls = (message?["data"] as? [Any])?.first as? [[Any]] ?? []
        return calls.map { call in
            let values = (call.last as? [[String: Any]] ?? []).map { $0["data"] }
            let hints = values[6] as? [String: [String: Any]]
            return Call(
                replaced: values[1] as? Int ?? -1, summary: values[3] as? String ?? "",
                body: values[4] as? String ?? "", image: hints?["image-path"]?["data"] as? String)
        }
    }

    private func count(_ wanted: Int) throws -> Bool { try eventually { try calls().count == wanted } }

    @Test("each track is told once, in the place of the former, with its cover, and its text is no markup")
    func perTrack() throws {
        try serve()
        let cover = daemon.home.appending(path: "music/cover.png")
        #expect(run(["sox", "-n", "\(daemon.home.path)/tone.wav", "synth", "0.1", "sine", "400"]).code == 0)
        #expect(run(["sox", "\(daemon.home.path)/tone.wav", "-n", "spectrogram", "-o", cover.path]).code == 0)
        let connection = try daemon.connect()
        try connection.call(
            "queue.add",
            [
                "items": [
                    ["uri": .string(files[0]), "title": "<b>One</b>", "artist": "A & <i>B</i>", "album": "C > D"],
                    .string(files[1]),
                ], "play": true,
            ])
        #expect(try count(1))
        #expect(daemon.moodctl("pause").code == 0)
        #expect(daemon.moodctl("play").code == 0)
        #expect(daemon.moodctl("seek", "100").code == 0)
        #expect(daemon.moodctl("next").code == 0)
        #expect(try count(2))
        let image = "file://\(cover.path)"
        #expect(
            try calls() == [
                Call(
                    replaced: 0, summary: "<b>One</b>", body: "A &amp; &lt;i&gt;B&lt;/i&gt;\nC &gt; D", image: image),
                Call(replaced: 1, summary: "00001.mp3", body: "", image: image),
            ])
    }

    @Test("without a server the music plays on, and one that comes is told of the next track")
    func withoutServer() throws {
        #expect(daemon.moodctl("play", files[0], files[1]).code == 0)
        #expect(daemon.moodctl("next").code == 0)
        try serve()
        #expect(daemon.moodctl("prev").code == 0)
        #expect(try eventually { try calls().last?.summary == "00000.mp3" })
    }

    @Test("a reload turns them off and on")
    func reload() throws {
        try serve()
        func set(_ isOn: Bool) throws {
            let text = #"{ output: { type: "null" }, notifications: \#(isOn) }"#
            try Data(text.utf8).write(to: daemon.home.appending(path: "config/mood/config.json"))
            #expect(daemon.moodctl("reload").code == 0)
        }
        try set(false)
        #expect(daemon.moodctl("play", files[0], files[1]).code == 0)
        #expect(eventually { bus.property("PlaybackStatus") == "s \"Playing\"" })
        #expect(daemon.moodctl("next").code == 0)
        try set(true)
        #expect(try count(1))
        #expect(try calls().map(\.summary) == ["00001.mp3"])
    }

    @Test("the use of the camera is told, with what was seen, though no notifications are wanted; a picture's is not")
    func camera() throws {
        try serve()
        let text = daemon.home.appending(path: "detector")
        try Data("#!/bin/sh\necho '{\"emotions\":{\"angry\":0.4}}'\n".utf8).write(to: text)
        let program = daemon.home.path + "/.local/bin/moodscan"
        #expect(run(["install", "-D", "-m", "755", text.path, program]).code == 0)
        try Data(#"{ output: { type: "null" }, notifications: false }"#.utf8)
            .write(to: daemon.home.appending(path: "config/mood/config.json"))
        #expect(daemon.moodctl("reload").code == 0)
        #expect(daemon.moodctl("scan", text.path).output == "uncertain\t0.4\n")
        #expect(daemon.moodctl("scan").output == "uncertain\t0.4\n")
        #expect(
            try eventually {
                try calls().map(\.body) == [
                    "The camera is in use.", "The camera was used: not sure (angry, 40 %), the mood stays.",
                ]
            })
    }
}
