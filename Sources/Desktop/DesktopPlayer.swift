import EventLoop
import Playback

/// What the desktop needs of the daemon: how things stand, and somebody who carries out what is asked.
@ControlActor
public protocol DesktopPlayer: AnyObject {
    /// The player as it is now.
    var player: Player { get }
    /// The position of the current entry in seconds; nil when there is none.
    var position: Double? { get }
    /// Whether sound comes out, as far as is known: for a moment after a pause it does.
    var isSounding: Bool { get }
    /// The file of the current entry's cover, as a `file://` address; nil until it is known, and without one.
    var cover: String? { get }
    /// Whether the current entry's cover was looked for already.
    var isCoverKnown: Bool { get }
    /// A track's address, percent-encoded, also where it is a file.
    func address(of track: Track) -> String
    /// What a track is called: its title, else its file's name.
    func title(of track: Track) -> String
    /// Carries a command out, as far as it can be.
    func perform(_ command: Command)
    /// Adds what an address or a path names, in the background.
    ///
    /// - Parameters:
    ///   - destination: where to; nil replaces the queue.
    ///   - whenDone: called with what kept it from that, a sentence for a person; with nil when it was done.
    func add(
        _ address: String, at destination: Destination?, plays: Bool,
        whenDone: @escaping @ControlActor (String?) -> Void)
    /// Ends the daemon, once whoever asked for it was answered.
    func quit()
}

extension DesktopPlayer {
    /// Adds what an address or a path names, and answers the call that asked for it.
    func add(_ address: String, at destination: Destination?, plays: Bool, _ reply: BusReply) {
        add(address, at: destination, plays: plays) { fault in
            if let fault { reply.fail(.failed(fault)) } else { try? reply.succeed() }
        }
    }
}
