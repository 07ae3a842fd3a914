import Desktop
import EventLoop
import Glibc
import MoodProtocol

/// One run of a detector: a separate program, for a limited time, whose output is bounded.
@ControlActor
final class DetectorRun {
    /// Seconds after which it is ended: a camera's three, and a program that loads from a slow disk.
    private static let patience = 20.0
    /// As much as an answer may be long.
    private static let longestOutput = 65_536
    /// As much of its complaints as is kept.
    private static let longestComplaint = 4096
    private static let longestReason = 300

    private let command: DetectorCommand
    private let loop: EventLoop
    private let output: OutputPipe
    private let errors: OutputPipe
    private let answer: @ControlActor (Result<MoodScores, DetectorFault>) -> Void
    private var unit: TransientUnit?
    private var child: ChildProcess?
    private var timer: TimerSource?
    /// Why it was ended before it had ended.
    private var fault: DetectorFault?

    /// Starts it: by the user's service manager, shut off from the network, if that is on the session's bus; else as a
    /// child in a process group of its own.
    ///
    /// - Parameter answer: called once, when nothing of it runs any more.
    init(
        _ command: DetectorCommand, on loop: EventLoop, _ session: BusConnection,
        _ answer: @escaping @ControlActor (Result<MoodScores, DetectorFault>) -> Void
    ) throws(SystemError) {
        self.command = command
        self.loop = loop
        self.answer = answer
        output = try OutputPipe(keeping: .beginning, limit: Self.longestOutput, on: loop)
        errors = try OutputPipe(keeping: .end, limit: Self.longestComplaint, on: loop)
        output.exceeded = { [unowned self] in end(DetectorFault("it printed more than an answer")) }
        timer = try loop.timer { [unowned self] in
            end(DetectorFault("it didn't answer within \(Int(Self.patience)) s"))
        }
        timer?.arm(after: Self.patience)
        if session.isOpen, let program = unitProgram {
            startUnit(program, session)
        } else {
            try startChild()
        }
    }

    // MARK: Starting

    /// What the service manager is asked to run; nil where an argument can't travel on a bus.
    private var unitProgram: TransientUnit.Program? {
        var arguments: [String] = []
        for bytes in command.arguments {
            guard let argument = String(validating: bytes, as: UTF8.self) else { return nil }
            arguments.append(argument)
        }
        return TransientUnit.Program(
            unit: "mood-scan-\(getpid())-\(Clock.monotonicNanoseconds).service",
            description: "A look at a face for mood",
            path: command.program, arguments: arguments, longest: Self.patience + 5)
    }

    private func startUnit(_ program: TransientUnit.Program, _ session: BusConnection) {
        unit = TransientUnit(program, output: output.writingEnd, errors: errors.writingEnd, on: session) {
            [unowned self] outcome in
            unit = nil
            switch outcome {
            case .ended(let end): hasEnded(end)
            case .lost: finish(.failure(DetectorFault("the service manager went away")))
            case .refused where fault == nil:
                do throws(SystemError) {
                    try startChild()
                } catch {
                    finish(.failure(DetectorFault("\(error)")))
                }
            case .refused: hasEnded(.exited(0))
            }
        }
    }

    private func startChild() throws(SystemError) {
        child = try ChildProcess(
            command.program, command.arguments, output: output.writingEnd, errors: errors.writingEnd, on: loop
        ) { [unowned self] end in hasEnded(end) }
        output.handOver()
        errors.handOver()
    }

    // MARK: Ending

    /// To be called when the session's bus went.
    func busIsGone() {
        unit?.busIsGone()
    }

    /// Ends it, as nobody waits for it any more.
    func cancel() {
        end(DetectorFault("the scan was given up"))
    }

    private func end(_ fault: DetectorFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        unit?.stop()
        child?.kill()
    }

    private func hasEnded(_ end: ProgramEnd) {
        errors.finish()
        output.finish()
        do throws(DetectorFault) {
            finish(.success(try scores(end)))
        } catch {
            finish(.failure(error))
        }
    }

    private func finish(_ result: Result<MoodScores, DetectorFault>) {
        timer?.cancel()
        answer(result.mapError { DetectorFault("\(command.name): \($0)") })
    }

    private func scores(_ end: ProgramEnd) throws(DetectorFault) -> MoodScores {
        if let fault { throw fault }
        switch end {
        case .exited(0): return try DetectorOutput(parsing: output.bytes).scores
        case .exited(let code): throw DetectorFault(complaint ?? "it ended with \(code) and said nothing")
        case .killed(let signal): throw DetectorFault("it crashed (\(String(cString: strsignal(signal))))")
        }
    }

    /// The last line of its complaints, where programs tell what went wrong.
    private var complaint: String? {
        let lines = String(decoding: errors.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        let reason = line.hasPrefix("\(command.name): ") ? line.dropFirst(command.name.count + 2) : line
        return String(reason.prefix(Self.longestReason)).withoutCommands
    }
}
