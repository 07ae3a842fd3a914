/// The sign of a relative value, before it (`+5`) or behind it (`5+`).
enum Sign {
    case plus, minus

    /// The sign and what it belongs to, or nil where `text` is absolute.
    static func split(_ text: String) -> (sign: Sign, amount: Substring)? {
        let rest = text.dropFirst()
        if text.hasPrefix("+") { return (.plus, rest) }
        if text.hasPrefix("-") { return (.minus, rest) }
        if text.hasSuffix("+") { return (.plus, text.dropLast()) }
        if text.hasSuffix("-") { return (.minus, text.dropLast()) }
        return nil
    }
}
