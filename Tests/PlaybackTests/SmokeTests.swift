import Playback
import Testing

@Test func playsThroughAndStopsAtTheFirst() {
    var rig = Rig(entries: 3)
    rig.send(.play(nil))
    rig.sound()
    #expect(rig.current == 1 && rig.player.state == .playing && !rig.player.isStalled && rig.follower?.entry == 2)
    rig.end()
    #expect(rig.current == 2 && rig.follower?.entry == 3)
    rig.send(.modes(repeat: nil, shuffle: true, consume: nil, stopAfterCurrent: nil))
    rig.end()
    rig.end()
    #expect(rig.player.state == .playing)
    rig.end()
    #expect(rig.player.state == .stopped && rig.player.index != nil)
    rig.send(.undo)
    #expect(rig.player.queue.isEmpty && rig.current == nil)
    rig.send(.undo)
    #expect(rig.refusal == .notFound)
}
