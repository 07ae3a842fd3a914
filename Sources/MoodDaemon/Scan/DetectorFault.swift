/// Why a look at a face came to nothing, as one sentence for a person.
struct DetectorFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
