import CPulse

/// A sink of the sound server, as far as it matters whether somebody can hear it.
struct PulseSink: Equatable {
    /// The server's number for it, never used twice.
    var index: UInt32
    /// Its name for a person.
    var name: String
    /// What it plays through, such as the headphones' plug; nil for one that has no ports.
    var port: String?
    /// The ports that nothing is plugged into.
    var emptyPorts: Set<String> = []

    /// Whether what was heard from this sink no longer is, because something was unplugged: the sink is gone, or
    /// nothing is plugged into its port now.
    ///
    /// A stream or a sink that somebody turned to another place by hand isn't unplugged, and neither is a port that
    /// nothing was plugged into before.
    ///
    /// - Parameter now: the same sink as it is now; nil when there is none any longer.
    func isUnplugged(_ now: PulseSink?) -> Bool {
        guard let now else { return true }
        guard let port else { return false }
        return now.emptyPorts.contains(port) && !emptyPorts.contains(port)
    }
}

extension PulseSink {
    /// Takes over what the server tells.
    init(_ info: pa_sink_info) {
        index = info.index
        name = info.description.map { String(cString: $0) } ?? ""
        port = info.active_port?.pointee.name.map { String(cString: $0) }
        for place in 0..<Int(info.n_ports) {
            guard let other = info.ports?[place]?.pointee, let name = other.name else { continue }
            if other.available == Int32(PA_PORT_AVAILABLE_NO.rawValue) { emptyPorts.insert(String(cString: name)) }
        }
    }
}
