import JSON
import Moods

extension ConfigurationReader {
    /// Each mood by its name; one at fault is as it was, or built in.
    mutating func readMoods(_ value: JSON5Value) {
        members(of: value, at: "moods", known: nil) { reader, path, value in
            let name = String(path.dropFirst("moods.".count))
            if let fault = MoodName.fault(in: name) {
                return reader.fault(path, value.line, "no mood can be called \"\(name)\": it \(fault)")
            }
            reader.configuration.moods[name] = reader.channel(of: name, path, value) ?? reader.former.moods[name]
        }
    }

    private mutating func channel(of name: String, _ path: String, _ value: JSON5Value) -> ChannelConfiguration? {
        if value.string != nil {
            return checked(self.path(value), path, value, "must be a folder or a playlist file").map { .path($0) }
        }
        guard value.members != nil else {
            fault(path, value.line, "must be a folder, a playlist file, or { type: … }")
            return nil
        }
        switch value["type"]?.string ?? "" {
        case "library": return .library(genres: strings("genres", of: value, path))
        case "radio": return .radio(tags: strings("tags", of: value, path))
        case "songs":
            var url: String?
            members(of: value, at: path, known: ["type", "url"]) { reader, name, value in
                guard name == "\(path).url" else { return }
                url = reader.checked(value.address, name, value, "must be an http or https address")
            }
            if url == nil, value["url"] == nil { fault(path, value.line, "a song list needs a url") }
            return url.map { .songs(url: $0) }
        default:
            let type = value["type"] ?? value
            fault("\(path).type", type.line, Self.expected(["library", "songs", "radio"], type))
            return nil
        }
    }

    /// The words of a channel's only other key; at fault, they are the built-in ones.
    private mutating func strings(_ key: String, of value: JSON5Value, _ path: String) -> [String]? {
        var strings: [String]?
        members(of: value, at: path, known: ["type", key]) { reader, name, value in
            guard name == "\(path).\(key)" else { return }
            strings = reader.checked(value.strings, name, value, "must be an array of words")
        }
        return strings
    }
}

extension JSON5Value {
    fileprivate var address: String? {
        string.flatMap { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil }
    }
}
