import DaemonSupport
import JSON
import TestSupport
import Testing

/// What a server sends as a list costs nobody else their answers, however long it is to read, and brings so much at most.
@Suite(.serialized) struct HostileListTests {
    private static let size = 500_000
    private static let playlists: [String: String] = [
        "/short.m3u": "a\n", "/rest.m3u": "#EXTINF:1,A - é&B\n../x\\y%20z.mp3\n",
        "/deep.xspf": "<a>", "/list.xspf": "<track><location>a</location><title>&amp;</title></track>",
    ]

    private static func body(_ path: String) -> [UInt8] {
        let piece = playlists[path] ?? #"{"url":"a","title":"&eacute;"},"#
        let start = path.hasSuffix("xspf") ? "<playlist><trackList>" : path.hasSuffix("m3u") ? "#EXTM3U\n" : "["
        let body = Array((start + String(repeating: piece, count: size / piece.utf8.count)).utf8)
        return path == "/songs" ? body.dropLast() + [UInt8(ascii: "]")] : body
    }

    @Test(arguments: ["/short.m3u", "/rest.m3u", "/deep.xspf", "/list.xspf", "/songs"])
    func isReadAside(path: String) throws {
        let server = ScriptedServer { $0.answer(Self.body($0.target)) }
        defer { server.stop() }
        let daemon = try PrivateDaemon(
            configuration: """
                { output: { type: "null" }, moods: { calm: { type: "songs", url: "\(server.url("/songs"))" } } }
                """)
        try daemon.start()
        let (waiting, other) = (try daemon.connect(), try daemon.connect())
        let id =
            path == "/songs"
            ? try waiting.send("mood.set", ["mood": "calm"])
            : try waiting.send("queue.add", ["items": [.string(server.url(path))]])
        // As long as it takes, everybody else is answered, and not a few times only.
        var answers = 0
        while try !waiting.hasInput() {
            _ = try other.call("status")
            answers += 1
        }
        #expect(answers > 50)
        _ = try waiting.answer(to: id)
        let length = try other.call("status")["queueLength"]?.integer ?? .max
        // Of a playlist with more entries just so many; of one that nests without end nothing.
        if let expected = ["/short.m3u": 10_000, "/rest.m3u": 10_000, "/deep.xspf": 0][path] {
            #expect(length == expected)
        } else {
            #expect(1...10_000 ~= length)
        }
    }
}
