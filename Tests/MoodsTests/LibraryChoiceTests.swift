import EventLoop
import Glibc
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct LibraryChoiceTests {
    private static let files = [
        "Liked [metal].mp3", "Tagged [metal] {Calm; warm}.mp3", "Genre [Dark Ambient].mp3",
        "Other [ambient] {happy}.mp3",
        "Unknown [ambient] {wistful}.mp3", "Elsewhere [ambient].mp3", "Banned [ambient] {calm}.mp3", "Nothing.mp3",
        "copy/Genre [Dark Ambient].mp3",
    ]

    private func key(_ name: String) -> MarkKey { MarkKey(audio: LibraryFixture.audio(name)) }

    private var marks: Marks {
        var marks = Marks()
        marks.set(.like, on: key("Liked [metal]"), in: "Calm")
        marks.set(.like, on: key("Elsewhere [ambient]"), in: "angry")
        marks.set(.ban, on: key("Banned [ambient] {calm}"), in: "calm")
        return marks
    }

    @Test("the user's mark counts before the tag, the tag before the genre, and a ban before all")
    func precedence() throws {
        let library = LibraryFixture(Self.files)
        try library.scan()
        let criteria = MoodCriteria(
            name: "calm", genres: GenreMatcher(["ambient"]), moods: ["happy", "sad", "calm", "angry"], marks: marks)
        let (fitting, counts) = try library.index.candidates(criteria)
        let titles = try library.index.tracks(fitting.map(\.id)).map { $0.title ?? "" }
        #expect(titles.sorted() == ["Genre", "Genre", "Liked", "Tagged", "Unknown"])
        var expected = MoodCounts()
        (expected.mark, expected.tag, expected.genre, expected.banned, expected.total) = (1, 1, 3, 1, 9)
        #expect(counts == expected)
    }

    @ControlActor
    private func channel(_ library: LibraryFixture, mood: String = "calm", genres: [String] = ["ambient"])
        async throws -> (channel: LibraryChannel, library: Library, marks: MarkStore)
    {
        let workers = FileWorkers()
        let marks = MarkStore(path: library.folder.path + "/marks", workers: workers)
        let whole = Library(
            path: library.index.path, folders: [library.music], workers: workers, read: library.reader)
        let channel = LibraryChannel(
            mood: mood, genres: genres, moods: { ["calm"] }, library: whole, marks: marks,
            generator: SplitMix64(seed: 1))
        return (channel, whole, marks)
    }

    @Test("with nothing configured and nothing scanned, a mood plays what fits, and goes on with what was not heard")
    func first() async throws {
        let library = LibraryFixture((0..<30).map { "Track \($0) [ambient].mp3" })
        try await ControlThread.run { _ in
            let (channel, _, marks) = try await channel(library)
            let first = try await channel.batch(BatchRequest(count: 10))
            let second = try await channel.batch(BatchRequest(count: 10))
            #expect(Set((first + second).map(\.uri)).count == 20)
            #expect(first.allSatisfy { $0.mood == "calm" && $0.uri.hasPrefix(library.music) })
            try await marks.set(.ban, on: [key("Track 3 [ambient]")], in: "calm")
            for _ in 0..<5 {
                let batch = try await channel.batch(BatchRequest(count: 10))
                #expect(!batch.contains { $0.title == "Track 3" })
            }
        }
    }

    @Test("says what to do when nothing fits, nothing is there, or the files are gone")
    func faults() async throws {
        let library = LibraryFixture((0..<1200).map { "\($0 % 9)/Track \($0) [metal].mp3" })
        await ControlThread.run { _ in
            await #expect(
                throws: ChannelFault(
                    .noMusic,
                    "no music for calm: none of 1,200 tracks is marked, tagged or of its genres; "
                        + "try moodctl like calm FOLDER, or moods.calm.genres")
            ) { try await channel(library).channel.batch(BatchRequest()) }
        }
        let empty = LibraryFixture()
        await ControlThread.run { _ in
            await #expect(throws: ChannelFault(.noMusic, "no music for calm: there is none in \(empty.music)")) {
                try await channel(empty).channel.batch(BatchRequest())
            }
        }
        let gone = LibraryFixture(["Track [ambient].mp3"])
        try gone.scan()
        rename(gone.music, gone.folder.path + "/away")
        await ControlThread.run { _ in
            await #expect(
                throws: ChannelFault(.noMusic, "no music for calm: \(gone.music) isn't there (not mounted?)")
            ) { try await channel(gone).channel.batch(BatchRequest()) }
        }
    }
}
