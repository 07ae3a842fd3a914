import CSQLite
import Glibc

/// What SQLite refused to do.
struct DatabaseFault: Error, CustomStringConvertible {
    /// SQLite's result code, the extended one.
    let code: Int32
    let description: String

    /// Whether the file is no database, or a damaged one.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }

    fileprivate init(_ code: Int32, _ connection: OpaquePointer?) {
        self.code = code
        description =
            switch code & 0xFF {
            case SQLITE_FULL: "the disk is full"
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: "it can't be opened for writing"
            default: connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            }
    }
}

/// One connection to an SQLite file.
final class Database: @unchecked Sendable {  // One thread at a time uses it: it belongs to one piece of work.
    private let connection: OpaquePointer

    /// Opens the file, and makes it if need be, for the user alone.
    init(_ path: String) throws(DatabaseFault) {
        // SQLite gives the files beside it the same rights.
        close(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil
        )
        guard code == SQLITE_OK, let opened else {
            let fault = DatabaseFault(code, opened)
            sqlite3_close_v2(opened)
            throw fault
        }
        connection = opened
        sqlite3_busy_timeout(connection, 5000)
    }

    deinit {
        sqlite3_close_v2(connection)
    }

    /// Carries out statements that give nothing back.
    func execute(_ text: String) throws(DatabaseFault) {
        let code = sqlite3_exec(connection, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseFault(code, connection) }
    }

    /// Makes a statement ready.
    func prepare(_ text: String) throws(DatabaseFault) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, text, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw DatabaseFault(code, connection) }
        return Statement(statement, of: self)
    }

    /// All of `work` or, when it throws, nothing of it.
    func transaction(_ work: () throws(DatabaseFault) -> Void) throws(DatabaseFault) {
        try execute("BEGIN IMMEDIATE")
        do {
            try work()
            try execute("COMMIT")
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(connection)) }

    fileprivate func fault(_ code: Int32) -> DatabaseFault { DatabaseFault(code, connection) }

    /// A statement, to be carried out any number of times.
    final class Statement {
        private let statement: OpaquePointer
        private let database: Database

        fileprivate init(_ statement: OpaquePointer, of database: Database) {
            self.statement = statement
            self.database = database
        }

        deinit {
            sqlite3_finalize(statement)
        }

        /// Goes to the next row; false when there is none, and then it can be carried out again.
        func step() throws(DatabaseFault) -> Bool {
            let code = sqlite3_step(statement)
            if code == SQLITE_ROW { return true }
            sqlite3_reset(statement)
            guard code == SQLITE_DONE else { throw database.fault(code) }
            return false
        }

        /// Carries it out to its end, and leaves it ready for the next time.
        func run(_ values: Value...) throws(DatabaseFault) {
            bind(values)
            while try step() {}
        }

        /// Goes back to the start with these values for its parameters, counted from 1.
        func bind(_ values: [Value]) {
            sqlite3_reset(statement)
            for (index, value) in values.enumerated() { value.bind(to: statement, at: Int32(index) + 1) }
        }

        /// A column's number, counted from 0; 0 for null.
        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

        func optionalInteger(_ column: Int32) -> Int? {
            isNull(column) ? nil : Int(sqlite3_column_int64(statement, column))
        }

        func number(_ column: Int32) -> Double? { isNull(column) ? nil : sqlite3_column_double(statement, column) }

        func text(_ column: Int32) -> String? {
            isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
        }

        func bytes(_ column: Int32) -> [UInt8] {
            guard let start = sqlite3_column_blob(statement, column) else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
        }

        private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    }

    /// What can stand for a parameter.
    enum Value {
        case null
        case integer(Int64)
        case number(Double)
        case text(String)
        case bytes([UInt8])

        static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
        static func optional(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
        static func optional(_ number: Double?) -> Value { number.map(Value.number) ?? .null }

        fileprivate func bind(to statement: OpaquePointer, at index: Int32) {
            switch self {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let value): sqlite3_bind_int64(statement, index, value)
            case .number(let value): sqlite3_bind_double(statement, index, value)
            case .text(var text):
                text.withUTF8 { bytes in
                    _ = bytes.withMemoryRebound(to: CChar.self) {
                        sqlite_bind_text_copy(statement, index, $0.baseAddress, Int32(clamping: $0.count))
                    }
                }
            case .bytes(let bytes):
                _ = bytes.withUnsafeBytes {
                    sqlite_bind_blob_copy(statement, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            }
        }
    }
}
