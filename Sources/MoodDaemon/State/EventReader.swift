import JSON
import Playback

/// Reads what `EventWriter` wrote: gathers the members first, and makes an event of them then.
struct EventReader {
    var command: String?
    var report: String?
    var edit: String?
    var entry: EntryID?
    var ticket: Ticket?
    var number: Int?
    var index: Int?
    var seconds: Double?
    var offset: Double?
    var fraction: Double?
    var heard: Double?
    var flag: Bool?
    var text: String?
    var name: String?
    var state: Player.State?
    var outputState: OutputStatus.State?
    var modes: (again: Modes.Repeat?, shuffle: Bool?, consume: Bool?, stopAfterCurrent: Bool?)
    var at: String?
    var by: SortKey?
    var plays = false
    var replaces = false
    var batch: String?
    var mood: Mood?
    var entries: [EntryID] = []
    var tracks: [(id: EntryID?, track: Track)] = []
    var restoration: Restoration?

    /// The event that a record holds; nil if it isn't one that is known here.
    static func read(_ json: UnsafeRawBufferPointer) -> Event? {
        var reader = JSONReader(json)
        guard let members = try? EventReader(&reader), (try? reader.finish()) != nil else { return nil }
        if members.command != nil { return members.makeCommand().map { .command($0) } }
        return members.makeReport().map { .report($0) }
    }

    private init(_ reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "command": command = try reader.readString()
            case "report": report = try reader.readString()
            case "edit": edit = try reader.readString()
            case "entry": entry = EntryID(rawValue: try reader.readUInt32())
            case "ticket": ticket = Ticket(rawValue: try reader.readUInt32())
            case "number": number = try reader.readInt()
            case "index": index = try reader.readInt()
            case "seconds": seconds = try reader.readDouble()
            case "offset": offset = try reader.readDouble()
            case "fraction": fraction = try reader.readDouble()
            case "heard": heard = try reader.readDouble()
            case "flag": flag = try reader.readBool()
            case "text": text = try reader.readString()
            case "name": name = try reader.readString()
            case "state": state = Player.State(rawValue: try reader.readString())
            case "outputState": outputState = OutputStatus.State(rawValue: try reader.readString())
            case "repeat": modes.again = Modes.Repeat(rawValue: try reader.readString())
            case "shuffle": modes.shuffle = try reader.readBool()
            case "consume": modes.consume = try reader.readBool()
            case "stopAfterCurrent": modes.stopAfterCurrent = try reader.readBool()
            case "at": at = try reader.readString()
            case "by": by = SortKey(rawValue: try reader.readString())
            case "plays": plays = try reader.readBool()
            case "replaces": replaces = try reader.readBool()
            case "batch": batch = try reader.readString()
            case "mood": mood = try EditReader.mood(&reader)
            case "entries": entries = try EditReader.entries(&reader)
            case "tracks": tracks = try EditReader.tracks(&reader)
            case "restoration": restoration = try EditReader.restoration(&reader)
            default: try reader.skipValue()
            }
        }
    }

    private func makeCommand() -> Command? {
        switch command {
        case "play": .play(entry)
        case "pause": .pause
        case "toggle": .toggle
        case "stop": .stop
        case "next": .next
        case "previous": .previous(heard: heard)
        case "random": .random
        case "step": number.map { .step($0) }
        case "seek": seek.map { .seek($0, heard: heard) }
        case "modes":
            .modes(
                repeat: modes.again, shuffle: modes.shuffle, consume: modes.consume,
                stopAfterCurrent: modes.stopAfterCurrent)
        case "volume": number.map { .volume($0) }
        case "changeVolume": number.map { .changeVolume($0) }
        case "mute": .mute(flag)
        case "edit": makeEdit().map { .edit($0, heard: heard) }
        case "undo": .undo
        case "refill": .refill(tracks.map(\.track))
        case "tracksRead": .tracksRead(tracksByID)
        case "renew": entry.map { .renew($0, uri: nil, heard: heard) }
        case "mark": entry.map { .mark($0, unavailable: text) }
        case "sleepElapsed": .sleepElapsed(finishTrack: flag ?? false)
        case "sleepCancelled": .sleepCancelled
        case "fadeOut": seconds.map { .fadeOut(seconds: $0) }
        case "interrupt": flag.map { .interrupt($0) }
        case "configure": .configure(Player.Options(previousRestartsAfter: seconds))
        case "restored": state.map { .restored(resume: $0, position: seconds, of: entry) }
        case "markCrashed": entry.map { .markCrashed($0) }
        default: nil
        }
    }

    private var seek: Seek? {
        seconds.map { .absolute($0) } ?? offset.map { .offset($0) } ?? fraction.map { .fraction($0) }
    }

    private var tracksByID: [EntryID: Track] {
        var result: [EntryID: Track] = [:]
        for (id, track) in tracks { if let id { result[id] = track } }
        return result
    }

    private func makeReport() -> EngineReport? {
        switch (report, ticket) {
        case ("written", let ticket?): .written(ticket)
        case ("started", let ticket?): .started(ticket)
        case ("ended", let ticket?): .ended(ticket)
        case ("failed", let ticket?): .failed(ticket, .unplayable(reason: text ?? ""))
        case ("expired", let ticket?): .failed(ticket, .expired(reason: text ?? ""))
        case ("folderMissing", let ticket?): .failed(ticket, .folderMissing(path: text ?? ""))
        case ("stalled", let ticket?): .stalled(ticket, text.map { .source($0) } ?? .waiting)
        case ("silenced", let ticket?): .stalled(ticket, .output(text ?? ""))
        case ("duration", let ticket?): .duration(ticket, seconds: seconds)
        case ("station", let ticket?): .station(ticket, name: text)
        case ("tags", let ticket?): tracks.first.map { .tags(ticket, $0.track) }
        case ("buffered", let ticket?): .buffered(ticket)
        case ("title", let ticket?): .title(ticket, text ?? "")
        case ("volume", _): number.map { .volume(level: $0, muted: flag ?? false) }
        case ("output", _):
            outputState.map { .output(OutputStatus(name: name ?? "", state: $0, fault: text)) }
        case ("corked", _): flag.map { .corked($0) }
        case ("unplugged", _): .unplugged
        default: nil
        }
    }
}
