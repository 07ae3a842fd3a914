import JSON
import MoodProtocol
import Testing

@testable import moodctl

/// What is answered for a status or another result.
func answer(_ status: Status) -> Answer {
    var writer = JSONWriter()
    status.write(to: &writer)
    return Answer(result: writer.bytes)
}

func answer(_ result: AddResult) -> Answer {
    var writer = JSONWriter()
    result.write(to: &writer)
    return Answer(result: writer.bytes)
}

/// A status in the middle of a track, changed as a test needs it.
func status(_ change: (inout Status) -> Void = { _ in }) -> Status {
    var status = Status()
    var entry = Entry(id: 7, uri: "/music/a.mp3", name: "Artist - Title")
    entry.title = "Title"
    entry.artists = ["Artist"]
    entry.duration = 242
    status.state = .playing
    status.entry = entry
    status.index = 2
    status.queueLength = 12
    status.position = 65
    status.duration = 242
    status.volume = 50
    status.mood = MoodStatus(name: "calm")
    change(&status)
    return status
}

@Suite struct StatusTextTests {
    private static let modes = "volume: 50%   repeat: off   shuffle: off   consume: off\n"

    private static let cases: [(Status, String)] = [
        (status(), "Artist - Title\n[playing] #3/12   1:05/4:02 (27%)   calm\n" + modes),
        (
            status {
                $0.state = .paused; $0.mood = nil
            }, "Artist - Title\n[paused]  #3/12   1:05/4:02 (27%)\n" + modes
        ),
        (
            status {
                $0.state = .stopped; $0.mood = nil
            }, "Artist - Title\n[stopped] #3/12\n" + modes
        ),
        (status { $0.stalled = true }, "Artist - Title\n[stalled] #3/12   1:05/4:02 (27%)   calm\n" + modes),
        (
            status {
                $0.entry?.live = true; $0.duration = nil
            }, "Artist - Title\n[playing] #3/12   1:05 (live)   calm\n" + modes
        ),
        (
            status {
                $0.duration = nil; $0.entry?.duration = nil
            }, "Artist - Title\n[playing] #3/12   1:05/?   calm\n" + modes
        ),
        (
            status {
                $0.muted = true; $0.modes.repeat = .all; $0.modes.shuffle = true; $0.modes.consume = true
            },
            "Artist - Title\n[playing] #3/12   1:05/4:02 (27%)   calm\nvolume: muted   repeat: all   shuffle: on   consume: on\n"
        ),
        (
            status {
                $0.error = "no sound\nserver"; $0.volume = nil
            },
            "Artist - Title\n[playing] #3/12   1:05/4:02 (27%)   calm\n"
                + "volume: n/a   repeat: off   shuffle: off   consume: off\nerror: no sound server\n"
        ),
        (Status(), "volume: n/a   repeat: off   shuffle: off   consume: off\n"),
        (
            status {
                $0.position = 3725; $0.duration = 7260; $0.entry?.name = "evil\u{1B}[2J"
            },
            "evil [2J\n[playing] #3/12   1:02:05/2:01:00 (51%)   calm\n" + modes
        ),
    ]

    @Test(arguments: cases.indices)
    func everyStateHasItsLines(index: Int) {
        let (status, text) = Self.cases[index]
        #expect(StatusText(status: status, position: status.position).text == text)
    }

    @Test func positionRunsOnlyWhilePlaying() {
        let playing = status { $0.positionTime = 1000 }
        let clock = PlaybackClock(playing, calendar: 1002, now: 50)
        #expect(clock.position(at: 50) == 67)
        #expect(clock.position(at: 53.5) == 70.5)
        #expect(clock.untilNext(1, at: 53.5) == 0.5)
        #expect(clock.position(at: 5000) == 242)
        #expect(clock.untilNext(1, at: 5000) == nil)
        for still in [
            status {
                $0.state = .paused; $0.positionTime = 1000
            },
            status {
                $0.stalled = true; $0.positionTime = 1000
            },
        ] {
            let clock = PlaybackClock(still, calendar: 1002, now: 50)
            #expect(clock.position(at: 60) == 65)
            #expect(clock.untilNext(1, at: 60) == nil)
        }
        #expect(PlaybackClock(playing, calendar: 900, now: 50).position(at: 50) == 65)
    }

    @Test func aBarGetsWhatItUnderstands() throws {
        var state = FollowState()
        try state.take(
            .player,
            answer(
                status {
                    $0.entry?.name = "A & B"; $0.state = .paused
                }
            ).result)
        let waybar = FollowLine(form: .waybar, template: .name)
        #expect(
            waybar.text(state)
                == #"{"text":"A &amp; B","tooltip":"A &amp; B","alt":"paused","class":["paused","calm"],"percentage":27}"#
        )
        #expect(waybar.offline.contains(#""class":"offline""#))
        try state.take(.volume, Array(#"{"level":80,"muted":false}"#.utf8))
        try state.take(.mood, Array("null".utf8))
        let text = FollowLine(form: nil, template: try Template("{{volume}} {{mood}} {{remaining}}"))
        #expect(text.text(state) == "80  177")
        #expect(text.moves && Set(text.topics) == [.player, .server, .volume, .mood])
    }
}
