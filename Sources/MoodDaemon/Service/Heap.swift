import CSystemd

/// How glibc's allocator keeps memory: a daemon that stays for months gives back what one large task needed.
enum Heap {
    /// To be called before the first thread starts.
    static func beThrifty() {
        // A threshold that is set doesn't grow: large buffers go back to the system as soon as they are freed.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        // The threads here allocate little; an arena each would keep what it once needed.
        mallopt(M_ARENA_MAX, 1)
    }

    /// Gives back what is free by now; some milliseconds after a large task.
    static func giveBack() {
        malloc_trim(0)
    }
}
