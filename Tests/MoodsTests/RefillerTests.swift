import EventLoop
import Playback
import TestSupport
import Testing

@testable import Moods

@Suite struct RefillerTests {
    /// A channel that answers as the test says.
    @ControlActor
    private final class FakeChannel: Channel {
        let summary = "fake"
        var answers: [Result<[Track], ChannelFault>] = []
        private(set) var asked = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track] {
            asked += 1
            if answers.isEmpty { await withCheckedContinuation { waiting = $0 } }
            return try answers.removeFirst().get()
        }

        func answer(_ result: Result<[Track], ChannelFault>) {
            answers.append(result)
            waiting?.resume()
            waiting = nil
        }

        func kept(_ count: Int) -> [Track] { [Track(uri: "/kept")] }
    }

    @ControlActor
    private final class Queue {
        let channel = FakeChannel()
        var upcoming = 1
        var tracks: [String] = []
        var told: [String] = []
        private var events = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func player() -> Refiller.Player {
            Refiller.Player(
                channel: { self.channel }, upcoming: { self.upcoming },
                append: { tracks in
                    self.tracks += tracks.map(\.uri)
                    self.happened()
                },
                tell: {
                    self.told.append($0)
                    self.happened()
                })
        }

        /// Waits until something was appended or told that no call before this one waited for.
        func next() async {
            if events == 0 { await withCheckedContinuation { waiting = $0 } }
            events -= 1
        }

        private func happened() {
            events += 1
            waiting?.resume()
            waiting = nil
        }
    }

    private static let fault = ChannelFault(.unavailable, "songs.example answers 500")

    @Test("what the channel sends is appended, and asked for once")
    func arrival() async throws {
        try await ControlThread.run { loop in
            let queue = Queue()
            let refiller = try Refiller(queue.player(), on: loop)
            for _ in 0..<3 { refiller.want() }
            queue.channel.answer(.success([Track(uri: "/new")]))
            await queue.next()
            #expect(queue.tracks == ["/new"] && queue.channel.asked == 1)
        }
    }

    @Test("while the source fails, the last track is followed by the list that is there, and it is said once")
    func failure() async throws {
        try await ControlThread.run { loop in
            let queue = Queue()
            queue.channel.answers = [.failure(Self.fault)]
            let refiller = try Refiller(queue.player(), on: loop)
            refiller.want()
            await queue.next()
            #expect(queue.told == [Self.fault.description] && queue.tracks == [] && refiller.fault != nil)
            queue.upcoming = 0
            refiller.want()
            #expect(queue.tracks == ["/kept"] && queue.channel.asked == 1)
            refiller.leave()
            #expect(refiller.fault == nil)
        }
    }

    @Test("what comes for a mood that was left is dropped")
    func left() async throws {
        try await ControlThread.run { loop in
            let queue = Queue()
            let refiller = try Refiller(queue.player(), on: loop)
            refiller.want()
            refiller.leave()
            queue.channel.answer(.success([Track(uri: "/late")]))
            refiller.want()
            queue.channel.answer(.success([Track(uri: "/new")]))
            await queue.next()
            #expect(queue.tracks == ["/new"])
        }
    }
}
