/// What a file's first bytes say it is; its name says nothing.
enum ContentKind: Equatable {
    /// A format that libsndfile reads, by the name that a person would call it.
    case sound(String)
    /// A format with a name that nothing here reads.
    case other(String)
    /// Nothing that is known: it may still hold MPEG audio somewhere.
    case unknown

    init(_ head: [UInt8]) {
        self = ContentKind.sound(head) ?? ContentKind.name(head).map(ContentKind.other) ?? .unknown
    }

    private static func sound(_ head: [UInt8]) -> ContentKind? {
        if head.has("fLaC") { return .sound("FLAC") }
        if head.has("OggS") {
            if head.has("OpusHead", at: 28) { return .sound("Opus") }
            if head.has("vorbis", at: 29) { return .sound("Vorbis") }
            return head.has("FLAC", at: 29) ? .sound("FLAC") : nil
        }
        if head.has("WAVE", at: 8), head.has("RIFF") || head.has("RF64") || head.has("RIFX") { return .sound("WAV") }
        if head.has("FORM"), head.has("AIF", at: 8) { return .sound("AIFF") }
        return nil
    }

    private static func name(_ head: [UInt8]) -> String? {
        if head.has("OggS") { return head.has("Speex", at: 28) ? "Speex" : "this kind of Ogg" }
        if head.has("ftyp", at: 4) { return "AAC" }
        if head.count >= 2, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return "AAC" }
        if head.has("ADIF") { return "AAC" }
        if head.bigEndian32(at: 0) == 0x3026_B275 { return "WMA" }
        if head.has("MAC ") { return "Monkey's Audio" }
        if head.has("wvpk") { return "WavPack" }
        if head.has("MPCK") || head.has("MP+") { return "Musepack" }
        if head.has("TTA1") { return "True Audio" }
        if head.has("DSD ") || head.has("FRM8") { return "DSD" }
        if head.has("MThd") { return "MIDI" }
        if head.bigEndian32(at: 0) == 0x1A45_DFA3 { return "Matroska" }
        if head.has("AVI ", at: 8) { return "AVI" }
        return nil
    }
}
