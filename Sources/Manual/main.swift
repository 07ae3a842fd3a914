import Glibc
import JSON

/// Says what is wrong on standard error.
func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

/// Makes a page of the manual: `moodctl help --json | Manual TEMPLATE >PAGE`.
///
/// A line of the template that is `@commands@`, `@options@`, `@methods@` or `@topics@` gives way to what the tables of
/// the programs hold; `@version@` may stand anywhere.
func run() throws -> Int32 {
    guard CommandLine.arguments.count == 2 else {
        complain("usage: moodctl help --json | Manual TEMPLATE")
        return 2
    }
    let template = String(decoding: try InputFile.contents(of: CommandLine.arguments[1]), as: UTF8.self)
    let commands = CommandTable(try JSONValue(parsing: try InputFile.contents(of: "/dev/stdin")))
    var page = ""
    for line in template.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        switch line {
        case "@commands@": page += commands.sections
        case "@options@": page += commands.globalOptions
        case "@methods@": page += MethodTable.methods
        case "@topics@": page += MethodTable.topics
        default: page += Roff.filled(line) + "\n"
        }
    }
    print(page, terminator: "")
    return 0
}

do {
    exit(try run())
} catch {
    complain("Manual: \(error)")
    exit(1)
}
