import JSON
import Testing

/// The rules of RFC 8259, case by case, in the order in which the public JSONTestSuite groups them.
@Suite struct StrictnessTests {
    /// Whether reading everything, and passing over everything, both accept a document.
    static func accepts(_ bytes: [UInt8]) -> Bool {
        let isRead = (try? JSONValue(parsing: bytes)) != nil
        let isSkipped =
            (try? JSONReader.read(bytes) { reader throws(JSONError) in try reader.skipValue() }) != nil
        #expect(isRead == isSkipped, "reading and skipping disagree about \(String(decoding: bytes, as: UTF8.self))")
        return isRead
    }

    @Test(arguments: [
        // Arrays.
        "[[]   ]", "[]", "[\"\"]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
        "[1,null,null,null,2]", "[2] ",
        // Numbers.
        "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000000000000000000000000000000001]",
        "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]",
        "[1e+2]", "[123]", "[123.456789]",
        // Objects.
        #"{"asd":"sdf", "dfg":"fgh"}"#, #"{"asd":"sdf"}"#, #"{"a":"b","a":"c"}"#, #"{"a":"b","a":"b"}"#, "{}",
        #"{"":0}"#, #"{"foo\u0000bar": 42}"#, #"{ "min": -1.0e+28, "max": 1.0e+28 }"#, #"{"a":[]}"#,
        #"{"title":"\u041f\u043e\u043b"}"#, "{\n\"a\": \"b\"\n}", #"{"x":[{"id": "xxxxxxxxxxxxxxxx"}]}"#,
        // Strings.
        #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#,
        #"["\"\\\/\b\f\n\r\t"]"#, #"["\\u0000"]"#, #"["\""]"#, "[\"a/*b*/c/*d//e\"]", #"["\\a"]"#, #"["\\n"]"#,
        #"["\u0012"]"#, #"["\uFFFF"]"#, "[\"asd\"]", "[ \"asd\"]", #"["\uDBFF\uDFFF"]"#, #"["new\u00A0line"]"#,
        "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", #"["\u0000"]"#, #"["\u002c"]"#, "[\"π\"]", "[\"\u{1BFFF}\"]",
        "[\"asd \"]", "\" \"", #"["\uD834\uDd1e"]"#, #"["\u0821"]"#, #"["\u0123"]"#, "[\"\u{2028}\"]",
        "[\"\u{2029}\"]", #"["\u0061\u30af\u30EA\u30b9"]"#, #"["new\u000Aline"]"#, "[\"\u{7F}\"]", #"["\uA66D"]"#,
        #"["\u005C"]"#, "[\"⍂㈴⍂\"]", #"["\uDBFF\uDFFE"]"#, #"["\uD83F\uDFFE"]"#, #"["\u200B"]"#, #"["\u2064"]"#,
        #"["\uFDD0"]"#, #"["\uFFFE"]"#, #"["\u0022"]"#, "[\"€𝄞\"]", "[\"a\u{7F}a\"]",
        // Anything may stand alone, with white space around it.
        "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ", "\t\r\n 1",
    ])
    func isAccepted(text: String) {
        #expect(Self.accepts(Array(text.utf8)))
    }

    @Test(arguments: [
        // Arrays.
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
        "[3[4]]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,,]", "[\"\u{0B}a\"\\f]", "[*]",
        "[\"\"", "[1,", "[1,\n1\n,1", "[{}", "[\"a\" \"b\"]",
        // Words.
        "[fals]", "[nul]", "[tru]", "[True]", "nulll", "truE", "[undefined]",
        // Numbers.
        "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]",
        "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
        "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[\u{FF11}]", "[1+2]", "[0x1]", "[0x42]",
        "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]",
        "[1ea]", "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "[-00.0]", "[-00e0]", "[00.0]",
        "[00e0]", "-", "1e", "2.",
        // Objects.
        "[\"x\", truth]", "{[: \"x\"}\n", #"{"x", null}"#, #"{"x"::"b"}"#, "{🇨🇭}", #"{"a":"a" 123}"#, "{key: 'value'}",
        #"{"a" b}"#, #"{:"b"}"#, #"{"a" "b"}"#, #"{"a":"#, #"{"a""#, "{1:1}", "{9999E9999:1}", "{null:null,null:null}",
        #"{"id":0,,,,,}"#, "{'a':0}", #"{"id":0,}"#, #"{"a":"b"}/**/"#, #"{"a":"b"}/**//"#, #"{"a":"b"}//"#,
        #"{"a":"b"}/"#, #"{"a":"b",,"c":"d"}"#, #"{a: "b"}"#, #"{"a":"a"#, #"{ "foo" : "bar", "a" }"#, #"{"a":"b"}#"#,
        "{,}", #"{"a":1]"#, #"["a":1}"#, "{", "}",
        // Strings.
        " ", "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]",
        "[\"\\\u{0}\"]", "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]",
        "[\"\\uD834\\uDd\"]", "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\\u0020\"asd\"]", "[\\n]",
        "\"", "['single quote']", "abc", "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"",
        "\"\"x",
        "[\"\u{1F}\"]", "[\"\\012\"]",
        // Structure.
        "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå", "[True]", "1]", "{\"x\": true,", "[][]", "]", "[", "",
        "2@", "{}}", "{\"\":", "{\"a\":/*comment*/\"b\"}", "{\"a\": true} \"x\"", "[,", "[\"a", "[\"a\"",
        "[\u{60}]", "{'a'", "{\"a\":\"b\"}#{}", "[\\u000A\"\"]", "[1\u{2060}]", "\u{2060}[]", "[\u{0C}]", "[\u{A0}1]",
        "*", "{\"a\":\"b\"}1", "\u{FEFF}", "\u{FEFF}{}", "[1\u{FEFF}]",
    ])
    func isRefused(text: String) {
        #expect(!Self.accepts(Array(text.utf8)))
    }

