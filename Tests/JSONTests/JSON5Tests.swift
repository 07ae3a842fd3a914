import JSON
import Testing

@Suite struct JSON5Tests {
    static func parse(_ text: String) throws -> JSON5Value {
        try JSON5Document(parsing: Array(text.utf8)).root
    }

    @Test func theKitchenSinkOfTheSpecificationIsRead() throws {
        let root = try Self.parse(
            """
            {
              // comments
              unquoted: 'and you can quote me on that',
              singleQuotes: 'I can use "double quotes" here',
              lineBreaks: "Look, Mom! \\
            No \\\\n's!",
              hexadecimal: 0xdecaf,
              leadingDecimalPoint: .8675309, andTrailing: 8675309.,
              positiveSign: +1,
              trailingComma: 'in objects', andIn: ['arrays',],
              "backwardsCompatible": "with JSON", /* and
              more */ $_ünï\\u0063ode: null,
            }
            """)
        #expect(root["unquoted"]?.string == "and you can quote me on that")
        #expect(root["singleQuotes"]?.string == "I can use \"double quotes\" here")
        #expect(root["lineBreaks"]?.string == "Look, Mom! No \\n's!")
        #expect(root["hexadecimal"]?.integer == 0xdecaf)
        #expect(root["leadingDecimalPoint"]?.number == 0.8675309)
        #expect(root["andTrailing"]?.integer == 8_675_309)
        #expect(root["positiveSign"]?.integer == 1)
        #expect(root["andIn"]?.array?.map(\.string) == ["arrays"])
        #expect(root["backwardsCompatible"]?.string == "with JSON")
        #expect(root["$_ünïcode"]?.isNull == true)
        #expect(root.members?.map(\.line) == [3, 4, 5, 7, 8, 8, 9, 10, 10, 11, 12])
    }

    @Test(
        arguments: [
            ("1", .integer(1)), ("-0x1F", .integer(-31)), ("0XaB", .integer(171)), ("+.5", .number(0.5)),
            ("5.", .number(5)),
            ("-5.e3", .number(-5000)), ("1E-2", .number(0.01)), ("Infinity", .number(.infinity)),
            ("-Infinity", .number(-.infinity)), ("0", .integer(0)), ("0.0", .number(0)), ("1e999", .number(.infinity)),
            ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(9223372036854775808)),
            ("0xFFFFFFFFFFFFFFFFF", .number(0xFFFFFFFFFFFFFFFFFp0)),
            ("'\\x41\\u00e9\\ud83d\\ude00\\0\\v\\'\\\"\\a'", .string("Aé😀\0\u{0B}'\"a")),
            ("'\\ud83d!'", .string("\u{FFFD}!")),
            ("'\\ud83d\\u0041'", .string("\u{FFFD}A")), ("'a\\\r\nb\\\u{2028}c\u{2029}'", .string("abc\u{2029}")),
            ("[]", .array([])), ("{}", .object([])), ("\u{FEFF}\u{A0}\u{3000}\u{0B}true//", .bool(true)),
            ("/**/null/***/", .null),
            ("''", .string("")), ("\"it's\"", .string("it's")),
        ] as [(String, JSON5Value.Content)])
    func valuesAreReadAsTheSpecificationHasThem(text: String, content: JSON5Value.Content) throws {
        #expect(try Self.parse(text).content == content)
    }

    @Test func notANumberIsReadAndIsNoFiniteNumber() throws {
        let values = try Self.parse("[NaN, -NaN, Infinity]").array ?? []
        #expect(values.count == 3)
        #expect(values.allSatisfy { $0.number == nil && $0.integer == nil })
    }

    @Test(arguments: [
        ("", 1), ("\n\n", 3), ("{", 1), ("[1,\n2", 2), ("{a:1\nb:2}", 2), ("{\na 1}", 2), ("{a:}", 1), ("{,}", 1),
        ("[,]", 1),
        ("[1,,2]", 1), ("010", 1), ("-", 1), ("+", 1), (".", 1), ("1e", 1), ("0x", 1), ("1a", 1), ("1.2.3", 1),
        ("0x1g", 1),
        ("'a\nb'", 1), ("\n'abc", 2), ("\n\n/* never\n\n", 3), ("/", 1), ("{}\r\n\r\n}", 3), ("'\\1'", 1),
        ("'\\01'", 1),
        ("'\\x4'", 1), ("'\\u12'", 1), ("hello", 1), ("{a:\nhello}", 2), ("undefined", 1), ("{1:2}", 1), ("{a-b:1}", 1),
        ("{\\u0031a:1}", 1), ("True", 1), ("\u{2028}\u{2029}?", 3), ("[1}", 1), ("{a:1]", 1), ("Infinity2", 1),
        ("--1", 1),
    ])
    func whatIsWrongIsToldWithItsLine(text: String, line: Int) {
        #expect { try Self.parse(text) } throws: { ($0 as? JSON5Error)?.line == line }
    }

    @Test func aLineThatIsNotUTF8IsNamed() {
        #expect { try JSON5Document(parsing: Array("{\n// caf".utf8) + [0xE9] + Array("\n}".utf8)) } throws: { error in
            (error as? JSON5Error)?.description == "line 2: this line isn't UTF-8"
        }
    }

    @Test func aNameThatComesTwiceIsKeptTwiceAndTheLastCounts() throws {
        let root = try Self.parse("{a: 1,\n'a': 2}")
        #expect(root["a"]?.integer == 2)
        #expect(root.members?.map(\.line) == [1, 2])
    }

    @Test func nestingEndsAtTheLimit() {
        #expect(throws: Never.self) {
            try Self.parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        }
        #expect(throws: JSON5Error.self) { try Self.parse(String(repeating: "[", count: 100_000)) }
    }

    @Test func whateverIsJSONIsJSON5WithTheSameValues() throws {
        let value = try JSONValue(parsing: RobustnessTests.document)
        func plain(_ value: JSON5Value) -> JSONValue {
            switch value.content {
            case .null: .null
            case .bool(let bool): .bool(bool)
            case .integer(let integer): .integer(integer)
            case .number(let number): .number(number)
            case .string(let string): .string(string)
            case .array(let values): .array(values.map(plain))
            case .object(let members): .object(JSONObject(members.map { .init(name: $0.name, value: plain($0.value)) }))
            }
        }
        #expect(plain(try JSON5Document(parsing: RobustnessTests.document).root) == value)
    }

    @Test func damagedFilesAreReadOrRefusedAndNeverCrash() {
        let text = Array("{a: 'b\\x41', // c\n\"d\": [+.5, 0xF, 1e3, Infinity,], /* é */ e\\u0066: null,}".utf8)
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<3_000 {
            var bytes = text
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] =
                    generator.next() % 4 == 0
                    ? UInt8.random(in: 0...255, using: &generator) : text.randomElement(using: &generator)!
            }
            _ = try? JSON5Document(parsing: bytes)
            _ = try? JSON5Document(parsing: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))))
        }
    }
}
