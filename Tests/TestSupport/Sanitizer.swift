import Glibc

/// Whether the tests run under ThreadSanitizer, which keeps a thread of its own in each process.
public let underThreadSanitizer = dlsym(nil, "__tsan_init") != nil
