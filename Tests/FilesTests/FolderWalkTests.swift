import Glibc
import TestSupport
import Testing

@testable import Files

@Suite struct FolderWalkTests {
    let folder = TemporaryFolder()

    private func walk(_ name: String = "") -> (names: [String], walk: FolderWalk) {
        var walk = FolderWalk(Array((folder.path + "/" + name).utf8))
        var paths: [[UInt8]] = []
        while let folder = walk.next() { paths += folder.paths }
        let prefix = folder.path.utf8.count + 1
        return (paths.map { String(decoding: $0.dropFirst(prefix), as: UTF8.self) }, walk)
    }

    @Test("yields audio files in natural order, a folder's own before those of the folders in it")
    func order() {
        for name in ["b/2.mp3", "b/10.MP3", "b/1.flac", "a10/x.ogg", "a2/x.opus", "b/CD 2/1.mp3", "z.mp3"] {
            folder.write(name)
        }
        #expect(
            walk().names == ["z.mp3", "a2/x.opus", "a10/x.ogg", "b/1.flac", "b/2.mp3", "b/10.MP3", "b/CD 2/1.mp3"])
    }

    @Test("passes over what is hidden, and what hasn't an audio file's name")
    func passedOver() {
        for name in [
            ".hidden.mp3", ".git/x.mp3", "list.m3u", "list.pls", "cover.jpg", "mp3", "x.mp", "x.mp3.part", "x.",
            "y.mp3",
        ] { folder.write(name) }
        mkfifo(folder.path + "/pipe.mp3", 0o600)
        folder.makeFolder("folder.mp3")
        #expect(walk().names == ["y.mp3"])
        #expect(walk().walk.faultCount == 0)
    }

    @Test("follows links, walks each folder once whatever leads to it, and comes back from a circle")
    func links() {
        folder.write("a/1.mp3")
        folder.write("b/2.mp3")
        folder.link("a/loop", to: "..")
        folder.link("a/self", to: ".")
        folder.link("a/to b", to: "../b")
        folder.link("a/two.mp3", to: "../b/2.mp3")
        folder.link("a/nowhere.mp3", to: "nothing")
        folder.link("a/round.mp3", to: "round.mp3")
        #expect(walk().names == ["a/1.mp3", "a/two.mp3", "a/to b/2.mp3"])
        #expect(walk("a/to b").names == ["a/to b/2.mp3"])
    }

    @Test("passes over links to what has a name of its own, where that is wanted")
    func ownNames() {
        for name in ["a/1.mp3", "b/2.mp3", ".hidden/3.mp3", "b/4.mp3"] { folder.write(name) }
        folder.link("a/up", to: "..")
        folder.link("a/to b", to: "../b")
        folder.link("a/to hidden", to: "../.hidden")
        folder.link("a/two.mp3", to: "../b/2.mp3")
        let root = Array(folder.path.utf8)
        func names(_ name: String) -> [String] {
            FolderWalk(Array((folder.path + name).utf8), underOwnNamesIn: [root]).flatMap(\.paths).map {
                String(decoding: $0.dropFirst(root.count + 1), as: UTF8.self)
            }
        }
        #expect(names("") == ["a/1.mp3", "a/two.mp3", "a/to hidden/3.mp3", "b/2.mp3", "b/4.mp3"])
        #expect(names("/a") == ["a/1.mp3", "a/two.mp3", "a/to hidden/3.mp3"])
    }

    @Test("hands out names that aren't UTF-8 as they are")
    func bytes() {
        let name: [UInt8] = [0xE9, 0xFF] + Array(".mp3".utf8)
        folder.write(name, [])
        #expect(FolderWalk(Array(folder.path.utf8)).map(\.files) == [[name]])
    }

    @Test("counts what it may not read, and goes on")
    func unreadable() {
        folder.write("a/1.mp3")
        folder.write("closed/2.mp3")
        folder.write("z/3.mp3")
        chmod(folder.path + "/closed", 0)
        defer { chmod(folder.path + "/closed", 0o700) }
        let result = asNobody { walk() }
        #expect(result.names == ["a/1.mp3", "z/3.mp3"])
        #expect(result.walk.faultCount == 1)
        #expect(
            result.walk.faults.map(\.description) == ["\(folder.path)/closed: not allowed to read or write it"])
    }

    @Test("tells of a folder that isn't there")
    func missing() {
        #expect(walk("nothing").walk.faults.map(\.code) == [ENOENT])
        folder.write("file.mp3")
        #expect(walk("file.mp3").walk.faults.map(\.code) == [ENOTDIR])
    }

    @Test("hands out one folder at a time, those without music too")
    func streaming() {
        for index in 0..<10 { folder.write("\(index)/inner/a.mp3") }
        var walk = FolderWalk(Array(folder.path.utf8))
        let first = [walk.next(), walk.next(), walk.next()].map { $0?.files.count }
        #expect(first == [0, 0, 1])
        folder.write("9/late.mp3")
        #expect(walk.flatMap(\.files).count == 10)
    }

    /// Runs with the file system rights of an ordinary user, which root hasn't by itself; this thread's only.
    private func asNobody<Result>(_ body: () -> Result) -> Result {
        guard getuid() == 0, let address = dlsym(nil, "setfsuid") else { return body() }
        let setfsuid = unsafeBitCast(address, to: (@convention(c) (uid_t) -> Int32).self)
        chmod(folder.path, 0o755)
        for name in folder.names { chown("\(folder.path)/\(name)", 65534, 65534) }
        _ = setfsuid(65534)
        defer { _ = setfsuid(0) }
        return body()
    }
}

@Suite struct RegularFileTests {
    let folder = TemporaryFolder()

    @Test("reads files and refuses what could block, without opening it")
    func kinds() throws {
        folder.write("a.mp3", "music")
        mkfifo(folder.path + "/pipe", 0o600)
        folder.link("link", to: "a.mp3")
        #expect(throws: SystemFault(path: "/dev/zero", code: ENXIO)) { try RegularFile.open(Array("/dev/zero".utf8)) }
        let faults = ["pipe": ENXIO, ".": EISDIR, "nothing": ENOENT, "a.mp3/b": ENOTDIR]
        for (name, code) in faults {
            let path = folder.path + "/" + name
            #expect(throws: SystemFault(path: path, code: code)) { try RegularFile.open(Array(path.utf8)) }
        }
        for name in ["a.mp3", "link"] {
            #expect(try RegularFile.read(Array("\(folder.path)/\(name)".utf8), limit: 5) == Array("music".utf8))
        }
        #expect(throws: SystemFault.self) { try RegularFile.read(Array("\(folder.path)/a.mp3".utf8), limit: 4) }
    }

    @Test("names the highest folder that is gone")
    func missingFolder() {
        folder.write("nas/file")
        func missing(_ name: String) -> String? {
            MissingFolder.above(Array("\(folder.path)/\(name)".utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(missing("nas/Music/a/b.mp3") == folder.path + "/nas/Music")
        #expect(missing("nas/gone.mp3") == nil)
        #expect(missing("nas/file/x.mp3") == nil)
        #expect(MissingFolder.message(for: Array("/mnt/nas/Music".utf8)) == "/mnt/nas/Music isn't there (not mounted?)")
    }
}