    /// What isn't UTF-8, within a string that is else well formed.
    @Test(
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF4, 0xBF, 0xBF, 0xBF], [0x80], [0xE9],
            [0xE2, 0x82], [0xC3], [0xE5, 0x2F], [0xC0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8IsRefusedInStringsAndNames(bytes: [UInt8]) {
        for padding in ["", "0123456789abcdef", "\\n", "é"] {
            let text = Array("\"\(padding)".utf8) + bytes + Array("\(padding)\"".utf8)
            #expect(!Self.accepts(text))
            #expect(!Self.accepts(Array("{".utf8) + text + Array(":1}".utf8)))
        }
    }

    @Test(
        arguments: [[0xE9], [0xFE, 0xFF], [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0, 0x5B], [0x5B, 0x31, 0xE5, 0x5D]]
            as [[UInt8]])
    func bytesThatAreNoTextAreRefused(bytes: [UInt8]) {
        #expect(!Self.accepts(bytes))
    }

    /// What the RFC leaves open, and what is made of it here.
    @Test(
        arguments: [
            (#"["\uD800"]"#, ["\u{FFFD}"]), (#"["\uDFAA"]"#, ["\u{FFFD}"]),
            (#"["\uD888\u1234"]"#, ["\u{FFFD}\u{1234}"]),
            (#"["\uD800\uD800\n"]"#, ["\u{FFFD}\u{FFFD}\n"]), (#"["\uD800\uD834\uDD1E"]"#, ["\u{FFFD}𝄞"]),
            (#"["\uDd1e\uD834"]"#, ["\u{FFFD}\u{FFFD}"]), (#"["\ud800abc"]"#, ["\u{FFFD}abc"]),
            ("[1e400]", [.number(.greatestFiniteMagnitude)]),
            ("[-1e9999999999999999999]", [.number(-.greatestFiniteMagnitude)]),
            ("[1e-400]", [0.0]), ("[0e99999999999999999999]", [0.0]), ("[9223372036854775807]", [.integer(.max)]),
            ("[-9223372036854775808]", [.integer(.min)]), ("[9223372036854775808]", [.number(9223372036854775808)]),
            ("[-9223372036854775809]", [.number(-9223372036854775808)]), ("[100000000000000000000]", [1e20]),
            ("[00000]", nil), ("[-0]", [0]), ("[18446744073709551616]", [.number(18446744073709551616)]),
            ("[1000000000000000000]", [1_000_000_000_000_000_000]), ("[0.1]", [0.1]), ("[123.456e78]", [123.456e78]),
            ("[9007199254740993.0]", [9007199254740992.0]), ("[5e-324]", [.number(.leastNonzeroMagnitude)]),
            ("[179769313486231580793728971405301e276]", [.number(.greatestFiniteMagnitude)]),
        ] as [(String, JSONValue?)])
    func whatIsLeftOpenIsDecided(text: String, value: JSONValue?) {
        #expect((try? JSONValue(parsing: text)) == value)
    }

    @Test func nestingEndsAtTheLimit() throws {
        for (open, close) in [("[", "]"), (#"{"":"#, "}")] {
            let fits = String(repeating: open, count: 32) + "1" + String(repeating: close, count: 32)
            let exceeds = open + fits + close
            #expect(throws: Never.self) { try JSONValue(parsing: fits, depthLimit: 32) }
            #expect { try JSONValue(parsing: exceeds, depthLimit: 32) } throws: {
                ($0 as? JSONError)?.fault == .tooDeep
            }
        }
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(!Self.accepts(endless))
    }
}
