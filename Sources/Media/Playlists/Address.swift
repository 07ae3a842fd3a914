/// An http or https address, and what is relative to it (RFC 3986, section 5).
struct Address {
    /// Scheme and authority, such as `https://example.org:8000`.
    let root: Substring
    /// From the slash behind the authority to the query.
    let path: Substring
    /// With its question mark; empty if there is none.
    let query: Substring

    /// Fails if `text` isn't an http or https address with a host.
    init?(_ text: String) {
        guard Location.isRemote(text), let colon = text.firstIndex(of: ":") else { return nil }
        let authority = text[colon...].dropFirst(3)
        let end = authority.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
        guard end > authority.startIndex else { return nil }
        self.init(root: text[..<end], rest: text[end...])
    }

    private init(root: Substring, rest: Substring) {
        self.root = root
        let rest = rest.prefix { $0 != "#" }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        path = rest[..<mark].isEmpty ? "/" : rest[..<mark]
        query = rest[mark...]
    }

    var text: String { "\(root)\(path)\(query)" }

    /// The address that a reference without a scheme means; its fragment is dropped.
    func resolving(_ reference: String) -> Address {
        if reference.hasPrefix("//"), let colon = root.firstIndex(of: ":"),
            let address = Address(root[...colon] + reference)
        {
            return address
        }
        let reference = reference.prefix { $0 != "#" }
        if reference.isEmpty { return self }
        if reference.hasPrefix("?") { return Address(root: root, rest: path + reference) }
        let mark = reference.firstIndex(of: "?") ?? reference.endIndex
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        let whole = String((reference.hasPrefix("/") ? "" : folder) + reference[..<mark])
        return Address(root: root, rest: Self.withoutDots(whole) + reference[mark...])
    }

    private static func withoutDots(_ path: String) -> Substring {
        var parts: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for part in all {
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        // A path that ends in dots is a folder.
        if all.last == "." || all.last == ".." { parts.append("") }
        return "/" + parts.joined(separator: "/")
    }
}
