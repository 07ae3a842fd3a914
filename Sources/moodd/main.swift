import Glibc
import MoodDaemon

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
