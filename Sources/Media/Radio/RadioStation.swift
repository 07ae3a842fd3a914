import JSON

/// A station of internet radio, as radio-browser.info lists it.
public struct RadioStation: Equatable, Sendable {
    /// radio-browser's name for it, by which a play is counted.
    public var id: String
    /// Its name; never empty.
    public var name: String
    /// The http or https address of its stream, or of a playlist that names it.
    public var url: String
    /// The address of its picture.
    public var artwork: String?
    /// What it plays, in lower case.
    public var tags: [String]
    /// Such as `MP3`.
    public var codec: String?
    /// In kbit/s; nil if it isn't known.
    public var bitrate: Int?

    /// Reads the answer to a search; nil if it isn't one.
    ///
    /// HLS streams, stations that were found dead, and those without an address are left out.
    public static func list(_ bytes: [UInt8], decoder: TextDecoder = TextDecoder()) -> [RadioStation]? {
        LenientJSON.parse(bytes, decoder)?.array.map { $0.compactMap(RadioStation.init) }
    }

    /// Reads the answer to `/json/servers`: the names of its hosts, each once; nil if it isn't one.
    public static func servers(_ bytes: [UInt8]) -> [String]? {
        guard let servers = LenientJSON.parse(bytes, TextDecoder())?.array else { return nil }
        var names: [String] = []
        for name in servers.compactMap({ $0["name"]?.lenientText }).prefix(100) {
            let isHost = name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
            if isHost, !names.contains(name) { names.append(name) }
        }
        return names
    }

    private init?(_ item: JSONValue) {
        func address(_ name: String) -> String? {
            item[name]?.lenientText.flatMap { Location.isRemote($0) ? $0 : nil }
        }
        guard item["hls"]?.lenientFlag != true, item["lastcheckok"]?.lenientFlag != false,
            let id = item["stationuuid"]?.lenientText, let url = address("url_resolved") ?? address("url")
        else { return nil }
        self.id = id
        self.url = url
        name = item["name"]?.lenientText ?? url
        artwork = address("favicon")
        tags = (item["tags"]?.lenientText ?? "").split(separator: ",").map { $0.trimmed.lowercased() }.filter {
            !$0.isEmpty
        }
        codec = item["codec"]?.lenientText
        bitrate = item["bitrate"]?.lenientNumber.flatMap { Int(exactly: $0.rounded()) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
