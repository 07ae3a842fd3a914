import MoodProtocol
import Playback
import Testing

@testable import MoodDaemon

/// What is shown for a track of which little is known.
@Suite struct EntryNameTests {
    @Test(
        arguments: [
            ("/music/a b.mp3", nil, [], "a b.mp3"),
            ("/music/a.mp3", "Song", [], "Song"),
            ("/music/a.mp3", "Song", ["A", "B"], "A, B - Song"),
            ("http://host/x/The%20Song.mp3?key=1#t", nil, [], "The Song.mp3"),
            ("http://host:8000/", nil, [], "http://host:8000/"),
            ("https://host", nil, [], "https://host"),
            ("file:///m/%FF.mp3", nil, [], "\u{FFFD}.mp3"),
        ] as [(String, String?, [String], String)])
    func aNameIsNeverMissing(uri: String, title: String?, artists: [String], name: String) {
        var track = Track(uri: uri)
        track.title = title
        track.artists = artists
        #expect(MoodProtocol.Entry.name(of: track) == name)
    }
}
