/// Reads a template; each fault names the place.
struct TemplateParser {
    private let source: [Character]
    private var index = 0
    private var depth = 0
    private(set) var variables: Set<TemplateVariable> = []

    /// Deeper than anybody nests, shallower than the stack.
    private static let depthLimit = 50

    init(_ source: String) { self.source = Array(source) }

    mutating func pieces() throws(Fault) -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        var literal = ""
        while index < source.count {
            if starts(with: "{{") {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = ""
                index += 2
                pieces.append(.expression(try sum()))
                guard starts(with: "}}") else { throw fault("expected }}") }
                index += 2
            } else {
                literal.append(source[index])
                index += 1
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        return pieces
    }

    private mutating func sum() throws(Fault) -> Template.Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw fault("nested too deep") }
        return try operation("+", "-") { (self) throws(Fault) in try self.product() }
    }

    private mutating func product() throws(Fault) -> Template.Expression {
        try operation("*", "/") { (self) throws(Fault) in try self.operand() }
    }

    /// Operands with one of two signs between them, gathered from the left.
    private mutating func operation(
        _ first: Character, _ second: Character, _ operand: (inout Self) throws(Fault) -> Template.Expression
    ) throws(Fault) -> Template.Expression {
        var left = try operand(&self)
        skipSpace()
        while let sign = current, sign == first || sign == second {
            index += 1
            left = .arithmetic(sign, left, try operand(&self))
            skipSpace()
        }
        return left
    }

    private mutating func operand() throws(Fault) -> Template.Expression {
        skipSpace()
        guard let character = current else { throw fault("{{ without }}") }
        switch character {
        case "(":
            index += 1
            let inner = try sum()
            try expect(")")
            return inner
        case "\"", "'": return .value(.text(try string(character)))
        case "0"..."9": return .value(.number(try number()))
        default: return try named()
        }
    }

    private mutating func named() throws(Fault) -> Template.Expression {
        let start = index
        while let character = current, character.isLetter || character.isNumber || "_:.-".contains(character) {
            if character == "-", start == index { break }
            index += 1
        }
        guard index > start else {
            throw fault(starts(with: "}}") ? "nothing before }}" : "unexpected \(current.map(String.init) ?? "end")")
        }
        let name = String(source[start..<index])
        skipSpace()
        if current == "(" { return try call(name) }
        guard let variable = TemplateVariable(rawValue: name) else {
            let hint = Suggestion.hint(for: name, among: TemplateVariable.allCases.lazy.map(\.rawValue))
            throw .usage("no variable \"\(name)\" in a template\(hint.isEmpty ? ": moodctl help status" : hint)")
        }
        variables.insert(variable)
        return .variable(variable)
    }

    private mutating func call(_ name: String) throws(Fault) -> Template.Expression {
        guard let function = TemplateFunction(rawValue: name) else {
            let names = TemplateFunction.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: name, among: names)
            throw .usage(
                "no function \"\(name)\" in a template\(hint.isEmpty ? ": \(names.joined(separator: " "))" : hint)")
        }
        index += 1
        var arguments: [Template.Expression] = []
        skipSpace()
        if current != ")" {
            arguments.append(try sum())
            while current == "," {
                index += 1
                arguments.append(try sum())
            }
        }
        try expect(")")
        guard arguments.count == function.arity else {
            throw .usage("\(name)() in a template takes \(function.arity) values, not \(arguments.count)")
        }
        return .call(function, arguments)
    }

    /// A string in quotes; a backslash keeps the character behind it.
    private mutating func string(_ quote: Character) throws(Fault) -> String {
        index += 1
        var text = ""
        while let character = current {
            index += 1
            if character == quote { return text }
            if character == "\\", let escaped = current {
                text.append(escaped)
                index += 1
            } else {
                text.append(character)
            }
        }
        throw fault("a string without its closing \(quote)")
    }

    private mutating func number() throws(Fault) -> Double {
        let start = index
        while let character = current, character.isASCII, character.isNumber || character == "." { index += 1 }
        guard let number = ClockTime.decimal(String(source[start..<index])) else { throw fault("no number") }
        return number
    }

    private var current: Character? { index < source.count ? source[index] : nil }

    private func starts(with text: String) -> Bool { source[index...].starts(with: text) }

    private mutating func skipSpace() {
        while let character = current, character.isWhitespace { index += 1 }
    }

    private mutating func expect(_ character: Character) throws(Fault) {
        skipSpace()
        guard current == character else { throw fault("expected \(character)") }
        index += 1
    }

    private func fault(_ message: String) -> Fault {
        .usage("in the template, at character \(min(index + 1, source.count)): \(message)")
    }
}
