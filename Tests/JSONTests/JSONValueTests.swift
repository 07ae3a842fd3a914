import JSON
import Testing

@Suite struct JSONValueTests {
    @Test func aDocumentOfEveryKindIsReadAndWrittenAsItWas() throws {
        let text = #"{"a":[1,-2.5,true,false,null,"x\n\"\\é😀"],"b":{},"c":[],"d":1e+20}"#
        let value = try JSONValue(parsing: text)
        #expect(value["a"]?[1]?.number == -2.5)
        #expect(value["a"]?[5]?.string == "x\n\"\\é😀")
        #expect(String(decoding: value.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [2, 40]) func ofMembersWithTheSameNameTheLastWins(count: Int) throws {
        let members = (0..<count).map { "\"k\($0 / 2)\":\($0)" }.joined(separator: ",")
        let object = try #require(try JSONValue(parsing: "{\(members)}").object)
        #expect(object.members.map(\.name) == (0..<count / 2).map { "k\($0)" })
        #expect(object.members.map(\.value) == (0..<count / 2).map { .integer($0 * 2 + 1) })
    }

    @Test func wholeDoublesAreIntegersWhereTheyFit() throws {
        #expect(try JSONValue(parsing: "3.0").integer == 3)
        #expect(try JSONValue(parsing: "3.5").integer == nil)
        #expect(try JSONValue(parsing: "1e300").integer == nil)
        #expect(try JSONValue(parsing: "9223372036854775808").integer == nil)
    }
}
