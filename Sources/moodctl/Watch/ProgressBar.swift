/// A bar in Braille dots, two steps a column (Unicode, Braille Patterns).
struct ProgressBar {
    /// How much of it is done, 0...1.
    let fraction: Double
    /// How much of it could be done, 0...1; that much is dotted.
    let available: Double

    /// Dots 2 and 3 on the left of a cell, 5 and 6 on the right: what is done.
    private static let done: (left: UInt32, right: UInt32) = (0x06, 0x30)
    /// Dot 3, and 6: what is to come.
    private static let toCome: (left: UInt32, right: UInt32) = (0x04, 0x20)

    /// The bar in so many columns: the characters, and how many of them from the left hold something done.
    func characters(_ columns: Int) -> (text: [String], done: Int) {
        let doneSteps = steps(fraction, columns)
        let availableSteps = max(steps(available, columns), doneSteps)
        let text = (0..<max(columns, 0)).map { column in
            let left = dots(column * 2, doneSteps, availableSteps, Self.done.left, Self.toCome.left)
            let right = dots(column * 2 + 1, doneSteps, availableSteps, Self.done.right, Self.toCome.right)
            return Unicode.Scalar(0x2800 + (left | right)).map { String($0) } ?? " "
        }
        return (text, (doneSteps + 1) / 2)
    }

    private func steps(_ share: Double, _ columns: Int) -> Int {
        Int((min(max(share, 0), 1) * Double(max(columns, 0) * 2)).rounded())
    }

    private func dots(_ step: Int, _ done: Int, _ available: Int, _ full: UInt32, _ light: UInt32) -> UInt32 {
        step < done ? full : step < available ? light : 0
    }
}
