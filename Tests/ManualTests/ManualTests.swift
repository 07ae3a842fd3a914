import Foundation
import JSON
import MoodProtocol
import TestSupport
import Testing

/// The manual and the README against the programs that they speak of.
@Suite struct ManualTests {
    private static let table = BuiltProgram("moodctl").run(["help", "--json"]).output
    private static let commands: [JSONValue] =
        ((try? JSONValue(parsing: Array(table.utf8)))?["groups"]?.array ?? []).flatMap { $0["commands"]?.array ?? [] }

    private static func text(_ path: String) -> String {
        String(decoding: Places.contents(Places.tree.appending(path: path).path), as: UTF8.self)
    }

    /// A page, as contrib/install makes it.
    private static func page(_ name: String) -> String {
        let template = Places.tree.appending(path: "contrib/man/\(name)").path
        return BuiltProgram("Manual").run([template], input: table).output.replacing("\\-", with: "-")
    }

    @Test func thePageOfMoodctlHasEveryCommandAndOption() {
        let page = Self.page("moodctl.1")
        #expect(Self.commands.count > 40)
        for command in Self.commands {
            #expect(page.contains("\n.It Ic \(command["name"]?.string ?? "?")"))
            for option in command["options"]?.array ?? [] {
                #expect(page.contains("Fl \(option["long"]?.string?.dropFirst() ?? "?")"))
            }
        }
        #expect(!page.contains("\n@"))
    }

    @Test func thePageOfTheInterfaceHasEveryMethodTopicReasonAndMember() throws {
        let page = Self.page("mood-rpc.7")
        let status = try JSONValue(parsing: Self.written { Status().write(to: &$0) })
        let entry = try JSONValue(parsing: Self.written { Entry(id: 1, uri: "a", name: "b").write(to: &$0) })
        let members = [status, entry].flatMap { $0.object?.members.map(\.name) ?? [] }
        #expect(members.count > 30)
        for name in Method.allCases.map(\.name.description) + Topic.allCases.map(\.name.description) {
            #expect(page.contains("\n.It Ic \(name)\n"))
        }
        for reason in RPCError.Reason.allCases { #expect(page.contains(reason.word.description)) }
        for reason in RPCError.Reason.allCases where reason.rawValue > -32100 {
            #expect(page.contains(".It \(reason.rawValue) Ic \(reason.word)\n"))
        }
        for member in members {
            #expect(page.contains(try Regex("\\n\\.(It )?Va ([a-zA-Z]+ , )*\(member)\\b")), "\(member)")
        }
    }

    private static func written(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        body(&writer)
        return writer.bytes
    }

    @Test("every key of the configuration is described, and every example is taken")
    func configuration() throws {
        let page = Self.page("mood-config.5")
        let folder = TemporaryFolder()
        let sources = Places.tree.appending(path: "Sources/MoodDaemon/Configuration")
        for source in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
            let text = String(decoding: Places.contents(source.path), as: UTF8.self)
            for list in text.matches(of: /known(?:: | = )\[([^\]]*)\]/) {
                for key in list.output.1.matches(of: /"(\w+)"/) {
                    #expect(page.contains(try Regex("Ic (\\w+\\.)?\(key.output.1)(?![a-zA-Z])")), "\(key.output.1)")
                }
            }
        }
        var examples = page.matches(of: /\n\.Bd -literal[^\n]*\n((?s:.*?))\n\.Ed/).map { String($0.output.1) }
        #expect(examples.count > 12)
        examples += Self.text("README.md").matches(of: /```json5\n((?s:.*?))```/).map { String($0.output.1) }
        for example in examples {
            folder.write("mood/config.json", example.hasPrefix("{") ? example : "{\n\(example)\n}")
            let run = BuiltProgram("moodd").run(
                ["--check"], environment: ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)"])
            #expect(run == ProcessRun(), "\(example)")
        }
    }

    @Test(
        "what is told to be typed or bound to a key exists",
        arguments: [
            "README.md", "contrib/man/moodctl.1", "contrib/man/moodd.1", "contrib/man/mood-config.5",
            "contrib/man/mood-rpc.7", "contrib/moodd.desktop", "contrib/keys/i3.conf",
            "contrib/keys/sway.conf", "contrib/keys/hyprland.conf", "contrib/bars/waybar.jsonc",
            "contrib/bars/polybar.ini",
        ])
    func commandsExist(path: String) {
        let names = Set(
            Self.commands.flatMap { command in
                [command["name"]?.string ?? ""] + (command["aliases"]?.array ?? []).compactMap(\.string)
            })
        let text = Self.text(path).replacing("\\-", with: "-")
        var words = text.matches(of: /moodctl(?: -q)? ([a-z][a-z-]*)/).map(\.output.1)
        #expect(!words.isEmpty || path.hasPrefix("contrib/man/"))
        // The tables of the README name commands without the program.
        for table in text.matches(of: /\n\| to \| \|\n(?s:.*?)\n\n/) {
            words += table.output.matches(of: /`([a-z][a-z-]*)[^`]*`/).map(\.output.1)
        }
        for word in words { #expect(names.contains(String(word)), "moodctl \(word)") }
    }
}
