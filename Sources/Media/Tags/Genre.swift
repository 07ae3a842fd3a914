/// The numbered genres of ID3v1, with those that Winamp added.
enum Genre {
    private static let names: [Substring] = """
        Blues|Classic Rock|Country|Dance|Disco|Funk|Grunge|Hip-Hop|Jazz|Metal|New Age|Oldies|Other|Pop|R&B|Rap|Reggae|\
        Rock|Techno|Industrial|Alternative|Ska|Death Metal|Pranks|Soundtrack|Euro-Techno|Ambient|Trip-Hop|Vocal|\
        Jazz+Funk|Fusion|Trance|Classical|Instrumental|Acid|House|Game|Sound Clip|Gospel|Noise|Alternative Rock|Bass|\
        Soul|Punk|Space|Meditative|Instrumental Pop|Instrumental Rock|Ethnic|Gothic|Darkwave|Techno-Industrial|\
        Electronic|Pop-Folk|Eurodance|Dream|Southern Rock|Comedy|Cult|Gangsta|Top 40|Christian Rap|Pop/Funk|Jungle|\
        Native American|Cabaret|New Wave|Psychedelic|Rave|Showtunes|Trailer|Lo-Fi|Tribal|Acid Punk|Acid Jazz|Polka|\
        Retro|Musical|Rock & Roll|Hard Rock|Folk|Folk-Rock|National Folk|Swing|Fast Fusion|Bebop|Latin|Revival|Celtic|\
        Bluegrass|Avantgarde|Gothic Rock|Progressive Rock|Psychedelic Rock|Symphonic Rock|Slow Rock|Big Band|Chorus|\
        Easy Listening|Acoustic|Humour|Speech|Chanson|Opera|Chamber Music|Sonata|Symphony|Booty Bass|Primus|\
        Porn Groove|Satire|Slow Jam|Club|Tango|Samba|Folklore|Ballad|Power Ballad|Rhythmic Soul|Freestyle|Duet|\
        Punk Rock|Drum Solo|A Cappella|Euro-House|Dance Hall|Goa|Drum & Bass|Club-House|Hardcore|Terror|Indie|BritPop|\
        Afro-Punk|Polsk Punk|Beat|Christian Gangsta Rap|Heavy Metal|Black Metal|Crossover|Contemporary Christian|\
        Christian Rock|Merengue|Salsa|Thrash Metal|Anime|JPop|Synthpop|Abstract|Art Rock|Baroque|Bhangra|Big Beat|\
        Breakbeat|Chillout|Downtempo|Dub|EBM|Eclectic|Electro|Electroclash|Emo|Experimental|Garage|Global|IDM|\
        Illbient|Industro-Goth|Jam Band|Krautrock|Leftfield|Lounge|Math Rock|New Romantic|Nu-Breakz|Post-Punk|\
        Post-Rock|Psytrance|Shoegaze|Space Rock|Trop Rock|World Music|Neoclassical|Audiobook|Audio Theatre|\
        Neue Deutsche Welle|Podcast|Indie Rock|G-Funk|Dubstep|Garage Rock|Psybient
        """.split(separator: "|")

    /// The genre with this number, nil if there is none.
    static func name(_ number: Int) -> String? {
        names.indices.contains(number) ? String(names[number]) : nil
    }

    /// The genres of one value of a tag: `17`, `(17)`, `(4)(17)`, `(4)Eurodisco`, or a name.
    static func names(in text: String) -> [String] {
        if let number = Int(text) { return [name(number)].compactMap { $0 } }
        var found: [String] = []
        var rest = text[...]
        while rest.first == "(", !rest.hasPrefix("(("), let end = rest.firstIndex(of: ")"),
            let name = reference(rest[rest.index(after: rest.startIndex)..<end])
        {
            found.append(name)
            rest = rest[rest.index(after: end)...]
        }
        // A refinement that begins with a parenthesis has it doubled.
        let name = (rest.hasPrefix("((") ? rest.dropFirst() : rest).trimmed
        if !name.isEmpty, !found.contains(where: { $0.lowercased() == name.lowercased() }) { found.append(name) }
        return found
    }

    private static func reference(_ text: Substring) -> String? {
        switch text {
        case "RX": "Remix"
        case "CR": "Cover"
        default: Int(text).flatMap(name)
        }
    }
}
