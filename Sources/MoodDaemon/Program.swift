import Control
import EventLoop
import Glibc
import MoodProtocol

/// `moodd` as a process: its options, its life, and its exit code.
public enum Program {
    private static let help = """
        moodd plays music in the background; moodctl tells it what.

          moodd             serve the control socket until told to quit
          moodd --check     check the configuration and end: 1 if something is wrong with it
          moodd --version   tell the version
          moodd --help      tell this

        """

    /// Runs to the end.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code: 0 for an orderly end, 1 for a fault, 2 for wrong usage.
    public static func run(_ arguments: [String]) -> Int32 {
        switch arguments {
        case []: serve()
        case ["--check"]: check()
        case ["--version"]: say("moodd \(Version.program)\n", to: STDOUT_FILENO)
        case ["--help"], ["-h"]: say(help, to: STDOUT_FILENO)
        default: say("moodd takes no argument \"\(arguments[0])\": see moodd --help\n", to: STDERR_FILENO, code: 2)
        }
    }

    private static func serve() -> Int32 {
        let sockets = SocketActivation.take()
        raiseDescriptorLimit()
        Heap.beThrifty()
        do {
            return try EventLoop.run { loop in try Daemon(on: loop, sockets: sockets) }
        } catch {
            Log().error("\(error)")
            return 1
        }
    }

    /// A thousand clients need more descriptors than a process is given at first.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func check() -> Int32 {
        let faults = Configuration.load(paths: Paths()).faults
        for fault in faults { _ = say("\(fault)\n", to: STDERR_FILENO) }
        return faults.isEmpty ? 0 : 1
    }

    private static func say(_ text: String, to descriptor: Int32, code: Int32 = 0) -> Int32 {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
        return code
    }
}
