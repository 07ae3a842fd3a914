/// What a reload changed.
public struct ConfigurationChanges: Equatable, Sendable {
    /// The keys whose value is another one now.
    public var changed: [String] = []
    /// Those of them that take effect at the next start only: the output is built once.
    public var restartNeeded: [String] = []

    /// Changes of these keys.
    public init(changed: [String], restartNeeded: [String]) {
        self.changed = changed
        self.restartNeeded = restartNeeded
    }

    /// Compares the configuration in force with the one that was read.
    public init(from former: Configuration, to new: Configuration) {
        func compare<Value: Equatable>(_ key: String, _ value: (Configuration) -> Value) {
            if value(former) != value(new) { changed.append(key) }
        }
        compare("music", \.music)
        compare("playlists", \.playlists)
        compare("output", \.output)
        restartNeeded = changed.filter { $0 == "output" }
        for name in Set(former.moods.keys).union(new.moods.keys).sorted() {
            compare("moods.\(name)") { $0.moods[name] }
        }
        compare("resume", \.resume)
        compare("previousRestartsAfter", \.previousRestartsAfter)
        compare("replayGain", \.replayGain)
        compare("replayGainPreamp", \.replayGainPreamp)
        compare("crossfade", \.crossfade)
        compare("notifications", \.notifications)
        compare("pauseOnSleep", \.pauseOnSleep)
        compare("pauseOnUnplug", \.pauseOnUnplug)
        compare("tags.fallbackEncodings", \.fallbackEncodings)
        compare("lyrics.positiveOffset", \.positiveOffset)
        compare("scan.command", \.scan.command)
        compare("scan.minimumScore", \.scan.minimumScore)
    }
}
