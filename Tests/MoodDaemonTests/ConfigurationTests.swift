import Audio
import Glibc
import Playback
import TestSupport
import Testing

@testable import MoodDaemon

@Suite struct ConfigurationTests {
    private static let paths = Paths { ["HOME": "/home/u"][$0] }
    private static let defaults = Configuration(paths: paths, musicFolder: "/home/u/Music")

    private func read(
        _ text: String, former: Configuration? = nil
    ) -> (configuration: Configuration, faults: [String]) {
        let (configuration, faults) = Configuration.read(
            Array(text.utf8), paths: Self.paths, defaults: Self.defaults, former: former)
        let file = Self.paths.configuration
        return (configuration, faults.map { String($0.description.dropFirst(file.count)) })
    }

    @Test("every key is read")
    func whole() {
        let (configuration, faults) = read(
            """
            {
              music: ["~/Music/", "/mnt/nas/Music"], // two of them
              playlists: "~/Lists",
              output: { type: "pulse", sink: "headset", buffer: 1 },
              moods: {
                calm: "~/Music/Calm", sad: { type: "library", genres: ["blues", "блюз"] },
                happy: { type: "songs", url: "https://songs.example/playlist?channel=7" },
                angry: { type: "radio", tags: ["metal"] }, party: { type: "radio" },
              },
              resume: "playing", previousRestartsAfter: 3, replayGain: "album", replayGainPreamp: -6.5,
              crossfade: 2.5, notifications: true,
              pauseOnSleep: false, pauseOnUnplug: false,
              tags: { fallbackEncodings: ["GB18030"] }, lyrics: { positiveOffset: "later" },
              scan: { command: ["moodscan", "-q"], minimumScore: 0.7 },
            }
            """)
        #expect(faults.isEmpty)
        var expected = Self.defaults
        expected.music = ["/home/u/Music", "/mnt/nas/Music"]
        expected.playlists = "/home/u/Lists"
        expected.output = .pulse(sink: "headset", buffer: 1)
        expected.moods = [
            "calm": .path("/home/u/Music/Calm"), "sad": .library(genres: ["blues", "блюз"]),
            "happy": .songs(url: "https://songs.example/playlist?channel=7"), "angry": .radio(tags: ["metal"]),
            "party": .radio(tags: nil),
        ]
        expected.resume = .playing
        expected.previousRestartsAfter = 3
        expected.replayGain = .album
        expected.replayGainPreamp = -6.5
        expected.crossfade = 2.5
        expected.notifications = true
        expected.pauseOnSleep = false
        expected.pauseOnUnplug = false
        expected.fallbackEncodings = ["GB18030"]
        expected.positiveOffset = .later
        expected.scan.command = ["moodscan", "-q"]
        expected.scan.minimumScore = 0.7
        #expect(configuration == expected)
    }

    @Test(
        "the kinds of output",
        arguments: [
            ("{ type: \"null\" }", .null(fast: false)), ("{ type: \"null\", fast: true }", .null(fast: true)),
            ("{}", .pulse(sink: nil, buffer: 2)), ("null", .pulse(sink: nil, buffer: 2)),
            (
                "{ type: \"pipe\", path: \"~/mood.pcm\" }",
                .pipe(path: "/home/u/mood.pcm", encoding: .s16, format: AudioFormat(rate: 44100, channels: 2))
            ),
            (
                "{ type: \"pipe\", path: \"/p\", format: \"float\", rate: 48000, channels: 1 }",
                .pipe(path: "/p", encoding: .float, format: AudioFormat(rate: 48000, channels: 1))
            ),
        ] as [(String, OutputConfiguration)])
    func output(_ text: String, _ output: OutputConfiguration) {
        let (configuration, faults) = read("{ output: \(text) }")
        #expect(configuration.output == output)
        #expect(faults.isEmpty)
    }

    @Test(
        "nothing, or null, is the default", arguments: ["{}", "{ music: null, moods: null, scan: { command: null } }"])
    func nothing(_ text: String) {
        #expect(read(text) == (Self.defaults, []))
    }

