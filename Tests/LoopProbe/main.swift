// A process with nothing but the loop, in which tests can look for threads, signals and the watchdog.

import EventLoop
import Glibc

func threadNames() -> [String] {
    var names: [String] = []
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    while let item = readdir(folder) {
        let name = withUnsafeBytes(of: item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard name.first != ".", let file = fopen("/proc/self/task/\(name)/comm", "r") else { continue }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 32)
        let count = fread(&line, 1, line.count, file)
        names.append(String(decoding: line[..<count].prefix { $0 != 10 }, as: UTF8.self))
    }
    return names.sorted()
}

func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Bound to no actor, so that it runs wherever the task's preference says.
@concurrent
func sum(_ numbers: Range<Int>) async -> Int { numbers.reduce(0, +) }

@ControlActor
func useEverything(_ workers: FileWorkers) async throws -> Int {
    async let first = sum(0..<100)
    let rest = await withTaskGroup(of: Int.self) { group in
        for start in 1...9 { group.addTask { await sum(start * 100..<start * 100 + 100) } }
        var total = 0
        for await part in group { total += part }
        return total
    }
    let written = try await workers.run { _ in 1 }
    await Task.yield()
    return await first + rest + written
}

let mode = CommandLine.arguments.dropFirst().first ?? ""

let code = try EventLoop.run { loop -> [EventSource] in
    switch mode {
    case "threads":
        say(threadNames().joined(separator: " "))
        let workers = FileWorkers()
        ControlActor.start {
            let total = try await useEverything(workers)
            say("\(total)")
            say(threadNames().joined(separator: " "))
            loop.exit()
        }
        return []
    case "signals":
        let source = try loop.signal(SIGTERM) {
            say("terminated")
            loop.exit(code: 3)
        }
        let farewell = try loop.atExit { say("goodbye") }
        say("ready")
        return [source, farewell]
    case "watchdog":
        say("ready")
        return []
    default:
        loop.exit(code: 2)
        return []
    }
}
exit(code)
