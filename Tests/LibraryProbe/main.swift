// Scans a music folder into an index again and again, so that a test can kill it meanwhile.

import EventLoop
import Glibc
import Moods
import Playback

let index = CommandLine.arguments[1]
let music = CommandLine.arguments[2]

@Sendable func scanned(_ path: [UInt8]) -> ScannedFile {
    var track = Track(uri: "")
    track.title = String(decoding: path, as: UTF8.self)
    track.artists = [String(repeating: "somebody ", count: 20)]
    return ScannedFile(track: track)
}

let code = try EventLoop.run { _ in
    let library = Library(path: index, folders: [music], workers: FileWorkers(), read: scanned)
    ControlActor.start {
        puts("scanning")
        fflush(nil)
        while true {
            try await library.update()
            puts("scanned")
            fflush(nil)
            // Each round, all files are others.
            for number in 0..<3000 { utimensat(AT_FDCWD, "\(music)/\(number % 10)/\(number).mp3", nil, 0) }
        }
    }
    return library
}
exit(code)
