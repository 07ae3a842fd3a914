@testable import Media

/// Something that stands for bytes: a text in UTF-8, a number below 256, or bytes.
protocol BytePart {
    var part: [UInt8] { get }
}

extension String: BytePart {
    var part: [UInt8] { Array(utf8) }
}

extension Int: BytePart {
    var part: [UInt8] { [UInt8(self)] }
}

extension [UInt8]: BytePart {
    var part: [UInt8] { self }
}

/// The bytes of all parts, one behind the other.
func join(_ parts: any BytePart...) -> [UInt8] {
    parts.flatMap(\.part)
}

/// Builds tags byte by byte, as programs write them.
enum TagBytes {
    static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    static func little(_ number: Int, _ count: Int = 4) -> [UInt8] { big(number, count).reversed() }

    static func syncSafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0) & 0x7F }
    }

    static func utf16(_ text: String, big: Bool = false, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { (unit: UInt16) -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            return big ? [high, low] : [low, high]
        }
    }

    /// A frame of the version, with sizes as that version has them.
    static func frame(_ name: String, _ content: [UInt8], version: Int = 4, flags: [UInt8] = [0, 0]) -> [UInt8] {
        switch version {
        case 2: join(name, big(content.count, 3), content)
        case 3: join(name, big(content.count), flags, content)
        default: join(name, syncSafe(content.count), flags, content)
        }
    }

    static func id3(_ frames: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        join("ID3", Int(version), 0, Int(flags), syncSafe(frames.count), frames)
    }

    static func id3v1(
        title: [UInt8], artist: String = "", album: String = "", year: String = "", track: UInt8 = 0, genre: UInt8 = 255
    ) -> [UInt8] {
        func field(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
            Array((bytes + [UInt8](repeating: 0, count: size)).prefix(size))
        }
        return join(
            "TAG", field(title, 30), field(ascii(artist), 30), field(ascii(album), 30), field(ascii(year), 4),
            field([], 28), 0, Int(track), Int(genre))
    }

    static func ape(_ items: [(String, [UInt8])], binary: Set<String> = []) -> [UInt8] {
        let body = items.flatMap { join(little($1.count), little(binary.contains($0) ? 2 : 0), $0, 0, $1) }
        func edge(_ flags: Int) -> [UInt8] {
            join(
                "APETAGEX", little(2000), little(body.count + 32), little(items.count), little(flags), zeros(8))
        }
        return edge(0xA000_0000) + body + edge(0x8000_0000)
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    static let jpeg = join(0xFF, 0xD8, 0xFF, 0xE0, zeros(60))
    static let png = join(0x89, "PNG\r\n", 0x1A, 0x0A, zeros(60))
    /// MPEG-1 layer III, 128 kbit/s, 44.1 kHz, and silence.
    static let audio = join(0xFF, 0xFB, 0x90, 0x00, zeros(413))
}
