import JSON
import Playback

/// Writes the player's state as a member, without its queue.
enum PlayerWriter {
    static func write(_ player: Player.Snapshot, to writer: inout JSONWriter) {
        writer.key("player")
        writer.beginObject()
        writer.present("current", player.current)
        writer.member("state", player.state.rawValue)
        writer.member("start", player.start)
        writer.member("repeat", player.modes.repeat.rawValue)
        writer.member("shuffle", player.modes.shuffle)
        writer.member("consume", player.modes.consume)
        writer.member("stopAfterCurrent", player.modes.stopAfterCurrent)
        writer.member("volume", player.volume)
        writer.member("muted", player.isMuted)
        EditWriter.write(player.mood, to: &writer)
        writer.present("previousRestartsAfter", player.options.previousRestartsAfter)
        if let order = player.playOrder { write(order, to: &writer) }
        writer.member("generator", Int(truncatingIfNeeded: player.generator))
        writer.member("lastTicket", player.lastTicket)
        if let ticket = player.ticket { writer.member("ticket", ticket.rawValue) }
        writer.key("followers")
        writer.beginArray()
        for follower in player.formerFollowers + (player.follower.map { [$0] } ?? []) {
            writer.value(follower.ticket.rawValue)
            writer.value(follower.entry.rawValue)
        }
        writer.endArray()
        writer.member("follows", player.follower != nil)
        writer.present("passedOver", player.passedOver)
        writer.member("started", player.isStarted)
        writer.member("heard", player.wasHeard)
        writer.member("failures", player.failures)
        writer.member("corked", player.isCorked)
        writer.member("sleepsAtEnd", player.sleepsAtEnd)
        if let batch = player.batch {
            writer.member("batch", batch.word)
            writer.member("batchEnd", batch.last.rawValue)
        }
        writer.endObject()
    }

    private static func write(_ order: PlayOrder, to writer: inout JSONWriter) {
        writer.key("playOrder")
        writer.beginObject()
        writer.present("cycle", order.cycle)
        writer.member("played", order.played)
        writer.member("inserted", order.inserted)
        writer.member("fresh", order.isFresh)
        writer.present("history", order.history)
        writer.member("back", order.back)
        writer.endObject()
    }
}
