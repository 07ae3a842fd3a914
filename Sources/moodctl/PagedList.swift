import JSON
import MoodProtocol

/// A list that the daemon hands out in pages.
struct PagedList {
    /// The most that the daemon lists at once.
    static let limit = 1000

    let method: Method
    /// What is wanted of it, counted from 1.
    var numbers = 1...Int.max
    var parameters: (inout JSONWriter) -> Void = { _ in }

    /// Asks for page after page; each comes with the number of its first element.
    func pages(_ daemon: Daemon, _ use: (Answer, Int) throws(Fault) -> Void) throws(Fault) {
        var first = numbers.lowerBound
        while first <= numbers.upperBound {
            let answer = try daemon.call(method) { parameters in
                parameters.member("offset", first - 1)
                parameters.member("limit", min(Self.limit, numbers.upperBound - first + 1))
                self.parameters(&parameters)
            }
            let page = try answer.read { (reader) throws(JSONError) in try Extent(reading: &reader) }
            if first == numbers.lowerBound, first > 1, page.total < first {
                throw EntrySelection.missing(first, of: page.total)
            }
            try use(answer, first)
            first += page.count
            if page.count == 0 || first > page.total { return }
        }
    }

    /// All pages as one result: their arrays joined, the rest as the last page has it.
    func merged(_ daemon: Daemon, where isWanted: ((Entry) -> Bool)? = nil) throws(Fault) -> Answer {
        var list = JSONWriter()
        var listName = ""
        var rest: [(name: String, value: [UInt8])] = []
        try pages(daemon) { answer, _ throws(Fault) in
            rest = []
            try answer.read { (reader) throws(JSONError) in
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    let name = key.string
                    if try reader.peekKind() == .array {
                        listName = name
                        try Self.append(&list, from: &reader, where: isWanted)
                    } else {
                        rest.append((name, Array(try reader.readRaw())))
                    }
                }
            }
        }
        var result = JSONWriter()
        result.beginObject()
        result.key(listName)
        result.raw(Array("[".utf8) + list.bytes + Array("]".utf8))
        for member in rest {
            result.key(member.name)
            result.raw(member.value)
        }
        result.endObject()
        return Answer(result: result.bytes)
    }

    private static func append(
        _ list: inout JSONWriter, from reader: inout JSONReader, where isWanted: ((Entry) -> Bool)?
    ) throws(JSONError) {
        try reader.beginArray()
        while try reader.nextElement() {
            let raw = try reader.readRaw()
            var element = JSONReader(raw)
            if let isWanted, try !isWanted(Entry(reading: &element)) { continue }
            list.raw(raw)
        }
    }

    /// How many elements a page has, and how many there are in all.
    private struct Extent {
        private(set) var count = 0
        private(set) var total = 0

        init(reading reader: inout JSONReader) throws(JSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if key == "total" {
                    total = try reader.readInt()
                } else if try reader.peekKind() == .array {
                    try reader.beginArray()
                    while try reader.nextElement() {
                        try reader.skipValue()
                        count += 1
                    }
                } else {
                    try reader.skipValue()
                }
            }
        }
    }
}
