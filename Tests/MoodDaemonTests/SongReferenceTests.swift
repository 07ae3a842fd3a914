import JSON
import Playback
import Testing

@testable import MoodDaemon

@Suite struct SongReferenceTests {
    private func stored(_ change: (inout Track) -> Void) throws -> Track {
        var track = Track(uri: "http://m.example/1.mp3?signature=secret")
        track.songID = "17/a b"
        track.mood = "calm"
        track.title = "T"
        change(&track)
        var writer = JSONWriter()
        var saved = SavedTrackWriter()
        saved.write(track, to: &writer)
        #expect(
            track.songID == nil || !String(decoding: writer.bytes, as: UTF8.self).contains("secret") || track.isLive)
        return try writer.bytes.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            var tracks = SavedTrackReader()
            return try tracks.read(&reader).track
        }
    }

    @Test("a song that its channel knows by an id is kept without its address")
    func address() throws {
        let song = try stored { _ in }
        #expect(song.uri == "song:calm/17/a b" && song.songID == "17/a b" && song.title == "T")
        #expect(SongReference.stands(in: song.uri))
    }

    @Test("what has no other name, or none that dies, keeps its address")
    func others() throws {
        #expect(try stored { $0.songID = nil }.uri.hasPrefix("http://m.example"))
        #expect(try stored { $0.isLive = true }.uri.hasPrefix("http://m.example"))
        #expect(try stored { $0.uri = "/music/x.mp3" }.uri == "/music/x.mp3")
    }
}
