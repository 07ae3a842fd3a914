/// The formats of audio files, told by their first bytes.
public enum AudioFormat: String, Sendable, CaseIterable {
    /// MPEG-1 and 2 audio of any layer, bare or wrapped in RIFF.
    case mp3 = "MP3"
    /// FLAC in a file of its own.
    case flac = "FLAC"
    /// FLAC in Ogg, which libsndfile doesn't read.
    case oggFLAC = "Ogg FLAC"
    /// Ogg Vorbis.
    case vorbis = "Ogg Vorbis"
    /// Opus in Ogg.
    case opus = "Opus"
    /// WAV with PCM samples.
    case wav = "WAV"
    /// AIFF and AIFC.
    case aiff = "AIFF"
    /// AAC as a bare ADTS stream.
    case aac = "AAC"
    /// MP4, whatever is in it.
    case mp4 = "MP4 (AAC or ALAC)"
    /// Windows Media.
    case wma = "WMA"
    /// WavPack.
    case wavPack = "WavPack"
    /// Monkey's Audio.
    case monkeysAudio = "Monkey's Audio"
    /// Musepack, versions 7 and 8.
    case musepack = "Musepack"
    /// DSD in either container.
    case dsd = "DSD"
    /// True Audio.
    case trueAudio = "True Audio"
    /// Speex in Ogg.
    case speex = "Speex"
    /// Matroska and WebM.
    case matroska = "Matroska"
    /// MIDI, which holds notes, not sound.
    case midi = "MIDI"

    /// How many first bytes `sniff` makes use of.
    public static let sniffedSize = 4096

    /// The name by which people know it.
    public var name: String { rawValue }

    /// True for the formats that can be played.
    public var isSupported: Bool {
        switch self {
        case .mp3, .flac, .vorbis, .opus, .wav, .aiff: true
        default: false
        }
    }

    /// The format of a file that begins with `bytes`; nil if it doesn't look like audio.
    ///
    /// Behind an ID3v2 tag that `bytes` don't reach over, MP3 is taken for granted.
    public static func sniff(_ bytes: [UInt8]) -> AudioFormat? {
        sniff(RandomAccess(bytes)) ?? (ID3v2Header(bytes[...]) != nil ? .mp3 : nil)
    }

    /// The format of a file; nil if it doesn't look like audio.
    public static func sniff(_ file: RandomAccess) -> AudioFormat? {
        var window = Window(file)
        return sniff(&window)
    }

    static func sniff(_ window: inout Window) -> AudioFormat? {
        var start = 0
        for _ in 0..<4 {
            guard let tag = ID3v2Header(window.bytes(at: start, count: ID3v2Header.size)) else { break }
            start += tag.totalSize
        }
        let head = window.bytes(at: start, count: sniffedSize)
        if let format = container(head) { return format }
        if head.isEmpty { return nil }
        if MPEGFrame.isADTS(head) { return .aac }
        // Anything may stand in front of the first frame, but not in a file without a tag that is not audio at all.
        if MPEGFrame.begins(head, searching: start > 0 ? head.count : 1024) { return .mp3 }
        return start > 0 && start < window.size && head.allSatisfy({ $0 == 0 }) ? .mp3 : nil
    }

    private static let marks: [(mark: StaticString, format: AudioFormat)] = [
        ("fLaC", .flac), ("wvpk", .wavPack), ("MAC ", .monkeysAudio), ("MP+", .musepack), ("MPCK", .musepack),
        ("DSD ", .dsd), ("FRM8", .dsd), ("TTA1", .trueAudio), ("TTA2", .trueAudio), ("MThd", .midi),
    ]

    private static func container(_ head: ArraySlice<UInt8>) -> AudioFormat? {
        if let found = marks.first(where: { head.starts(with: $0.mark) }) { return found.format }
        if head.starts(with: "OggS") { return ogg(head) }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return .wma }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
        let kind = head.dropFirst(4)
        if kind.starts(with: "ftyp") { return .mp4 }
        let type = head.dropFirst(8)
        if head.starts(with: "FORM"), type.starts(with: "AIFF") || type.starts(with: "AIFC") { return .aiff }
        if head.starts(with: "RIFF") || head.starts(with: "RF64"), type.starts(with: "WAVE") {
            return wave(head) == 0x55 ? .mp3 : .wav
        }
        return nil
    }

    /// The format number of a WAV file; nil if it isn't among its first bytes.
    private static func wave(_ head: ArraySlice<UInt8>) -> Int? {
        var reader = ByteReader(head.dropFirst(12))
        while let id = reader.take(4), let size = reader.littleEndian(4) {
            if id.starts(with: "fmt ") { return reader.littleEndian(2) }
            guard reader.take(size + size & 1) != nil else { break }
        }
        return nil
    }

    private static func ogg(_ head: ArraySlice<UInt8>) -> AudioFormat? {
        var window = Window(RandomAccess(Array(head)))
        var offset = 0
        // The streams of a film begin one behind the other.
        for _ in 0..<8 {
            guard let page = OggPage(at: offset, in: &window), page.isFirst else { return nil }
            let body = window.bytes(at: page.body, count: page.end - page.body)
            if let codec = OggCodec(body) { return codec.format }
            offset = page.end
        }
        return nil
    }
}
