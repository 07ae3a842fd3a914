/// A field of a tag, whatever the format calls it.
enum TagField {
    case title, artist, album, albumArtist, disc, track, date, genre, mood, lyrics
    case trackGain, trackPeak, albumGain, albumPeak, opusTrackGain, opusAlbumGain

    /// The field that Vorbis comments, APE items and ID3's own texts call `key`, in any case.
    init?(key: String) {
        switch key.uppercased() {
        case "TITLE": self = .title
        case "ARTIST": self = .artist
        case "ALBUM": self = .album
        case "ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST": self = .albumArtist
        case "DISC", "DISCNUMBER", "DISK": self = .disc
        case "TRACK", "TRACKNUMBER", "TRACKNUM": self = .track
        case "DATE", "YEAR": self = .date
        case "GENRE": self = .genre
        case "MOOD": self = .mood
        case "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS", "SYNCEDLYRICS": self = .lyrics
        case "REPLAYGAIN_TRACK_GAIN": self = .trackGain
        case "REPLAYGAIN_TRACK_PEAK": self = .trackPeak
        case "REPLAYGAIN_ALBUM_GAIN": self = .albumGain
        case "REPLAYGAIN_ALBUM_PEAK": self = .albumPeak
        case "R128_TRACK_GAIN": self = .opusTrackGain
        case "R128_ALBUM_GAIN": self = .opusAlbumGain
        default: return nil
        }
    }
}

extension Tags {
    /// At most so many artists, genres, moods or lyrics are kept.
    private static let mostValues = 64

    /// Adds what one field of a tag says; of a field that can have but one value, the first counts.
    mutating func add(_ field: TagField, _ text: String) {
        let text = text.trimmed
        guard !text.isEmpty else { return }
        switch field {
        case .title: title = title ?? text
        case .artist: Self.append(text, to: &artists)
        case .album: album = album ?? text
        case .albumArtist: albumArtist = albumArtist ?? text
        case .disc: disc = disc ?? Self.number(text)
        case .track: track = track ?? Self.number(text)
        case .date: date = date ?? Self.date(text)
        case .genre: for name in Genre.names(in: text) { Self.append(name, to: &genres) }
        case .mood: Self.append(text, to: &moods)
        case .lyrics: Self.append(text, to: &lyrics)
        case .trackGain: replayGain.trackGain = replayGain.trackGain ?? ReplayGain.gain(text)
        case .albumGain: replayGain.albumGain = replayGain.albumGain ?? ReplayGain.gain(text)
        case .trackPeak: replayGain.trackPeak = replayGain.trackPeak ?? ReplayGain.peak(text)
        case .albumPeak: replayGain.albumPeak = replayGain.albumPeak ?? ReplayGain.peak(text)
        case .opusTrackGain: replayGain.trackGain = replayGain.trackGain ?? ReplayGain.opusGain(text)
        case .opusAlbumGain: replayGain.albumGain = replayGain.albumGain ?? ReplayGain.opusGain(text)
        }
    }

    private static func append(_ text: String, to list: inout [String]) {
        if list.count < mostValues, !list.contains(text) { list.append(text) }
    }

    /// The number before the slash of `3/12`; nil for 0, which taggers write for none.
    static func number(_ text: String) -> Int? {
        let digits = text.utf8.prefix(while: \.isDigit)
        guard digits.count <= 9, let number = Int(Substring(digits)), number > 0 else { return nil }
        return number
    }

    /// The day of a time stamp, `20090512` as `2009-05-12`; nil for a year of zeros.
    static func date(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(10))
        let digits = bytes.prefix(while: \.isDigit)
        guard digits.count == 4 || digits.count == 8 else { return text }
        if digits.allSatisfy({ $0 == 0x30 }) { return nil }
        if digits.count == 8 {
            let text = String(decoding: digits, as: UTF8.self)
            return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
        }
        func twoDigits(at index: Int) -> Bool {
            bytes.count >= index + 3 && bytes[index] == 0x2D && bytes[(index + 1)...(index + 2)].allSatisfy(\.isDigit)
        }
        let length = !twoDigits(at: 4) ? 4 : twoDigits(at: 7) ? 10 : 7
        return String(decoding: bytes.prefix(length), as: UTF8.self)
    }
}
