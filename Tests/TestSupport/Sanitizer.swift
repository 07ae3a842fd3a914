import Glibc

/// Whether the tests run under ThreadSanitizer, which keeps a thread of its own in each process.
public let underThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the tests run under a sanitizer, which takes memory of its own.
public let underSanitizer = underThreadSanitizer || dlsym(nil, "__asan_init") != nil

/// What a child's environment holds beside what a test gives it: how its sanitizer was told to behave.
let sanitizerVariables: [String] = ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { (name: String) -> String? in
    getenv(name).map { "\(name)=\(String(cString: $0))" }
}
