import JSON

/// How each service writes its songs.
struct SongListShape {
    private static let mostSeconds = 1e7
    private let base: PlaylistBase
    private let address: Address?

    init(address: String, decoder: TextDecoder) {
        self.address = Address(address)
        base = PlaylistBase(origin: self.address == nil ? "" : address, decoder: decoder)
    }

    func douban(_ answer: JSONValue) -> SongList {
        if let result = answer["r"]?.lenientNumber, result != 0 {
            let reason =
                answer["err"]?.lenientText ?? answer["err_msg"]?.lenientText ?? "error \(Int(exactly: result) ?? 1)"
            return SongList(reason == "expired" ? .expired : .failed(reason))
        }
        return SongList(
            (answer["song"]?.elements ?? []).map { item in
                var song = song(item, at: item["url"])
                song?.id = item["sid"]?.lenientText
                song?.artists = artists(item["artist"], separator: " / ")
                song?.album = item["albumtitle"]?.lenientText
                song?.artwork = place(item["picture"])
                song?.duration = seconds(item["length"])
                song?.liked = item["like"]?.lenientFlag
                song?.isAdvert = item["subtype"]?.string == "T"
                return song
            })
    }

    func baidu(_ answer: JSONValue, _ items: [JSONValue]) -> SongList {
        if let code = answer["error_code"]?.lenientNumber, code != 22000 {
            return SongList(.failed(answer["error_msg"]?.lenientText ?? "error \(Int(exactly: code) ?? 0)"))
        }
        return SongList(
            items.map { item in
                // A number here is no address, though it would do for a relative one.
                guard let id = item["song_id"]?.lenientText, Location.isRemote(id) else { return nil }
                var song = song(item, at: item["song_id"])
                song?.id = id
                song?.artists = artists(item["artist_name"], separator: ",")
                song?.album = item["album_title"]?.lenientText
                song?.artwork = place(item["pic_big"]) ?? place(item["pic_small"])
                song?.duration = seconds(item["file_duration"])
                song?.lyricsURL = place(item["lrclink"])
                return song
            })
    }

    func jspf(_ item: JSONValue) -> Song? {
        let places = (item["location"]?.elements ?? []).lazy.compactMap { place($0) }
        guard let url = places.first else { return nil }
        var song = Song(url: url)
        song.id = item["identifier"]?.elements.first?.lenientText
        song.title = item["title"]?.lenientText
        song.artists = artists(item["creator"])
        song.album = item["album"]?.lenientText
        song.artwork = place(item["image"])
        song.duration = seconds(item["duration"], perSecond: 1000)
        return song
    }

    func jamendo(_ answer: JSONValue, _ headers: JSONValue) -> SongList {
        if let status = headers["status"]?.lenientText, status != "success" {
            return SongList(.failed(headers["error_message"]?.lenientText ?? status))
        }
        let songs = (answer["results"]?.elements ?? []).map { item in
            var song = song(item, at: item["audio"])
            song?.id = item["id"]?.lenientText
            song?.title = item["name"]?.lenientText
            song?.artists = artists(item["artist_name"])
            song?.album = item["album_name"]?.lenientText
            song?.artwork = place(item["image"])
            song?.duration = seconds(item["duration"])
            return song
        }
        return SongList(songs, nextPage: place(headers["next"]))
    }

    func subsonic(_ answer: JSONValue) -> SongList {
        if answer["error"] != nil || answer["status"]?.string == "failed" {
            return SongList(.failed(answer["error"]?["message"]?.lenientText ?? "the server refused"))
        }
        let list = answer["randomSongs"] ?? answer["songsByGenre"]
        return SongList(
            (list?["song"]?.elements ?? []).map { item in
                guard let id = item["id"]?.lenientText, let url = address?.subsonic("stream", id: id) else {
                    return nil
                }
                var song = Song(url: url)
                song.id = id
                song.title = item["title"]?.lenientText
                song.artists = artists(item["artist"])
                song.album = item["album"]?.lenientText
                song.artwork = item["coverArt"]?.lenientText.flatMap { address?.subsonic("getCoverArt", id: $0) }
                song.duration = seconds(item["duration"])
                return song
            })
    }

    func plain(_ item: JSONValue) -> Song? {
        if let url = place(item) { return Song(url: url) }
        let places = ["url", "uri", "file", "fileName"].lazy.compactMap { place(item[$0]) }
        guard let url = places.first else { return nil }
        var song = Song(url: url)
        song.id = item["id"]?.lenientText ?? item["sid"]?.lenientText
        song.title = item["title"]?.lenientText
        song.artists = artists(item["artist"] ?? item["composer"])
        song.album = item["album"]?.lenientText
        song.artwork = place(item["picture"]) ?? place(item["image"]) ?? place(item["cover"])
        song.duration = seconds(item["duration"]) ?? seconds(item["length"])
        song.lyricsURL = place(item["lyrics"]) ?? place(item["lrclink"])
        return song
    }

    private func song(_ item: JSONValue, at url: JSONValue?) -> Song? {
        guard let url = place(url) else { return nil }
        var song = Song(url: url)
        song.title = item["title"]?.lenientText
        return song
    }

    /// The http or https address that a value names; nil if it names none.
    private func place(_ value: JSONValue?) -> String? {
        // A number is an identity, and lyrics may stand where their address should.
        guard let text = value?.string, !text.utf8.contains(0x0A) else { return nil }
        return base.resolve(Array(HTMLEntities.decode(text).utf8)[...]).first.flatMap {
            Location.isRemote($0) ? $0 : nil
        }
    }

    private func artists(_ value: JSONValue?, separator: StaticString? = nil) -> [String] {
        let names = (value?.elements ?? []).compactMap { $0.lenientText ?? $0["name"]?.lenientText }
        guard let separator else { return names }
        return names.flatMap { name in
            var parts: [String] = []
            var rest = name[...]
            while let mark = rest.utf8.firstIndex(of: separator) {
                parts.append(rest[..<mark].trimmed)
                rest = rest[rest.utf8.index(mark, offsetBy: separator.utf8CodeUnitCount)...]
            }
            return (parts + [rest.trimmed]).filter { !$0.isEmpty }
        }
    }

    private func seconds(_ value: JSONValue?, perSecond: Double = 1) -> Double? {
        guard let number = value?.lenientNumber, number > 0, number / perSecond < Self.mostSeconds else { return nil }
        return number / perSecond
    }
}

extension Address {
    /// Another method of the Subsonic server at this address, with the same sign-in.
    fileprivate func subsonic(_ method: String, id: String) -> String {
        let signIn: Set<Substring> = ["u", "p", "t", "s", "v", "c", "apiKey"]
        let kept = query.dropFirst().split(separator: "&").filter { signIn.contains($0.prefix { $0 != "=" }) }
        let name = path.hasSuffix(".view") ? method + ".view" : method
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        let id = PercentEncoding.encode(id.utf8) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        return "\(root)\(folder)\(name)?" + (kept + ["id=\(id)"]).joined(separator: "&")
    }
}
