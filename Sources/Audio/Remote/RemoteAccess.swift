import Network

/// How the engine reaches what lies behind addresses.
public struct RemoteAccess: Sendable {
    /// What it asks servers with.
    public var client: HTTPClient
    /// A folder for what must be there whole before it can be decoded: files without a name, which end with their use.
    public var folder: String

    /// Takes its parts.
    public init(client: HTTPClient, folder: String) {
        self.client = client
        self.folder = folder
    }
}
