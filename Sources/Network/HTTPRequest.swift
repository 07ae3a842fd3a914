/// What is asked of a server: a GET, in part or whole.
public struct HTTPRequest: Sendable {
    /// An http or https address.
    public var url: String
    /// Further header lines, as `Name: value`.
    public var headers: [String] = []
    /// The first byte wanted; 0 asks for the whole.
    public var offset: UInt64 = 0
    /// The validator of the bytes that are here already: without it at `offset`, the server sends the whole anew.
    public var validator: String?

    /// Asks for the whole behind an address.
    public init(url: String, headers: [String] = []) {
        self.url = url
        self.headers = headers
    }
}
