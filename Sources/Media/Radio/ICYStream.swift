/// Takes the metadata blocks out of a station's stream.
public struct ICYStream: Sendable {
    private enum Place {
        case audio(left: Int), size, block(left: Int)
    }

    private let interval: Int
    private var place: Place
    private var block: [UInt8] = []

    /// A stream with a block after each `interval` bytes of audio (at least 1).
    public init(interval: Int) {
        self.interval = max(1, interval)
        place = .audio(left: self.interval)
    }

    /// Splits the next bytes, cut off anywhere: calls `audio` with each run of sound, and `metadata` with each block
    /// that is whole and not empty.
    public mutating func split(
        _ bytes: ArraySlice<UInt8>, audio: (ArraySlice<UInt8>) -> Void, metadata: (ArraySlice<UInt8>) -> Void
    ) {
        var rest = bytes
        while let first = rest.first {
            switch place {
            case .audio(let left):
                let run = rest.prefix(left)
                audio(run)
                rest = rest.dropFirst(run.count)
                place = run.count < left ? .audio(left: left - run.count) : .size
            case .size:
                rest = rest.dropFirst()
                place = first == 0 ? .audio(left: interval) : .block(left: Int(first) * 16)
            case .block(let left):
                let run = rest.prefix(left)
                block += run
                rest = rest.dropFirst(run.count)
                if run.count < left {
                    place = .block(left: left - run.count)
                } else {
                    metadata(block[...])
                    block = []
                    place = .audio(left: interval)
                }
            }
        }
    }
}
