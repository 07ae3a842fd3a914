import Glibc
import TestSupport
import Testing

/// `watch` in a terminal that stops reading, as one does behind a connection that hangs.
@Suite(.timeLimit(.minutes(1))) final class StuckTerminalTests {
    private let folder = RuntimeFolder()
    private let terminal: Int32
    private let line: Int32
    private var pid = pid_t()
    private var seen: [UInt8] = []

    init() throws {
        // What Glibc's module doesn't show of it: TIOCSPTLCK unlocks a new terminal, TIOCGPTN tells its number.
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        try #require(ioctl(terminal, 0x4004_5431, &number) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
        line = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        resize(width: 80)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR | O_NOCTTY, 0)
        }
        let program = Program.path("moodctl")
        let arguments: [String] = [program, "watch"]
        let words = arguments.map { strdup($0) } + [nil]
        let variables = (folder.environment + ["TERM=xterm"]).map { strdup($0) } + [nil]
        defer { (words + variables).forEach { free($0) } }
        try #require(posix_spawn(&pid, program, &actions, nil, words, variables) == 0)
    }

    deinit {
        if pid > 0 {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        close(terminal)
        close(line)
    }

    private func resize(width: UInt16) {
        var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        if pid > 0 { kill(pid, SIGWINCH) }
    }

    /// Reads until the terminal was told this so many times; false when it isn't for long.
    private func see(_ text: String, times: Int = 1) -> Bool {
        var block = [UInt8](repeating: 0, count: 65536)
        while String(decoding: seen, as: UTF8.self).split(separator: text, omittingEmptySubsequences: false).count
            <= times
        {
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20_000) > 0 else { return false }
            let count = read(terminal, &block, block.count)
            guard count > 0 else { return false }
            seen += block[..<count]
        }
        return true
    }

    /// Leaves no room for anything more on the way to the terminal.
    private func stopReading() {
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(line, block, block.count) > 0 || write(line, block, 1) > 0 {}
    }

    private func ends() -> Int32? {
        var status: Int32 = 0
        for _ in 0..<200 {
            if waitpid(pid, &status, WNOHANG) == pid {
                pid = 0
                return status
            }
            usleep(100_000)
        }
        return nil
    }

    @Test func itShowsHowThingsAreOnceThereIsRoomAgain() {
        #expect(see("moodd isn't running"))
        stopReading()
        resize(width: 70)
        #expect(see("moodd isn't running", times: 2))
        stopReading()
        write(terminal, "q", 1)
        #expect(ends() == 0)
    }

    @Test func aSignalEndsItThereToo() {
        #expect(see("moodd isn't running"))
        stopReading()
        resize(width: 70)
        kill(pid, SIGTERM)
        #expect(ends() == SIGTERM)
    }
}
