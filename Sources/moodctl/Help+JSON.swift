import JSON

extension Help {
    /// The table of commands as JSON, for what is made from it, such as the manual.
    static var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("groups")
        writer.beginArray()
        for group in Command.Group.allCases {
            writer.beginObject()
            writer.member("title", group.rawValue)
            writer.key("commands")
            writer.beginArray()
            for command in group.commands { write(command, to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        write(Option.global, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ command: Command, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", command.name)
        writer.member("aliases", command.aliases)
        writer.member("arguments", command.arguments)
        write(command.options, to: &writer)
        writer.member("startsDaemon", command.start == .allowed)
        writer.member("spelledOut", command.spelledOut)
        writer.member("summary", command.summary)
        writer.member("details", command.details())
        writer.endObject()
    }

    private static func write(_ options: [Option], to writer: inout JSONWriter) {
        writer.key("options")
        writer.beginArray()
        for option in options {
            writer.beginObject()
            writer.member("long", option.long)
            writer.member("short", option.short)
            writer.member("value", option.value)
            writer.member("summary", option.summary)
            writer.endObject()
        }
        writer.endArray()
    }
}
