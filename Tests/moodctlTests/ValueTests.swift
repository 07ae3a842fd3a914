import Testing

@testable import moodctl

@Suite struct ValueTests {
    @Test(
        arguments: [
            ("90", .position(90)), ("1:30", .position(90)), ("1:02:03", .position(3723)), ("90:00", .position(5400)),
            ("1:05.25", .position(65.25)), ("+10", .offset(10)), ("-10", .offset(-10)), ("10+", .offset(10)),
            ("10-", .offset(-10)), ("+1:30", .offset(90)), ("50%", .fraction(0.5)), ("100%", .fraction(1)),
            ("0", .position(0)),
        ] as [(String, SeekTarget)])
    func placesInATrack(text: String, target: SeekTarget) throws {
        #expect(try SeekTarget(text) == target)
    }

    @Test(arguments: [
        "", "+", "-", "%", "1:99", "1:60:00", "1:2:3:4", ":30", "1:", "abc", "101%", "+-5", "1e3", "0x10", "1.2.3", "٣",
        "99999999999999999999", "-50%", "1 0",
    ])
    func whatIsNoTime(text: String) {
        #expect(throws: Fault.self) { try SeekTarget(text) }
    }

    @Test(
        arguments: [
            ("40", .level(40)), ("40%", .level(40)), ("0", .level(0)), ("100", .level(100)), ("+5", .change(5)),
            ("-5", .change(-5)), ("5+", .change(5)), ("5%-", .change(-5)), ("+5%", .change(5)), ("+500", .change(500)),
        ] as [(String, VolumeTarget)])
    func volumes(text: String, target: VolumeTarget) throws {
        #expect(try VolumeTarget(text) == target)
    }

    @Test(arguments: ["101", "", "+", "5.5", "loud", "99999999999999999999", "+99999"])
    func whatIsNoVolume(text: String) {
        #expect(throws: Fault.self) { try VolumeTarget(text) }
    }

    @Test(
        arguments: [
            ("3", .numbers(3...3)), ("3-5", .numbers(3...5)), ("id:17", .id(17)), ("song.mp3", nil), ("3-", nil),
            ("./21", nil),
            ("3-5-7", nil), ("id:x", nil), ("99999999999999999999", nil),
        ] as [(String, EntryReference?)])
    func entries(text: String, reference: EntryReference?) throws {
        #expect(try EntryReference(text) == reference)
    }

    @Test(arguments: ["0", "5-3", "0-2"])
    func whatCanBeNoEntry(text: String) {
        #expect(throws: Fault.self) { try EntryReference(text) }
    }

    @Test(
        arguments: [
            (0, "0:00"), (65.9, "1:05"), (3599, "59:59"), (3600, "1:00:00"), (-3, "0:00"), (.nan, "0:00"),
            (.infinity, "1000:00:00"),
        ] as [(Double, String)])
    func clockTimes(seconds: Double, text: String) {
        #expect(ClockTime.text(seconds) == text)
    }

    @Test func seekTakesTheTimesThatLyricsPrint() throws {
        #expect(ClockTime.preciseText(6005.25) == "100:05.25")
        #expect(try SeekTarget(ClockTime.preciseText(6005.25)) == .position(6005.25))
    }
}
