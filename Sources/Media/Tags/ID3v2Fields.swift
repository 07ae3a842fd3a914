/// What the frames of an ID3v2 tag say.
struct ID3v2Fields {
    let decoder: TextDecoder
    private var year: String?
    private var dayAndMonth: String?

    init(decoder: TextDecoder) {
        self.decoder = decoder
    }

    /// The kinds of frames that are read.
    enum Kind: Equatable {
        case field(TagField)
        /// `TXXX`: a text that names its own field.
        case ownText
        case year, dayAndMonth
        case lyrics, timedLyrics, picture, volume

        init?(name: String) {
            switch name {
            case "TIT2", "TT2": self = .field(.title)
            case "TPE1", "TP1": self = .field(.artist)
            case "TALB", "TAL": self = .field(.album)
            case "TPE2", "TP2": self = .field(.albumArtist)
            case "TPOS", "TPA": self = .field(.disc)
            case "TRCK", "TRK": self = .field(.track)
            case "TDRC", "TDRL": self = .field(.date)
            case "TCON", "TCO": self = .field(.genre)
            case "TMOO": self = .field(.mood)
            case "TXXX", "TXX": self = .ownText
            case "TYER", "TYE": self = .year
            case "TDAT", "TDA": self = .dayAndMonth
            case "USLT", "ULT": self = .lyrics
            case "SYLT", "SLT": self = .timedLyrics
            case "APIC", "PIC": self = .picture
            case "RVA2": self = .volume
            default: return nil
            }
        }

        /// What is read of such a frame; the rest of a longer one is ignored.
        var mostBytes: Int {
            switch self {
            case .picture: Cover.maximumSize + 1024
            case .lyrics, .timedLyrics: 1 << 20
            default: 1 << 16
            }
        }
    }

    /// Adds what a frame with this content says to `tags`.
    mutating func read(_ kind: Kind, _ bytes: ArraySlice<UInt8>, version: UInt8, into tags: inout Tags) {
        if kind == .volume { return Self.volume(bytes, into: &tags.replayGain) }
        guard let first = bytes.first, let encoding = ID3v2Encoding(rawValue: first) else { return }
        var text = ID3v2Text(bytes.dropFirst(), encoding, decoder)
        switch kind {
        case .field(let field):
            for value in text.values() { tags.add(field, value) }
        case .ownText:
            guard let field = TagField(key: text.string().trimmed) else { return }
            for value in text.values() { tags.add(field, value) }
        case .year: year = year ?? text.string().trimmed
        case .dayAndMonth: dayAndMonth = dayAndMonth ?? text.string().trimmed
        case .lyrics:
            guard text.skip(3) else { return }
            _ = text.string()
            tags.add(.lyrics, text.remainder())
        case .timedLyrics:
            if tags.timedLyrics.isEmpty { tags.timedLyrics = SynchronisedText.lines(&text) }
        case .picture:
            guard let use = Self.picture(&text, version: version), use.rank < (tags.cover?.use.rank ?? .max) else {
                return
            }
            tags.cover = Cover(text.rest, use: use) ?? tags.cover
        case .volume: break
        }
    }

    /// Puts together what several frames said.
    mutating func finish(_ tags: inout Tags) {
        guard tags.date == nil, let year else { return }
        if let dayAndMonth, dayAndMonth.utf8.count == 4, Int(dayAndMonth) != nil, year.utf8.count == 4 {
            tags.add(.date, "\(year)-\(dayAndMonth.suffix(2))-\(dayAndMonth.prefix(2))")
        } else {
            tags.add(.date, year)
        }
    }

    /// What the picture whose frame begins so is for; nil if that cannot be told.
    static func pictureUse(_ head: ArraySlice<UInt8>, version: UInt8) -> Cover.Use? {
        guard let encoding = head.first.flatMap(ID3v2Encoding.init) else { return nil }
        var text = ID3v2Text(head.dropFirst(), encoding, TextDecoder())
        return picture(&text, version: version)
    }

    /// Passes over what stands before the picture's bytes.
    private static func picture(_ text: inout ID3v2Text, version: UInt8) -> Cover.Use? {
        if version == 2 {
            guard text.skip(3) else { return nil }
        } else if text.latin().starts(with: "-->") {
            return nil
        }
        guard let number = text.byte() else { return nil }
        _ = text.string()
        return Cover.Use(number: Int(number))
    }

    /// `RVA2`: a name, then for each channel its number, the change in 1/512 dB, and the peak with its width.
    private static func volume(_ bytes: ArraySlice<UInt8>, into gain: inout ReplayGain) {
        var reader = ByteReader(bytes)
        let isAlbum = String(decoding: reader.prefix(through: 0), as: UTF8.self).lowercased() == "album"
        while let channel = reader.byte(), let change = reader.bigEndian(2), let bits = reader.byte(),
            reader.take((Int(bits) + 7) / 8) != nil
        {
            guard channel == 1 else { continue }
            let value = Double(Int16(truncatingIfNeeded: change)) / 512
            if isAlbum {
                gain.albumGain = gain.albumGain ?? value
            } else {
                gain.trackGain = gain.trackGain ?? value
            }
        }
    }
}
