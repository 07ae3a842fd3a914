import Files
import Glibc
import JSON

extension Configuration {
    /// A larger file is no configuration.
    private static let sizeLimit = 1 << 20

    /// Reads the configuration file, and finds the music folder if that doesn't name one.
    ///
    /// No file is no fault. A key at fault keeps its default, or the value it had in `former`, and so does everything
    /// if the file as a whole can't be read.
    public static func load(
        paths: Paths, former: Configuration? = nil, environment: (String) -> String? = Paths.variable
    ) -> (configuration: Configuration, faults: [ConfigurationFault]) {
        let userDirs = try? RegularFile.read(Array("\(paths.configurationHome)/user-dirs.dirs".utf8), limit: sizeLimit)
        let defaults = Configuration(
            paths: paths,
            musicFolder: MusicFolder.standard(
                paths: paths, userDirs: userDirs.map { String(decoding: $0, as: UTF8.self) },
                environment: environment))
        let bytes: [UInt8]
        do throws(SystemFault) {
            bytes = try RegularFile.read(Array(paths.configuration.utf8), limit: sizeLimit)
        } catch {
            if error.code == ENOENT { return (defaults, []) }
            let fault = ConfigurationFault(file: paths.configuration, key: "", message: error.reason)
            return (former ?? defaults, [fault])
        }
        return read(bytes, paths: paths, defaults: defaults, former: former)
    }

    /// Reads the text of a configuration file.
    static func read(
        _ bytes: [UInt8], paths: Paths, defaults: Configuration, former: Configuration? = nil
    ) -> (configuration: Configuration, faults: [ConfigurationFault]) {
        do throws(JSON5Error) {
            let document = try JSON5Document(parsing: bytes)
            var reader = ConfigurationReader(paths: paths, defaults: defaults, former: former ?? defaults)
            reader.read(document.root)
            return (reader.configuration, reader.faults)
        } catch {
            let fault = ConfigurationFault(
                file: paths.configuration, line: error.line, key: "", message: error.message)
            return (former ?? defaults, [fault])
        }
    }
}
