import JSON

/// The parameters of a request, checked against the method's signature.
///
/// Each accessor gives nil for a parameter that isn't there, or is null; `has` and `isNull` tell these apart. What a
/// method doesn't take can't be there, and what is there has the type and range of the signature.
public struct Parameters: Sendable {
    private let object: JSONObject

    /// No parameters.
    public init() {
        object = JSONObject()
    }

    /// Reads and checks what stands in `params`.
    ///
    /// - Parameter raw: the value as it is written, well-formed; nil where there is none.
    init(_ raw: UnsafeRawBufferPointer?, of method: Method, depthLimit: Int = 128) throws(RPCError) {
        guard let raw else {
            object = JSONObject()
            try check(method)
            return
        }
        var reader = JSONReader(raw, depthLimit: depthLimit)
        guard let value = try? JSONValue(reading: &reader), case .object(let object) = value else {
            throw RPCError(.invalidParams, "params is an object: parameters are given by name")
        }
        self.object = object
        try check(method)
    }

    private func check(_ method: Method) throws(RPCError) {
        let signature = method.signature
        for member in object.members {
            guard let parameter = signature.parameters.first(where: { $0.name == member.name }) else {
                let name = String(member.name.prefix(100))
                throw .invalidParameter(name, "\(method.name) has no parameter \"\(name)\"")
            }
            guard parameter.accepts(member.value) else {
                throw .invalidParameter(parameter.name, "\(parameter.name) is \(parameter.expectation)")
            }
        }
        for parameter in signature.parameters where parameter.isRequired && !has(parameter.name) {
            throw .invalidParameter(parameter.name, "\(method.name) needs \(parameter.name)")
        }
        try checkAlternatives(method, signature)
    }

    private func checkAlternatives(_ method: Method, _ signature: Signature) throws(RPCError) {
        let given = signature.alternatives.filter { $0.contains(where: has) }
        if given.count > 1 {
            let names = given.map { $0.joined(separator: " and ") }
            throw .invalidParameter(given[1][0], "\(method.name) takes one of \(names.joined(separator: ", "))")
        }
        if let missing = given.first?.first(where: { !has($0) }) {
            throw .invalidParameter(missing, "\(method.name) needs \(missing) too")
        }
        if signature.needsAlternative, given.isEmpty, let first = signature.alternatives.first?.first {
            let names = signature.alternatives.map { $0.joined(separator: " and ") }
            throw .invalidParameter(first, "\(method.name) needs one of \(names.joined(separator: ", "))")
        }
    }

    // MARK: Access

    /// Whether it is there, be it null.
    public func has(_ name: String) -> Bool { object[name] != nil }

    /// Whether it is there and null.
    public func isNull(_ name: String) -> Bool { object[name] == .null }

    /// The value as it was sent.
    public subscript(name: String) -> JSONValue? { object[name] }

    /// A string or a word.
    public func string(_ name: String) -> String? { object[name]?.string }

    /// An integer.
    public func integer(_ name: String) -> Int? { object[name]?.integer }

    /// A number.
    public func number(_ name: String) -> Double? { object[name]?.number }

    /// True or false.
    public func bool(_ name: String) -> Bool? { object[name]?.bool }

    /// Whether it is there and true.
    public func flag(_ name: String) -> Bool { bool(name) ?? false }

    /// An entry's id.
    public func entry(_ name: String) -> UInt32? { integer(name).flatMap { UInt32(exactly: $0) } }

    /// Entries' ids.
    public func entries(_ name: String) -> [UInt32]? {
        object[name]?.array.map { $0.compactMap { $0.integer.flatMap { UInt32(exactly: $0) } } }
    }

    /// Paths, addresses and tagged addresses.
    public func items(_ name: String) -> [Item]? {
        object[name]?.array.map { $0.compactMap(Item.init) }
    }

    /// A place to insert at.
    public func place(_ name: String) -> Place? {
        switch object[name] {
        case .string("next"): .next
        case .string("end"): .end
        case let value: value?.integer.map { .index($0) }
        }
    }

    /// Topics.
    public func topics(_ name: String) -> Topics? {
        object[name]?.array.map { names in
            names.reduce(into: Topics()) { topics, name in
                if let topic = name.string.flatMap(Topic.init(name:)) { topics.insert(Topics(topic)) }
            }
        }
    }
}

/// Where in the queue something is put.
public enum Place: Equatable, Sendable {
    /// Counted from 0; past the end is the end.
    case index(Int)
    /// After the current entry, and played next, in shuffle as well.
    case next
    /// Behind the last one.
    case end
}
