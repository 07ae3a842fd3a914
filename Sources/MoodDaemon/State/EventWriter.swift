import JSON
import Playback

/// Writes the player's events as JSON objects, for the queue's log.
///
/// Seconds keep every digit: a replayed event must find what the first one found.
enum EventWriter {
    static func write(_ event: Event, to writer: inout JSONWriter) {
        writer.beginObject()
        switch event {
        case .command(let command): write(command, &writer)
        case .report(let report): write(report, &writer)
        }
        writer.endObject()
    }

    private static func write(_ command: Command, _ writer: inout JSONWriter) {
        func name(_ name: StaticString) { writer.member("command", word: name) }
        switch command {
        case .play(let entry):
            name("play")
            writer.present("entry", entry)
        case .pause: name("pause")
        case .toggle: name("toggle")
        case .stop: name("stop")
        case .next: name("next")
        case .previous(let heard):
            name("previous")
            writer.present("heard", heard)
        case .random: name("random")
        case .step(let direction):
            name("step")
            writer.member("number", direction)
        case .seek(let seek, let heard):
            name("seek")
            write(seek, &writer)
            writer.present("heard", heard)
        case .modes(let again, let shuffle, let consume, let stopAfterCurrent):
            name("modes")
            writer.present("repeat", again?.rawValue)
            writer.present("shuffle", shuffle)
            writer.present("consume", consume)
            writer.present("stopAfterCurrent", stopAfterCurrent)
        case .volume(let level):
            name("volume")
            writer.member("number", level)
        case .changeVolume(let change):
            name("changeVolume")
            writer.member("number", change)
        case .mute(let isMuted):
            name("mute")
            writer.present("flag", isMuted)
        case .edit(let edit, let heard):
            name("edit")
            EditWriter.write(edit, to: &writer)
            writer.present("heard", heard)
        case .undo: name("undo")
        case .refill(let tracks):
            name("refill")
            EditWriter.write(tracks, to: &writer)
        case .tracksRead(let tracks):
            name("tracksRead")
            EditWriter.write(tracks, to: &writer)
        case .renew(let entry, _, let heard):
            name("renew")
            writer.present("entry", entry)
            writer.present("heard", heard)
        case .mark(let entry, let reason):
            name("mark")
            writer.present("entry", entry)
            writer.present("text", reason)
        case .sleepElapsed(let finishTrack):
            name("sleepElapsed")
            writer.member("flag", finishTrack)
        case .sleepCancelled: name("sleepCancelled")
        case .fadeOut(let seconds):
            name("fadeOut")
            writer.member("seconds", seconds)
        case .interrupt(let begins):
            name("interrupt")
            writer.member("flag", begins)
        case .configure(let options):
            name("configure")
            writer.present("seconds", options.previousRestartsAfter)
        case .restored(let resume, let position, let entry):
            name("restored")
            writer.member("state", resume.rawValue)
            writer.present("seconds", position)
            writer.present("entry", entry)
        case .markCrashed(let entry):
            name("markCrashed")
            writer.present("entry", entry)
        }
    }

    private static func write(_ seek: Seek, _ writer: inout JSONWriter) {
        switch seek {
        case .absolute(let seconds): writer.member("seconds", seconds)
        case .offset(let seconds): writer.member("offset", seconds)
        case .fraction(let fraction): writer.member("fraction", fraction)
        }
    }

    private static func write(_ report: EngineReport, _ writer: inout JSONWriter) {
        func name(_ name: StaticString, _ ticket: Ticket? = nil) {
            writer.member("report", word: name)
            if let ticket { writer.member("ticket", ticket.rawValue) }
        }
        switch report {
        case .written(let ticket): name("written", ticket)
        case .started(let ticket): name("started", ticket)
        case .ended(let ticket): name("ended", ticket)
        case .failed(let ticket, .unplayable(let reason)):
            name("failed", ticket)
            writer.member("text", reason)
        case .failed(let ticket, .expired(let reason)):
            name("expired", ticket)
            writer.member("text", reason)
        case .failed(let ticket, .folderMissing(let path)):
            name("folderMissing", ticket)
            writer.member("text", path)
        case .stalled(let ticket, .waiting): name("stalled", ticket)
        case .stalled(let ticket, .source(let fault)):
            name("stalled", ticket)
            writer.member("text", fault)
        case .stalled(let ticket, .output(let fault)):
            name("silenced", ticket)
            writer.member("text", fault)
        case .duration(let ticket, let seconds):
            name("duration", ticket)
            writer.present("seconds", seconds)
        case .station(let ticket, let station):
            name("station", ticket)
            writer.present("text", station)
        case .tags(let ticket, let tags):
            name("tags", ticket)
            EditWriter.write([tags], to: &writer)
        case .buffered(let ticket): name("buffered", ticket)
        case .title(let ticket, let title):
            name("title", ticket)
            writer.member("text", title)
        case .volume(let level, let isMuted, _):
            name("volume")
            writer.member("number", level)
            writer.member("flag", isMuted)
        case .output(let status):
            name("output")
            writer.member("name", status.name)
            writer.member("outputState", status.state.rawValue)
            writer.present("text", status.fault)
        case .corked(let isCorked):
            name("corked")
            writer.member("flag", isCorked)
        case .unplugged: name("unplugged")
        }
    }
}

extension JSONWriter {
    /// Writes a member unless it is nil.
    mutating func present(_ name: StaticString, _ string: String?) {
        if let string { member(name, string) }
    }

    /// Writes a member unless it is nil.
    mutating func present(_ name: StaticString, _ number: Double?) {
        if let number { member(name, number) }
    }

    /// Writes a member unless it is nil.
    mutating func present(_ name: StaticString, _ flag: Bool?) {
        if let flag { member(name, flag) }
    }

    /// Writes a member unless it is nil.
    mutating func present(_ name: StaticString, _ entry: EntryID?) {
        if let entry { member(name, entry.rawValue) }
    }

    /// Writes a member unless it is nil.
    mutating func present(_ name: StaticString, _ entries: [EntryID]?) {
        guard let entries else { return }
        key(name)
        beginArray()
        for entry in entries { value(entry.rawValue) }
        endArray()
    }
}
