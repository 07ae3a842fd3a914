import Glibc
import MoodProtocol

/// Runs what was typed; a fault is one line on standard error, and an exit code.
func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    do throws(Fault) {
        let line = try ParsedCommandLine(Argument.all(count: CommandLine.argc, CommandLine.unsafeArgv))
        if line.options[.version] != nil {
            try Output.print("moodctl \(Version.program)\n")
        } else if line.options[.help] != nil {
            try Output.print(line.command.map(Help.text) ?? Help.overview)
        } else {
            let command = line.command ?? .status
            let invocation = try Invocation(command, line)
            do throws(Fault) {
                try command.action(invocation)
            } catch  where command.start == .needless && error.kind == .noDaemon {
                return 0
            }
        }
        return 0
    } catch {
        Output.complain(error.message + "\n")
        return error.kind.rawValue
    }
}

exit(run())
