/// A text with values in it: `{{artist}} - {{trunc(title, 20)}}`, the language of playerctl's `--format`.
///
/// Between `{{` and `}}` stand variables, strings in quotes, numbers, functions, `+ - * /` and parentheses.
struct Template: Sendable {
    indirect enum Expression: Equatable, Sendable {
        case value(TemplateValue)
        case variable(TemplateVariable)
        case call(TemplateFunction, [Expression])
        case arithmetic(Character, Expression, Expression)
    }

    enum Piece: Equatable, Sendable {
        case literal(String)
        case expression(Expression)
    }

    let pieces: [Piece]
    /// Every variable that is named.
    let variables: Set<TemplateVariable>

    /// The entry's name alone.
    static let name = Template(pieces: [.expression(.variable(.name))], variables: [.name])

    init(_ source: String) throws(Fault) {
        var parser = TemplateParser(source)
        let pieces = try parser.pieces()
        self.init(pieces: pieces, variables: parser.variables)
    }

    private init(pieces: [Piece], variables: Set<TemplateVariable>) {
        self.pieces = pieces
        self.variables = variables
    }

    /// Whether the text changes with time alone while music plays.
    var moves: Bool { variables.contains(where: \.moves) }

    /// The text with the values that `value` knows; `escaping` applies to values, not to the template itself.
    func text(escaping: TemplateEscaping = .none, _ value: (TemplateVariable) -> TemplateValue) -> String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .literal(let literal): text += literal
            case .expression(let expression):
                text += escaping.apply(to: Self.evaluate(expression, escaping: escaping, value).text, behind: text)
            }
        }
    }

    private static func evaluate(
        _ expression: Expression, escaping: TemplateEscaping, _ value: (TemplateVariable) -> TemplateValue
    ) -> TemplateValue {
        switch expression {
        case .value(let constant): return constant
        case .variable(let variable): return value(variable)
        case .call(let function, let arguments):
            return function.apply(arguments.map { evaluate($0, escaping: escaping, value) }, escaping: escaping)
        case .arithmetic(let sign, let left, let right):
            guard let left = evaluate(left, escaping: escaping, value).number,
                let right = evaluate(right, escaping: escaping, value).number
            else { return .none }
            switch sign {
            case "+": return .number(left + right)
            case "-": return .number(left - right)
            case "*": return .number(left * right)
            default: return right == 0 ? .none : .number(left / right)
            }
        }
    }
}
