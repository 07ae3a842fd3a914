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
    private let output: OutputPipe
    private let errors: OutputPipe
    private let answer: @ControlActor (Result<MoodScores, DetectorFault>) -> Void
    private var child: ChildProcess?
    private var timer: TimerSource?
    /// Why it was ended before it had ended.
    private var fault: DetectorFault?

    /// Starts it.
    ///
    /// - Parameter answer: called once, when nothing of it runs any more.
    init(
        _ command: DetectorCommand, on loop: EventLoop,
        _ answer: @escaping @ControlActor (Result<MoodScores, DetectorFault>) -> Void
    ) throws(SystemError) {
        self.command = command
        self.answer = answer
        output = try OutputPipe(keeping: .beginning, limit: Self.longestOutput, on: loop)
        errors = try OutputPipe(keeping: .end, limit: Self.longestComplaint, on: loop)
        output.exceeded = { [unowned self] in end(DetectorFault("it printed more than an answer")) }
        timer = try loop.timer { [unowned self] in
            end(DetectorFault("it didn't answer within \(Int(Self.patience)) s"))
        }
        timer?.arm(after: Self.patience)
        child = try ChildProcess(
            command.program, command.arguments, output: output.writingEnd, errors: errors.writingEnd, on: loop
        ) { [unowned self] end in hasEnded(end) }
        output.handOver()
        errors.handOver()
    }

    /// Ends it, as nobody waits for it any more.
    func cancel() {
        end(DetectorFault("the scan was given up"))
    }

    private func end(_ fault: DetectorFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        child?.kill()
    }

    private func hasEnded(_ end: ProgramEnd) {
        timer?.cancel()
        errors.finish()
        output.finish()
        do throws(DetectorFault) {
            answer(.success(try scores(end)))
        } catch {
            answer(.failure(DetectorFault("\(command.name): \(error)")))
        }
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
        let text = reason.prefix(Self.longestReason).map { $0.isControl ? " " : $0 }
        return String(text)
    }
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
