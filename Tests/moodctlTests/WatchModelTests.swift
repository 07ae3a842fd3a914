import JSON
import MoodProtocol
import Testing

@testable import moodctl

@Suite struct WatchModelTests {
    private var model = WatchModel()
    private let targets = WatchTargets(
        progress: Area(column: 10, row: 2, width: 11, height: 1), list: Area(column: 0, row: 5, width: 20, height: 3),
        rows: [.entry(7), .entry(8)])

    init() throws {
        _ = model.connect()
        try play { _ in }
    }

    private mutating func play(_ change: (inout Status) -> Void) throws {
        _ = try model.take(.player, answer(status(change)).result, at: 0)
    }

    private mutating func press(_ key: Key) -> [WatchEffect] { model.handle(.key(key), on: targets, at: 0) }

    private mutating func mouse(_ action: Mouse.Action, _ column: Int, _ row: Int) -> [WatchEffect] {
        let mouse = Mouse(action: action, position: Position(column: column, row: row))
        return model.handle(.mouse(mouse), on: targets, at: 0)
    }

    private mutating func found(_ names: [String], for words: String) throws -> [WatchRequest] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("tracks")
        writer.beginArray()
        for name in names { Entry(id: 0, uri: "/m/\(name).mp3", name: name).write(to: &writer) }
        writer.endArray()
        writer.member("total", names.count)
        writer.endObject()
        return try model.take(Answer(result: writer.bytes), for: .search(words), at: 0)
    }

    @Test(arguments: [
        (Key.character(" "), #"toggle null"#), (.character("n"), "next null"), (.character("p"), "previous null"),
        (.left, #"seek {"offset":-5}"#), (.shiftRight, #"seek {"offset":30}"#), (.up, #"volume {"change":5}"#),
        (.character("-"), #"volume {"change":-5}"#), (.character("m"), "mute null"),
        (.character("3"), #"mood.set {"mood":"calm"}"#), (.character("0"), #"mood.set {"mood":null}"#),
        (.character("r"), #"modes {"repeat":"all"}"#), (.character("s"), #"modes {"shuffle":true}"#),
        (.character("l"), #"mood.rate {"verdict":"like"}"#), (.character("u"), "queue.undo null"),
        (.character("c"), "mood.scan null"),
    ])
    func keysAreOrders(key: Key, order: String) throws {
        var model = self.model
        let effects = model.handle(.key(key), on: targets, at: 0)
        #expect(effects.map(text) == [order])
    }

    private func text(_ effect: WatchEffect) -> String {
        guard case .ask(let request) = effect else { return "\(effect)" }
        let parameters = String(decoding: (request.parameters ?? .null).bytes, as: UTF8.self)
        return "\(request.method.name) \(parameters)".replacing(".0}", with: "}")
    }

    @Test mutating func aDragShowsTheTimeAndSeeksWhenItEnds() throws {
        try play { $0.duration = 200 }
        #expect(mouse(.press, 15, 2).isEmpty)
        #expect(WatchFrame(model, width: 80, height: 24, at: 0).position == 100)
        #expect(mouse(.drag, 18, 9).isEmpty)
        #expect(WatchFrame(model, width: 80, height: 24, at: 0).position == 160)
        #expect(mouse(.release, 70, 0).map(text) == [#"seek {"fraction":1}"#])
        #expect(model.dragged == nil)
    }

    @Test mutating func aClickOnAnEntryPlaysIt() {
        #expect(mouse(.press, 3, 6).map(text) == [#"play {"entry":8,"confirm":true}"#])
        #expect(mouse(.press, 3, 7).isEmpty)
        #expect(mouse(.release, 3, 6).isEmpty)
    }

    @Test mutating func theWheelScrollsTheListAndElsewhereSetsTheVolume() throws {
        model.upcoming = (1...20).map { Entry(id: $0, uri: "/a", name: "a") }
        #expect(mouse(.wheelDown, 3, 6).isEmpty)
        #expect(model.scroll == 3)
        #expect(mouse(.wheelUp, 3, 1).map(text) == [#"volume {"change":5}"#])
        _ = (0..<20).map { _ in mouse(.wheelDown, 3, 6) }
        #expect(model.scroll == 19)
    }

    @Test mutating func aSearchAsksForOneAnswerAtATimeAndForTheLastWords() throws {
        #expect(press(.character("/")).isEmpty)
        #expect(press(.character("n")).map(text) == [#"library.search {"words":"n","limit":100}"#])
        #expect(press(.character("o")).isEmpty)
        #expect(press(.character("q")).isEmpty)
        #expect(press(.backspace).isEmpty)
        let next = try found(["n"], for: "n")
        #expect(next == [.search("no")])
        #expect(try found(["one", "two"], for: "no").isEmpty)
        #expect(press(.down).isEmpty)
        #expect(press(.tab).map(text) == [#"queue.add {"items":["/m/two.mp3"],"at":"end","play":false}"#])
        #expect(model.search != nil)
        #expect(press(.enter).map(text) == [#"queue.add {"items":["/m/two.mp3"],"at":"next","play":true}"#])
        #expect(model.search == nil)
    }

    @Test mutating func whatIsPastedIsNeverACommand() {
        #expect(model.handle(.paste("q"), on: targets, at: 0).isEmpty)
        _ = press(.character("/"))
        #expect(model.handle(.paste("quiet"), on: targets, at: 0).count == 1)
        #expect(model.search?.words == "quiet")
    }

    @Test mutating func ctrlCEndsItWhateverIsShown() {
        for key in [Key.character("/"), .character("?"), .escape] {
            _ = press(key)
            #expect(press(.control("c")) == [.quit])
        }
    }

    @Test mutating func aNewTrackIsAskedForItsLyricsAndCoverOnce() throws {
        let value = answer(status { $0.entry?.id = 77 }).result
        #expect(try model.take(.player, value, at: 0) == [.lyrics(77), .artwork(77)])
        #expect(try model.take(.player, value, at: 0).isEmpty)
        let late = Answer(result: Array(#"{"synced":true,"lines":[{"time":1,"text":"late"}]}"#.utf8))
        _ = try model.take(late, for: .lyrics(3), at: 0)
        #expect(model.lyrics == nil)
        _ = try model.take(late, for: .lyrics(77), at: 0)
        #expect(model.lyrics?.lines.count == 1)
    }

    @Test mutating func editsWhileTheListIsOnItsWayAskForItOnceMore() throws {
        let list = Answer(result: Array(#"{"entries":[],"total":0,"version":1,"current":null}"#.utf8))
        #expect(try model.take(.queue, [], at: 0).isEmpty)
        #expect(try model.take(.queue, [], at: 0).isEmpty)
        #expect(try model.take(list, for: .upcoming, at: 0).count == 1)
        #expect(try model.take(list, for: .upcoming, at: 0).isEmpty)
        #expect(try model.take(.queue, [], at: 0).count == 1)
    }

    @Test mutating func aRefusalIsSaidForAWhile() {
        _ = model.refuse(.order(waiting: nil), "the queue is empty", at: 10)
        #expect(model.message?.text == "the queue is empty")
        model.expire(at: 12)
        #expect(model.message != nil)
        model.expire(at: 16)
        #expect(model.message == nil)
    }

    @Test mutating func whatAKeyChangesIsSeenWhateverThereIsToSay() throws {
        try play {
            $0.volume = 35; $0.error = "the disk is full"
        }
        func footer(at now: Double) -> String { WatchFrame(model, width: 80, height: 24, at: now).screen.text(23) }
        #expect(footer(at: 0).contains("the disk is full"))
        model.wait(for: "looking for calm music …")
        _ = model.handle(.key(.character("+")), on: targets, at: 1)
        #expect(footer(at: 1).contains("35 %"))
        model.expire(at: 10)
        #expect(footer(at: 10).contains("looking for calm"))
        _ = model.handle(.key(.character("+")), on: targets, at: 11)
        model.say("added", at: 11)
        #expect(footer(at: 11).contains("added"))
    }

    @Test mutating func theKeysScrollWhereNotAllOfThemAreSeen() {
        var seen: Set<String> = []
        _ = press(.character("?"))
        for key in [Key.home, .down, .pageDown, .pageDown, .character("k")] {
            let frame = WatchFrame(model, width: 40, height: 12, at: 0)
            for row in 0..<12 {
                for key in WatchAction.help where frame.screen.text(row).hasSuffix(" \(key.meaning)") {
                    seen.insert(key.meaning)
                }
            }
            _ = model.handle(.key(key), on: frame.targets, at: 0)
        }
        #expect(seen.count == WatchAction.help.count)
        #expect(model.showsHelp && model.helpScroll > 0)
        let wide = WatchFrame(model, width: 80, height: 24, at: 0)
        #expect(wide.targets.hiddenKeys == 0)
        _ = model.handle(.key(.down), on: wide.targets, at: 0)
        #expect(!model.showsHelp)
    }

    @Test mutating func aLongSearchIsTypedAndSeenToItsEnd() {
        _ = press(.character("/"))
        for _ in 0..<80 { _ = press(.character("長")) }
        _ = model.handle(.paste(String(repeating: "い", count: 90) + "終"), on: targets, at: 0)
        #expect(model.search?.words.count == 171)
        #expect(WatchFrame(model, width: 80, height: 24, at: 0).screen.text(23).contains("いい終"))
    }

    @Test mutating func whereNothingComesItSaysSo() throws {
        func isSaid() -> Bool {
            let screen = WatchFrame(model, width: 80, height: 24, at: 0).screen
            return (0..<24).contains { screen.text($0).contains("nothing comes after this") }
        }
        #expect(!isSaid())
        let list = Answer(result: Array(#"{"entries":[],"total":0,"version":1,"current":null}"#.utf8))
        _ = try model.take(list, for: .upcoming, at: 0)
        #expect(isSaid())
        try play { $0.entry = nil }
        #expect(!isSaid())
    }

    @Test mutating func nothingTicksWhilePaused() throws {
        try play {
            $0.state = .paused; $0.position = 3
        }
        #expect(model.pause(at: MonotonicTime.now) == nil)
    }

    @Test mutating func nothingTicksWhereTheTrackIsSaidToEnd() throws {
        try play {
            $0.position = 242; $0.positionTime = MonotonicTime.calendar
        }
        model.lyrics = LyricSheet(isSynced: true, lines: [LyricsResult.Line(time: 242.001, text: "late")])
        #expect(model.pause(at: MonotonicTime.now + 1) == nil)
    }

    @Test func theLineThatIsSungComesWithItsTranslations() {
        let sheet = LyricSheet(
            isSynced: true,
            lines: [(1, "a"), (1, "b"), (5, "c"), (9, "d")].map { LyricsResult.Line(time: $0.0, text: $0.1) })
        #expect(sheet.current(at: 0.5) == nil)
        #expect(sheet.current(at: 1) == 0..<2)
        #expect(sheet.current(at: 8.9) == 2..<3)
        #expect(sheet.nextTime(after: 1) == 5)
        #expect(sheet.nextTime(after: 9) == nil)
    }
}
