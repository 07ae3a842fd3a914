/// What is in an MP4 file (ISO/IEC 14496-12), as far as naming it goes.
public enum MP4 {
    /// AAC or ALAC; nil if it is neither, or can't be told.
    public static func codec(of file: RandomAccess) -> String? {
        var offset = 0
        // The box of tables lies behind the sound as often as in front of it.
        for _ in 0..<64 {
            var reader = ByteReader(file.bytes(at: offset, count: 16)[...])
            guard var size = reader.bigEndian(4), let type = reader.take(4) else { return nil }
            // A size of 1 says that the real one follows, in eight bytes of which the highest are none's.
            if size == 1, reader.take(1) != nil { size = reader.bigEndian(7) ?? 0 }
            if type.starts(with: "moov") { return codec(in: file.bytes(at: offset, count: min(size, 1 << 20))) }
            guard size >= 8, size < file.size - offset else { return nil }
            offset += size
        }
        return nil
    }

    /// Sample descriptions name their codecs, of which there are few enough not to walk to them.
    private static func codec(in tables: [UInt8]) -> String? {
        guard let descriptions = tables.firstIndex(of: "stsd") else { return nil }
        let first = tables[descriptions...].dropFirst(16)
        if first.starts(with: "mp4a") { return "AAC" }
        return first.starts(with: "alac") ? "ALAC" : nil
    }
}
