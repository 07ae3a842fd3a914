/// What a caller on the bus is told when something was not done.
struct BusError: Error {
    /// The error's name on the bus.
    let name: String
    /// One sentence for a person.
    let message: String

    /// An argument makes no sense.
    static func invalidArguments(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
    }

    /// It can't be done.
    static func failed(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.Failed", message: message)
    }
}
