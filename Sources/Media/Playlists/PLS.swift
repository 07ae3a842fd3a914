/// PLS playlists, whose sections and keys may stand in any case and order, with gaps in their numbers.
enum PLS {
    static func parse(_ bytes: [UInt8], _ base: PlaylistBase, _ decoder: TextDecoder) -> Playlist {
        var playlist = Playlist()
        var fields: [Int: (file: ArraySlice<UInt8>?, title: String?, length: Double?)] = [:]
        for line in PlaylistLines(bytes) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let key = line[..<equals].trimmed
            let value = line[(equals + 1)...].trimmed
            let name = String(decoding: key.prefix(while: \.isLetter), as: UTF8.self).lowercased()
            guard let number = Int(String(decoding: key.drop(while: \.isLetter), as: UTF8.self)), number >= 0,
                fields[number] != nil || fields.count < Playlist.maximumCount
            else { continue }
            switch name {
            case "file": fields[number, default: (nil, nil, nil)].file = value
            case "title": fields[number, default: (nil, nil, nil)].title = decoder.text(value)
            case "length":
                fields[number, default: (nil, nil, nil)].length = Double(String(decoding: value, as: UTF8.self))
            default: break
            }
        }
        for (_, field) in fields.sorted(by: { $0.key < $1.key }) {
            guard let file = field.file else { continue }
            var entry = PlaylistEntry(places: base.resolve(file))
            if let title = field.title, !title.isEmpty {
                let name = TrackName.split(title)
                entry?.artist = name.artist
                entry?.title = name.title
            }
            entry?.duration = field.length.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
            playlist.append(entry)
        }
        return playlist
    }
}
