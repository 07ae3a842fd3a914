import JSON

/// The answer to `server.info`.
public struct ServerInfo: Equatable, Sendable {
    /// The daemon's version.
    public var version: String
    /// The interface's version, raised when something is taken away or changed.
    public var apiMajor: Int
    /// The interface's version, raised when something is added.
    public var apiMinor: Int
    /// Differs each time the daemon starts.
    public var instance: String
    /// The daemon's process.
    public var pid: Int
    /// Seconds since it started.
    public var uptime: Double
    /// What it can do beyond the interface's base.
    public var capabilities: [String]
    /// What is wrong with the configuration or the state, for a person.
    public var faults: [String]

    /// A daemon of this version.
    public init(
        version: String = Version.program.description, apiMajor: Int = Version.apiMajor,
        apiMinor: Int = Version.apiMinor, instance: String = "", pid: Int = 0, uptime: Double = 0,
        capabilities: [String] = [], faults: [String] = []
    ) {
        self.version = version
        self.apiMajor = apiMajor
        self.apiMinor = apiMinor
        self.instance = instance
        self.pid = pid
        self.uptime = uptime
        self.capabilities = capabilities
        self.faults = faults
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", version)
        writer.key("api")
        writer.beginObject()
        writer.member("major", apiMajor)
        writer.member("minor", apiMinor)
        writer.endObject()
        writer.member("instance", instance)
        writer.member("pid", pid)
        writer.member("uptime", thousandths: uptime)
        writer.member("capabilities", capabilities)
        writer.member("faults", faults)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init(version: "", apiMajor: 0, apiMinor: 0)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "version": version = try reader.readString()
            case "api":
                let api = try JSONValue(reading: &reader)
                apiMajor = api["major"]?.integer ?? 0
                apiMinor = api["minor"]?.integer ?? 0
            case "instance": instance = try reader.readString()
            case "pid": pid = try reader.readInt()
            case "uptime": uptime = try reader.readDouble()
            case "capabilities": capabilities = try reader.readStrings()
            case "faults": faults = try reader.readStrings()
            default: try reader.skipValue()
            }
        }
    }
}

/// The answer to `server.reload`.
public struct ReloadResult: Equatable, Sendable {
    /// The keys whose new value holds now.
    public var changed: [String]
    /// The keys whose new value holds after a restart.
    public var restartNeeded: [String]
    /// What is wrong with the configuration, for a person.
    public var faults: [String]

    /// What came of a reload.
    public init(changed: [String] = [], restartNeeded: [String] = [], faults: [String] = []) {
        self.changed = changed
        self.restartNeeded = restartNeeded
        self.faults = faults
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("changed", changed)
        writer.member("restartNeeded", restartNeeded)
        writer.member("faults", faults)
        writer.endObject()
    }

    /// Reads an object.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "changed": changed = try reader.readStrings()
            case "restartNeeded": restartNeeded = try reader.readStrings()
            case "faults": faults = try reader.readStrings()
            default: try reader.skipValue()
            }
        }
    }
}
