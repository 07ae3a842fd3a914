import Glibc
import JSON
import MoodProtocol

/// Adds paths and addresses to the queue, in as many requests as it takes, as one step of undo.
struct QueueAddition {
    enum Place {
        case end, next
        /// In place of what is there, and played at once.
        case replace
    }

    /// The most bytes of items in one request.
    static let limit = 512 << 10

    private let items: [String]
    /// The items as they were typed.
    private let words: [Argument]
    private let place: Place
    private let isNamed: Bool

    /// - Parameter isNamed: whether somebody named the items, and didn't find them by words.
    init(_ words: [Argument], _ place: Place, isNamed: Bool = true) throws(Fault) {
        self.isNamed = isNamed
        self.words = words
        self.place = place
        items = try Self.items(words)
    }

    /// Addresses as they are, paths absolute; what isn't text is percent-encoded.
    static func items(_ words: [Argument]) throws(Fault) -> [String] {
        let absolute = try AbsolutePath.current()
        return words.map { isAddress($0.text) ? $0.text : FileAddress.uri(ofPath: absolute($0.bytes)) }
    }

    func run(_ invocation: Invocation) throws(Fault) {
        var replaces = place == .replace
        var outcome = AdditionOutcome()
        let chunks = Self.chunks(items)
        let batch = chunks.count > 1 ? "moodctl-\(getpid())-\(UInt64(MonotonicTime.now * 1e6))" : nil
        // What is inserted later stands before what was inserted first.
        for chunk in place == .next ? chunks.reversed() : chunks {
            do throws(Fault) {
                try outcome.add(send(chunk, replacing: replaces, batch, invocation.daemon))
                replaces = false
            } catch {
                // Nothing was replaced yet: the next request does it.
                guard replaces, error.reason == .noMusic, chunk.upperBound < items.count else { throw error }
            }
        }
        try invocation.show(outcome.answer)
        try outcome.tell(isNamed: isNamed) { item in items.firstIndex(of: item).map { words[$0].text } ?? item }
    }

    private func send(_ chunk: Range<Int>, replacing: Bool, _ batch: String?, _ daemon: Daemon) throws(Fault) -> Answer
    {
        try daemon.call(.queueAdd) { parameters in
            parameters.key("items")
            parameters.beginArray()
            for item in items[chunk] { parameters.value(item) }
            parameters.endArray()
            if place == .next { parameters.member("at", word: "next") }
            if replacing {
                parameters.member("replace", true)
                parameters.member("play", true)
                parameters.member("confirm", true)
            }
            if let batch { parameters.member("batch", batch) }
        }
    }

    /// Ranges of items that fit into a request, as JSON writes them.
    static func chunks(_ items: [String]) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = 0
        var size = 0
        for (index, item) in items.enumerated() {
            // A quotation mark or a backslash takes two bytes; the string its own marks and a comma.
            let bytes = item.utf8.reduce(3) { $0 + ($1 == 0x22 || $1 == 0x5C ? 2 : 1) }
            if size + bytes > limit, index > start {
                chunks.append(start..<index)
                (start, size) = (index, 0)
            }
            size += bytes
        }
        chunks.append(start..<items.count)
        return chunks
    }

    /// Whether it has a scheme; which ones are supported is for the daemon to say.
    private static func isAddress(_ text: String) -> Bool {
        guard let end = text.prefix(16).range(of: "://") else { return false }
        let scheme = text[..<end].utf8
        let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        return scheme.count > 1 && scheme.first.map(isLetter) == true
            && scheme.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }
}

extension Substring {
    /// Where `text` begins, for the few places that need to find one text in another.
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
