import Media
import Network
import Playback

/// The bytes behind an address as they arrive: through a buffer of the network's, and a window on what was read last.
///
/// A station's titles are taken out of the stream on the way.
final class RemoteSource: ByteSource {
    let isComplete = false
    let stream: HTTPStream

    private let decoder: TextDecoder
    /// What was read: the last one is read on, those before it serve whoever finds out what the source holds.
    private var windows = [ByteWindow(start: 0)]
    private var isOpening = true
    private var hasBegun = false
    private var station: ICYStream?
    private var title: String?

    /// Bytes that are kept behind the reader, for a look or a seek back.
    private static let kept = 256 << 10
    /// More than this is not read to find out what a source holds.
    private static let searched = 4 << 20
    /// So far ahead of what has arrived, waiting is quicker than asking anew.
    private static let patience: Int64 = 64 << 10

    init(_ stream: HTTPStream, decoder: TextDecoder) {
        self.stream = stream
        self.decoder = decoder
    }

    var isLive: Bool { stream.information.isLive }

    var length: Int64? {
        let information = stream.information
        return information.isLive ? nil : information.total.map { Int64(clamping: $0) }
    }

    var reach: Int64 { max(end, isLive ? 0 : Int64(clamping: stream.information.arrived)) }

    /// The part of the whole up to which bytes have arrived; nil without an end.
    var arrived: Double? {
        length.map { $0 > 0 ? min(1, Double(reach) / Double($0)) : 1 }
    }

    /// Whether more is about to arrive, without anybody reading.
    var isArriving: Bool { !stream.information.isResting && !isLive }

    /// Why nothing arrives; nil while all is well.
    var fault: String? { stream.information.fault }

    /// The server's answer.
    func head() throws(Obstacle) -> HTTPHead {
        if let head = stream.information.head { return head }
        _ = try bytes(at: 0, count: 1)
        guard let head = stream.information.head else { throw .notYet }
        return head
    }

    /// What the station calls itself.
    var stationName: String? {
        guard let name = stream.information.head?.stationName else { return nil }
        var header = ICYHeader()
        header.read(line: ArraySlice("icy-name:".utf8) + name, decoder: decoder)
        return header.name
    }

    /// What the station says it plays, if it said something new.
    func takeTitle() -> String? { title.take() }

    func workerReader() -> FileReader? { nil }

    /// The network thread fetches ahead by itself.
    func fetchAhead() -> (@Sendable () -> Void)? { nil }

    /// What the tags say, as far as they were read on the way to the first frame.
    func tagsAtHand() -> Tags {
        let file = RandomAccess(size: Int(clamping: length ?? 1 << 40)) { [windows] offset, count in
            for window in windows.reversed() {
                let bytes = window.bytes(at: Int64(offset), count: count)
                if !bytes.isEmpty { return Array(bytes) }
            }
            return []
        }
        return Tags.read(file, .replayGain, decoder: decoder)
    }

    /// Ends the search for what it holds: from now on it is read from front to back, with some leaps.
    func settle() {
        isOpening = false
        windows.removeFirst(windows.count - 1)
    }

    /// What was read so far, if that is all from the start to where the stream is; else the stream goes back there.
    func handOver() -> [UInt8] {
        if windows.count == 1, windows[0].start == 0 { return windows[0].bytes }
        stream.seek(to: 0)
        return []
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> ByteReading {
        while true {
            for window in windows.reversed() {
                let count = window.read(into: buffer, at: offset)
                if count > 0 { return .bytes(count) }
            }
            if let length, offset >= length { return .end }
            if !isLive, offset < end || offset > reach + Self.patience { leap(to: offset) }
            let result = pull()
            guard case .bytes = result else { return result }
        }
    }

    /// The place of the next byte of the stream.
    private var end: Int64 { windows[windows.count - 1].end }

    private func leap(to offset: Int64) {
        if !isOpening { windows.removeAll() }
        windows.append(ByteWindow(start: offset))
        stream.seek(to: UInt64(offset))
    }

    /// Takes the next bytes from the stream into the window.
    private func pull() -> ByteReading {
        guard !isOpening || windows.reduce(0, { $0 + $1.bytes.count }) < Self.searched else {
            return .failed(.unplayable(reason: DecoderOpening.notAudio))
        }
        return withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 16) { memory in
            while true {
                switch stream.read(into: memory) {
                case .bytes(let count):
                    if !hasBegun { begin() }
                    if take(UnsafeRawBufferPointer(rebasing: memory[..<count])) { return .bytes(count) }
                case .rejoined: begin()
                case .wait: return .wait
                case .end: return .end
                case .failed(let failure): return .failed(PlaybackFailure(failure))
                }
            }
        }
    }

    private func begin() {
        hasBegun = true
        station = stream.information.head?.metadataInterval.map { ICYStream(interval: $0) }
    }

    /// Answers whether there was sound among them.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let last = windows.count - 1
        let former = windows[last].end
        if station != nil {
            station?.split(Array(bytes)[...]) {
                windows[last].append($0)
            } metadata: { block in
                title = ICYMetadata(block, decoder: decoder).title ?? title
            }
        } else {
            windows[last].append(bytes)
        }
        let hasSound = windows[last].end > former
        if !isOpening { windows[last].trim(to: Self.kept) }
        return hasSound
    }
}

extension PlaybackFailure {
    /// What a failure of the network means for the track.
    init(_ failure: HTTPFailure) {
        self = failure.isExpired ? .expired(reason: failure.message) : .unplayable(reason: failure.message)
    }
}
