/// The members of a JSON object, in the order in which they are written.
///
/// Looking one up compares names from the start, which suits objects of a few dozen members.
public struct JSONObject: Equatable, Sendable {
    /// One member.
    public struct Member: Equatable, Sendable {
        /// The name, its escapes resolved.
        public let name: String
        /// The value.
        public var value: JSONValue

        /// A name and its value.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, each name once.
    public private(set) var members: [Member]

    /// No members.
    public init() {
        members = []
    }

    /// Of members with the same name, the last one's value stays.
    public init(_ members: [Member]) {
        self.members = members
        dropDuplicates()
    }

    /// Reads an object; of members with the same name, the last one's value stays.
    public init(reading reader: inout JSONReader) throws(JSONError) {
        members = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            members.append(Member(name: key.string, value: try JSONValue(reading: &reader)))
        }
        dropDuplicates()
    }

    /// The value of that name; setting nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Writes it, compact.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in members {
            writer.key(member.name)
            member.value.write(to: &writer)
        }
        writer.endObject()
    }

    private mutating func dropDuplicates() {
        if members.count < 2 { return }
        // Comparing each with each is quickest for a few, and a way to hold the program up for many.
        if members.count <= 16, !hasDuplicate { return }
        var places: [String: Int] = [:]
        var kept: [Member] = []
        for member in members {
            if let place = places[member.name] {
                kept[place].value = member.value
            } else {
                places[member.name] = kept.count
                kept.append(member)
            }
        }
        members = kept
    }

    private var hasDuplicate: Bool {
        for (index, member) in members.enumerated() {
            if members[..<index].contains(where: { $0.name == member.name }) { return true }
        }
        return false
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// The members of a literal, in its order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }
}
