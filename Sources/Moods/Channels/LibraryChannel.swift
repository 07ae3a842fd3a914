import EventLoop
import Files
import Media
import Playback

/// Music from the user's own library that fits a mood.
@ControlActor
final class LibraryChannel: Channel {
    /// Seconds after which the first scan of a library must have found something.
    private static let patience = 8.0
    /// A batch whose files are gone is drawn again, so many times.
    private static let draws = 4

    let summary = "library"

    private let mood: String
    private let genres: [String]
    private let moods: () -> [String]
    private let library: Library
    private let marks: MarkStore
    private var rotation = Rotation()
    private var generator: SplitMix64

    /// - Parameters:
    ///   - genres: those that fit the mood.
    ///   - moods: the names of all moods, as a tag that names another one outweighs the genre.
    init(
        mood: String, genres: [String], moods: @escaping () -> [String], library: Library, marks: MarkStore,
        generator: SplitMix64
    ) {
        self.mood = mood
        self.genres = genres
        self.moods = moods
        self.library = library
        self.marks = marks
        self.generator = generator
    }

    func batch(_ request: BatchRequest) async throws(ChannelFault) -> [Track] {
        do {
            return try await tracks(request)
        } catch let fault as ChannelFault {
            throw fault
        } catch is CancellationError {
            throw ChannelFault(.cancelled, "nobody waits for it any more")
        } catch {
            throw ChannelFault(.unavailable, "\(error)")
        }
    }

    /// How many tracks fit, and why.
    func counts() async throws -> MoodCounts {
        if try await library.lastScanTime() == nil { library.beginScan() }
        return try await library.candidates(try await criteria()).counts
    }

    private func tracks(_ request: BatchRequest) async throws -> [Track] {
        let criteria = try await criteria()
        // Asked before looking: a scan that ends meanwhile may have written what the look did not find.
        let isScanned = try await library.lastScanTime() != nil
        var (fitting, counts) = try await library.candidates(criteria)
        if !isScanned {
            (fitting, counts) = try await waitForScan(request.count, criteria)
        } else if request.occasion == .set {
            library.renew(ifOlderThan: Library.freshness)
        }
        guard !fitting.isEmpty else { throw nothingFits(counts) }
        for _ in 0..<Self.draws {
            let drawn = try await draw(request.count, from: fitting)
            let tracks = try await library.tracks(drawn)
            if !tracks.isEmpty { return tracks.map { $0.from(mood) } }
        }
        throw try await gone(fitting)
    }

    /// Draws on a worker thread, as there may be a hundred thousand to draw from.
    private func draw(_ count: Int, from fitting: [Candidate]) async throws -> [Int64] {
        let (rotation, generator) = (rotation, generator)
        let result = try await library.workers.run { _ in
            var (rotation, generator) = (rotation, generator)
            let places = rotation.draw(count, from: fitting.map(\.audio), using: &generator)
            return (places.map { fitting[$0].id }, rotation, generator)
        }
        (self.rotation, self.generator) = (result.1, result.2)
        return result.0
    }

    private func criteria() async throws -> MoodCriteria {
        let marks = try await marks.marks()
        return MoodCriteria(name: mood, genres: GenreMatcher(genres), moods: moods(), marks: marks)
    }

    /// The first scan goes on in the background; music that it finds soon will do.
    private func waitForScan(
        _ count: Int, _ criteria: MoodCriteria
    ) async throws -> (fitting: [Candidate], counts: MoodCounts) {
        let end = Moment.now + Self.patience
        library.beginScan()
        await library.scanProgress()
        while true {
            try Task.checkCancellation()
            let isScanning = library.isScanning
            let found = try await library.candidates(criteria)
            let isPatient = found.fitting.isEmpty || Moment.now < end
            if found.fitting.isEmpty, !isScanning, let failure = library.failure {
                throw ChannelFault(.unavailable, failure)
            }
            if found.fitting.count >= count || !isScanning || !isPatient { return found }
            await library.scanProgress()
        }
    }

    private func nothingFits(_ counts: MoodCounts) -> ChannelFault {
        if counts.total == 0 {
            let folders = library.folders.joined(separator: ", ")
            return ChannelFault(.noMusic, "no music for \(mood): there is none in \(folders)")
        }
        if counts.banned > 0 {
            return ChannelFault(
                .noMusic,
                "no music for \(mood): of \(Self.grouped(counts.total)) tracks \(Self.grouped(counts.banned)) "
                    + (counts.banned == 1 ? "is" : "are") + " banned, and no other is marked, tagged or of its genres; "
                    + "moodctl unrate \(mood) PATH takes a ban back")
        }
        return ChannelFault(
            .noMusic,
            "no music for \(mood): none of \(Self.grouped(counts.total)) tracks is marked, tagged or of its genres; "
                + "try moodctl like \(mood) FOLDER, or moods.\(mood).genres")
    }

    private func gone(_ fitting: [Candidate]) async throws -> ChannelFault {
        let missing = library.folders.lazy.compactMap { MissingFolder.above(Array("\($0)/".utf8)) }.first
        let reason =
            missing.map(MissingFolder.message)
            ?? "the files of the \(Self.grouped(fitting.count)) tracks that fit are gone; try moodctl update"
        return ChannelFault(.noMusic, "no music for \(mood): \(reason)")
    }

    /// A number with commas between its thousands.
    private static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}

extension Track {
    /// This track, as one that a mood's channel sent.
    func from(_ mood: String) -> Track {
        var track = self
        track.mood = mood
        return track
    }
}
