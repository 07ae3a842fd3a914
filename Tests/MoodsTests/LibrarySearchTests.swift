import EventLoop
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct LibrarySearchTests {
    @Test(
        "finds every word in artist, album, title, genre or path, folded",
        arguments: [
            ("sigur ros", ["Hoppípolla"]), ("HOPPIPOLLA takk", ["Hoppípolla"]), ("王菲", ["我願意"]), ("願意", ["我願意"]),
            ("motley crue", ["Kickstart"]), ("glam", ["Kickstart"]), ("live 1989", ["Kickstart"]),
            ("flac", ["Kickstart"]),
            ("sigur crue", []), ("music", []), ("ｓｉｇｕｒ", ["Hoppípolla"]), ("%", []), ("_", []), ("'", ["Don’t"]),
        ])
    func words(_ text: String, _ titles: [String]) throws {
        let library = LibraryFixture([
            "Takk/Sigur Rós - Hoppípolla [post-rock].mp3", "天空/王菲 - 我願意.mp3",
            "Live 1989/Mötley Crüe - Kickstart [glam metal].flac", "Don’t.mp3",
        ])
        try library.scan()
        #expect(try library.find(text) == titles)
    }

    @Test("pages are parts of one list, by artist, album and name; groups count")
    func pages() async throws {
        let files = (0..<40).map { "Album \($0 / 10)/Artist \($0 / 20) - Title \($0).mp3" }
        let library = LibraryFixture(files)
        try await ControlThread.run { _ in
            let whole = Library(
                path: library.index.path, folders: [library.music], workers: FileWorkers(), read: library.reader)
            var titles: [String?] = []
            for offset in stride(from: 0, to: 50, by: 7) {
                let page = try await whole.search(LibrarySearch("title"), offset: offset, limit: 7)
                guard case .tracks(let tracks, let total) = page else { continue }
                #expect(total == 40)
                titles += tracks.map(\.title)
            }
            #expect(Set(titles).count == 40 && titles.count == 40)
            let albums = try await whole.search(LibrarySearch("", by: .album), offset: 1, limit: 2)
            guard case .groups(let groups, 4) = albums else {
                Issue.record("\(albums)")
                return
            }
            #expect(groups.map(\.name) == ["Album 1", "Album 2"])
            #expect(groups.map(\.artist) == ["Artist 0", "Artist 1"] && groups.map(\.count) == [10, 10])
            let artists = try await whole.search(LibrarySearch("title 1", by: .artist), offset: 0, limit: 9)
            guard case .groups(let found, 2) = artists else {
                Issue.record("\(artists)")
                return
            }
            #expect(found.map(\.count) == [11, 20])
            for (listing, count) in [(LibrarySearch.Listing.album, 10), (.artist, 20)] {
                let search = LibrarySearch("title 25", by: listing, isExpanded: true)
                guard case .tracks(let tracks, let total) = try await whole.search(search, offset: 0, limit: 99) else {
                    Issue.record("no tracks by \(listing)")
                    continue
                }
                #expect(total == count && Set(tracks.map(\.artists)) == [["Artist 1"]])
                #expect(tracks.map(\.title) == (20..<20 + count).map { "Title \($0)" })
            }
        }
    }

    @Test("an album of several artists that names none as its own is one album, of each folder")
    func compilation() throws {
        let library = LibraryFixture([
            "Mix/Ann - One.mp3", "Mix/Bob - Two.mp3", "Mix/Three.mp3", "Old/Mix/Cid - Four.mp3", "Solo/Ann - Five.mp3",
        ])
        try library.scan()
        let groups = try library.index.groups(found: LibrarySearch("", by: .album))
        #expect(groups.map(\.name) == ["Mix", "Mix", "Solo"])
        #expect(groups.map(\.count) == [3, 1, 1])
        #expect(groups.map(\.artist) == [nil, "Cid", "Ann"])
        let expanded = LibrarySearch("bob", by: .album, isExpanded: true)
        let tracks = try library.index.tracks(try library.index.tracks(found: expanded))
        #expect(Set(tracks.map(\.title)) == ["One", "Two", "Three"])
    }
}