    @Test(
        "a fault names its line and key, says what was expected, and costs its key alone",
        arguments: [
            (
                "{\n resume: \"pasued\",",
                ":2: resume: must be one of \"stopped\", \"playing\", \"paused\": did you mean \"paused\"?"
            ),
            ("{ musik: \"/m\",", ":1: musik: unknown key: did you mean \"music\"?"),
            ("{ zzzzz: 1,", ":1: zzzzz: unknown key"),
            ("{ music: 3,", ":1: music: must be a folder, or an array of folders"),
            ("{ music: [\"/a\", \"b\"],", ":1: music: must be a folder, or an array of folders"),
            ("{ music: \"a\\0\",", ":1: music: must be a folder, or an array of folders"),
            ("{ playlists: \"lists\",", ":1: playlists: must be a folder"),
            ("{ output: \"pulse\",", ":1: output: must be an object: { type: … }"),
            ("{ output: { buffer: 2,\n bufer: 3 },", ":2: output.bufer: unknown key: did you mean \"buffer\"?"),
            ("{ output: { buffer: 1e9 },", ":1: output.buffer: must be a number of seconds from 0.1 to 10"),
            (
                "{ output: { type: \"puls\" },",
                ":1: output.type: must be one of \"pulse\", \"null\", \"pipe\": did you mean \"pulse\"?"
            ),
            ("{ output: { type: \"pipe\" },", ":1: output.path: a pipe needs a path"),
            ("{ output: { type: \"pipe\", path: \"x\" },", ":1: output.path: must be a path"),
            ("{ moods: { off: \"/m\" },", ":1: moods.off: no mood can be called \"off\": it means no mood"),
            ("{ moods: { calm: 1 },", ":1: moods.calm: must be a folder, a playlist file, or { type: … }"),
            (
                "{ moods: { calm: { type: \"radoi\" } },",
                ":1: moods.calm.type: must be one of \"library\", \"songs\", \"radio\": did you mean \"radio\"?"
            ),
            ("{ moods: { calm: { type: \"songs\" } },", ":1: moods.calm: a song list needs a url"),
            (
                "{ moods: { calm: { type: \"songs\", url: \"file:///x\" } },",
                ":1: moods.calm.url: must be an http or https address"
            ),
            ("{ previousRestartsAfter: -1,", ":1: previousRestartsAfter: must be a number of seconds from 0 to 3600"),
            ("{ replayGainPreamp: 16,", ":1: replayGainPreamp: must be a number of decibels from -15 to 15"),
            ("{ crossfade: Infinity,", ":1: crossfade: must be a number of seconds from 0 to 30"),
            ("{ notifications: \"yes\",", ":1: notifications: must be true or false"),
            (
                "{ tags: { fallbackEncodings: [\"klingon\"] },",
                ":1: tags.fallbackEncodings: no encoding \"klingon\" is known here (iconv -l lists them)"
            ),
            (
                "{ tags: { fallbackEncodings: \"GBK\" },",
                ":1: tags.fallbackEncodings: must be an array of encodings' names"
            ),
            ("{ lyrics: { positiveOffset: 1 },", ":1: lyrics.positiveOffset: must be one of \"earlier\", \"later\""),
            ("{ scan: { command: \"x\" },", ":1: scan.command: must be an array: a program and its arguments"),
            ("{ scan: { command: [] },", ":1: scan.command: must be an array: a program and its arguments"),
            ("{ scan: { minimumScore: 2 },", ":1: scan.minimumScore: must be a number from 0 to 1"),
        ])
    func faults(_ text: String, _ fault: String) {
        let (configuration, faults) = read(text + " replayGain: \"track\", }")
        #expect(faults == [fault])
        var expected = Self.defaults
        expected.replayGain = .track
        #expect(configuration.replayGain == .track)
        #expect(ConfigurationChanges(from: expected, to: configuration).changed.allSatisfy { $0.hasPrefix("moods.") })
    }

    @Test("at a reload a key at fault keeps its former value, and one that is gone its default")
    func reload() {
        let former = read("{ resume: \"playing\", crossfade: 5, output: { buffer: 3 }, moods: { calm: \"/c\" } }")
            .configuration
        let text = "{ resume: 1, output: { buffer: 99, sink: \"x\" }, moods: { calm: 1 } }"
        let configuration = read(text, former: former).configuration
        #expect(configuration.resume == .playing)
        #expect(configuration.crossfade == 0)
        #expect(configuration.output == .pulse(sink: "x", buffer: 3))
        #expect(configuration.moods == ["calm": .path("/c")])
        #expect(
            ConfigurationChanges(from: former, to: configuration)
                == ConfigurationChanges(changed: ["output", "crossfade"], restartNeeded: ["output"]))
    }

    @Test("a file that isn't JSON5 costs everything it says, and nothing else")
    func syntax() {
        let former = read("{ crossfade: 5 }").configuration
        let (configuration, faults) = read("{\n crossfade: 3,\n resume = 3 }", former: former)
        #expect(configuration == former)
        #expect(faults == [":3: a colon is missing after resume"])
        #expect(read("[]").faults == [":1: must be an object: { … }"])
    }

    @Test("the file is found by XDG's rules; none is no fault, and one that can't be read is one")
    func file() {
        let folder = TemporaryFolder()
        let environment = { (name: String) in ["HOME": "/home/u", "XDG_CONFIG_HOME": folder.path][name] }
        let paths = Paths(environment: environment)
        var loaded = Configuration.load(paths: paths, environment: environment)
        #expect(loaded.configuration.music == ["/home/u/Music"])
        #expect(loaded.faults.isEmpty)
        folder.write("user-dirs.dirs", "XDG_MUSIC_DIR=\"$HOME/Musik\"\n")
        folder.write("mood/config.json", "{ crossfade: 3 }")
        loaded = Configuration.load(paths: paths, environment: environment)
        #expect(loaded.configuration.music == ["/home/u/Musik"])
        #expect(loaded.configuration.crossfade == 3)
        unlink(paths.configuration)
        mkfifo(paths.configuration, 0o600)
        let again = Configuration.load(paths: paths, former: loaded.configuration, environment: environment)
        #expect(again.configuration == loaded.configuration)
        #expect(again.faults.map(\.description) == ["\(paths.configuration): neither a file nor a folder"])
    }

    @Test(
        "the nearest known word is suggested, if one is near",
        arguments: [
            ("pualse", "pulse"), ("PULSE", "pulse"), ("plus", "pulse"), ("pip", "pipe"), ("p", nil), ("", nil),
            ("something", nil),
        ])
    func suggestion(_ word: String, _ guess: String?) {
        #expect(Suggestion.nearest(to: word, among: ["pulse", "null", "pipe"]) == guess)
    }
}
