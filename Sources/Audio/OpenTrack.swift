import Media
import Playback

/// A track whose decoder is open, and how far it has decoded.
final class OpenTrack {
    let uri: String
    let decoder: any Decoder
    /// The number of the next frame that the decoder makes.
    private(set) var position: Int64 = 0
    /// Frames in all: exact from the header or a survey, or because the decoder came to the end.
    private(set) var length: Int64?
    /// What its bytes arrive through; nil if all of them are here.
    let remote: RemoteSource?

    /// What its samples are multiplied by.
    private(set) var gain: Float = 1

    /// What the tags of what lies behind an address say; nil for a local file, whose tags are read as it is queued.
    let tags: Tags?

    /// No other track has it.
    let number: UInt64
    private let source: any ByteSource
    private var survey: Survey?
    /// What its tags say of its loudness; read when it is needed.
    private lazy var loudness: ReplayGain = tags?.replayGain ?? source.tags().replayGain

    /// Opens the local file that a path or address names, at its start.
    convenience init(uri: String, number: UInt64) throws(PlaybackFailure) {
        let source = try FileSource(uri: uri)
        do throws(Obstacle) {
            self.init(uri: uri, number: number, source: source, decoder: try DecoderOpening.decoder(for: source))
        } catch {
            throw error.failure
        }
    }

    /// A track whose bytes were found to need this decoder.
    ///
    /// - Parameter tags: what its tags say; nil lets the loudness be read from the source when it is needed.
    init(uri: String, number: UInt64, source: any ByteSource, decoder: any Decoder, tags: Tags? = nil) {
        self.tags = tags
        self.uri = uri
        self.number = number
        self.source = source
        self.decoder = decoder
        remote = source as? RemoteSource
        length = decoder.length
    }

    deinit {
        survey?.cancel()
    }

    var format: AudioFormat { decoder.format }
    var duration: Double? { length.map(format.seconds) }

    /// Whether it has no end, and no place to go to but where it is.
    var isLive: Bool { remote?.isLive ?? false }

    /// The part of it that has arrived; nil for a local file, and without an end.
    var arrived: Double? {
        if let remote { remote.arrived } else { Location.isRemote(uri) ? 1 : nil }
    }

    /// What a mixer shows: the station's name, else what the tags say, else the file's name.
    var name: String {
        if let station = remote?.stationName { return station }
        var tagged = Track(uri: uri)
        if let tags { tagged.adopt(tags) }
        if let caption = tagged.caption { return caption }
        guard let path = Location.path(uri: uri) ?? Location.path(ofAddress: uri) else { return uri }
        return String(decoding: path.split(separator: UInt8(ascii: "/")).last ?? path[...], as: UTF8.self)
    }

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
        case .frames(let count):
            position += Int64(count)
            guard gain != 1 else { break }
            for index in 0..<count * format.channels { buffer[index] *= gain }
        case .end: if position > 0, length.map({ position <= $0 }) ?? true { length = position }
        default: break
        }
        return result
    }

    /// Fills the memory, unless the track ends or its bytes are missing; answers the frames and how it ended.
    func fill(_ memory: UnsafeMutableBufferPointer<Float>) -> (count: Int, result: Decoding) {
        var filled = 0
        while filled < memory.count / format.channels {
            let rest = UnsafeMutableBufferPointer(rebasing: memory[(filled * format.channels)...])
            let result = decode(into: rest)
            guard case .frames(let count) = result else { return (filled, result) }
            filled += count
        }
        return (filled, .frames(filled))
    }

    /// Brings it to the loudness of other tracks, from the next sample on.
    func level(_ settings: AudioSettings) {
        guard settings.replayGain != .off else { return gain = 1 }
        gain = loudness.factor(settings.replayGain, preamp: settings.preamp)
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
        { try? _ = FileSource(uri: uri).fetchAhead()?() }
    }
}
