import Playback

/// A message for the user, as desktops show it for a while (Desktop Notifications Specification 1.2).
public struct DesktopNotification: Equatable, Sendable {
    /// One line.
    public var summary: String
    /// More lines; empty for none.
    public var body: String
    /// A picture, as a `file://` address.
    public var image: String?
    /// Whether it is worth nothing once it was seen, so that desktops don't collect it.
    public var isTransient: Bool

    /// Plain text, whatever it holds.
    public init(summary: String, body: String = "", image: String? = nil, isTransient: Bool = false) {
        self.summary = summary
        self.body = body
        self.image = image
        self.isTransient = isTransient
    }

    /// Bytes of either text that are shown: a few lines, whatever a tag holds.
    private static let longestText = 1024

    /// What `Notify` takes; texts of absurd length are cut, and command no display.
    ///
    /// - Parameter replaced: the number of the one that it takes the place of; 0 for none.
    func arguments(replacing replaced: UInt32) -> [BusValue] {
        var hints: [String: BusValue] = ["desktop-entry": .string("moodd")]
        if let image { hints["image-path"] = .string(image) }
        if isTransient { hints["transient"] = .boolean(true) }
        let lines = body.split(separator: "\n").map { String($0).shown(upTo: Self.longestText) }
        return [
            .string("mood"), .uint32(replaced), .string("multimedia-player"),
            .string(summary.shown(upTo: Self.longestText)),
            .string(Self.escaped(lines.joined(separator: "\n"))), .strings([]), .dictionary(hints), .int32(-1),
        ]
    }

    /// A text in the markup that bodies are written in.
    static func escaped(_ text: String) -> String {
        var markup = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            default: markup.unicodeScalars.append(scalar)
            }
        }
        return markup
    }
}
