import Glibc
import Media

/// Which of a track's ReplayGain figures brings it to the loudness of the others.
public enum ReplayGainMode: String, CaseIterable, Sendable {
    /// None: it sounds as it is.
    case off
    /// Its own, so that every track is as loud as any.
    case track
    /// Its album's, so that the album's quiet tracks stay quiet.
    case album
}

/// What can be changed about the sound while it plays.
public struct AudioSettings: Equatable, Sendable {
    /// How loud tracks are against each other.
    public var replayGain: ReplayGainMode
    /// Decibels by which tracks with such a figure are louder still.
    public var preamp: Double
    /// The seconds in which a track fades into the next; 0 for none.
    public var crossfade: Double
    /// Whether it pauses when what it comes out of is unplugged.
    public var pausesOnUnplug: Bool
    /// How stations' titles and tags are read that are not UTF-8.
    public var decoder: TextDecoder

    /// Takes its parts.
    public init(
        replayGain: ReplayGainMode = .off, preamp: Double = 0, crossfade: Double = 0, pausesOnUnplug: Bool = true,
        decoder: TextDecoder = TextDecoder()
    ) {
        self.replayGain = replayGain
        self.preamp = preamp
        self.crossfade = crossfade
        self.pausesOnUnplug = pausesOnUnplug
        self.decoder = decoder
    }
}

extension ReplayGain {
    /// What samples are to be multiplied by; never so much that the loudest of them would be cut.
    ///
    /// A peak that isn't known counts as full scale. Where one kind of figure is missing, the other one serves.
    func factor(_ mode: ReplayGainMode, preamp: Double = 0) -> Float {
        let track = trackGain.map { ($0, trackPeak) }
        let album = albumGain.map { ($0, albumPeak ?? trackPeak) }
        let chosen: (gain: Double, peak: Double?)?
        switch mode {
        case .off: chosen = nil
        case .track: chosen = track ?? album
        case .album: chosen = album ?? track
        }
        guard let chosen else { return 1 }
        let peak = max(chosen.peak ?? 1, 0x1p-15)
        return Float(min(pow(10, (chosen.gain + preamp) / 20), 1 / peak))
    }
}
