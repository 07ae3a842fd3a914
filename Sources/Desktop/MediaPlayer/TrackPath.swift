import Playback

/// How an entry is called on the bus: by the path of an object that isn't there, as MPRIS wants it.
enum TrackPath {
    /// What stands for no track.
    static let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    private static let folder = "/org/mood/entry/"

    /// An entry's path.
    static func path(of entry: EntryID?) -> String {
        entry.map { "\(folder)\($0.rawValue)" } ?? none
    }

    /// The entry that a path stands for; nil for any other path.
    static func entry(of path: String) -> EntryID? {
        guard path.hasPrefix(folder), let number = UInt32(path.dropFirst(folder.count)) else { return nil }
        let entry = EntryID(rawValue: number)
        return self.path(of: entry) == path ? entry : nil
    }
}
