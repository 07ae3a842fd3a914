import Control
import EventLoop
import JSON
import Media
import MoodProtocol
import Network
import Playback

/// The lyrics of a track, whole, and line by line as they are sung.
@ControlActor
struct LyricsHandlers {
    let control: PlayerControl
    let finder: LyricsFinder
    let follower: LyricsFollower

    func register(with dispatcher: Dispatcher, _ subscriptions: Subscriptions) {
        dispatcher.answerLater(.lyrics) { parameters, responder in
            do throws(RPCError) {
                let track = try control.entry(parameters.entry("entry")).track
                responder.answer {
                    guard let (lyrics, source) = try await found(track) else {
                        throw RPCError(.notFound, "no lyrics for \(MoodProtocol.Entry(track).name)")
                    }
                    let result = LyricsResult(lyrics, source: source)
                    return { writer in result.write(to: &writer) }
                }
            } catch {
                responder.fail(error)
            }
        }
        subscriptions.provide(.lyrics) { [follower] writer in
            if let line = follower.line { line.write(to: &writer) } else { writer.null() }
        }
    }

    private func found(_ track: Track) async throws -> (lyrics: Lyrics, source: String)? {
        do {
            return try await finder.lyrics(of: track)
        } catch let fault as HTTPFailure {
            throw RPCError(.sourceUnavailable, fault.message)
        }
    }
}

extension LyricsResult {
    fileprivate init(_ lyrics: Lyrics, source: String) {
        let lines = lyrics.lines.flatMap { line in
            ([line.text] + line.translations).map { Line(time: line.time, text: $0) }
        }
        self.init(synced: lyrics.isSynchronised, lines: lines, source: source)
    }
}

extension PlayerControl {
    /// The entry that a request means: the one that it names, else the current one.
    func entry(_ id: UInt32?) throws(RPCError) -> Playback.Entry {
        guard let id = id ?? player.current?.rawValue else { throw .nothingPlaying }
        guard let entry = player.queue.entry(EntryID(rawValue: id)) else { throw .noSuchEntry(id: id) }
        return entry
    }
}
