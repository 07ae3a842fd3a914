/// Tracks by the number of their entry, packed.
///
/// Numbers are handed out in turn, so blocks of 256 stand in an array and a track is found without a search. A block
/// holds the texts of its tracks in one piece: at 100,000 entries an object for each text would double the daemon's
/// size. Copies share blocks until one of them changes.
struct TrackTable: Sendable {
    private var blocks: [Block] = []
    private var cache = SharedTagsCache()

    private static let blockSize: UInt32 = 256

    private struct Row: Sendable {
        /// Where the texts begin in the block's text: uri, title and song's identity, one after another.
        var start: UInt32
        var uriLength: UInt32
        /// -1 for none, as below.
        var titleLength: Int32
        var songLength: Int32
        var number: Int32
        /// Not a number when it is unknown.
        var duration: Double
        /// nil where there is no track.
        var tags: SharedTags?

        static let empty = Row(
            start: 0, uriLength: 0, titleLength: -1, songLength: -1, number: .min, duration: .nan, tags: nil)

        var textLength: Int {
            Int(uriLength) + Int(max(titleLength, 0)) + Int(max(songLength, 0))
        }
    }

    private struct Block: Sendable {
        var rows: [Row] = []
        var text: [UInt8] = []
        /// Bytes of text that no row refers to.
        var waste = 0
        var count = 0

        mutating func store(_ track: Track, tags: SharedTags, at row: Int) {
            if rows.capacity < row + 1 { rows.reserveCapacity(Int(TrackTable.blockSize)) }
            while rows.count <= row { rows.append(.empty) }
            if rows[row].tags == nil { count += 1 } else { waste += rows[row].textLength }
            let start = text.count
            text.append(contentsOf: track.uri.utf8)
            if let title = track.title { text.append(contentsOf: title.utf8) }
            if let song = track.songID { text.append(contentsOf: song.utf8) }
            rows[row] = Row(
                start: UInt32(start), uriLength: UInt32(track.uri.utf8.count),
                titleLength: track.title.map { Int32($0.utf8.count) } ?? -1,
                songLength: track.songID.map { Int32($0.utf8.count) } ?? -1,
                number: track.number.map { Int32(clamping: $0) } ?? .min,
                duration: track.duration ?? .nan, tags: tags)
            if waste > 4096, waste * 2 > text.count { repack() }
        }

        /// Writes the texts that are still referred to into a piece of just their size.
        mutating func repack() {
            var packed: [UInt8] = []
            packed.reserveCapacity(text.count - waste)
            for row in rows.indices where rows[row].tags != nil {
                let start = Int(rows[row].start)
                rows[row].start = UInt32(packed.count)
                packed.append(contentsOf: text[start..<start + rows[row].textLength])
            }
            text = packed
            waste = 0
        }
    }

    private static func place(of entry: EntryID) -> (block: Int, row: Int) {
        (Int(entry.rawValue / blockSize), Int(entry.rawValue % blockSize))
    }

    private func row(_ entry: EntryID) -> Row? {
        let (block, row) = Self.place(of: entry)
        guard block < blocks.count, row < blocks[block].rows.count, blocks[block].rows[row].tags != nil else {
            return nil
        }
        return blocks[block].rows[row]
    }

    func contains(_ entry: EntryID) -> Bool {
        row(entry) != nil
    }

    /// Bytes that it takes, roughly.
    func size(of entry: EntryID) -> Int {
        MemoryLayout<Row>.stride + (row(entry)?.textLength ?? 0)
    }

    /// The mood a track came from, without unpacking the track.
    func mood(of entry: EntryID) -> String? {
        row(entry)?.tags?.values.mood
    }

    func uri(of entry: EntryID) -> String? {
        guard let row = row(entry) else { return nil }
        let start = Int(row.start)
        return text(of: entry, start..<start + Int(row.uriLength))
    }

    private func text(of entry: EntryID, _ range: Range<Int>) -> String {
        String(decoding: blocks[Self.place(of: entry).block].text[range], as: UTF8.self)
    }

    subscript(entry: EntryID) -> Track? {
        guard let row = row(entry), let tags = row.tags?.values else { return nil }
        let uriEnd = Int(row.start) + Int(row.uriLength)
        let titleEnd = uriEnd + Int(max(row.titleLength, 0))
        var track = Track(uri: text(of: entry, Int(row.start)..<uriEnd))
        if row.titleLength >= 0 { track.title = text(of: entry, uriEnd..<titleEnd) }
        if row.songLength >= 0 { track.songID = text(of: entry, titleEnd..<titleEnd + Int(row.songLength)) }
        if row.number != .min { track.number = Int(row.number) }
        if !row.duration.isNaN { track.duration = row.duration }
        track.artists = tags.artists
        track.album = tags.album
        track.albumArtist = tags.albumArtist
        track.disc = tags.disc
        track.date = tags.date
        track.genre = tags.genre
        track.artwork = tags.artwork
        track.isLive = tags.isLive
        track.mood = tags.mood
        return track
    }

    mutating func set(_ entry: EntryID, to track: Track) {
        let place = Self.place(of: entry)
        if blocks.count <= place.block {
            if let last = blocks.indices.last { blocks[last].repack() }
            blocks.append(contentsOf: repeatElement(Block(), count: place.block + 1 - blocks.count))
        }
        let tags = cache.share(track)
        blocks[place.block].store(track, tags: tags, at: place.row)
    }

    mutating func remove(_ entry: EntryID) {
        guard let old = row(entry) else { return }
        let place = Self.place(of: entry)
        if blocks[place.block].count == 1 {
            blocks[place.block] = Block()
        } else {
            blocks[place.block].count -= 1
            blocks[place.block].waste += old.textLength
            blocks[place.block].rows[place.row] = .empty
            if blocks[place.block].waste * 2 > blocks[place.block].text.count { blocks[place.block].repack() }
        }
    }
}
