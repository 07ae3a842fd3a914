import DaemonSupport
import Foundation
import JSON
import TestSupport
import Testing

@Suite(.serialized) struct CrashTests {
    /// What must survive, as far as these tests change it.
    struct Model: Equatable {
        var uris: [String] = []
        var `repeat` = "off"
    }

    @Test func killedAtAnyMomentItHasAllItAnswered() throws {
        let daemon = try PrivateDaemon()
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 50)
        var random = SystemRandomNumberGenerator()
        var possible = [Model()]
        var edits = 0
        for round in 0..<60 {
            try daemon.start()
            let connection = try daemon.connect()
            var model = try present(connection)
            #expect(possible.contains(model), "round \(round)")
            let (pid, delay) = (daemon.pid, UInt32.random(in: 0..<60_000, using: &random))
            Thread.detachNewThread {
                usleep(delay)
                kill(pid, SIGKILL)
            }
            while true {
                let (method, params, next) = edit(model, files, &random)
                do {
                    try connection.call(method, params)
                    (model, edits) = (next, edits + 1)
                } catch is Fault {
                    possible = [model, next]
                    break
                }
            }
            daemon.kill()
        }
        print("kill -9: 60 rounds, \(edits) edits answered")
    }

    @Test func killedWhilePlayingItGoesOnWithinASecondOfThePlace() throws {
        let daemon = try PrivateDaemon()
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 8)
        try daemon.start()
        try daemon.connect().call("queue.add", ["items": .array(files.map { .string($0) })])
        for index in files.indices {
            let connection = try daemon.connect()
            try connection.call("play", ["index": .integer(index)])
            try connection.call("seek", ["position": .number(100.5), "confirm": true])
            #expect(try eventually { try place(connection) > 101.2 + Double(index) / 7 })
            let before = try place(connection)
            daemon.kill()
            let killed = Date()
            try daemon.start()
            let status = try daemon.connect().call("status")
            let elapsed = Date().timeIntervalSince(killed)
            #expect(status["state"]?.string == "playing")
            #expect(status["index"]?.integer == index)
            let after = try #require(status["position"]?.number)
            #expect(after > before - 1 && after < before + elapsed + 1, "\(before) became \(after)")
        }
    }

    @Test func anEntryThatCrashesThePlayerTwiceIsPassedOver() throws {
        let daemon = try PrivateDaemon()
        let files = try Music.fill(daemon.home.appending(path: "music"), count: 3)
        try daemon.start()
        try daemon.connect().call(
            "queue.add", ["items": .array(files.map { .string($0) }), "play": true, "confirm": true])
        for _ in 0..<2 {
            let connection = try daemon.connect()
            #expect(try eventually { try place(connection) > 0.2 })
            daemon.kill()
            try daemon.start()
        }
        let connection = try daemon.connect()
        #expect(try eventually { try connection.call("status")["index"]?.integer == 1 })
        #expect(try connection.call("status")["state"]?.string == "playing")
        let first = try connection.call("queue.list")["entries"]?[0]
        #expect(first?["unavailable"]?.string == "crashed the player")
    }

    private func present(_ connection: DaemonConnection) throws -> Model {
        let list = try connection.call("queue.list", ["limit": 1_000])
        let modes = try connection.call("modes")
        return Model(
            uris: (list["entries"]?.array ?? []).compactMap { $0["uri"]?.string },
            repeat: modes["repeat"]?.string ?? "")
    }

    /// One of the edits there are, and the model after it.
    private func edit(
        _ model: Model, _ files: [String], _ random: inout some RandomNumberGenerator
    ) -> (String, JSONValue, Model) {
        var model = model
        let count = model.uris.count
        let kind = Int.random(in: 0..<8, using: &random)
        if kind < 2, count > 0 {
            let index = Int.random(in: 0..<count, using: &random)
            model.uris.remove(at: index)
            return ("queue.remove", ["from": .integer(index), "to": .integer(index + 1)], model)
        } else if kind < 4, count > 0 {
            let index = Int.random(in: 0..<count, using: &random)
            model.uris.insert(model.uris.remove(at: index), at: 0)
            return ("queue.move", ["from": .integer(index), "to": .integer(index + 1), "at": 0], model)
        } else if kind == 4 {
            model.repeat = ["off", "one", "all"].randomElement(using: &random) ?? "off"
            return ("modes", ["repeat": .string(model.repeat)], model)
        } else {
            let (file, index) = (files.randomElement(using: &random) ?? "", Int.random(in: 0...count, using: &random))
            model.uris.insert(file, at: index)
            return ("queue.add", ["items": .array([.string(file)]), "at": .integer(index)], model)
        }
    }
}

/// The place in the current entry, in seconds, as a client works it out.
func place(_ connection: DaemonConnection) throws -> Double {
    let status = try connection.call("status")
    guard let position = status["position"]?.number else { return 0 }
    let runs = status["state"]?.string == "playing" && status["stalled"]?.bool == false
    let time = status["positionTime"]?.number ?? 0
    return runs ? position + max(0, Date().timeIntervalSince1970 - time) : position
}
