import CSystemd
import EventLoop
import Glibc

/// A program that the user's service manager runs for a while (org.freedesktop.systemd1(5)): without a network, apart
/// from the daemon, and gone with everything that it started.
@ControlActor
public final class TransientUnit {
    /// What is to run, and for how long at most.
    public struct Program: Sendable {
        /// The unit's name, which no other has: `mood-scan-1.service`.
        public var unit: String
        /// What a person sees it as.
        public var description: String
        /// The program's path.
        public var path: String
        /// Its arguments.
        public var arguments: [String]
        /// Seconds.
        public var longest: Double

        /// A program and its arguments.
        public init(unit: String, description: String, path: String, arguments: [String], longest: Double) {
            self.unit = unit
            self.description = description
            self.path = path
            self.arguments = arguments
            self.longest = longest
        }
    }

    /// What became of it.
    public enum Outcome: Equatable, Sendable {
        /// It ran; nothing of it is there any more.
        case ended(ProgramEnd)
        /// It didn't run: there is no such manager, or it couldn't bring about what was asked for.
        case refused
        /// The bus is gone, or the manager silent: nobody tells any more what becomes of it.
        case lost
    }

    private static let manager = "org.freedesktop.systemd1"
    private static let root = "/org/freedesktop/systemd1"
    /// Codes with which the manager's part of the new process ends when it couldn't prepare it (systemd.exec(5)).
    private static let failedPreparations: ClosedRange<Int32> = 200...245

    private let bus: BusConnection
    private let unit: String
    private var watch: BusWatch?
    private var hasBegun = false
    private var end: ProgramEnd?
    private var outcome: (@ControlActor (Outcome) -> Void)?

    /// Asks the manager to start it.
    ///
    /// - Parameters:
    ///   - output: what becomes its standard output; it is passed on at once, and stays the caller's.
    ///   - errors: the same for standard error.
    ///   - outcome: called once, later.
    public init(
        _ program: Program, output: Int32, errors: Int32, on bus: BusConnection,
        outcome: @escaping @ControlActor (Outcome) -> Void
    ) {
        self.bus = bus
        unit = program.unit
        self.outcome = outcome
        watchUnit()
        call("Subscribe", [], answering: [])
        call(
            "StartTransientUnit",
            [.string(unit), .string("fail"), .properties(Self.properties(program, output, errors)), .noUnits],
            answering: ["o"]
        ) { [weak self] answer in
            if answer == nil { self?.finish(.refused) }
        }
    }

    /// Ends it and all that it started; the outcome comes soon.
    public func stop() {
        call("StopUnit", [.string(unit), .string("replace")], answering: ["o"]) { [weak self] answer in
            guard let self else { return }
            if answer == nil { finish(.lost) } else if !hasBegun { finish(.ended(.killed(signal: SIGKILL))) }
        }
    }

    /// To be called when the bus went.
    public func busIsGone() {
        finish(.lost)
    }

    private static func properties(_ program: Program, _ output: Int32, _ errors: Int32) -> [String: BusValue] {
        let words = [program.path] + program.arguments
        return [
            "Description": .string(program.description),
            "ExecStartEx": .commands([UnitCommand(program: program.path, words: words, flags: ["no-env-expand"])]),
            "PrivateNetwork": .boolean(true),
            "PrivateUsers": .boolean(true),
            "NoNewPrivileges": .boolean(true),
            "RuntimeMaxUSec": .uint64(UInt64(program.longest * 1e6)),
            // Who has no say in when it ends needn't be asked.
            "KillSignal": .int32(SIGKILL),
            // A dump would hold what it looked at.
            "LimitCORE": .uint64(0),
            "CollectMode": .string("inactive-or-failed"),
            "StandardOutputFileDescriptor": .descriptor(output),
            "StandardErrorFileDescriptor": .descriptor(errors),
        ]
    }

    // MARK: What the manager tells

    private func watchUnit() {
        watch = bus.watching(
            sender: Self.manager, path: Self.path(of: unit), interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", ["s", "a{sv}"]
        ) { [weak self] values in
            if case .dictionary(let changed)? = values.last { self?.unitChanged(changed) }
        }
    }

    /// How the program ended is told before it is told that nothing of the unit is left.
    private func unitChanged(_ properties: [String: BusValue]) {
        if case .int32(let code)? = properties["ExecMainCode"], case .int32(let status)? = properties["ExecMainStatus"],
            code != 0
        {
            end = code == CLD_EXITED ? .exited(status) : .killed(signal: status)
        }
        guard let state = properties["ActiveState"] else { return }
        // A unit is inactive before it begins, too.
        guard state == .string("failed") || state == .string("inactive") && hasBegun else {
            hasBegun = state != .string("inactive")
            return
        }
        if case .exited(let code)? = end, Self.failedPreparations.contains(code) {
            finish(.refused)
        } else {
            finish(.ended(end ?? .killed(signal: SIGKILL)))
        }
    }

    private func finish(_ outcome: Outcome) {
        guard let tell = self.outcome else { return }
        self.outcome = nil
        watch = nil
        call("Unsubscribe", [], answering: [])
        tell(outcome)
    }

    private func call(
        _ member: String, _ values: [BusValue], answering types: [String],
        _ answer: @escaping @ControlActor ([BusValue]?) -> Void = { _ in }
    ) {
        let method = BusMethod(
            destination: Self.manager, path: Self.root, interface: Self.manager + ".Manager", member: member)
        bus.call(method, values, answering: types, answer)
    }

    private static func path(of unit: String) -> String {
        var path: UnsafeMutablePointer<CChar>?
        guard sd_bus_path_encode(root + "/unit", unit, &path) >= 0, let path else { return root }
        defer { free(path) }
        return String(cString: path)
    }
}
