extension [UInt8] {
    /// Hands these bytes to a C function; what follows a NUL, if there is one, is cut off by it.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self + [0]).withUnsafeBytes { bytes in
            body(bytes.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped)
        }
    }
}
