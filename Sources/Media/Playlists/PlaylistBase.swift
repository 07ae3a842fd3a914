/// Where a playlist lies, against which its entries are resolved.
struct PlaylistBase {
    private enum Place {
        /// The bytes of the folder's path, with the slash at the end.
        case folder(ArraySlice<UInt8>)
        case address(Address)
        case nowhere
    }

    /// More bytes than any path or address has.
    private static let longest = 8192

    private let place: Place
    private let decoder: TextDecoder

    init(origin: String, decoder: TextDecoder) {
        self.decoder = decoder
        if let path = Location.path(uri: origin), let slash = path.lastIndex(of: UInt8(ascii: "/")) {
            place = .folder(path[...slash])
        } else if let address = Address(origin) {
            place = .address(address)
        } else {
            place = .nowhere
        }
    }

    /// All that `reference` may mean, the likeliest first; empty if it may not be played from here.
    ///
    /// A remote playlist may name http and https addresses only; a local one any file, too.
    /// `isAddress` says that the format writes paths percent-encoded.
    func resolve(_ reference: ArraySlice<UInt8>, isAddress: Bool = false) -> [String] {
        let reference = reference.trimmed
        guard !reference.isEmpty, reference.count <= Self.longest, !reference.contains(0) else { return [] }
        if let scheme = Location.scheme(reference) {
            switch (scheme, place) {
            case ("http", _), ("https", _):
                let address = PercentEncoding.encode(utf8(reference), allowed: PercentEncoding.isAddressByte)
                return Location.isRemote(address) ? [address] : []
            case ("file", .folder):
                return Location.path(uri: decoder.text(reference)).map { [Location.uri(path: Self.normalised($0))] }
                    ?? []
            default: return []
            }
        }
        switch place {
        case .folder(let folder): return paths(reference, isAddress, in: folder)
        case .address(let address):
            let encoded = PercentEncoding.encode(utf8(reference), allowed: PercentEncoding.isAddressByte)
            return [address.resolving(encoded).text]
        case .nowhere: return []
        }
    }

    private func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(decoder.text(bytes).utf8)
    }

    private func paths(
        _ reference: ArraySlice<UInt8>, _ isAddress: Bool, in folder: ArraySlice<UInt8>
    ) -> [String] {
        if Self.isPlain(reference), Self.isPlain(folder), let text = String(validating: reference, as: UTF8.self) {
            if reference.first == UInt8(ascii: "/") { return [text] }
            if let folder = String(validating: folder, as: UTF8.self) { return [folder + text] }
        }
        let text = utf8(reference)
        var references = [text, Array(reference)]
        // Names of files may hold backslashes and percent signs, so these are second thoughts.
        if text.contains(UInt8(ascii: "\\")) {
            references.append(text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 })
        }
        if text.contains(UInt8(ascii: "%")) {
            references.insert(PercentEncoding.decode(text[...]), at: isAddress ? 0 : references.endIndex)
        }
        var paths: [String] = []
        for reference in references where !reference.contains(0) {
            let literal = reference.first == UInt8(ascii: "/") ? reference : folder + reference
            // Behind a symbolic link, `..` leads elsewhere than the text says.
            for path in [Self.normalised(literal), literal] {
                let uri = Location.uri(path: path)
                if !paths.contains(uri) { paths.append(uri) }
                if path == literal || !literal.contains("..") { break }
            }
        }
        return paths
    }

    /// True for a path that can mean but one thing if it is UTF-8.
    private static func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(ascii: "/")
        for (index, byte) in zip(path.indices, path) {
            switch byte {
            case 0..<0x20, 0x7F, UInt8(ascii: "\\"), UInt8(ascii: "%"): return false
            case UInt8(ascii: "."), UInt8(ascii: "/"):
                if previous == UInt8(ascii: "/"), index > path.startIndex || byte == UInt8(ascii: ".") { return false }
            default: break
            }
            previous = byte
        }
        return true
    }

    /// An absolute path without `.`, `..` and double slashes.
    static func normalised(_ path: [UInt8]) -> [UInt8] {
        var parts: [ArraySlice<UInt8>] = []
        for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
        }
        return [UInt8(ascii: "/")] + parts.joined(separator: [UInt8(ascii: "/")])
    }
}
