import Playback

/// The one place where a track's bytes are given the decoder that fits them.
enum DecoderOpening {
    /// Opens a decoder by what the source holds.
    ///
    /// - Throws: `unplayable`, with a reason that names the file and what it is.
    static func decoder(for source: any ByteSource) throws(PlaybackFailure) -> any Decoder {
        try MP3Decoder(source: source, stream: stream(in: source))
    }

    /// Finds the MPEG audio in a source.
    static func stream(in source: any ByteSource) throws(PlaybackFailure) -> MPEGStream {
        if source.length == 0 { throw .unplayable(reason: "\(source.name) is empty") }
        let preamble = try Preamble.read(source)
        if case .other(let format) = ContentKind(preamble.head) {
            throw .unplayable(reason: "\(source.name): \(format) isn't supported")
        }
        guard let stream = try MPEGStream.find(in: source, behind: preamble) else {
            throw .unplayable(reason: "\(source.name) holds no MPEG audio")
        }
        return stream
    }
}
