import JSON

/// A mood and what it finds: one of the results of `mood.list`.
public struct MoodInfo: Equatable, Sendable {
    /// How many tracks of the library fit, and why.
    public struct Tracks: Equatable, Sendable {
        /// Liked for it.
        public var mark: Int
        /// Tagged with it.
        public var tag: Int
        /// Of one of its genres.
        public var genre: Int

        /// So many tracks.
        public init(mark: Int, tag: Int, genre: Int) {
            self.mark = mark
            self.tag = tag
            self.genre = genre
        }
    }

    /// Its name.
    public var name: String
    /// Where its music comes from: `library`, a path, an address, or radio and its tags.
    public var channel: String
    /// nil where its music doesn't come from the library.
    public var tracks: Tracks?
    /// How many tracks are banned from it.
    public var banned: Int
    /// What went wrong the last time that music was wanted; nil if nothing did.
    public var error: String?

    /// A mood.
    public init(name: String, channel: String, tracks: Tracks? = nil, banned: Int = 0, error: String? = nil) {
        self.name = name
        self.channel = channel
        self.tracks = tracks
        self.banned = banned
        self.error = error
    }

    /// Writes it as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.member("channel", channel)
        writer.key("tracks")
        if let tracks {
            writer.beginObject()
            writer.member("mark", tracks.mark)
            writer.member("tag", tracks.tag)
            writer.member("genre", tracks.genre)
            writer.endObject()
        } else {
            writer.null()
        }
        writer.member("banned", banned)
        writer.member("error", error)
        writer.endObject()
    }
}
