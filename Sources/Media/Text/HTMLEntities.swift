/// The character references of HTML and XML.
enum HTMLEntities {
    private static let longestName = 8

    /// Those of Latin-1, in the order of their characters, from U+00A0.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
        uuml yacute thorn yuml
        """.split(separator: " ")

    private static let named: [Substring: Unicode.Scalar] = {
        var table: [Substring: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•", "euro": "€", "trade": "™",
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "sbquo": "‚", "bdquo": "„",
        ]
        for (index, name) in latin.enumerated() { table[name] = Unicode.Scalar(0xA0 + UInt8(index)) }
        return table
    }()

    /// The text with each reference replaced by its character; what isn't one stays as it is.
    static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "&", let (decoded, length) = reference(rest.dropFirst().prefix(longestName + 2)) {
                result.append(decoded)
                rest = rest.dropFirst(length + 2)
            } else {
                result.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The character of a reference, and the length of its name between `&` and `;`.
    private static func reference(_ text: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
        guard let end = text.firstIndex(of: ";") else { return nil }
        let name = Substring(text[..<end])
        let number =
            name.hasPrefix("#x") || name.hasPrefix("#X")
            ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        let scalar = name.hasPrefix("#") ? number.flatMap(Unicode.Scalar.init) : named[name]
        guard let scalar, scalar.value != 0 else { return nil }
        return (scalar, name.unicodeScalars.count)
    }
}
