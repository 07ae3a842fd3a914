import Playback
import Testing

@testable import Moods

@Suite struct RefillTests {
    private static let fault = ChannelFault(.unavailable, "songs.example answers 500")
    private var generator = SplitMix64(seed: 1)

    private mutating func handle(_ events: [Refill.Event]) -> (last: [Refill.Action], refill: Refill) {
        var refill = Refill()
        var actions: [Refill.Action] = []
        for event in events { actions = refill.handle(event, using: &generator) }
        return (actions, refill)
    }

    private func seconds(_ actions: [Refill.Action]) -> Double? {
        for case .wait(let seconds) in actions { return seconds }
        return nil
    }

    @Test("fetches once, however often the queue asks")
    mutating func once() {
        #expect(handle([.wanted(upcoming: 1)]).last == [.fetch])
        #expect(handle([.wanted(upcoming: 1), .wanted(upcoming: 1)]).last == [])
        #expect(handle([.wanted(upcoming: 1), .arrived, .wanted(upcoming: 1)]).last == [.fetch])
    }

    @Test("backs off longer and longer, says so once, and never asks while it waits")
    mutating func backoff() {
        var events: [Refill.Event] = [.wanted(upcoming: 1)]
        var former = 0.0
        for round in 0..<12 {
            events.append(.failed(Self.fault, upcoming: 1))
            let actions = handle(events).last
            let wait = seconds(actions) ?? 0
            #expect(wait >= min(former / 2, 150) && wait <= 300)
            #expect(actions.contains(.tell(Self.fault.description)) == (round == 0))
            #expect(handle(events + [.wanted(upcoming: 1)]).last == [])
            former = wait
            events.append(.elapsed(upcoming: 1))
        }
        #expect(former >= 150)
        #expect(handle(events + [.arrived]).refill.fault == nil)
    }

    @Test("waits as long as the server wants")
    mutating func retryAfter() {
        let fault = ChannelFault(.unavailable, "429", retryAfter: 900)
        #expect(seconds(handle([.wanted(upcoming: 1), .failed(fault, upcoming: 1)]).last) == 900)
    }

    @Test("goes on with the list that is there when the last track plays and nothing came")
    mutating func goesOn() {
        #expect(handle([.wanted(upcoming: 1), .failed(Self.fault, upcoming: 0)]).last.contains(.goOn))
        let waiting: [Refill.Event] = [.wanted(upcoming: 1), .failed(Self.fault, upcoming: 1)]
        #expect(!handle(waiting).last.contains(.goOn))
        #expect(handle(waiting + [.wanted(upcoming: 0)]).last == [.goOn])
        #expect(handle(waiting + [.elapsed(upcoming: 30)]).last == [])
        // A source that is slow has some seconds.
        let slow: [Refill.Event] = [.wanted(upcoming: 1), .wanted(upcoming: 0)]
        #expect(seconds(handle(slow).last) != nil && !handle(slow).last.contains(.goOn))
        #expect(handle(slow + [.elapsed(upcoming: 0)]).last == [.goOn])
        #expect(handle(slow + [.elapsed(upcoming: 5)]).last == [])
        #expect(seconds(handle([.wanted(upcoming: 0)]).last) != nil)
    }

    @Test("leaving the mood gives up what is on its way")
    mutating func leaving() {
        #expect(handle([.left]).last == [])
        #expect(handle([.wanted(upcoming: 1), .left]).last == [.giveUp, .stopWaiting])
        #expect(handle([.wanted(upcoming: 1), .failed(Self.fault, upcoming: 1), .left]).last == [.stopWaiting])
        #expect(handle([.wanted(upcoming: 1), .left, .wanted(upcoming: 1)]).last == [.fetch])
    }
}
