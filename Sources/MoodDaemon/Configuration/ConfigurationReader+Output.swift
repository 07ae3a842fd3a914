import Audio
import JSON

extension ConfigurationReader {
    /// The output's kind decides which other keys it has.
    mutating func readOutput(_ value: JSON5Value) {
        guard value.members != nil else { return fault("output", value.line, "must be an object: { type: … }") }
        let type = value["type"]
        switch type?.string ?? (type?.isNull ?? true ? "pulse" : "") {
        case "pulse": readPulse(value)
        case "null": readNull(value)
        case "pipe": readPipe(value)
        default:
            fault(
                "output.type", type?.line ?? value.line, Self.expected(["pulse", "null", "pipe"], type ?? value))
            configuration.output = former.output
        }
    }

    private mutating func readPulse(_ value: JSON5Value) {
        var (sink, buffer): (String?, Double) = (nil, 2)
        var formerly: (sink: String?, buffer: Double) = (nil, 2)
        if case .pulse(let sink, let buffer) = former.output { formerly = (sink, buffer) }
        members(of: value, at: "output", known: ["type", "sink", "buffer"]) { reader, name, value in
            switch name {
            case "output.sink":
                sink = reader.checked(value.string, name, value, "must be a sink's name") ?? formerly.sink
            case "output.buffer":
                let range = 0.1...10.0
                let expected = Self.expected(range, "seconds")
                buffer = reader.checked(value.number(in: range), name, value, expected) ?? formerly.buffer
            default: break
            }
        }
        configuration.output = .pulse(sink: sink, buffer: buffer)
    }

    private mutating func readNull(_ value: JSON5Value) {
        var isFast = false
        members(of: value, at: "output", known: ["type", "fast"]) { reader, name, value in
            if name == "output.fast" {
                isFast = reader.checked(value.bool, name, value, "must be true or false") ?? false
            }
        }
        configuration.output = .null(fast: isFast)
    }

    private mutating func readPipe(_ value: JSON5Value) {
        var path: String?
        var encoding = PipeEncoding.s16
        var format = AudioFormat(rate: 44100, channels: 2)
        var formerly: (encoding: PipeEncoding, format: AudioFormat) = (encoding, format)
        if case .pipe(let formerPath, let encoding, let format) = former.output {
            path = value["path"].map(\.isNull) ?? true ? nil : formerPath
            formerly = (encoding, format)
        }
        members(of: value, at: "output", known: ["type", "path", "format", "rate", "channels"]) { reader, name, value in
            switch name {
            case "output.path": path = reader.checked(reader.path(value), name, value, "must be a path") ?? path
            case "output.format":
                let named = value.string.flatMap(PipeEncoding.init(rawValue:))
                let expected = Self.expected(["s16", "float"], value)
                encoding = reader.checked(named, name, value, expected) ?? formerly.encoding
            case "output.rate":
                let expected = Self.expected(8000...192_000, "samples a second")
                format.rate =
                    reader.checked(value.integer(in: 8000...192_000), name, value, expected)
                    ?? formerly.format.rate
            case "output.channels":
                format.channels =
                    reader.checked(value.integer(in: 1...2), name, value, "must be 1 or 2")
                    ?? formerly.format.channels
            default: break
            }
        }
        guard let path else {
            if value["path"].map(\.isNull) ?? true { fault("output.path", value.line, "a pipe needs a path") }
            configuration.output = former.output
            return
        }
        configuration.output = .pipe(path: path, encoding: encoding, format: format)
    }
}

extension JSON5Value {
    fileprivate func integer(in range: ClosedRange<Int>) -> Int? {
        integer.flatMap { range.contains($0) ? $0 : nil }
    }
}
