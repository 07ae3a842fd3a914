/// Where the music of a mood comes from, as the user set it.
public enum ChannelConfiguration: Equatable, Sendable {
    /// The tracks of the music folders that fit; genres of nil are the built-in ones of that mood.
    case library(genres: [String]?)
    /// A folder or a playlist file, absolute.
    case path(String)
    /// A song list at an http or https address.
    case songs(url: String)
    /// Internet radio by tags; nil for the mood's built-in ones.
    case radio(tags: [String]?)
}
