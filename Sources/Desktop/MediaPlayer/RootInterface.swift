import EventLoop

/// `org.mpris.MediaPlayer2` (MPRIS 2.2): the player as a program.
@ControlActor
struct RootInterface {
    unowned let session: any DesktopPlayer

    private static let values: [String: BusValue] = [
        "CanQuit": .boolean(true),
        "CanRaise": .boolean(false),
        "HasTrackList": .boolean(true),
        "Identity": .string("mood"),
        "DesktopEntry": .string("moodd"),
        "SupportedUriSchemes": .strings(MediaTypes.schemes),
        "SupportedMimeTypes": .strings(MediaTypes.types),
    ]

    var interface: BusInterface {
        BusInterface(
            "org.mpris.MediaPlayer2",
            methods: [
                // There is no window to raise.
                .init(name: "Raise") { _ in [] },
                .init(name: "Quit") { _ in
                    session.quit()
                    return []
                },
            ],
            properties: Self.values.sorted { $0.key < $1.key }.map { name, value in
                .init(name: name, type: value.type, changes: .never)
            },
            value: { Self.values[$0] })
    }
}
