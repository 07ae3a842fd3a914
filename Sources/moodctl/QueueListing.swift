import JSON
import MoodProtocol

/// `moodctl list`: the queue, a page at a time.
struct QueueListing {
    private let invocation: Invocation
    private let list: PagedList
    private let isUpcoming: Bool
    private let isBroken: Bool
    private let columns = Output.columns

    init(_ invocation: Invocation) throws(Fault) {
        let isUpcoming = invocation.has(.upcoming)
        var list = PagedList(method: .queueList)
        if isUpcoming { list.parameters = { $0.member("order", word: "play") } }
        if let word = invocation.arguments.first?.text {
            guard case .numbers(let numbers) = try EntryReference.required(word) else {
                throw .usage("list takes numbers: moodctl list 5-10")
            }
            list.numbers = numbers
        }
        self.invocation = invocation
        self.isUpcoming = isUpcoming
        self.list = list
        isBroken = invocation.has(.broken)
    }

    func run() throws(Fault) {
        if invocation.has(.json) {
            return try invocation.show(
                try list.merged(invocation.daemon, where: isBroken ? { $0.unavailable != nil } : nil))
        }
        var layout: ColumnLayout?
        try list.pages(invocation.daemon) { answer, first throws(Fault) in
            let page = try answer.entries()
            let rows = page.entries.enumerated().map { (number: first + $0.offset, entry: $0.element) }
                .filter { !isBroken || $0.entry.unavailable != nil }
            if invocation.has(.quiet) { return }
            if let template = invocation.template {
                let lines = rows.map { row in
                    let values = TemplateValues(row.entry, number: isUpcoming ? nil : row.number)
                    return template.text { values[$0] } + "\n"
                }
                return try Output.print(lines.joined())
            }
            var table =
                layout
                ?? ColumnLayout(
                    [.right, .left, isBroken ? .left : .right],
                    leading: isUpcoming ? 0 : "\(page.total)".utf8.count + 1,
                    columns: columns)
            try Output.print(table.text(rows.map { fields($0.entry, $0.number, page.current) }))
            layout = table
        }
    }

    /// The number, or the id where the order isn't the queue's; the name; the duration or the fault; the address.
    private func fields(_ entry: Entry, _ number: Int, _ current: UInt32?) -> [String] {
        let isMarked = columns != nil && entry.id == current
        let place = isUpcoming ? "id:\(entry.id)" : "\(isMarked ? ">" : "")\(number)"
        let last = isBroken ? entry.unavailable : entry.duration.map(ClockTime.text)
        return [place, entry.name, last ?? ""] + (columns == nil ? [entry.uri] : [])
    }
}
