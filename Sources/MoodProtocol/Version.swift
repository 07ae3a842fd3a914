/// What this build is, and what it speaks.
public enum Version {
    /// Of both programs, as semver.org has it.
    public static let program: StaticString = "0.1.0"
    /// Of the socket's interface: raised when something is taken away or changed.
    public static let apiMajor = 1
    /// Of the socket's interface: raised when something is added.
    public static let apiMinor = 0
}
