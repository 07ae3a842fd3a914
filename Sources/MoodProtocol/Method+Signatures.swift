/// The signatures of what edits, stores and finds music.
extension Method {
    private static let place = Parameter.Kind.place(["next", "end"])
    private static let range = [["entries"], ["from", "to"]]
    private static let version = "{version}"

    var queue: Signature {
        switch self {
        case .queueList:
            Signature(
                "Lists entries, in the order of the queue or in the order they are played.",
                [
                    .optional("offset", .integer(Self.indices)), .optional("limit", .integer(0...1000)),
                    .optional("order", .words(["queue", "play"])),
                ],
                gives: "{entries, total, version, current}")
        case .queueAdd:
            Signature(
                "Adds files, folders, playlists and addresses; calls that share a batch are undone together.",
                [
                    .required("items", .items), .optional("at", Self.place), .optional("play", .bool),
                    .optional("replace", .bool), .optional("confirm", .bool), .optional("batch", .string),
                ],
                gives: "{added, skipped: [{item, reason}], skippedCount, unsupported: [{item, reason}], version}")
        case .queueRemove:
            Signature(
                "Removes entries: by id, or from an index to before another.",
                [
                    .optional("entries", .entries), .optional("from", .integer(Self.indices)),
                    .optional("to", .integer(Self.indices)),
                ],
                gives: "{removed, version}", alternatives: Self.range, needsAlternative: true)
        case .queueMove:
            Signature(
                "Moves entries: by id, or from an index to before another.",
                [
                    .optional("entries", .entries), .optional("from", .integer(Self.indices)),
                    .optional("to", .integer(Self.indices)), .required("at", .place(["next"])),
                ],
                gives: Self.version, alternatives: Self.range, needsAlternative: true)
        case .queueClear:
            Signature("Removes all entries.", [.optional("keepCurrent", .bool)], gives: Self.version)
        case .queueShuffle: Signature("Puts the entries into a random order.", gives: Self.version)
        case .queueSort:
            Signature(
                "Sorts the entries.",
                [
                    .required("by", .words(["title", "artist", "album", "path", "duration"])),
                    .optional("descending", .bool),
                ],
                gives: Self.version)
        default: Signature("Takes back the last edit.", gives: "{undone, version}")
        }
    }

    var playlist: Signature {
        let name = Parameter.required("name", .playlistName)
        return switch self {
        case .playlistList: Signature("Lists the playlists.", gives: "{playlists: [{name, count, modified}]}")
        case .playlistGet: Signature("Tells what a playlist holds.", [name], gives: "{entries}")
        case .playlistSave:
            Signature(
                "Saves entries, or the whole queue, as a playlist.",
                [name, .optional("entries", .entries), .optional("append", .bool), .optional("force", .bool)],
                gives: "{name, count}")
        case .playlistLoad:
            Signature(
                "Adds what a playlist holds to the queue.",
                [name, .optional("at", Self.place), .optional("play", .bool), .optional("replace", .bool)],
                gives: "{added, skipped: [{item, reason}], skippedCount, unsupported: [{item, reason}], version}")
        default: Signature("Removes a playlist.", [name], gives: "{}")
        }
    }

    var other: Signature {
        switch self {
        case .librarySearch:
            Signature(
                "Finds what holds every word in artist, album, title, genre or path.",
                [
                    .required("words", .string), .optional("by", .words(["track", "album", "artist"])),
                    .optional("expand", .bool), .optional("offset", .integer(Self.indices)),
                    .optional("limit", .integer(0...1000)),
                ],
                gives: "{tracks, total}; {groups, total} by album or artist, or all their tracks with expand")
        case .libraryUpdate:
            Signature(
                "Looks for new, changed and vanished files.", [.optional("path", .string)],
                gives: "{added, changed, removed}")
        case .moodSet:
            Signature(
                "Plays what fits a mood; null leaves it, and the queue stays.",
                [
                    .required("mood", .string, nullable: true), .optional("score", .number(0...1)),
                    .optional("source", .string),
                ],
                gives: "Status")
        case .moodList: Signature("Lists the moods and what they find.", gives: "{moods}")
        case .moodRate:
            Signature(
                "Marks a track, files or folders for a mood, or bans them from it.",
                [
                    .required("verdict", .words(["like", "ban", "none"])), .optional("mood", .string),
                    .optional("entry", .entry), .optional("items", .items),
                ],
                gives: "{mood, rated}", alternatives: [["entry"], ["items"]])
        case .moodScan:
            Signature(
                "Reads the mood from a face, and sets it.", [.optional("image", .string)],
                gives: "{mood, uncertain, score, scores}")
        case .lyrics:
            Signature(
                "Tells the lyrics.", [.optional("entry", .entry)], gives: "{synced, lines: [{time, text}], source}")
        case .artwork: Signature("Tells where the cover lies.", [.optional("entry", .entry)], gives: "{path, type}")
        case .eventsSubscribe:
            Signature(
                "Sends events on this connection from now on, and tells how things stand.",
                [.required("topics", .topics)], gives: "{sequence, topics: {name: value}}")
        case .eventsUnsubscribe:
            Signature("Sends no more events of these topics, or of any.", [.optional("topics", .topics)], gives: "{}")
        case .serverInfo:
            Signature(
                "Tells what runs here.",
                gives: "{version, api: {major, minor}, instance, pid, uptime, capabilities, faults}")
        case .serverReload:
            Signature("Reads the configuration again.", gives: "{changed, restartNeeded, faults}")
        case .serverQuit: Signature("Ends the daemon.", gives: "{}")
        default: Signature("Describes the interface.", gives: "an OpenRPC document")
        }
    }
}
