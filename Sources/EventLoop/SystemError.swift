import Glibc

/// A refusal by the operating system, with what was being done.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The value of `errno`.
    public let code: Int32
    /// What was attempted, to which file or address: "listen on /run/user/1000/mood/control.sock".
    public let action: String

    /// Takes the code from `errno`, unless it is given.
    public init(_ action: String, code: Int32 = errno) {
        self.code = code
        self.action = action
    }

    /// "cannot listen on …: Permission denied".
    public var description: String {
        "cannot \(action): \(reason)"
    }

    private var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let text = buffer.baseAddress, strerror_r(code, text, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: text)
        }
    }
}
