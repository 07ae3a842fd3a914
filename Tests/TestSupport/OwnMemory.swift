import Glibc

/// What a process holds in memory, in kilobytes, that no file holds as well.
public func ownKilobytes(_ pid: pid_t = getpid()) -> Int {
    let status = String(decoding: Places.contents("/proc/\(pid)/status"), as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0
}
