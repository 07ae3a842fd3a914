import MoodProtocol

/// What can be asked of the daemon and subscribed to, from the tables that it dispatches by itself.
enum MethodTable {
    static var methods: String {
        Roff.list(Method.allCases.map { ("Ic \($0.name)", text($0)) })
    }

    static var topics: String {
        Roff.list(
            Topic.allCases.map { topic in
                ("Ic \(topic.name)", Roff.sentence(topic.summary.description))
            })
    }

    private static func text(_ method: Method) -> String {
        let signature = method.signature
        var text = Roff.sentence(signature.summary)
        if !method.isAnsweredAtOnce { text += "Answered when its work is done.\n" }
        text += Roff.list(
            signature.parameters.map { parameter in
                let kind = parameter.expectation + (parameter.isRequired ? "; required" : "")
                return ("Ar \(parameter.name)", Roff.sentence(kind))
            }, compact: true)
        if !signature.alternatives.isEmpty {
            let groups = signature.alternatives.map { $0.joined(separator: " with ") }.joined(separator: ", or ")
            text += Roff.sentence("\(signature.needsAlternative ? "exactly" : "at most") one of these: \(groups)")
        }
        return text + ".Pp\nResult:\n" + Roff.sentence(signature.result)
    }
}
