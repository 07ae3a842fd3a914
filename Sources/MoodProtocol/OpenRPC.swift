import JSON

/// The interface described by itself, as an OpenRPC document (spec.open-rpc.org, 1.3.2), for `rpc.discover`.
public enum OpenRPC {
    /// Writes the document.
    public static func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("openrpc", word: "1.3.2")
        writer.key("info")
        writer.beginObject()
        writer.member("title", word: "mood")
        writer.member("version", "\(Version.apiMajor).\(Version.apiMinor)")
        writer.endObject()
        writer.key("methods")
        writer.beginArray()
        for method in Method.allCases { write(method, to: &writer) }
        writer.endArray()
        writer.key("x-events")
        writer.beginArray()
        for topic in Topic.allCases { write(topic, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private static func write(_ method: Method, to writer: inout JSONWriter) {
        let signature = method.signature
        writer.beginObject()
        writer.member("name", word: method.name)
        writer.member("summary", signature.summary)
        writer.member("paramStructure", word: "by-name")
        writer.key("params")
        writer.beginArray()
        for parameter in signature.parameters { write(parameter, to: &writer) }
        writer.endArray()
        writer.key("result")
        writer.beginObject()
        writer.member("name", word: "result")
        writer.member("description", signature.result)
        writer.key("schema")
        writer.raw("true")
        writer.endObject()
        writer.member("x-answeredAtOnce", method.isAnsweredAtOnce)
        if !signature.alternatives.isEmpty {
            writer.key(signature.needsAlternative ? "x-oneOf" : "x-atMostOneOf")
            writer.beginArray()
            for group in signature.alternatives {
                writer.beginArray()
                for name in group { writer.value(name) }
                writer.endArray()
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func write(_ parameter: Parameter, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", parameter.name)
        writer.member("description", parameter.expectation)
        writer.member("required", parameter.isRequired)
        writer.key("schema")
        var schema = parameter.kind.schema
        if parameter.isNullable { schema = ["anyOf": [schema, ["type": "null"]]] }
        schema.write(to: &writer)
        writer.endObject()
    }

    private static func write(_ topic: Topic, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", word: topic.method)
        writer.member("topic", word: topic.name)
        writer.member("summary", topic.summary.description)
        writer.member("occurrence", topic.isOccurrence)
        writer.endObject()
    }
}

extension Parameter.Kind {
    /// The kind as JSON Schema.
    fileprivate var schema: JSONValue {
        switch self {
        case .string: ["type": "string"]
        case .playlistName:
            [
                "type": "string", "minLength": 1, "maxLength": .integer(PlaylistName.limit),
                "pattern": #"^[^./\x00-\x1f\x7f-\x9f][^/\x00-\x1f\x7f-\x9f]*$"#,
            ]
        case .words(let words): Self.oneOf(words)
        case .integer(let range):
            ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .number(let range):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .bool: ["type": "boolean"]
        case .entry: Self.entrySchema
        case .entries: ["type": "array", "items": Self.entrySchema]
        case .items:
            [
                "type": "array",
                "items": [
                    "anyOf": [
                        ["type": "string", "minLength": 1],
                        ["type": "object", "required": ["uri"], "properties": ["uri": ["type": "string"]]],
                    ]
                ],
            ]
        case .place(let words): ["anyOf": [["type": "integer", "minimum": 0], Self.oneOf(words)]]
        case .topics: ["type": "array", "items": Self.oneOf(Topic.allCases.map(\.name.description))]
        }
    }

    private static let entrySchema: JSONValue = [
        "type": "integer", "minimum": 1, "maximum": .integer(Int(UInt32.max)),
    ]

    private static func oneOf(_ words: [String]) -> JSONValue {
        ["type": "string", "enum": .array(words.map { .string($0) })]
    }
}
