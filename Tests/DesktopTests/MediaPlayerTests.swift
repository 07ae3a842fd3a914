import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

/// The player on a real session bus, as media keys, bars and desktops use it.
@Suite struct MediaPlayerTests {
    let bus: PrivateBus
    let daemon: PrivateDaemon
    let files: [String]

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        daemon = try PrivateDaemon(variables: [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/bus",
        ])
        files = try Music.fill(daemon.home.appending(path: "music"), count: 3)
        try daemon.start()
        #expect(bus.awaitPlayer())
    }

    private var track: String {
        bus.property("Metadata").firstMatch(of: /\/org\/mood\/entry\/(\d+)/).map { "\($0.1)" } ?? ""
    }

    private func play() { #expect(daemon.moodctl("play", files[0], files[1], files[2]).code == 0) }

    @Test(
        "what GNOME, KDE and bars read has the type that they expect, with and without music", arguments: [false, true])
    func types(plays: Bool) {
        if plays { play() }
        let types = [
            "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b", "Metadata": "a{sv}", "Volume": "d",
            "Position": "x", "MinimumRate": "d", "MaximumRate": "d", "CanGoNext": "b", "CanGoPrevious": "b",
            "CanPlay": "b", "CanPause": "b", "CanSeek": "b", "CanControl": "b",
        ]
        for (name, type) in types { #expect(bus.property(name).hasPrefix(type + " "), "\(name)") }
        let root = [
            "CanQuit": "b true", "CanRaise": "b false", "HasTrackList": "b true", "Identity": "s \"mood\"",
            "DesktopEntry": "s \"moodd\"", "SupportedUriSchemes": "as 3 \"file\" \"http\" \"https\"",
        ]
        for (name, value) in root { #expect(bus.property(name, of: "org.mpris.MediaPlayer2") == value) }
        #expect(bus.property("SupportedMimeTypes", of: "org.mpris.MediaPlayer2").hasPrefix("as "))
        #expect(bus.property("Rate") == "d 1")
        #expect(bus.property("CanControl") == "b true")
        for name in ["CanPlay", "CanPause", "CanSeek", "CanGoNext"] {
            #expect(bus.property(name) == "b \(plays)", "\(name)")
        }
        let metadata = bus.property("Metadata")
        if plays {
            #expect(metadata.contains("\"mpris:trackid\" o \"/org/mood/entry/1\""))
            #expect(metadata.contains("\"mpris:length\" x 240"))
            #expect(metadata.contains("\"xesam:url\" s \"file://\(files[0])\""))
            #expect(metadata.contains("\"xesam:title\" s \"00000.mp3\""))
        } else {
            #expect(metadata == "a{sv} 1 \"mpris:trackid\" o \"/org/mpris/MediaPlayer2/TrackList/NoTrack\"")
        }
    }

    @Test("playerctl moves the player with each of its verbs")
    func verbs() throws {
        play()
        let steps: [(words: [String], property: String, value: String)] = [
            (["pause"], "PlaybackStatus", "s \"Paused\""), (["play"], "PlaybackStatus", "s \"Playing\""),
            (["play-pause"], "PlaybackStatus", "s \"Paused\""), (["volume", "0.3"], "Volume", "d 0.3"),
            (["volume", "0.1+"], "Volume", "d 0.4"), (["volume", "2"], "Volume", "d 1"),
            (["loop", "Track"], "LoopStatus", "s \"Track\""), (["loop", "Playlist"], "LoopStatus", "s \"Playlist\""),
            (["loop", "None"], "LoopStatus", "s \"None\""), (["shuffle", "On"], "Shuffle", "b true"),
            (["shuffle", "Toggle"], "Shuffle", "b false"), (["position", "30"], "Position", "x 30000000"),
            (["position", "5+"], "Position", "x 35000000"), (["position", "40-"], "Position", "x 0"),
            (["stop"], "PlaybackStatus", "s \"Stopped\""),
        ]
        for step in steps {
            #expect(run(["env", "DBUS_SESSION_BUS_ADDRESS=\(bus.address)", "playerctl"] + step.words).code == 0)
            #expect(bus.property(step.property) == step.value, "\(step.words)")
        }
        #expect(bus.playerctl("metadata", "xesam:url").output == "file://\(files[0])\n")
        let other = try Music.fill(daemon.home.appending(path: "other folder"), count: 1)[0]
        #expect(bus.playerctl("open", "file://\(other.replacing(" ", with: "%20"))").code == 0)
        #expect(eventually { bus.property("Metadata").contains("other%20folder/00000.mp3") })
        #expect(bus.property("PlaybackStatus") == "s \"Playing\"")
    }

    @Test("what a track says of itself commands no terminal, and turns no text around")
    func texts() throws {
        let (text, shown) = ("in\u{1B}[31mvoice\u{202E}3pm\u{2067}.exe\u{9B}", "in [31mvoice 3pm .exe ")
        let told = JSONValue.string(text)
        try daemon.connect().call(
            "queue.add",
            ["items": [["uri": .string(files[0]), "title": told, "artist": told, "album": told]], "play": true])
        for key in ["xesam:title", "xesam:artist", "xesam:album"] {
            #expect(bus.playerctl("metadata", key).output == shown + "\n")
        }
    }

    @Test(
        "Next and Previous move a paused player, and a stopped one, without starting it", arguments: ["pause", "stop"])
    func stepsKeepTheState(rest: String) {
        play()
        #expect(daemon.moodctl(rest).code == 0)
        let state = rest == "pause" ? "s \"Paused\"" : "s \"Stopped\""
        for (method, entry) in [("Next", "2"), ("Next", "3"), ("Previous", "2")] {
            #expect(bus.call(method).code == 0)
            #expect(track == entry)
            #expect(bus.property("PlaybackStatus") == state)
        }
    }

    @Test("a place of another track, before the start or past the end is passed over, and a jump past the end goes on")
    func places() {
        play()
        #expect(daemon.moodctl("pause").code == 0)
        let own = "/org/mood/entry/1"
        #expect(bus.call("SetPosition", "ox", own, "60000000").code == 0)
        #expect(bus.property("Position") == "x 60000000")
        for (path, place) in [
            ("/org/mood/entry/2", "1000000"), ("/org/mpris/MediaPlayer2/TrackList/NoTrack", "1000000"),
            ("/org/mood/entry/99999999999999", "1000000"), (own, "-1"), (own, "241000000"), (own, "\(Int64.max)"),
        ] {
            #expect(bus.call("SetPosition", "ox", "--", path, place).code == 0)
            #expect(bus.property("Position") == "x 60000000")
        }
        #expect(bus.call("Seek", "x", "--", "\(Int64.min)").code == 0)
        #expect(bus.property("Position") == "x 0")
        #expect(bus.call("Seek", "x", "\(Int64.max)").code == 0)
        #expect(track == "2")
        #expect(bus.property("PlaybackStatus") == "s \"Paused\"")
    }

    @Test("what makes no sense is refused, and changes nothing")
    func nonsense() {
        play()
        #expect(bus.call("OpenUri", "s", "gopher://example.org/song").code != 0)
        for path in ["/no/such/file.mp3", "file:///no/such/file.mp3", "/etc/hostname"] {
            let refusal = bus.call("OpenUri", "s", path)
            #expect(refusal.code != 0 && refusal.errors.contains(path.replacing("file://", with: "")), "\(refusal)")
        }
        #expect(run(set("LoopStatus", "s", "Sometimes")).code != 0)
        #expect(run(set("Volume", "s", "loud")).code != 0)
        #expect(run(set("Volume", "d", "nan")).code == 0)
        #expect(run(set("Rate", "d", "2")).code == 0)
        #expect(bus.property("Rate") == "d 1")
        #expect(run(set("Position", "x", "5")).code != 0)
        #expect(bus.property("PlaybackStatus") == "s \"Playing\"")
    }

    private func set(_ name: String, _ type: String, _ value: String) -> [String] {
        [
            "busctl", "--address=\(bus.address)", "set-property", PrivateBus.player, PrivateBus.object,
            "org.mpris.MediaPlayer2.Player", name, type, value,
        ]
    }

    @Test("clients are told of what changed and of nothing else, and of each jump, wherever it came from")
    func signals() throws {
        play()
        #expect(daemon.moodctl("pause").code == 0)
        let monitor = try bus.listen([
            "busctl", "--address=\(bus.address)", "--json=short", "monitor", "--match",
            "type='signal',path='\(PrivateBus.object)'",
        ])
        // It listens once it has heard a first signal.
        var level = 50
        while !monitor.hasOutput() {
            level = 101 - level
            #expect(daemon.moodctl("volume", "\(level)").code == 0)
            usleep(100_000)
        }
        #expect(daemon.moodctl("volume", "7").code == 0)
        #expect(daemon.moodctl("seek", "42").code == 0)
        #expect(daemon.moodctl("repeat", "all").code == 0)
        #expect(bus.call("Seek", "x", "1000000").code == 0)
        #expect(daemon.moodctl("volume", "8").code == 0)
        var told: [String] = []
        while told.last != "Volume 0.08" {
            guard eventually({ monitor.hasOutput() }) else { throw Fault("nothing comes after \(told)") }
            let message = try JSONValue(parsing: Array(monitor.readLine().utf8))
            let values = message["payload"]?["data"]?.array ?? []
            switch message["member"]?.string {
            case "Seeked": told.append("Seeked \(values.first?.integer ?? -1)")
            case "PropertiesChanged":
                for member in values[1].object?.members ?? [] {
                    let data = member.value["data"]
                    told.append("\(member.name) \(data?.string ?? data?.number.map { "\($0)" } ?? "")")
                }
            case let other: told.append(other ?? "")
            }
        }
        #expect(
            told.drop { $0 != "Volume 0.07" } == [
                "Volume 0.07", "Seeked 42000000", "LoopStatus Playlist", "Seeked 43000000", "Volume 0.08",
            ])
    }

    @Test("playerctl --follow shows each track as it comes")
    func follow() throws {
        play()
        let follower = try bus.listen(["playerctl", "--follow", "metadata", "--format", "{{status}} {{xesam:url}}"])
        #expect(follower.readLine() == "Playing file://\(files[0])")
        #expect(daemon.moodctl("next").code == 0)
        #expect(follower.readLine() == "Playing file://\(files[1])")
        #expect(daemon.moodctl("pause").code == 0)
        #expect(follower.readLine() == "Paused file://\(files[1])")
    }

    @Test("the list of tracks can be read, added to, jumped in and cut")
    func trackList() throws {
        play()
        let list = "org.mpris.MediaPlayer2.TrackList"
        func call(_ words: String...) -> ProcessRun {
            run(["busctl", "--address=\(bus.address)", "call", PrivateBus.player, PrivateBus.object, list] + words)
        }
        func paths(_ entries: Int...) -> String {
            (["ao \(entries.count)"] + entries.map { "\"/org/mood/entry/\($0)\"" }).joined(separator: " ")
        }
        #expect(bus.property("Tracks", of: list) == paths(1, 2, 3))
        #expect(bus.property("CanEditTracks", of: list) == "b true")
        #expect(call("GetTracksMetadata", "ao", "1", "/org/mood/entry/3").output.contains("file://\(files[2])"))
        #expect(call("AddTrack", "sob", "file://\(files[0])", "/org/mood/entry/1", "false").code == 0)
        #expect(eventually { bus.property("Tracks", of: list) == paths(1, 4, 2, 3) })
        #expect(call("RemoveTrack", "o", "/org/mood/entry/2").code == 0)
        #expect(call("GoTo", "o", "/org/mood/entry/4").code == 0)
        #expect(bus.property("Tracks", of: list) == paths(4, 3))
    }

    @Test("a cover in the track's folder is shown as a file:// address")
    func cover() throws {
        let cover = daemon.home.appending(path: "music/cover.png")
        #expect(run(["sox", "-n", "\(daemon.home.path)/tone.wav", "synth", "0.1", "sine", "400"]).code == 0)
        #expect(run(["sox", "\(daemon.home.path)/tone.wav", "-n", "spectrogram", "-o", cover.path]).code == 0)
        play()
        #expect(eventually { bus.property("Metadata").contains("\"mpris:artUrl\" s \"file://\(cover.path)\"") })
    }

    @Test("Quit ends the daemon as server.quit does")
    func quit() {
        #expect(bus.busctl("call", PrivateBus.player, PrivateBus.object, "org.mpris.MediaPlayer2", "Quit").code == 0)
        #expect(eventually { !daemon.isRunning })
        #expect(daemon.terminate() == 0)
    }
}
