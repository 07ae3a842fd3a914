/// A method of somebody else's, and where it is.
struct BusMethod {
    let destination: String
    let path: String
    let interface: String
    let member: String

    /// One of the bus's own.
    static func bus(_ member: String) -> BusMethod {
        let name = "org.freedesktop.DBus"
        return BusMethod(destination: name, path: "/org/freedesktop/DBus", interface: name, member: member)
    }
}
