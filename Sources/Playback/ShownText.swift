extension Unicode.Scalar {
    /// Whether it isn't shown, but commands whoever shows the text around it: a control character, the end of a line or
    /// paragraph, or what turns the direction of all that follows (UAX #9, explicit directional formatting).
    public var commandsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text with a space for each scalar that commands a display: what came with a track must not.
    public var withoutCommands: String {
        guard unicodeScalars.contains(where: \.commandsDisplay) else { return self }
        var text = UnicodeScalarView()
        text.append(contentsOf: unicodeScalars.lazy.map { $0.commandsDisplay ? " " : $0 })
        return String(text)
    }

    /// One line for those who only show it: without commands, and no more of its beginning than fits into so many
    /// bytes of UTF-8, in whole characters.
    ///
    /// A first character that alone is longer is cut between its scalars.
    public func shown(upTo bytes: Int) -> String {
        let text = Substring(unicodeScalars.prefix(max(0, bytes)))
        return String(text).withoutCommands.shortened(to: bytes)
    }

    private func shortened(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        let head = Substring(unicodeScalars[..<utf8.index(startIndex, offsetBy: max(0, bytes))])
        guard String.Index(head.endIndex, within: self) == nil, let last = head.indices.last, last > head.startIndex
        else { return String(head) }
        return String(head[..<last])
    }
}
