/// ID3v1 and 1.1: the last 128 bytes of a file.
enum ID3v1 {
    static let size = 128

    /// The fields of a tag, whose bytes begin with `TAG`.
    static func tags(_ bytes: ArraySlice<UInt8>, _ decoder: TextDecoder) -> Tags {
        var tags = Tags()
        var reader = ByteReader(bytes.dropFirst(3))
        guard let title = reader.take(30), let artist = reader.take(30), let album = reader.take(30),
            let year = reader.take(4), let comment = reader.take(30), let genre = reader.byte()
        else { return tags }
        func text(_ field: ArraySlice<UInt8>) -> String { decoder.text(field.prefix { $0 != 0 }.trimmed) }
        tags.add(.title, text(title))
        tags.add(.artist, text(artist))
        tags.add(.album, text(album))
        tags.add(.date, text(year))
        // Version 1.1 took the comment's last two bytes: a zero, and the track's number.
        let end = Array(comment.suffix(2))
        if end[0] == 0, end[1] != 0 { tags.track = Int(end[1]) }
        if let name = Genre.name(Int(genre)) { tags.genres = [name] }
        return tags
    }
}
