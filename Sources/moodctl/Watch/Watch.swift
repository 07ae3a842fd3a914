import Glibc
import MoodProtocol

/// `moodctl watch`: what plays, on the whole terminal, with keys and mouse.
///
/// One loop waits for the terminal, the daemon, signals and the cover; it draws what differs, and nothing otherwise.
final class Watch {
    private let terminal: Terminal
    private var output: TerminalOutput
    private let signals: SignalPipe
    private let link: WatchLink
    private let drawing: CoverDrawing
    private let difference = ScreenDifference(hasColors: Terminal.hasColors)
    private var model = WatchModel()
    private var input = TerminalInput()
    private var shown: Screen?
    private var targets = WatchTargets()
    /// The signal that ends it, 0 for a key; nil while it runs.
    private var end: Int32?

    private static let escapeTime = 0.05

    init() throws(Fault) {
        terminal = try Terminal()
        output = try TerminalOutput()
        link = try WatchLink()
        drawing = CoverDrawing(hasColors: Terminal.hasColors, hasTrueColor: Terminal.hasTrueColor)
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT])
    }

    /// Runs until a key or a signal ends it, and leaves the terminal as it was.
    func run() throws(Fault) {
        try fillTerminal()
        if let end, end != 0 {
            signal(end, SIG_DFL)
            raise(end)
        }
    }

    private func fillTerminal() throws(Fault) {
        terminal.open(&output)
        defer {
            drawing.stop()
            terminal.close(&output)
        }
        if link.connect(start: true) { ask(model.connect()) }
        while end == nil {
            draw()
            try wait()
        }
    }

    // MARK: Drawing

    private func draw() {
        let now = MonotonicTime.now
        model.expire(at: now)
        if !drawing.isPossible { model.artwork = nil }
        // A terminal that takes nothing is shown how things are once it takes something again.
        guard output.isIdle else { return }
        let size = terminal.size
        let frame = WatchFrame(model, width: size.width, height: size.height, at: now)
        targets = frame.targets
        let bytes = difference.bytes(from: shown, to: frame.screen)
        if !output.print(bytes) { end = SIGHUP }
        shown = frame.screen
        drawCover(frame.coverArea, at: now)
    }

    /// Has the cover drawn for the room that there is for it; without one that room is for others.
    private func drawCover(_ area: Area?, at now: Double) {
        guard let area, let path = model.artwork else { return }
        let request = CoverPicture.Request(path: path, width: area.width, height: area.height)
        guard model.cover?.request != request, drawing.request != request else { return }
        drawing.stop()
        if drawing.begin(request, at: now) { return }
        model.artwork = nil
        draw()
    }

    // MARK: Waiting

    private func wait() throws(Fault) {
        var now = MonotonicTime.now
        let pauses = [
            model.pause(at: now), link.pause(at: now), drawing.pause(at: now),
            input.isUndecided ? Self.escapeTime : nil,
        ]
        var sources = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            link.source,
            pollfd(fd: drawing.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            output.source,
        ]
        let pause = pauses.compactMap(\.self).min()
        let milliseconds = pause.map { Int32(min(max($0, 0), 86400) * 1000) + 1 } ?? -1
        let count = poll(&sources, nfds_t(sources.count), milliseconds)
        if count < 0, errno != EINTR { throw .refused("poll: \(String(cString: strerror(errno)))") }
        now = MonotonicTime.now
        if sources[1].revents != 0 { handleSignals() }
        if sources[4].revents != 0, !output.flush() { end = SIGHUP }
        if sources[0].revents != 0 { read(at: now) } else if input.isUndecided { handle(input.settle(), at: now) }
        try talk(sources[2].revents, at: now)
        if drawing.descriptor != nil { proceedDrawing(at: now) }
    }

    private func handleSignals() {
        for signal in signals.read() {
            switch signal {
            case SIGWINCH: break
            case SIGTSTP: suspend()
            case SIGCONT: resume()
            default: end = signal
            }
        }
    }

    /// Gives the terminal back for as long as the program is stopped.
    ///
    /// Where no shell could let it go on, the system doesn't stop it, and nothing tells that it goes on.
    private func suspend() {
        terminal.close(&output)
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        signals.take(SIGTSTP)
        resume()
    }

    private func resume() {
        terminal.open(&output)
        shown = nil
    }

    private func read(at now: Double) {
        var block = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &block, block.count)
        if count > 0 { return handle(input.take(block[..<count]), at: now) }
        // The terminal is gone.
        if count == 0 || errno != EINTR && errno != EAGAIN { end = SIGHUP }
    }

    private func handle(_ events: [TerminalEvent], at now: Double) {
        for event in events {
            for effect in model.handle(event, on: targets, at: now) {
                switch effect {
                case .ask(let request): ask([request])
                case .redraw: shown = nil
                case .suspend: raise(SIGTSTP)
                case .quit: end = 0
                }
            }
        }
    }

    private func proceedDrawing(at now: Double) {
        guard let cover = drawing.proceed(at: now) else { return }
        if cover.isEmpty {
            if model.artwork == cover.request.path { model.artwork = nil }
        } else {
            model.cover = cover
        }
    }

    // MARK: The daemon

    private func ask(_ requests: [WatchRequest]) {
        let now = MonotonicTime.now
        for request in requests {
            if !link.isConnected {
                // A key may start the daemon through the socket unit.
                guard link.connect(start: true) else { return }
                ask(model.connect())
            }
            if case .order(let waiting?) = request.purpose { model.wait(for: waiting) }
            if !link.send(request, at: now) { return loseDaemon() }
        }
    }

    private func talk(_ events: Int16, at now: Double) throws(Fault) {
        guard link.isConnected else {
            if link.look(hasSigns: events != 0, at: now) { ask(model.connect()) }
            return
        }
        if link.isLate(at: now) { model.say(Connection.timedOut.message, isFault: true, at: now) }
        if events & Int16(POLLOUT) != 0, !link.flush() { return loseDaemon() }
        guard events & ~Int16(POLLOUT) != 0 else { return }
        guard let news = try link.receive() else { return loseDaemon() }
        for item in news {
            switch item {
            case .answer(let purpose, .success(let answer)): ask(try model.take(answer, for: purpose, at: now))
            case .answer(let purpose, .failure(let error)):
                ask(model.refuse(purpose, Text.clean(error.message), at: now))
            case .event(let topic, let value): ask(try model.take(topic, value, at: now))
            }
        }
    }

    private func loseDaemon() {
        link.disconnect(at: MonotonicTime.now)
        model.disconnect()
    }
}
