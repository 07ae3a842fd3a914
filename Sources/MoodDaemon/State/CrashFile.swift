import Files
import Glibc

/// Remembers the last crash, for the case of another one: one slot of the position file's kind.
enum CrashFile {
    static func read(_ path: String) -> Restart.Crash? {
        guard let bytes = try? RegularFile.read(Array(path.utf8), limit: PositionSlot.size),
            let slot = bytes.withUnsafeBytes({ PositionSlot.read($0) })?.slot
        else { return nil }
        return Restart.Crash(entry: slot.entry, moment: slot.moment)
    }

    /// Remembers the crash, or forgets the last one; failure is ignored.
    static func write(_ crash: Restart.Crash?, to path: String) {
        guard let crash else {
            unlink(path)
            return
        }
        let slot = PositionSlot(
            entry: crash.entry, milliseconds: 0, logSequence: 0, moment: crash.moment, isPlaying: false, isClean: false)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: PositionSlot.size, alignment: 8) { bytes in
            slot.write(to: bytes, number: 0)
            _ = pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        close(descriptor)
    }
}
