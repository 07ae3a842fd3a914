import EventLoop
import Moods
import Playback

/// Songs whose address is not known any more, or has expired: it is asked of the channel that sent them, while the player
/// waits, and they play where they were to play.
@ControlActor
final class Renewal {
    /// An address that is younger than so many seconds is not fetched anew: it has never been valid.
    private static let shortest: Int64 = 30_000_000_000

    private let channels: Channels
    private unowned let control: PlayerControl
    private var running: Set<EntryID> = []
    /// When the address of an entry was renewed last, in nanoseconds.
    private var renewed: [EntryID: Int64] = [:]

    init(_ control: PlayerControl, _ channels: Channels) {
        self.control = control
        self.channels = channels
    }

    /// What the engine is to be told instead of a command that names a song without an address.
    func pass(_ command: EngineCommand) -> EngineCommand {
        switch command {
        case .play(let cue, _) where SongReference.stands(in: cue.uri):
            renew(cue.entry)
            return .stop
        case .follow(let cue?) where SongReference.stands(in: cue.uri):
            renew(cue.entry)
            return .follow(nil)
        default:
            return command
        }
    }

    /// Takes up a report that an address has expired; false if nothing can be done about it.
    func takesUp(_ ticket: Ticket) -> Bool {
        let player = control.player
        let entry = ticket == player.ticket ? player.current : nil
        guard let entry = entry ?? player.snapshot.follower.flatMap({ $0.ticket == ticket ? $0.entry : nil }),
            let track = player.queue.entry(entry)?.track, track.songID != nil, let mood = track.mood,
            channels.channel(of: mood) != nil
        else { return false }
        if let last = renewed[entry], Clock.monotonicNanoseconds - last < Self.shortest { return false }
        renew(entry)
        return true
    }

    private func renew(_ entry: EntryID) {
        guard running.insert(entry).inserted else { return }
        ControlActor.start { [self] in
            defer { running.remove(entry) }
            guard let track = control.player.queue.entry(entry)?.track else { return }
            do throws(ChannelFault) {
                guard let channel = channels.channel(of: track.mood ?? "") else {
                    throw ChannelFault(.unavailable, "the mood \(track.mood ?? "") that this song came from is gone")
                }
                let address = try await channel.renewed(track).uri
                arrive(entry, at: address)
            } catch {
                fail(entry, error.description)
            }
        }
    }

    private func arrive(_ entry: EntryID, at address: String) {
        renewed = renewed.filter { control.player.queue.contains($0.key) }
        renewed[entry] = Clock.monotonicNanoseconds
        let heard = control.player.current == entry ? control.position : nil
        _ = try? control.perform(.renew(entry, uri: address, heard: heard))
    }

    private func fail(_ entry: EntryID, _ reason: String) {
        let player = control.player
        let follower = player.snapshot.follower
        let ticket = player.current == entry ? player.ticket : follower?.entry == entry ? follower?.ticket : nil
        if let ticket { control.note(.failed(ticket, .unplayable(reason: reason))) }
    }
}
