/// Where in a file the MPEG audio lies, and what its first frame tells.
struct MPEGStream: Equatable, Sendable {
    /// The first frame's first byte.
    var start: Int64
    /// Behind the last byte of sound; nil while the length is unknown.
    var end: Int64?
    var header: MPEGHeader
    /// What the first frame says of the whole, if that can be true.
    var information: MPEGInformation?
    /// A station's stream, whose first frame says nothing of the whole: there is none.
    var isEndless = false

    var byteCount: Int64? { end.map { max(0, $0 - start) } }

    /// The exact length in frames, as far as the first frame tells it.
    var length: Int64? { information?.length(header) }

    /// The average in kbit/s; of a stream without an information frame the first frame's.
    var bitrate: Int? { information?.bitrate(header, byteCount: byteCount) ?? header.bitrate }

    /// How far behind the tags the first frame may lie.
    private static let searchLimit: Int64 = 1 << 20

    /// Finds the audio behind what `preamble` found in front; nil if there is none.
    static func find(in source: any ByteSource, behind preamble: Preamble) throws(Obstacle) -> MPEGStream? {
        var end = preamble.end ?? source.length
        // The end of what still arrives can't be looked at: where tags stand behind it, the decoder passes over them.
        if source.isComplete, let last = end { end = try Trailer.start(in: source, from: preamble.start, to: last) }
        let limit = min(preamble.start + searchLimit, end ?? .max)
        guard let (start, header) = try firstFrame(in: source, from: preamble.start, to: limit, end: end) else {
            return nil
        }
        var stream = MPEGStream(start: start, end: end, header: header)
        let frame = try source.bytes(at: start, count: header.frameSize ?? 0)
        let information = MPEGInformation(frame: frame, header: header)
        if information?.fits(byteCount: stream.byteCount, header) == true { stream.information = information }
        if information?.isVBRI == true { stream.start += Int64(frame.count) }
        return stream
    }

    /// The first header that two fitting ones follow, or the end of the file.
    private static func firstFrame(
        in source: any ByteSource, from: Int64, to limit: Int64, end: Int64?
    ) throws(Obstacle) -> (Int64, MPEGHeader)? {
        // No more at once than a slow server sends within a moment.
        let step = 4096
        var offset = from
        while offset < limit {
            let window = try source.bytes(at: offset, count: step + 3)
            guard window.count >= 4 else { return nil }
            for index in 0..<min(step, window.count - 3) where window[index] == 0xFF && offset + Int64(index) < limit {
                guard let header = window.bigEndian32(at: index).flatMap(MPEGHeader.init) else { continue }
                let place = offset + Int64(index)
                if try isConfirmed(header, at: place, isFirst: place == from, in: source, end: end) {
                    return (place, header)
                }
            }
            offset += Int64(step)
        }
        return nil
    }

    private static func isConfirmed(
        _ header: MPEGHeader, at place: Int64, isFirst: Bool, in source: any ByteSource, end: Int64?
    ) throws(Obstacle) -> Bool {
        guard header.frameSize != nil else { return try isFreeFormat(header, at: place, in: source) }
        var next = place
        var current = header
        for followers in 0..<2 {
            next += Int64(current.frameSize ?? 0)
            if let end, next >= end { return followers > 0 || (isFirst && next == end) }
            guard let word = try source.bytes(at: next, count: 4).bigEndian32(at: 0) else {
                return followers > 0 || isFirst
            }
            guard let header = MPEGHeader(word), header.belongs(with: current) else { return false }
            current = header
        }
        return true
    }

    /// Whether two more headers of free format follow at an even distance.
    private static func isFreeFormat(
        _ header: MPEGHeader, at place: Int64, in source: any ByteSource
    ) throws(Obstacle) -> Bool {
        let bytes = try source.bytes(at: place, count: 3 * 4096)
        func isHeader(at index: Int) -> Bool {
            bytes.bigEndian32(at: index).flatMap(MPEGHeader.init)?.belongs(with: header) == true
        }
        for distance in 24..<4096 where isHeader(at: distance) {
            if (-4...4).contains(where: { isHeader(at: 2 * distance + $0) }) { return true }
        }
        return false
    }
}
