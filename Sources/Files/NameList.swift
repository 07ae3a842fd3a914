import Glibc

/// Names in one piece of memory, to be brought into their natural order without moving or counting references to them.
struct NameList {
    private struct Place {
        var start: Int
        var count: Int
    }

    private var bytes: [UInt8] = []
    private var places: [Place] = []

    /// Adds a name that ends with a NUL.
    mutating func append(_ name: UnsafePointer<UInt8>) {
        let count = strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        places.append(Place(start: bytes.count, count: count))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name, count: count))
    }

    /// The names in natural order.
    func sorted() -> [[UInt8]] {
        bytes.withUnsafeBufferPointer { bytes in
            func name(_ place: Place) -> UnsafeBufferPointer<UInt8> {
                UnsafeBufferPointer(rebasing: bytes[place.start..<place.start + place.count])
            }
            let sorted = places.sorted { NaturalOrder.compare(name($0), name($1)) < 0 }
            return sorted.map { Array(name($0)) }
        }
    }
}
