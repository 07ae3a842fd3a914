/// A page of an Ogg file (RFC 3533).
struct OggPage {
    let isContinuation: Bool
    let isFirst: Bool
    /// True if no packet of audio ends in it: headers count as time zero.
    let isBeforeAudio: Bool
    let serial: Int
    /// The sizes of the pieces of packets in it; a piece of 255 bytes goes on in the next one.
    let lacing: [UInt8]
    /// Where the pieces begin.
    let body: Int
    /// Where the next page begins.
    let end: Int

    init?(at offset: Int, in window: inout Window) {
        var reader = window.reader(at: offset, count: 27 + 255)
        guard reader.rest.starts(with: "OggS"), reader.take(5) != nil, let flags = reader.byte(),
            let time = reader.take(8), let serial = reader.littleEndian(4), reader.take(8) != nil,
            let count = reader.byte(),
            let lacing = reader.take(Int(count))
        else { return nil }
        isContinuation = flags & 1 != 0
        isFirst = flags & 2 != 0
        isBeforeAudio = time.allSatisfy { $0 == 0 } || time.allSatisfy { $0 == 0xFF }
        self.serial = serial
        self.lacing = Array(lacing)
        body = offset + 27 + lacing.count
        end = body + lacing.reduce(0) { $0 + Int($1) }
    }
}

/// What is in an Ogg stream, by its first packet.
enum OggCodec {
    case vorbis, opus, flac, speex

    init?(_ packet: ArraySlice<UInt8>) {
        if packet.starts(with: "\u{01}vorbis") {
            self = .vorbis
        } else if packet.starts(with: "OpusHead") {
            self = .opus
        } else if packet.starts(with: "\u{7F}FLAC") {
            self = .flac
        } else if packet.starts(with: "Speex   ") {
            self = .speex
        } else {
            return nil
        }
    }

    var format: AudioFormat {
        switch self {
        case .vorbis: .vorbis
        case .opus: .opus
        case .flac: .oggFLAC
        case .speex: .speex
        }
    }

    /// The bytes before the comments in the second packet; nil if it doesn't hold any.
    func commentPrefix(_ packet: [UInt8]) -> Int? {
        switch self {
        case .vorbis: packet.starts(with: "\u{03}vorbis") ? 7 : nil
        case .opus: packet.starts(with: "OpusTags") ? 8 : nil
        case .flac: packet.first.map { $0 & 0x7F == 4 } == true ? 4 : nil
        case .speex: 0
        }
    }
}
