import JSON
import Playback

/// Writes a queue as an object: the numbers that were used, then the entries in their order.
enum QueueWriter {
    /// - Parameter progress: called after each entry, so that what is written can be taken away.
    static func write<Failure: Error>(
        _ queue: Queue, to writer: inout JSONWriter, progress: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.key("queue")
        writer.beginObject()
        writer.member("nextID", queue.nextID)
        writer.member("version", Int(truncatingIfNeeded: queue.version))
        writer.key("entries")
        writer.beginArray()
        var tracks = SavedTrackWriter()
        for id in queue.order {
            guard let entry = queue.entry(id) else { continue }
            tracks.write(entry.track, id: id, unavailable: entry.unavailable, to: &writer)
            try progress(&writer)
        }
        writer.endArray()
        writer.endObject()
    }
}
