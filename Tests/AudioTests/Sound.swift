import Foundation
import Playback

@testable import Audio

/// What a file's decoder makes of it, from a frame on, to its end.
func decode(_ path: String, from frame: Int64 = 0, surveyed: Bool = false) throws -> (format: AudioFormat, [Float]) {
    let track = try OpenTrack(uri: path, number: 0)
    if surveyed, let result = track.beginSurvey()?.run() { track.adopt(result) }
    if frame > 0 { try track.seek(toFrame: frame) }
    var samples: [Float] = []
    let memory = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: 8192 / track.format.channels * track.format.channels)
    defer { memory.deallocate() }
    while true {
        switch track.decode(into: memory) {
        case .frames(let count): samples += memory[..<(count * track.format.channels)]
        case .end: return (track.format, samples)
        case .needsBytes: throw PlaybackFailure.unplayable(reason: "a file made a decoder wait")
        case .failed(let failure): throw failure
        }
    }
}

/// How strong a frequency is in a stretch of one channel: the amplitude of its sine.
func amplitude(_ frequency: Double, in samples: some Collection<Float>, rate: Int = 44_100) -> Double {
    var (sine, cosine) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
        sine += Double(sample) * sin(angle)
        cosine += Double(sample) * cos(angle)
    }
    return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(max(1, samples.count))
}

/// The first channel of interleaved samples.
func first(of samples: [Float], channels: Int) -> [Float] {
    stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
}

/// Where in a sound another begins that is the same but for 16-bit rounding; nil if it doesn't.
func place(of part: some Collection<Float>, in sound: [Float]) -> Int? {
    let part = Array(part)
    return sound.withUnsafeBufferPointer { sound in
        part.withUnsafeBufferPointer { part in
            guard part.count > 0, sound.count >= part.count else { return nil }
            return (0...(sound.count - part.count)).first { start in
                var index = 0
                while index < part.count, abs(part[index] - sound[start + index]) < 2 / 32_768 { index += 1 }
                return index == part.count
            }
        }
    }
}
