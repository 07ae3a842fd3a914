import Testing

@testable import MoodDaemon

@Suite struct PathsTests {
    @Test("folders follow the XDG variables, and only where they are absolute")
    func folders() {
        let plain = Paths { ["HOME": "/home/u"][$0] }
        #expect(plain.configuration == "/home/u/.config/mood/config.json")
        #expect(plain.state == "/home/u/.local/state/mood")
        #expect(plain.playlists == "/home/u/.local/share/mood/playlists")
        #expect(plain.cache == "/home/u/.cache/mood")
        let variables = [
            "HOME": "/home/u/", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative", "XDG_DATA_HOME": "",
            "XDG_CACHE_HOME": "/k/", "STATE_DIRECTORY": "/wrong",
        ]
        let set = Paths { variables[$0] }
        #expect(set.configuration == "/c/mood/config.json")
        #expect(set.state == "/home/u/.local/state/mood")
        #expect(set.playlists == "/home/u/.local/share/mood/playlists")
        #expect(set.cache == "/k/mood")
    }

    @Test(
        "a tilde is the home folder, and nothing else is relative to it",
        arguments: [
            ("~", "/home/u"), ("~/Music", "/home/u/Music"), ("/m", "/m"), ("Music", nil), ("~other/x", nil), ("", nil),
        ])
    func tilde(_ path: String, _ expanded: String?) {
        #expect(Paths { ["HOME": "/home/u"][$0] }.expanding(path) == expanded)
    }

    @Test(
        "the music folder is the desktop's, else ~/Music",
        arguments: [
            (nil, nil, "/home/u/Music"), (nil, "", "/home/u/Music"), ("/m", "XDG_MUSIC_DIR=\"/other\"", "/m"),
            ("relative", "# comment\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n", "/home/u/Musik"),
            (nil, "XDG_MUSIC_DIR=\"/data/my \\\"music\\\"\"", "/data/my \"music\""),
            (nil, "XDG_MUSIC_DIR=\"$HOME/\"", "/home/u/Music"), (nil, "XDG_MUSIC_DIR=\"nas\"", "/home/u/Music"),
            (nil, "XDG_MUSIC_DIR=\"", "/home/u/Music"), (nil, "#XDG_MUSIC_DIR=\"/no\"", "/home/u/Music"),
        ] as [(String?, String?, String)])
    func music(_ variable: String?, _ userDirs: String?, _ folder: String) {
        let environment = { (name: String) in ["HOME": "/home/u", "XDG_MUSIC_DIR": variable][name] ?? nil }
        #expect(
            MusicFolder.standard(paths: Paths(environment: environment), userDirs: userDirs, environment: environment)
                == folder)
    }
}
