// swift-tools-version: 6.2

import PackageDescription

/// Every target is built the same way: the control thread's actor must never be left by accident, and a release
/// carries the Swift library inside, so that it runs where no toolchain is.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
]

/// The linker's share of a release: unused code and symbols stay out.
let lean = ["-use-ld=lld", "-Xlinker", "--gc-sections"]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency], linkage: String) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: settings,
        linkerSettings: [.unsafeFlags([linkage] + lean, .when(configuration: .release))])
}

/// A system library.
///
/// Its module map says what to link; pkg-config's answers hold flags that the package manager warns of.
func library(_ name: String) -> Target {
    .systemLibrary(name: name)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        swiftSettings: settings)
}

let package = Package(
    name: "mood",
    products: [
        .executable(name: "moodd", targets: ["moodd"]),
        .executable(name: "moodctl", targets: ["moodctl"]),
    ],
    targets: [
        program("moodd", ["MoodDaemon"], linkage: "-static-stdlib"),
        program("moodctl", ["MoodProtocol", "JSON", "CUTF8Proc"], linkage: "-static-executable"),
        program("Manual", ["MoodProtocol", "JSON"], linkage: "-static-stdlib"),

        room(
            "MoodDaemon",
            [
                "Control", "Desktop", "Audio", "Media", "Network", "Moods", "Playback", "Files", "MoodProtocol",
                "JSON", "EventLoop", "CSystemd",
            ]),
        room("Control", ["EventLoop", "MoodProtocol", "JSON", "CSystemd"]),
        room("Desktop", ["EventLoop", "Playback", "CSystemd"]),
        room(
            "Audio",
            ["Network", "Media", "Files", "EventLoop", "Playback", "CMpg123", "CPulse", "CSndfile", "CSystemd"]),
        room("Network", ["EventLoop", "CCurl", "CSystemd"]),
        room("Media", ["JSON"]),
        room(
            "Moods",
            ["Media", "Network", "Playback", "Files", "EventLoop", "JSON", "CSQLite", "CUTF8Proc"]),
        room("Playback"),
        room("Files"),
        room("MoodProtocol", ["JSON"]),
        room("JSON"),
        room("EventLoop", ["CSystemd"]),

        library("CMpg123"),
        library("CPulse"),
        library("CSystemd"),
        library("CCurl"),
        library("CSndfile"),
        library("CUTF8Proc"),
        library("CSQLite"),

        .target(
            name: "DaemonSupport", dependencies: ["TestSupport", "JSON", "moodd", "moodctl"],
            path: "Tests/DaemonSupport", swiftSettings: settings),
        .target(name: "TestSupport", dependencies: ["EventLoop"], path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "LoopProbe", dependencies: ["EventLoop"], path: "Tests/LoopProbe", swiftSettings: settings),
        .executableTarget(
            name: "LibraryProbe", dependencies: ["Moods", "EventLoop", "Playback"], path: "Tests/LibraryProbe",
            swiftSettings: settings),
        tests(of: "JSON"),
        tests(of: "MoodProtocol", ["JSON"]),
        tests(of: "Playback"),
        tests(of: "Files"),
        tests(of: "Moods", ["LibraryProbe", "Media", "Network", "Playback", "Files", "EventLoop", "JSON"]),
        tests(of: "Media", ["JSON"]),
        tests(of: "EventLoop", ["LoopProbe"]),
        tests(of: "Control", ["MoodProtocol", "JSON", "EventLoop"]),
        tests(of: "Audio", ["Media", "Network", "Playback", "EventLoop", "CPulse"]),
        tests(of: "Network", ["EventLoop"]),
        tests(of: "MoodDaemon", ["Control", "Playback", "MoodProtocol", "JSON", "EventLoop", "Media", "Files"]),
        tests(of: "moodctl", ["MoodProtocol", "JSON"]),
        tests(of: "Manual", ["MoodProtocol", "JSON", "moodctl", "moodd"]),
        .testTarget(
            name: "IntegrationTests", dependencies: ["DaemonSupport", "TestSupport", "MoodProtocol", "JSON"],
            swiftSettings: settings),
        .testTarget(
            name: "DesktopTests",
            dependencies: ["DaemonSupport", "TestSupport", "JSON", "Manual", "Desktop", "Playback"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
