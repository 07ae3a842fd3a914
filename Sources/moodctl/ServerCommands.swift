import JSON
import MoodProtocol

extension Command {
    static let server = [
        Command("info", start: .never, "print what the daemon says of itself") { (invocation) throws(Fault) in
            try info(invocation)
        },
        Command(
            "call", arguments: "METHOD [JSON]", count: 1...2, "call a method of the socket, and print its result",
            details: "moodctl call rpc.discover describes them all."
        ) { (invocation) throws(Fault) in try call(invocation) },
        Command("reload", start: .never, "read the configuration again") { (invocation) throws(Fault) in
            try reload(invocation)
        },
        Command("quit", start: .needless, spelledOut: true, "end the daemon") { (invocation) throws(Fault) in
            try invocation.act(.serverQuit)
        },
        Command("help", arguments: "[COMMAND]", count: 0...1, "explain the commands, or one") {
            (invocation) throws(Fault) in
            if invocation.has(.json) { return try Output.print(Help.json + [0x0A]) }
            let command = try invocation.arguments.first.map { word throws(Fault) in try Command.named(word.text) }
            try Output.print(command.map(Help.text) ?? Help.overview)
        },
    ]

    private static func info(_ invocation: Invocation) throws(Fault) {
        let answer = try invocation.daemon.call(.serverInfo)
        if invocation.isShaped { return try invocation.show(answer) }
        let members = try answer.value().object?.members ?? []
        try invocation.table(members.map { [$0.name, plain($0.value, isTime: $0.name == "uptime")] }, [.left, .left])
    }

    /// A value for a person.
    private static func plain(_ value: JSONValue, isTime: Bool = false) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .array(let elements): elements.map { plain($0) }.joined(separator: ", ")
        case .object(let object): object.members.map { "\($0.name) \(plain($0.value))" }.joined(separator: ", ")
        case .integer, .number: isTime ? ClockTime.text(value.number ?? 0) : TemplateValue(value.number).text
        case .bool(let value): value ? "yes" : "no"
        }
    }

    private static func call(_ invocation: Invocation) throws(Fault) {
        let parameters = invocation.arguments.dropFirst().first?.bytes
        if let parameters {
            do { _ = try JSONValue(parsing: parameters, depthLimit: 32) } catch {
                throw .usage("the parameters are no JSON (\(error)): write them as '{\"level\": 40}'")
            }
        }
        // A line is a message: what a person wrote over several becomes one.
        let line = parameters?.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        let answer = try invocation.daemon.call(named: invocation.arguments[0].text, parameters: line)
        if !invocation.has(.quiet) { try Output.print(answer.result + [0x0A]) }
    }

    private static func reload(_ invocation: Invocation) throws(Fault) {
        let answer = try invocation.daemon.call(.serverReload)
        let result = try answer.read { (reader) throws(JSONError) in try ReloadResult(reading: &reader) }
        try invocation.show(answer)
        var complaints = result.faults.map(Text.clean)
        if !result.restartNeeded.isEmpty {
            let keys = Text.clean(result.restartNeeded.joined(separator: ", "))
            complaints.append("\(keys): changed after \(UserService.restart)")
        }
        if !complaints.isEmpty { throw .refused(complaints.joined(separator: "\n")) }
    }
}
