import Glibc
import JSON
import MoodProtocol

/// `moodctl follow`: a line for a status bar, renewed whenever it would differ, over restarts of the daemon.
struct Follow {
    private let line: FollowLine
    private let tick: Double
    private let isQuiet: Bool
    private var lastLine: String?

    /// How long to wait before looking again when something happened in the runtime folder, but no daemon answers yet.
    private static let retries = [0.02, 0.1, 0.5, 2]

    init(_ invocation: Invocation) throws(Fault) {
        let forms: [Option] = [.waybar, .polybar, .json].filter(invocation.has)
        guard forms.count <= 1 else { throw .usage("follow takes one of --waybar, --polybar and --json") }
        line = FollowLine(
            form: forms.first, template: invocation.template ?? .name, hasTick: invocation.value(.tick) != nil)
        isQuiet = invocation.has(.quiet)
        tick =
            try invocation.value(.tick).map { text throws(Fault) in
                guard let seconds = ClockTime.decimal(text), seconds >= 0.1, seconds <= 3600 else {
                    throw .usage("--tick takes seconds from 0.1 to 3600, not \"\(Text.clean(text))\"")
                }
                return seconds
            } ?? 1
    }

    mutating func run() throws(Fault) {
        let path = try Daemon.path()
        while true {
            try follow(try subscription(path))
            try show(line.offline)
        }
    }

    /// Follows one daemon until it ends.
    private mutating func follow(_ events: EventStream) throws(Fault) {
        var state = FollowState()
        let receive: EventStream.Receiver = { topic, _, value throws(Fault) in try state.take(topic, value) }
        try events.begin(receive)
        while !state.isEnding {
            try show(line.text(state))
            let pause = line.moves ? state.clock?.untilNext(tick) : nil
            guard try events.wait(seconds: pause, receive) else { return }
        }
    }

    /// Waits for a daemon and subscribes.
    private mutating func subscription(_ path: SocketPath) throws(Fault) -> EventStream {
        if let events = subscribe(path) { return events }
        try show(line.offline)
        let folder = try RuntimeFolderWatch(path)
        var retries = Self.retries[...]
        while true {
            if folder.mayHaveDaemon, let events = subscribe(path) { return events }
            if try ReaderWatch.wait(for: folder.descriptor, seconds: retries.popFirst()) {
                folder.readEvents()
                retries = Self.retries[...]
            }
        }
    }

    /// A daemon that isn't there, ends at once or doesn't answer is one that isn't there yet.
    private func subscribe(_ path: SocketPath) -> EventStream? {
        try? EventStream(Daemon(start: .never), line.topics)
    }

    private mutating func show(_ text: String) throws(Fault) {
        guard text != lastLine else { return }
        lastLine = text
        if !isQuiet { try Output.print(text + "\n") }
    }
}
