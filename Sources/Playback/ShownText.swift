extension String {
    /// As much of its beginning as fits into so many bytes of UTF-8, in whole characters: for those who only show it.
    ///
    /// A first character that alone is longer is cut between its scalars.
    public func shortened(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        let head = Substring(unicodeScalars[..<utf8.index(startIndex, offsetBy: max(0, bytes))])
        guard String.Index(head.endIndex, within: self) == nil, let last = head.indices.last, last > head.startIndex
        else { return String(head) }
        return String(head[..<last])
    }
}
