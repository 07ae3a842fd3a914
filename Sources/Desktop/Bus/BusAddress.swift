import Glibc

/// Where a bus listens (D-Bus specification, "Server Addresses").
enum BusAddress {
    /// The user's bus: what `DBUS_SESSION_BUS_ADDRESS` names, else `bus` in the runtime folder.
    static var session: String {
        if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return address }
        return unix(path: (variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())") + "/bus")
    }

    /// The machine's bus: what `DBUS_SYSTEM_BUS_ADDRESS` names, else the usual place.
    static var system: String {
        variable("DBUS_SYSTEM_BUS_ADDRESS") ?? unix(path: "/run/dbus/system_bus_socket")
    }

    /// The address of a socket in the file system.
    static func unix(path: String) -> String {
        var address = "unix:path="
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                address.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                address += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return address
    }

    /// The socket that the first part of an address names; nil if it names none in the file system.
    static func path(of address: String) -> String? {
        let first = address.prefix { $0 != ";" }
        guard first.hasPrefix("unix:"),
            let pair = first.dropFirst(5).split(separator: ",").first(where: { $0.hasPrefix("path=") })
        else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(pair.utf8.dropFirst(5))[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
