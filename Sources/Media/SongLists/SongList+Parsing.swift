import JSON

extension SongList {
    /// Reads the answer of `address` in whichever of the known shapes it is: Douban's, Baidu's, JSPF, Jamendo's,
    /// Subsonic's, or plain: an array of objects or of addresses, alone or as `musics`, `songs` or `tracks`.
    ///
    /// Addresses in it may be relative to `address`; those that aren't http or https are dropped, and so are songs
    /// without one. An answer without any song is `nothingNew`.
    public static func parse(_ bytes: [UInt8], address: String, decoder: TextDecoder = TextDecoder()) -> SongList {
        guard let answer = LenientJSON.parse(bytes, decoder) else { return SongList(.failed("the answer is not JSON")) }
        let shape = SongListShape(address: address, decoder: decoder)
        if let items = answer.array { return SongList(items.map(shape.plain)) }
        if let text = answer.lenientText {
            return SongList(text.lowercased() == "ok" ? .nothingNew : .failed("the answer is \"\(text.prefix(100))\""))
        }
        if let subsonic = answer["subsonic-response"] { return shape.subsonic(subsonic) }
        if let list = answer["playlist"], list["track"] != nil {
            return SongList((list["track"]?.elements ?? []).map(shape.jspf))
        }
        if let items = answer["song_list"] { return shape.baidu(answer, items.elements) }
        if let headers = answer["headers"] { return shape.jamendo(answer, headers) }
        if answer["song"] != nil || answer["r"] != nil { return shape.douban(answer) }
        if let items = answer["musics"] ?? answer["songs"] ?? answer["tracks"] {
            return SongList(items.elements.map(shape.plain))
        }
        if let code = answer["error_code"]?.lenientText {
            return SongList(.failed(answer["error_msg"]?.lenientText ?? "error \(code)"))
        }
        return SongList(
            .failed("the answer holds no list of songs: an array of objects with url, title, artist would do"))
    }
}
