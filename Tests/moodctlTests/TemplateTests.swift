import Testing

@testable import moodctl

@Suite struct TemplateTests {
    private func render(_ source: String, escaping: TemplateEscaping = .none) throws -> String {
        try Template(source).text(escaping: escaping) { variable in
            switch variable {
            case .artist: .text("AC/DC & <Friends>")
            case .title: .text("日本語のうた")
            case .name: TemplateValue("tab\there\u{1B}[31m")
            case .state: .text("paused")
            case .position: .number(65)
            case .duration: .number(3725)
            case .volume: .number(40)
            case .mood: .text("100%{F#f00}")
            default: .none
            }
        }
    }

    @Test(arguments: [
        ("{{artist}} - {{title}}", "AC/DC & <Friends> - 日本語のうた"),
        ("{{ position }}s", "65s"),
        ("{{duration(position)}}/{{duration(duration)}}", "1:05/1:02:05"),
        ("{{album}}|{{duration(remaining)}}|{{uc(album)}}", "||"),
        ("{{default(album, \"no album\")}}", "no album"),
        ("{{default(album, default(genre, 'none'))}}", "none"),
        ("{{lc(artist)}} {{uc(state)}}", "ac/dc & <friends> PAUSED"),
        ("{{trunc(title, 4)}}", "日本…"),
        ("{{trunc(title, 5)}}", "日本…"),
        ("{{trunc(title, 12)}}", "日本語のうた"),
        ("{{markup_escape(artist)}}", "AC/DC &amp; &lt;Friends&gt;"),
        ("{{emoji(state)}}{{emoji(volume)}}", "⏸️🔉"),
        ("{{name}}", "tab here [31m"),
        ("{{duration - position}} {{(1 + 2) * 3 / 2}}", "3660 4.5"),
        ("{{position - 10 - 5}} {{position / 0}}|", "50 |"),
        ("{\"a\":{\"b\":\"{{state}}\"}}", "{\"a\":{\"b\":\"paused\"}}"),
        ("{{\"a \\\"quoted\\\" }} string\"}}", "a \"quoted\" }} string"),
        ("plain } text {", "plain } text {"),
        ("", ""),
    ])
    func values(source: String, text: String) throws {
        #expect(try render(source) == text)
    }

    @Test(arguments: [
        ("{{titel}}", "no variable \"titel\" in a template: did you mean \"title\"?"),
        ("{{xesam:url}}", "no variable \"xesam:url\" in a template: moodctl help status"),
        ("{{trnc(title, 3)}}", "no function \"trnc\" in a template: did you mean \"trunc\"?"),
        ("{{trunc(title)}}", "trunc() in a template takes 2 values, not 1"),
        ("{{title", "in the template, at character 7: expected }}"),
        ("{{", "in the template, at character 2: {{ without }}"),
        ("{{}}", "in the template, at character 3: nothing before }}"),
        ("{{\"a}}", "in the template, at character 6: a string without its closing \""),
        ("{{title artist}}", "in the template, at character 9: expected }}"),
        ("{{lc(title}}", "in the template, at character 11: expected )"),
    ])
    func faultsAreNamed(source: String, message: String) {
        #expect(throws: Fault.usage(message)) { try Template(source) }
    }

    @Test func deepNestingIsAFaultAndNoCrash() {
        let source =
            "{{" + String(repeating: "lc(", count: 100_000) + "title" + String(repeating: ")", count: 100_000) + "}}"
        #expect(throws: Fault.self) { try Template(source) }
    }

    @Test func pangoEscapesValuesOnceAndOnlyThem() throws {
        #expect(try render("<b>{{artist}}</b>", escaping: .pango) == "<b>AC/DC &amp; &lt;Friends&gt;</b>")
        #expect(try render("{{markup_escape(artist)}}", escaping: .pango) == "AC/DC &amp; &lt;Friends&gt;")
        #expect(try render("{{trunc(artist, 7)}}", escaping: .pango) == "AC/DC &amp;…")
    }

    @Test func polybarTakesNoCommandsFromValues() throws {
        #expect(try render("%{B#fff}{{mood}}", escaping: .polybar) == "%{B#fff}100% {F#f00}")
        #expect(TemplateEscaping.polybar.apply(to: "%{\u{301}A1:x:}") == "% {\u{301}A1:x:}")
        #expect(TemplateEscaping.polybar.apply(to: "{F-}", behind: "50%") == " {F-}")
    }

    @Test func anAccentHidesNoMarkup() {
        #expect(TemplateEscaping.pango.apply(to: "<\u{301}b>&\u{308}") == "&lt;\u{301}b&gt;&amp;\u{308}")
    }

    @Test func onlyTimesRenewALine() throws {
        #expect(try Template("{{trunc(title, percent)}}").moves)
        #expect(try !Template("{{title}} {{duration(duration)}}").moves)
    }
}
