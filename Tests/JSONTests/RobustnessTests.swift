import JSON
import Testing

@Suite struct RobustnessTests {
    static let document = Array(
        """
        {"jsonrpc":"2.0","id":-12.5e-3,"méthode":"queue.add \\u00e9\\ud83d\\ude00\\n","params":{"items":["/a/b.mp3",\
        {"uri":"http://x/é","duration":241.37}],"at":null,"play":true,"deep":[[[{}]],[],false]},"n":123456789012345678901}
        """.utf8)

    @Test func randomValuesComeBackAsTheyWere() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<400 {
            let value = randomValue(depth: 5, &generator)
            let bytes = value.bytes
            #expect(String(validating: bytes, as: UTF8.self) != nil)
            #expect(try JSONValue(parsing: bytes) == value)
        }
    }

    @Test func randomDoublesComeBackBitForBit() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<5_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            let decimal = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 1000
            for value in [double, decimal] {
                #expect(try JSONValue(parsing: JSONValue.number(value).bytes).number?.bitPattern == value.bitPattern)
            }
        }
    }

    @Test func randomDecimalsAreReadAsTheNearestDouble() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let digits = String(generator.next() >> UInt64.random(in: 0..<60, using: &generator))
            let text = "\(digits).\(generator.next() % 100_000)e\(Int.random(in: -30...30, using: &generator))"
            #expect(try JSONValue(parsing: text).number == Double(text))
        }
    }

    @Test func aDocumentCutAnywhereEndsTooEarly() throws {
        #expect(throws: Never.self) { try JSONValue(parsing: Self.document) }
        for count in 0..<Self.document.count {
            let cut = Array(Self.document.prefix(count))
            #expect(!StrictnessTests.accepts(cut))
            #expect { try JSONValue(parsing: cut) } throws: { ($0 as? JSONError)?.fault == .unexpectedEnd }
        }
    }

    @Test func damagedDocumentsAreReadOrRefusedAlikeAndWrittenWell() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5_000 {
            var bytes = Self.document
            for _ in 0..<Int.random(in: 1...4, using: &generator) { mutate(&bytes, &generator) }
            _ = StrictnessTests.accepts(bytes)
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            #expect(try JSONValue(parsing: value.bytes) == value)
        }
    }

    @Test func anAwkwardCallerMeetsErrorsAndNoCrash() {
        var generator = SeededGenerator(seed: 5)
        Self.document.withUnsafeBytes { bytes in
            for _ in 0..<2_000 {
                var reader = JSONReader(bytes)
                for _ in 0..<20 { call(&reader, &generator) }
            }
        }
    }

    private func call(_ reader: inout JSONReader, _ generator: inout SeededGenerator) {
        switch generator.next() % 8 {
        case 0: try? reader.beginObject()
        case 1: try? reader.beginArray()
        case 2: _ = try? reader.nextKey()?.string
        case 3: _ = try? reader.nextElement()
        case 4: _ = try? reader.readString()
        case 5: _ = try? reader.readInt()
        case 6: _ = try? reader.readRaw()
        default: _ = try? reader.readBool()
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch generator.next() % 5 {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(Array("{}[]\",:\\u0e-.".utf8).randomElement(using: &generator)!, at: place)
        default: bytes.append(contentsOf: bytes[..<place].suffix(20))
        }
    }

    private func randomValue(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch generator.next() % (depth == 0 ? 6 : 8) {
        case 0: return .null
        case 1: return .bool(generator.next() % 2 == 0)
        case 2: return .integer(Int(truncatingIfNeeded: generator.next()) >> Int(generator.next() % 64))
        case 3: return .number(Double(Int32(truncatingIfNeeded: generator.next())) / 1024 + 0.0001)
        case 4, 5: return .string(randomString(&generator))
        case 6: return .array((0..<generator.next() % 5).map { _ in randomValue(depth: depth - 1, &generator) })
        default:
            return .object(
                JSONObject(
                    (0..<generator.next() % 5).map { index in
                        JSONObject.Member(
                            name: "\(index)" + randomString(&generator),
                            value: randomValue(depth: depth - 1, &generator))
                    }))
        }
    }

    private func randomString(_ generator: inout SeededGenerator) -> String {
        let scalars = (0..<generator.next() % 24).compactMap { _ in
            Unicode.Scalar(
                UInt32(generator.next() % [0x20, 0x80, 0x80, 0x800, 0x11_0000].randomElement(using: &generator)!))
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
