import Files
import Playback

/// One record of the position file: which entry was heard, how far, when, and after which record of the queue's log.
public struct PositionSlot: Equatable, Sendable {
    /// Bytes that a slot takes.
    static let size = 32
    private static let playingFlag: UInt32 = 1 << 31
    private static let cleanFlag: UInt32 = 1 << 30

    /// The entry that was heard.
    public var entry: EntryID
    /// Milliseconds from the start of the track.
    public var milliseconds: UInt32
    /// The last record of the queue's log at that time.
    public var logSequence: UInt64
    /// When it was written.
    public var moment: BootMoment
    /// Whether it played then.
    public var isPlaying: Bool
    /// Whether the daemon ended in an orderly way with it.
    public var isClean: Bool

    /// All that a slot holds.
    public init(
        entry: EntryID, milliseconds: UInt32, logSequence: UInt64, moment: BootMoment, isPlaying: Bool, isClean: Bool
    ) {
        self.entry = entry
        self.milliseconds = milliseconds
        self.logSequence = logSequence
        self.moment = moment
        self.isPlaying = isPlaying
        self.isClean = isClean
    }

    /// Writes the slot, with the number that tells the newer of two.
    func write(to bytes: UnsafeMutableRawBufferPointer, number: UInt32) {
        let flags = (isPlaying ? Self.playingFlag : 0) | (isClean ? Self.cleanFlag : 0)
        bytes.storeBytes(of: number.littleEndian, toByteOffset: 4, as: UInt32.self)
        bytes.storeBytes(of: entry.rawValue.littleEndian, toByteOffset: 8, as: UInt32.self)
        bytes.storeBytes(of: milliseconds.littleEndian, toByteOffset: 12, as: UInt32.self)
        bytes.storeBytes(of: logSequence.littleEndian, toByteOffset: 16, as: UInt64.self)
        bytes.storeBytes(of: moment.seconds.littleEndian, toByteOffset: 24, as: UInt32.self)
        bytes.storeBytes(of: (flags | moment.boot).littleEndian, toByteOffset: 28, as: UInt32.self)
        bytes.storeBytes(of: Self.checksum(UnsafeRawBufferPointer(bytes)).littleEndian, as: UInt32.self)
    }

    /// Reads a slot and its number; nil if it is torn or was never written.
    static func read(_ bytes: UnsafeRawBufferPointer) -> (slot: PositionSlot, number: UInt32)? {
        func word(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        guard bytes.count == size, word(0) == checksum(bytes) else { return nil }
        let flags = word(28)
        let slot = PositionSlot(
            entry: EntryID(rawValue: word(8)), milliseconds: word(12),
            logSequence: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
            moment: BootMoment(seconds: word(24), boot: flags),
            isPlaying: flags & playingFlag != 0, isClean: flags & cleanFlag != 0)
        return (slot, word(4))
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[4..<size])))
    }
}
