import MoodProtocol
import Testing

@testable import moodctl

@Suite struct WatchFrameTests {
    private static let sizes = [(80, 24), (40, 12), (200, 60)]

    private func model(_ change: (inout Status) -> Void = { _ in }) throws -> WatchModel {
        var model = WatchModel()
        _ = model.connect()
        let status = status {
            $0.entry?.title = "千本桜の夜に咲く長い長い題名の歌、そして海へと続く長い道"
            $0.entry?.artists = ["初音ミク"]
            $0.entry?.album = "東京の夜"
            $0.duration = 242
            $0.position = 65
            $0.state = .paused
            $0.volume = 55
            $0.mood = MoodStatus(name: "calm")
            change(&$0)
        }
        _ = try model.take(.player, answer(status).result, at: 0)
        model.artwork = "/cover.jpg"
        model.upcoming = (1...30).map { Entry(id: $0, uri: "/a", name: "Entry \($0)") }
        model.upcomingTotal = 30
        let long = String(repeating: "la la 長い ", count: 40)
        model.lyrics = LyricSheet(
            isSynced: true,
            lines: (0..<100).map { LyricsResult.Line(time: Double($0) * 10, text: $0 == 6 ? long : "line \($0)") })
        return model
    }

    @Test(arguments: sizes) func allThatMattersIsSeen(width: Int, height: Int) throws {
        let frame = WatchFrame(try model(), width: width, height: height, at: 0)
        let text = (0..<height).map(frame.screen.text)
        for word in ["千本桜", "初音ミク", "東京の夜", "1:05", "\u{2212}2:57", "calm", "la la 長い", "55 %"] {
            #expect(text.contains { $0.contains(word) }, "\(word) isn't seen")
        }
        #expect(frame.targets.progress?.isEmpty == false)
        #expect((frame.coverArea != nil) == (height >= 18))
        #expect(text.contains { $0.contains("Entry 1") } == (height >= 18))
    }

    @Test(arguments: sizes) func theLineThatIsSungIsLitAndNoOther(width: Int, height: Int) throws {
        let frame = WatchFrame(try model(), width: width, height: height, at: 0)
        let lit = (0..<height).filter { row in
            (0..<width).contains { column in
                let cell = frame.screen.cell(column, row)
                return cell.style == frame.accent.bold && cell.text != " "
            }
        }
        #expect(lit.count > 1)
        #expect(lit.allSatisfy { frame.screen.text($0).contains("la") })
        #expect(lit == Array(lit[0]...lit[lit.count - 1]))
    }

    @Test(arguments: sizes) func theListTakesTurnsWithTheLyricsWhereThereIsNoRoomForBoth(width: Int, height: Int) throws
    {
        var model = try model()
        model.prefersList = true
        let frame = WatchFrame(model, width: width, height: height, at: 0)
        #expect(frame.targets.rows.first == .entry(1))
        model.lyrics = nil
        #expect(WatchFrame(model, width: width, height: height, at: 0).targets.rows.first == .entry(1))
    }

    @Test(arguments: [(80, 24), (80, 12), (200, 60)]) func whatThereIsToSayIsReadToItsEnd(width: Int, height: Int)
        throws
    {
        var model = try model()
        let advice = "try moodctl like calm FOLDER, or moods.calm.genres"
        model.say("no music for calm: none of 60,412 tracks is marked, tagged or of its genres; \(advice)", at: 0)
        let frame = WatchFrame(model, width: width, height: height, at: 0)
        let text = (0..<height).map(frame.screen.text).joined(separator: " ")
        #expect(text.contains("no music for calm") && text.contains("moods.calm.genres"))
    }

    @Test func aNarrowTallScreenShowsLyricsAndList() throws {
        let frame = WatchFrame(try model(), width: 30, height: 40, at: 0)
        let text = (0..<40).map(frame.screen.text)
        for word in ["Lyrics", "la la 長い", "Next", "Entry 1", "Entry 9"] {
            #expect(text.contains { $0.contains(word) }, "\(word) isn't seen")
        }
    }

    @Test(
        arguments: [1, 2, 5, 10, 19, 20, 30, 53, 54, 60, 61, 100, 139, 300],
        [1, 2, 3, 4, 5, 6, 7, 9, 12, 17, 18, 25, 30, 31, 80])
    func everySizeIsFilledWithoutOverlap(width: Int, height: Int) throws {
        for searching in [false, true] {
            let content = WatchLayout.Content(hasCover: true, hasLyrics: true, isSearching: searching)
            let layout = WatchLayout(width: width, height: height, content)
            let areas = [layout.cover, layout.track, layout.lyrics, layout.list, layout.footer].compactMap(\.self)
            for (index, area) in areas.enumerated() where !area.isEmpty {
                #expect(area.column >= 0 && area.row >= 0)
                #expect(area.column + area.width <= width && area.maxRow <= height)
                for other in areas[(index + 1)...] where !other.isEmpty {
                    let isApart =
                        area.column + area.width <= other.column || other.column + other.width <= area.column
                        || area.maxRow <= other.row || other.maxRow <= area.row
                    #expect(isApart, "\(area) and \(other) overlap")
                }
            }
        }
        var model = try model()
        let frame = WatchFrame(model, width: width, height: height, at: 0)
        if width >= 20, height >= 3 { #expect((0..<height).contains { frame.screen.text($0).contains("1:05") }) }
        model.showsHelp = true
        _ = WatchFrame(model, width: width, height: height, at: 0)
        model.disconnect()
        _ = WatchFrame(model, width: width, height: height, at: 0)
    }

    @Test func aTitleCannotCommandTheTerminal() throws {
        var model = try model {
            $0.entry?.title = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}x"
            $0.mood = MoodStatus(name: "\u{1B}[5mcalm")
            $0.error = "\u{1B}c"
        }
        model.lyrics = LyricSheet(isSynced: false, lines: [.init(time: nil, text: "\u{1B}[?1049l\r\n")])
        model.upcoming = [Entry(id: 1, uri: "", name: "\u{1B}[1A")]
        let frame = WatchFrame(model, width: 80, height: 24, at: 0)
        var terminal = TinyTerminal(width: 80, height: 24)
        terminal.feed(ScreenDifference(hasColors: true).bytes(from: nil, to: frame.screen))
        #expect(terminal.screen == frame.screen)
        #expect((0..<24).contains { frame.screen.text($0).contains(" ]0;owned") })
    }

    @Test func aMinuteOfPlayingCostsLittle() throws {
        var model = try model {
            $0.state = .playing; $0.positionTime = MonotonicTime.calendar
        }
        model.lyrics = nil
        let start = MonotonicTime.now
        var shown = WatchFrame(model, width: 80, height: 24, at: start).screen
        var count = 0
        for second in 1...60 {
            let screen = WatchFrame(model, width: 80, height: 24, at: start + Double(second)).screen
            count += ScreenDifference(hasColors: true).bytes(from: shown, to: screen).count
            shown = screen
        }
        #expect(count < 60 * 100)
    }
}
