import Files
import Glibc

/// A moment of this very boot: seconds since it began, sleep included, and a mark by which the boot is known again.
public struct BootMoment: Equatable, Sendable {
    /// CLOCK_BOOTTIME, in whole seconds.
    public var seconds: UInt32
    /// 30 bits of a hash of the kernel's boot id; zero where there is none.
    public var boot: UInt32

    /// The bits that a boot's mark has.
    static let bootMask: UInt32 = 0x3FFF_FFFF

    /// A moment of a boot.
    public init(seconds: UInt32, boot: UInt32) {
        self.seconds = seconds
        self.boot = boot & Self.bootMask
    }

    /// Now.
    public static func now() -> BootMoment {
        BootMoment(seconds: secondsSinceBoot(), boot: markOfThisBoot())
    }

    /// How many seconds passed since then; nil if that was in another boot, or lies ahead.
    public func seconds(since earlier: BootMoment) -> UInt32? {
        guard boot == earlier.boot, boot != 0, seconds >= earlier.seconds else { return nil }
        return seconds - earlier.seconds
    }

    static func secondsSinceBoot() -> UInt32 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt32(truncatingIfNeeded: time.tv_sec)
    }

    static func markOfThisBoot() -> UInt32 {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return 0 }
            let hash = Checksum.of(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return max(1, UInt32(truncatingIfNeeded: hash) & bootMask)
        }
    }
}
