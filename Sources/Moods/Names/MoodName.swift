/// What a mood can be called.
public enum MoodName {
    private static let longest = 64

    /// Why a name won't do, in words that follow it; nil if it will.
    ///
    /// `off` and `none` leave a mood; digits alone, a slash and a dot would be taken for an entry or a path, and a dash in
    /// front for an option.
    public static func fault(in name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > longest { return "is longer than \(longest) bytes" }
        if ["off", "none"].contains(Folding.fold(name)) { return "means no mood" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "holds a control character"
        }
        if name.contains("/") || name.contains(".") { return "looks like a path" }
        if name.hasPrefix("-") { return "looks like an option" }
        if name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "looks like an entry" }
        if name.first?.isWhitespace == true || name.last?.isWhitespace == true { return "begins or ends with a space" }
        return nil
    }
}
