import JSON
import MoodProtocol

/// Entries named on the command line, for removing or moving them.
struct EntrySelection {
    private let numbers: [Int]
    private let ids: [Int]

    /// More than this makes no sense on a command line, and would only be slow to refuse.
    private static let limit = 1_000_000

    init(_ words: [Argument]) throws(Fault) {
        var numbers: Set<Int> = []
        var ids: [Int] = []
        for word in words {
            switch try EntryReference.required(word.text) {
            case .id(let id): ids.append(id)
            case .numbers(let range):
                guard range.count <= Self.limit else {
                    throw .usage("\(range.lowerBound)-\(range.upperBound) is too much")
                }
                numbers.formUnion(range)
            }
        }
        self.numbers = numbers.sorted()
        self.ids = ids
    }

    var isEmpty: Bool { numbers.isEmpty && ids.isEmpty }

    /// What names these entries to the daemon: a range where they stand together, else ids, asked for if need be.
    func parameters(_ daemon: Daemon) throws(Fault) -> (inout JSONWriter) -> Void {
        if ids.isEmpty, let first = numbers.first, let last = numbers.last, last - first == numbers.count - 1 {
            return {
                $0.member("from", first - 1)
                $0.member("to", last)
            }
        }
        let all = try allIDs(daemon)
        return { parameters in
            parameters.key("entries")
            parameters.beginArray()
            for id in all { parameters.value(id) }
            parameters.endArray()
        }
    }

    /// The ids of all of them, asked for where only numbers are known.
    func allIDs(_ daemon: Daemon) throws(Fault) -> [Int] { try idsOfNumbers(daemon) + ids }

    /// Reads the parts of the queue where the numbers stand.
    private func idsOfNumbers(_ daemon: Daemon) throws(Fault) -> [Int] {
        var found: [Int] = []
        var rest = numbers[...]
        while let first = rest.first {
            let near = rest.prefix { $0 < first + PagedList.limit }
            let reach = first...(near.last ?? first)
            try PagedList(method: .queueList, numbers: reach).pages(daemon) { answer, start throws(Fault) in
                let page = try answer.entries()
                for number in near where number >= start && number - start < PagedList.limit {
                    guard number - start < page.entries.count else { throw Self.missing(number, of: page.total) }
                    found.append(Int(page.entries[number - start].id))
                }
            }
            rest = rest[near.endIndex...]
        }
        return found
    }

    static func missing(_ number: Int, of total: Int) -> Fault {
        .refused(total == 0 ? Answer.emptyQueue : "no entry \(number): the queue has \(total)")
    }
}
