import Glibc
import Playback
import Synchronization

/// Where the music is, renewed several times a second: 64 bytes, two slots in turn, so that a torn one costs only itself.
///
/// `record` belongs on the audio thread: it takes no lock, allocates nothing and passes over failure. What it writes
/// survives the death of the process at once, and a power cut as far as the system got.
public final class PositionFile: Sendable {
    private let descriptor: Int32
    private let boot = BootMoment.markOfThisBoot()
    private let number: Atomic<UInt32>
    private let sequence = Atomic<UInt64>(0)
    private let isClosed = Atomic(false)
    /// The entry and the milliseconds that were recorded last.
    private let last = Atomic<UInt64>(0)
    /// What the file held before, the newest slot first; torn ones are left out.
    public let former: [PositionSlot]

    /// Opens the file and reads what it held; where it can't be made, nothing is recorded.
    public init(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        let slots = Self.slots(in: descriptor)
        former = slots.map(\.slot)
        number = Atomic(slots.first?.number ?? 0)
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// The last record of the queue's log, which the slots name from now on.
    func advance(to sequence: UInt64) {
        self.sequence.store(sequence, ordering: .releasing)
    }

    /// Notes what is heard: seconds from the start of the track.
    public func record(entry: EntryID, position: Double, isPlaying: Bool) {
        if isClosed.load(ordering: .acquiring) { return }
        write(entry, position, isPlaying: isPlaying, isClean: false)
    }

    /// Notes that the place which was noted last plays now, or is held.
    func record(isPlaying: Bool) {
        let last = last.load(ordering: .relaxed)
        let entry = EntryID(rawValue: UInt32(truncatingIfNeeded: last >> 32))
        record(entry: entry, position: Double(last & 0xFFFF_FFFF) / 1000, isPlaying: isPlaying)
    }

    /// Notes the place once more, with the mark of an orderly end; later records are ignored.
    public func close(entry: EntryID, position: Double, isPlaying: Bool) {
        isClosed.store(true, ordering: .releasing)
        write(entry, position, isPlaying: isPlaying, isClean: true)
    }

    private func write(_ entry: EntryID, _ position: Double, isPlaying: Bool, isClean: Bool) {
        guard descriptor >= 0 else { return }
        let milliseconds = position > 0 ? UInt32(exactly: min(position * 1000, 4e9).rounded(.down)) ?? 0 : 0
        last.store(UInt64(entry.rawValue) << 32 | UInt64(milliseconds), ordering: .relaxed)
        let slot = PositionSlot(
            entry: entry, milliseconds: milliseconds, logSequence: sequence.load(ordering: .acquiring),
            moment: BootMoment(seconds: BootMoment.secondsSinceBoot(), boot: boot),
            isPlaying: isPlaying, isClean: isClean)
        let number = number.wrappingAdd(1, ordering: .relaxed).newValue
        withUnsafeTemporaryAllocation(byteCount: PositionSlot.size, alignment: 8) { bytes in
            slot.write(to: bytes, number: number)
            _ = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(number & 1) * off_t(PositionSlot.size))
        }
    }

    private static func slots(in descriptor: Int32) -> [(slot: PositionSlot, number: UInt32)] {
        guard descriptor >= 0 else { return [] }
        return withUnsafeTemporaryAllocation(byteCount: 2 * PositionSlot.size, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            _ = pread(descriptor, bytes.baseAddress, bytes.count, 0)
            let slots = [bytes[..<PositionSlot.size], bytes[PositionSlot.size...]].compactMap {
                PositionSlot.read(UnsafeRawBufferPointer(rebasing: $0))
            }
            // Numbers wrap around: the newer one is ahead by less than half of them.
            return slots.sorted { Int32(bitPattern: $0.number &- $1.number) > 0 }
        }
    }
}
