import Control
import EventLoop
import Files
import JSON
import MoodProtocol
import Network

/// Where the cover of a track lies.
@ControlActor
struct ArtworkHandlers {
    let control: PlayerControl
    let finder: ArtworkFinder

    func register(with dispatcher: Dispatcher) {
        dispatcher.answerLater(.artwork) { parameters, responder in
            do throws(RPCError) {
                let track = try control.entry(parameters.entry("entry")).track
                responder.answer {
                    let picture: ArtworkFinder.Picture?
                    do {
                        picture = try await finder.cover(of: track)
                    } catch let fault as HTTPFailure {
                        throw RPCError(.sourceUnavailable, fault.message)
                    }
                    guard let picture else {
                        throw RPCError(.notFound, "no cover for \(MoodProtocol.Entry(track).name)")
                    }
                    return { writer in
                        writer.beginObject()
                        writer.member("path", picture.path)
                        writer.member("type", picture.type.mediaType)
                        writer.endObject()
                    }
                }
            } catch {
                responder.fail(error)
            }
        }
    }
}
