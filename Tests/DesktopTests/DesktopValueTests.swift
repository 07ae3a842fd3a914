import Playback
import Testing

@testable import Desktop

/// What is told on a bus, as values.
@Suite struct DesktopValueTests {
    @Test("a socket's path survives being written as an address")
    func addresses() {
        for path in ["/run/user/1000/bus", "/tmp/a b,c;d%=é/bus", "/\u{1}x"] {
            let address = BusAddress.unix(path: path)
            #expect(address.utf8.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") && $0 < 0x80 })
            #expect(BusAddress.path(of: address) == path)
        }
        #expect(BusAddress.path(of: "unix:guid=1,path=/a%2Fb,runtime=yes;unix:path=/c") == "/a/b")
        for address in ["unix:abstract=/a", "tcp:host=localhost", "", "unix:", "unix:path=/a%00b", "autolaunch:"] {
            #expect(BusAddress.path(of: address) == nil)
        }
    }

    @Test("only the path that an entry was given names it")
    func trackPaths() {
        for number in [1, 42, UInt32.max] {
            let entry = EntryID(rawValue: number)
            #expect(TrackPath.entry(of: TrackPath.path(of: entry)) == entry)
        }
        for path in [
            TrackPath.none, "/org/mood/entry/", "/org/mood/entry/01", "/org/mood/entry/+1",
            "/org/mood/entry/4294967296",
            "/org/mood/entry/1/2", "",
        ] {
            #expect(TrackPath.entry(of: path) == nil)
        }
    }

    @Test("no number is too large, too small or too strange to be told or understood")
    func numbers() {
        #expect(Int64(microseconds: 1.5) == 1_500_000)
        for seconds in [-1, -Double.infinity, .nan] { #expect(Int64(microseconds: seconds) == 0) }
        #expect(Int64(microseconds: .infinity) > 0)
        #expect(PlayerProperties.level(volume: -3) == 0)
        #expect(PlayerProperties.level(volume: .infinity) == 100)
        #expect(PlayerProperties.level(volume: 0.555) == 56)
        #expect(PlayerProperties.level(volume: .nan) == nil)
    }

    @Test("a text of a track's commands no desktop: neither its terminal nor the direction of what follows")
    func texts() {
        let text = "in\u{1B}[31mvoice\u{202E}3pm\u{2067}.exe\r\n"
        let shown = "in [31mvoice 3pm .exe  "
        let arguments = DesktopNotification(summary: text, body: "<\(text)\n\(text)").arguments(replacing: 0)
        #expect(arguments[3] == .string(shown))
        #expect(arguments[4] == .string("&lt;\(shown)\n\(shown)"))
    }

    @Test("a jump is a seek, a restart or a track that begins midway; music that goes on is none")
    func jumps() {
        var player = Player(seed: 1)
        _ = player.handle(.command(.edit(.add(Addition([Track(uri: "/a"), Track(uri: "/b")])), heard: nil)))
        func isJump(_ command: Command) -> Bool {
            let former = Place(player)
            _ = player.handle(.command(command))
            return Place(player).isJump(from: former)
        }
        #expect(!isJump(.play(nil)))
        #expect(isJump(.seek(.absolute(3), heard: 0)))
        #expect(isJump(.seek(.offset(0.1), heard: 3)))
        #expect(!isJump(.pause))
        #expect(isJump(.seek(.absolute(9), heard: 3)))
        #expect(!isJump(.play(nil)))
        #expect(!isJump(.next))
        #expect(isJump(.play(player.current)))
        #expect(!isJump(.previous(heard: 1)))
        #expect(!isJump(.stop))
        #expect(!isJump(.volume(4)))
    }
}
