import DaemonSupport
import Testing

/// What a key press does, as a window manager carries it out: one process of moodctl.
@Suite struct KeyBindingTests {
    @Test("a key that is held down raises the volume by each of its presses")
    func volumeAddsUp() throws {
        let daemon = try PrivateDaemon()
        try daemon.start()
        #expect(daemon.moodctl("volume", "0").code == 0)
        for level in 1...100 { #expect(daemon.moodctl("volume", "+1").output == "\(level)\n") }
    }
}
