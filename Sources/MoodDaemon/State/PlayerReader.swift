import JSON
import Playback

/// Reads what `PlayerWriter` wrote.
enum PlayerReader {
    static func read(_ reader: inout JSONReader) throws(JSONError) -> Player.Snapshot {
        var player = Player.Snapshot()
        var followers: [Player.Follower] = []
        var follows = false
        var batch: String?
        var batchEnd: UInt32 = 0
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "current": player.current = EntryID(rawValue: try reader.readUInt32())
            case "state": player.state = Player.State(rawValue: try reader.readString()) ?? .stopped
            case "start": player.start = max(try reader.readDouble(), 0)
            case "repeat": player.modes.repeat = Modes.Repeat(rawValue: try reader.readString()) ?? .off
            case "shuffle": player.modes.shuffle = try reader.readBool()
            case "consume": player.modes.consume = try reader.readBool()
            case "stopAfterCurrent": player.modes.stopAfterCurrent = try reader.readBool()
            case "volume": player.volume = try reader.readOptionalInt().map { min(max($0, 0), 100) }
            case "muted": player.isMuted = try reader.readBool()
            case "mood": player.mood = try EditReader.mood(&reader)
            case "previousRestartsAfter": player.options.previousRestartsAfter = try reader.readDouble()
            case "playOrder": player.playOrder = try playOrder(&reader)
            case "generator": player.generator = UInt64(bitPattern: Int64(try reader.readInt()))
            case "lastTicket": player.lastTicket = try reader.readUInt32()
            case "ticket": player.ticket = Ticket(rawValue: try reader.readUInt32())
            case "followers": followers = try Self.followers(&reader)
            case "follows": follows = try reader.readBool()
            case "passedOver": player.passedOver = try EditReader.entries(&reader)
            case "started": player.isStarted = try reader.readBool()
            case "heard": player.wasHeard = try reader.readBool()
            case "failures": player.failures = min(max(try reader.readInt(), 0), 1000)
            case "corked": player.isCorked = try reader.readBool()
            case "sleepsAtEnd": player.sleepsAtEnd = try reader.readBool()
            case "batch": batch = try reader.readString()
            case "batchEnd": batchEnd = try reader.readUInt32()
            default: try reader.skipValue()
            }
        }
        player.follower = follows ? followers.popLast() : nil
        player.formerFollowers = followers
        player.batch = batch.map { Player.Batch(word: $0, last: EntryID(rawValue: batchEnd)) }
        return player
    }

    /// Completes what follows from the queue, and drops what doesn't fit it, as in a file that somebody edited.
    static func mend(_ player: inout Player.Snapshot) {
        let queue = player.queue
        func completed(_ follower: Player.Follower) -> Player.Follower {
            let uri = queue.entry(follower.entry)?.track.uri ?? ""
            return Player.Follower(ticket: follower.ticket, entry: follower.entry, uri: uri)
        }
        player.follower = player.follower.map(completed)
        player.formerFollowers = player.formerFollowers.map(completed)
        player.passedOver.removeAll { !queue.contains($0) }
        if let order = player.playOrder, !isPermutation(order, of: queue) { player.playOrder = nil }
    }

    private static func isPermutation(_ order: PlayOrder, of queue: Queue) -> Bool {
        guard order.cycle.count == queue.count, order.history.allSatisfy(queue.contains) else { return false }
        var seen: [Bool] = []
        for entry in order.cycle {
            guard queue.contains(entry) else { return false }
            let place = Int(entry.rawValue)
            if place >= seen.count { seen.append(contentsOf: repeatElement(false, count: place - seen.count + 1)) }
            guard !seen[place] else { return false }
            seen[place] = true
        }
        return true
    }

    private static func followers(_ reader: inout JSONReader) throws(JSONError) -> [Player.Follower] {
        var followers: [Player.Follower] = []
        try reader.beginArray()
        while try reader.nextElement() {
            let ticket = Ticket(rawValue: try reader.readUInt32())
            guard try reader.nextElement() else { break }
            let entry = EntryID(rawValue: try reader.readUInt32())
            followers.append(Player.Follower(ticket: ticket, entry: entry, uri: ""))
        }
        return followers
    }

    private static func playOrder(_ reader: inout JSONReader) throws(JSONError) -> PlayOrder {
        var cycle: [EntryID] = []
        var history: [EntryID] = []
        var (played, inserted, back) = (0, 0, 0)
        var isFresh = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "cycle": cycle = try EditReader.entries(&reader)
            case "played": played = try reader.readInt()
            case "inserted": inserted = try reader.readInt()
            case "fresh": isFresh = try reader.readBool()
            case "history": history = try EditReader.entries(&reader)
            case "back": back = try reader.readInt()
            default: try reader.skipValue()
            }
        }
        return PlayOrder(
            cycle: cycle, played: played, inserted: inserted, isFresh: isFresh, history: history, back: back)
    }
}
