import DaemonSupport
import EventLoop
import Foundation
import JSON
import TestSupport
import Testing

/// Moods whose music comes from a channel on the network, as a service sends it: with addresses that die, and answers
/// that fail.
@Suite(.serialized) struct ChannelTests {
    /// A service whose lists and songs are as the test says.
    final class Service: Sendable {
        /// What is wrong with it; how each answer is read is tried elsewhere.
        enum Trouble: String { case none, ok, fault, drip, expired }

        struct State: Sendable {
            var songs: [Int] = []
            /// What addresses must be signed with to be valid.
            var signature = 1
            var trouble = Trouble.none
            var lists = 0
            var played: [Int] = []
        }

        let state: Lock<State>
        let server: ScriptedServer

        init(songs: [Int], sound: [UInt8]) {
            let state = Lock(State(songs: songs))
            self.state = state
            server = ScriptedServer { exchange in
                if exchange.target.hasPrefix("/list") {
                    Self.sendList(exchange, state)
                } else {
                    Self.send(sound, exchange, state)
                }
            }
        }

        private static func sendList(_ exchange: ScriptedServer.Exchange, _ state: Lock<State>) {
            let now = state.withLock { state -> State in
                state.lists += 1
                return state
            }
            func json(_ text: String) { exchange.answer(Array(text.utf8)) }
            switch now.trouble {
            case .none:
                let host = exchange.field("host") ?? ""
                let songs = now.songs.map { id in
                    #"{"sid":\#(id),"url":"http://\#(host)/\#(id).mp3?sig=\#(now.signature)","title":"Song \#(id)"}"#
                }
                json(#"{"r":0,"song":[\#(songs.joined(separator: ","))]}"#)
            case .ok: json(#""OK""#)
            case .fault: exchange.answer([], status: "500 Oops")
            case .drip:
                exchange.send("HTTP/1.1 200 OK\r\n\r\n[")
                exchange.waitForClose()
            case .expired: json(#"{"r":1,"err":"expired"}"#)
            }
        }

        private static func send(_ sound: [UInt8], _ exchange: ScriptedServer.Exchange, _ state: Lock<State>) {
            let id = Int(exchange.target.dropFirst().prefix { $0 != "." }) ?? 0
            let isValid = state.withLock { state in
                guard exchange.target.hasSuffix("sig=\(state.signature)") else { return false }
                state.played.append(id)
                return true
            }
            if isValid {
                exchange.answer(sound, type: "audio/mpeg")
            } else {
                exchange.answer([], status: "403 Forbidden")
            }
        }
    }

    private func start(songs: [Int], brief: Bool = false) throws -> (daemon: PrivateDaemon, service: Service) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mood-sound-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = [UInt8](Places.contents(try Music.fill(folder, count: 1, brief: brief)[0]))
        let service = Service(songs: songs, sound: sound)
        let daemon = try PrivateDaemon(
            configuration: """
                { output: { type: "null" }, moods: { calm: { type: "songs", url: "\(service.server.url("/list?channel=7"))" } } }
                """)
        try daemon.start()
        return (daemon, service)
    }

    /// Whether this song is heard.
    private func plays(_ title: String, _ daemon: PrivateDaemon) throws -> Bool {
        let status = try daemon.connect().call("status")
        return status["entry"]?["title"]?.string == title && status["stalled"]?.bool == false
            && status["state"]?.string == "playing"
    }

    @Test func anExpiredAddressIsFetchedAnewByTheSongsName() throws {
        let (daemon, service) = try start(songs: [1, 2, 3])
        defer { service.server.stop() }
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect(try eventually { try plays("Song 1", daemon) })
        // The next song was fetched ahead already; the one after it was not.
        service.state.withLock { $0.signature = 2 }
        #expect(daemon.moodctl("play", "3").code == 0)
        #expect(try eventually { try plays("Song 3", daemon) })
        let entries = try daemon.connect().call("queue.list")["entries"]?.array ?? []
        #expect(entries.allSatisfy { $0["unavailable"]?.isNull ?? true })
    }

    @Test func noSignedAddressIsKeptAndTheSongPlaysAllTheSameAfterAKill() throws {
        let (daemon, service) = try start(songs: [1, 2, 3])
        defer { service.server.stop() }
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect(try eventually { try plays("Song 1", daemon) })
        #expect(daemon.moodctl("next").code == 0)
        #expect(try eventually { try plays("Song 2", daemon) })
        daemon.kill()
        for folder in ["state", "cache"] {
            let found = run(["grep", "-rla", "sig=", daemon.home.appending(path: folder).path])
            #expect(found.output == "")
        }
        #expect(!daemon.log.contains("sig="))
        service.state.withLock { $0.signature = 5 }
        try daemon.start()
        _ = daemon.moodctl("play")
        #expect(try eventually { try plays("Song 2", daemon) })
        #expect(daemon.moodctl("prev").code == 0)
        #expect(try eventually { try plays("Song 1", daemon) })
    }

    @Test func aMoodWhoseSourceFailsPlaysWhatItSentBefore() throws {
        let (daemon, service) = try start(songs: [1, 2])
        defer { service.server.stop() }
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect(daemon.moodctl("mood", "off").code == 0 && daemon.moodctl("clear").code == 0)
        service.state.withLock { $0.trouble = .fault }
        #expect(daemon.moodctl("mood", "calm").code == 0)
        #expect(try eventually { try plays("Song 1", daemon) })
        #expect(daemon.moodctl("moods").output.contains("500"))
        #expect(daemon.log.contains("500"))
    }

    @Test(arguments: [Service.Trouble.ok, .expired, .fault, .drip])
    func theMusicGoesOnWhateverTheSourceAnswers(trouble: Service.Trouble) throws {
        let (daemon, service) = try start(songs: [1, 2], brief: true)
        defer { service.server.stop() }
        let connection = try daemon.connect()
        _ = try connection.call("events.subscribe", ["topics": ["played", "error"]])
        #expect(daemon.moodctl("mood", "calm").code == 0)
        service.state.withLock { $0.trouble = trouble }
        // Two songs of a second, and what was fetched before it failed: more than that is the list that is there.
        var ended = 0
        while ended < 6 {
            let value = try connection.event()["value"]
            if value?["how"]?.string == "end" { ended += 1 }
        }
        #expect(daemon.moodctl("mood").output == "calm\n")
        #expect(daemon.isRunning)
    }
}
