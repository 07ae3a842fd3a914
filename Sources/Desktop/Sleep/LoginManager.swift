/// systemd-logind, which tells when the machine goes to sleep (org.freedesktop.login1(5)).
enum LoginManager {
    static let name = "org.freedesktop.login1"
    static let path = "/org/freedesktop/login1"
    static let interface = "org.freedesktop.login1.Manager"

    static func method(_ member: String) -> BusMethod {
        BusMethod(destination: name, path: path, interface: interface, member: member)
    }
}
