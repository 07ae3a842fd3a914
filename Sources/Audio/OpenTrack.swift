import Playback

/// A track whose decoder is open, and how far it has decoded.
final class OpenTrack {
    let uri: String
    let decoder: any Decoder
    /// The number of the next frame that the decoder makes.
    private(set) var position: Int64 = 0
    /// Frames in all: exact from the header or a survey, or because the decoder came to the end.
    private(set) var length: Int64?

    /// No other track has it.
    let number: UInt64
    private let source: any ByteSource
    private var survey: Survey?

    /// Opens what the address names, at its start.
    init(uri: String, number: UInt64) throws(PlaybackFailure) {
        self.uri = uri
        self.number = number
        source = try FileSource(LocalPath(uri))
        decoder = try DecoderOpening.decoder(for: source)
        length = decoder.length
    }

    deinit {
        survey?.cancel()
    }

    var name: String { source.name }
    var format: AudioFormat { decoder.format }
    var duration: Double? { length.map(format.seconds) }

    /// Goes to a place in seconds.
    func seek(to seconds: Double) throws(PlaybackFailure) {
        try seek(toFrame: format.frames(in: seconds))
    }

    func seek(toFrame frame: Int64) throws(PlaybackFailure) {
        guard frame != position else { return }
        let target = min(frame, length ?? frame)
        try decoder.seek(to: target)
        position = target
    }

    func decode(into buffer: UnsafeMutableBufferPointer<Float>) -> Decoding {
        let result = decoder.decode(into: buffer)
        switch result {
        case .frames(let count): position += Int64(count)
        case .end: if position > 0, length.map({ position <= $0 }) ?? true { length = position }
        default: break
        }
        return result
    }

    /// The work that finds the exact length, if it is open; made once.
    func beginSurvey() -> Survey? {
        guard survey == nil, let survey = decoder.survey() else { return nil }
        self.survey = survey
        return survey
    }

    func adopt(_ result: Survey.Result) {
        decoder.adopt(result)
        length = decoder.length
    }

    /// Work for a worker thread that brings near what will be decoded soon; nil while nothing is due.
    func fetchAhead() -> (@Sendable () -> Void)? { source.fetchAhead() }

    /// Work for a worker thread that brings near the beginning of a track that will be opened soon.
    static func fetchBeginning(of uri: String) -> @Sendable () -> Void {
        { try? _ = FileSource(LocalPath(uri)).fetchAhead()?() }
    }
}
