import JSON
import Testing

@Suite struct JSONWriterTests {
    func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (90.0, "90"), (1.5, "1.5"), (0.042, "0.042"), (0.0004, "0"), (0.0005, "0.001"), (-0.25, "-0.25"),
        (-0.0001, "0"), (241.3699999, "241.37"), (59.9996, "60"), (1_764_475_140.123, "1764475140.123"), (7.01, "7.01"),
        (1e12, "1000000000000.0"), (1e300, "1e+300"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
    ])
    func secondsHaveThreeDecimalsAtMost(seconds: Double, text: String) {
        #expect(written { $0.value(thousandths: seconds) } == text)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, .signalingNaN])
    func whatJSONCannotWriteIsNull(number: Double) {
        #expect(written { $0.value(number) } == "null")
        #expect(written { $0.member("n", number) } == "\"n\":null")
    }

    @Test(arguments: [0, 9, 10, -1, 1234567890, .max, .min])
    func integersAreWrittenWhole(integer: Int) {
        #expect(written { $0.value(integer) } == String(integer))
    }

    @Test func everyCharacterThatMustBeEscapedIs() throws {
        for byte in UInt8(0)..<0x80 {
            let character = String(Unicode.Scalar(byte))
            for string in [character, "0123456\(character)", "01234567\(character)89abcdef\(character)"] {
                let text = written { $0.value(string) }
                #expect(text.utf8.allSatisfy { $0 >= 0x20 })
                #expect(try JSONValue(parsing: text).string == string)
            }
        }
        #expect(written { $0.value("\u{1}\u{1F}\u{7F}\n\"\\/é") } == #""\u0001\u001f"# + "\u{7F}" + #"\n\"\\/é""#)
    }

    @Test func commasStandWhereTheyBelong() {
        let text = written { writer in
            writer.beginObject()
            writer.member("a", 1)
            writer.key("b")
            writer.beginArray()
            writer.beginObject()
            writer.endObject()
            writer.beginArray()
            writer.endArray()
            writer.null()
            writer.raw(Array("[7]".utf8))
            writer.endArray()
            writer.member("c", nil as String?)
            writer.member("d", ["x", "y"])
            writer.endObject()
            writer.endLine()
            writer.value(true)
        }
        #expect(text == #"{"a":1,"b":[{},[],null,[7]],"c":null,"d":["x","y"]}"# + "\ntrue")
    }
}

@Suite struct JSONReaderTests {
    @Test func aValueIsHandedOutAsItIsWritten() throws {
        let text = #"{"skip":[1,{"a":"}"}],"id": 1.50 ,"text":"\u0041é","object":{ "k" : [ ] }}"#
        var raw: [String] = []
        _ = try JSONReader.read(Array(text.utf8)) { reader throws(JSONError) in
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "skip": try reader.skipValue()
                default: raw.append(String(decoding: try reader.readRaw(), as: UTF8.self))
                }
            }
        }
        #expect(raw == ["1.50", #""\u0041é""#, #"{ "k" : [ ] }"#])
    }

    @Test func aNameIsRecognisedHoweverItIsEscaped() throws {
        for name in ["\"id\"", #""\u0069d""#, #""i\u0064""#] {
            let matches = try JSONReader.read(Array("{\(name):1}".utf8)) { reader throws(JSONError) in
                try reader.beginObject()
                guard let key = try reader.nextKey() else { return false }
                let matches = key == "id" && !(key == "idx") && !(key == "i")
                try reader.skipValue()
                return try reader.nextKey() == nil && matches
            }
            #expect(matches)
        }
    }

    @Test func aValueOfAnotherTypeIsToldFromBrokenJSON() {
        func fault(_ text: String, _ read: (inout JSONReader) throws(JSONError) -> Void) -> JSONError.Fault? {
            do throws(JSONError) {
                try JSONReader.read(Array(text.utf8), read)
                return nil
            } catch {
                return error.fault
            }
        }
        #expect(fault("1") { reader throws(JSONError) in _ = try reader.readString() } == .wrongType)
        #expect(fault("\"1\"") { reader throws(JSONError) in _ = try reader.readInt() } == .wrongType)
        #expect(fault("1.5") { reader throws(JSONError) in _ = try reader.readInt() } == .wrongType)
        #expect(fault("4294967296") { reader throws(JSONError) in _ = try reader.readUInt32() } == .wrongType)
        #expect(fault("{}") { reader throws(JSONError) in try reader.beginArray() } == .wrongType)
        #expect(fault("?") { reader throws(JSONError) in _ = try reader.readString() } == .unexpectedCharacter)
        #expect(fault("") { reader throws(JSONError) in _ = try reader.readBool() } == .unexpectedEnd)
        #expect(fault("1 2") { reader throws(JSONError) in _ = try reader.readInt() } == .trailingCharacters)
    }
}
