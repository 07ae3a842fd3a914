import DaemonSupport
import Foundation
import TestSupport
import Testing

/// What contrib/moodscan/test installed.
private enum Detector {
    static let program = ProcessInfo.processInfo.environment["MOODSCAN"] ?? ""
    static let pictures = ProcessInfo.processInfo.environment["MOODSCAN_PICTURES"] ?? ""
}

/// moodscan, the real detector, as the daemon runs it.
@Suite(.serialized, .enabled(if: !Detector.program.isEmpty, "contrib/test scan runs these"))
struct DetectorTests {

    @Test func aSmileInAPicturePlaysHappyMusic() throws {
        let daemon = try PrivateDaemon(
            configuration: """
                { output: { type: "null" }, moods: { happy: "~/Music/happy", sad: "~/Music/sad" },
                  scan: { command: ["\(Detector.program)", "--device", "/dev/none"] } }
                """)
        for mood in ["happy", "sad"] {
            _ = try Music.fill(daemon.home.appending(path: "Music/\(mood)"), count: 2)
        }
        try daemon.start()
        let scan = daemon.moodctl("scan", Detector.pictures + "/astronaut.png")
        let fields = scan.output.dropLast().split(separator: "\t")
        #expect(fields.first == "happy" && (Double(fields.last ?? "") ?? 0) > 0.9, "\(scan.output)\(scan.errors)")
        let status = daemon.moodctl("status", "--format", "{{state}} {{mood}} {{uri}}").output
        #expect(status.hasPrefix("playing happy \(daemon.home.path)/Music/happy/"), "\(status)")

        let queue = daemon.moodctl("list", "--json").output
        let text = daemon.home.path + "/config/mood/config.json"
        for (image, reason) in [(Detector.pictures + "/coffee.png", "no face was found"), (text, "a broken picture")] {
            let scan = daemon.moodctl("scan", image)
            #expect(scan.code == 1 && scan.errors.contains(reason), "\(image): \(scan.errors)")
        }
        #expect(daemon.moodctl("scan").errors == "moodscan: /dev/none: no camera there\n")
        #expect(daemon.moodctl("list", "--json").output == queue)
    }

    @Test("its libraries run in the daemon's sandbox, and in a unit of its own", arguments: [false, true])
    func service(withBus: Bool) throws {
        func inside(_ path: String) -> String {
            path.replacingOccurrences(of: Places.tree.path, with: UserManager.tree)
        }
        let python = inside(Detector.program)
            .replacingOccurrences(of: "/bin/moodscan", with: "/share/mood/moodscan/bin/python3")
        let manager = try ScanServiceTests.manager(
            withBus: withBus, scan: #"{ command: ["\#(python)", "-I", "-m", "moodscan"] }"#)
        let printed = try ScanServiceTests.succeed(
            manager,
            """
            moodctl scan \(inside(Detector.pictures))/astronaut.png | cut -f 1
            moodctl scan \(inside(Detector.pictures))/coffee.png 2>&1 || true
            moodctl status --format '{{state}} {{mood}}'
            """)
        #expect(printed == ["happy", "python3: no face was found", "playing happy"])
    }
}
