import EventLoop
import Media
import Playback

/// Keeps the cover of the current track at hand, for those who show it.
///
/// It is looked for once the track sounds or rests, so that nothing waits for it.
@ControlActor
final class CoverFollower {
    private let control: PlayerControl
    private let finder: ArtworkFinder
    private let changed: @ControlActor () -> Void
    /// What was found of which track, or that there is nothing.
    private var found: (track: Track, address: String?)?
    private var task: Task<Void, any Error>?

    /// - Parameter changed: is called when the cover is known.
    init(_ control: PlayerControl, _ finder: ArtworkFinder, changed: @escaping @ControlActor () -> Void) {
        self.control = control
        self.finder = finder
        self.changed = changed
    }

    /// The cover as a `file://` address; nil until it is known, and without one.
    var address: String? { isKnown ? found?.address : nil }

    /// Whether the current track's cover was looked for already.
    var isKnown: Bool { found != nil && found?.track == track }

    /// Looks for it, unless it is known or looked for already.
    func follow() {
        guard task == nil, !control.player.isStalled, !isKnown, let track else { return }
        task = ControlActor.start { [self] in
            let picture = try? await finder.cover(of: track)
            found = (track, picture.flatMap { Location.path(uri: $0.path) }.map { Location.address(path: $0) })
            task = nil
            changed()
            follow()
        }
    }

    private var track: Track? {
        control.player.current.flatMap { control.player.queue.entry($0)?.track }
    }
}
