import Media
import Playback

/// The one place where a track's bytes are given the decoder that fits them.
enum DecoderOpening {
    /// What is said of bytes that are of no format.
    static let notAudio = "isn't audio that mood knows"

    /// What a source was found to hold.
    enum Content {
        case mpeg(MPEGStream)
        /// A file of a format that libsndfile reads, which begins at this byte.
        case sound(Media.AudioFormat, start: Int64)
    }

    /// Opens a decoder by what the source holds.
    ///
    /// - Throws: `unplayable`, with a reason that says what it is.
    static func decoder(for source: any ByteSource) throws(Obstacle) -> any Decoder {
        try decoder(for: content(of: source), in: source)
    }

    /// Opens a decoder for what was found in a source; anything but MPEG audio must be complete.
    static func decoder(for content: Content, in source: any ByteSource) throws(Obstacle) -> any Decoder {
        switch content {
        case .mpeg(let stream): try MP3Decoder(source: source, stream: stream)
        case .sound(let format, let start): try SndfileDecoder(source: source, start: start, kind: format)
        }
    }

    /// What the headers tell, read as cheaply as the format allows.
    ///
    /// - Throws: as `decoder` does.
    static func facts(of source: any ByteSource) throws(Obstacle) -> TrackFacts {
        switch try content(of: source) {
        case .mpeg(let stream):
            let format = stream.header.format
            return TrackFacts(format: format, duration: stream.length.map(format.seconds), bitrate: stream.bitrate)
        case .sound(let kind, let start):
            let decoder = try SndfileDecoder(source: source, start: start, kind: kind)
            let duration = decoder.length.map(decoder.format.seconds)
            return TrackFacts(format: decoder.format, duration: duration, bitrate: decoder.bitrate)
        }
    }

    /// What a source holds, by its bytes; its name says nothing.
    static func content(of source: any ByteSource) throws(Obstacle) -> Content {
        if source.length == 0 { throw .unplayable("is empty") }
        let preamble = try Preamble.read(source)
        let format = Media.AudioFormat.sniff(preamble.head)
        if let format, format != .mp3 {
            guard format.isSupported else {
                throw .unplayable("\(try name(format, in: source, at: preamble.start)) isn't supported")
            }
            return .sound(format, start: preamble.start)
        }
        guard let stream = try MPEGStream.find(in: source, behind: preamble) else {
            // A tag in front says what it was meant to be.
            throw .unplayable(format == nil && preamble.start == 0 ? notAudio : "holds no MPEG audio")
        }
        return .mpeg(stream)
    }

    /// What a person calls it: of MP4, what is in it, if that is at hand.
    private static func name(
        _ format: Media.AudioFormat, in source: any ByteSource, at start: Int64
    ) throws(Obstacle) -> String {
        guard format == .mp4, source.isComplete else { return format.name }
        let file = RandomAccess(size: Int(clamping: (source.length ?? 0) - start)) { offset, count in
            (try? source.bytes(at: start + Int64(offset), count: count)) ?? []
        }
        return MP4.codec(of: file) ?? format.name
    }
}
