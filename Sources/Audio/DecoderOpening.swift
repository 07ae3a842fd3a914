import Playback

/// The one place where a track's bytes are given the decoder that fits them.
enum DecoderOpening {
    /// What a source was found to hold.
    private enum Content {
        case mpeg(MPEGStream)
        /// A file of a kind that libsndfile reads, which begins at this byte.
        case sound(kind: String, start: Int64)
    }

    /// Opens a decoder by what the source holds.
    ///
    /// - Throws: `unplayable`, with a reason that names the file and what it is.
    static func decoder(for source: any ByteSource) throws(PlaybackFailure) -> any Decoder {
        switch try content(of: source) {
        case .mpeg(let stream): try MP3Decoder(source: source, stream: stream)
        case .sound(let kind, let start): try SndfileDecoder(source: source, start: start, kind: kind)
        }
    }

    /// What the headers tell, read as cheaply as the format allows.
    ///
    /// - Throws: as `decoder` does.
    static func facts(of source: any ByteSource) throws(PlaybackFailure) -> TrackFacts {
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

    private static func content(of source: any ByteSource) throws(PlaybackFailure) -> Content {
        if source.length == 0 { throw .unplayable(reason: "\(source.name) is empty") }
        let preamble = try Preamble.read(source)
        switch ContentKind(preamble.head) {
        case .sound(let kind): return .sound(kind: kind, start: preamble.start)
        case .other(let format): throw .unplayable(reason: "\(source.name): \(format) isn't supported")
        case .unknown: break
        }
        guard let stream = try MPEGStream.find(in: source, behind: preamble) else {
            throw .unplayable(reason: "\(source.name) holds no MPEG audio")
        }
        return .mpeg(stream)
    }
}
