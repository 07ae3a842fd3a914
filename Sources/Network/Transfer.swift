import CCurl

/// What a transfer does with what arrives.
///
/// All of it is called on the network thread.
protocol TransferReceiver: AnyObject {
    /// The head of the last answer, redirects followed; once, before the first bytes.
    /// - Returns: false to break off.
    func receive(_ head: HTTPHead) -> Bool

    /// The next bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> TransferVerdict

    /// The end: nil when the answer came whole. Not called after the transfer was dropped by `TransferLoop.remove`.
    func finish(_ failure: HTTPFailure?)
}

enum TransferVerdict {
    case taken
    /// No room: the same bytes come again after `TransferLoop.resume`.
    case full
    case breakOff
}

/// One request on its way, with libcurl's handle for it.
///
/// It lives on the network thread.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    let url: String
    private let receiver: any TransferReceiver
    private var lines: UnsafeMutablePointer<curl_slist>?
    private let aliases: UnsafeMutablePointer<curl_slist>?
    private var status = 0
    private var fields: [String: String] = [:]
    private var stationName: [UInt8]?
    private var hasDeliveredHead = false
    /// Bytes of header lines, redirects' included.
    private var headSize = 0

    /// Bytes of header lines of which libcurl takes hardly more.
    private static let longestHead = 250 << 10

    /// Answers nil when libcurl has no memory for it.
    init?(_ request: HTTPRequest, userAgent: String, receiver: any TransferReceiver) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        url = request.url
        self.receiver = receiver
        // Old Shoutcast servers greet with this instead of a version.
        aliases = curl_slist_append(nil, "ICY 200 OK")
        for line in request.headers { append(line) }
        if request.offset > 0, let validator = request.validator { append("If-Range: \(validator)") }
        setOptions(request, userAgent: userAgent)
        setCallbacks()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(lines)
        curl_slist_free_all(aliases)
    }

    private func append(_ line: String) {
        // A line break in a value would begin a header of its own.
        guard !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else { return }
        lines = curl_slist_append(lines, line) ?? lines
    }

    private func setOptions(_ request: HTTPRequest, userAgent: String) {
        _ = curl_set_string(easy, CURLOPT_URL, request.url)
        _ = curl_set_string(easy, CURLOPT_USERAGENT, userAgent)
        _ = curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = curl_set_string(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        _ = curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 1)
        _ = curl_set_long(easy, CURLOPT_MAXREDIRS, 10)
        _ = curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = curl_set_long(easy, CURLOPT_CONNECTTIMEOUT, 10)
        // A connection that looks open and brings nothing is dead.
        _ = curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
        _ = curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, 15)
        _ = curl_set_long(easy, CURLOPT_BUFFERSIZE, 64 << 10)
        _ = curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = curl_set_list(easy, CURLOPT_HTTP200ALIASES, aliases)
        // A name that is still being looked up must not hold up the transfers beside it when this one ends.
        _ = curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        if let file = certificateFile { _ = curl_set_string(easy, CURLOPT_CAINFO, file) }
        if request.offset > 0 { _ = curl_set_string(easy, CURLOPT_RANGE, "\(request.offset)-") }
        if let lines { _ = curl_set_list(easy, CURLOPT_HTTPHEADER, lines) }
    }

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = curl_set_pointer(easy, CURLOPT_PRIVATE, context)
        _ = curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = curl_set_bytes_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            let goesOn = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().readHeader(line)
            return goesOn ? size * count : 0
        }
        _ = curl_set_bytes_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().readBody(body)
        }
    }

    /// False when the receiver wants no more than this head.
    private func readHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headSize += bytes.count
        let line = trimmed(String(decoding: bytes, as: UTF8.self))
        if line.hasPrefix("HTTP/") || line.hasPrefix("ICY ") {
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            fields = [:]
            stationName = nil
        } else if let colon = line.firstIndex(of: ":"), fields.count < 200 {
            let name = line[..<colon].lowercased()
            fields[name] = trimmed(line[line.index(after: colon)...])
            if name == "icy-name" { stationName = Array(bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()) }
        } else if line.isEmpty, status >= 200, !leadsElsewhere {
            return deliverHead()
        }
        return true
    }

    private var leadsElsewhere: Bool {
        (300...399).contains(status) && fields["location"] != nil
    }

    private func readBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard deliverHead() else { return 0 }
        switch receiver.receive(bytes) {
        case .taken: return bytes.count
        case .full: return Int(CURL_WRITEFUNC_PAUSE)
        case .breakOff: return 0
        }
    }

    /// Hands over the head where that has not happened; false when the receiver wants no more.
    private func deliverHead() -> Bool {
        guard !hasDeliveredHead else { return true }
        hasDeliveredHead = true
        var effective: UnsafeMutablePointer<CChar>?
        _ = curl_get_string(easy, CURLINFO_EFFECTIVE_URL, &effective)
        let address = effective.map { String(cString: $0) } ?? url
        var head = HTTPHead(status: status, fields: fields, url: address)
        head.stationName = stationName
        return receiver.receive(head)
    }

    /// Tells the receiver how it ended.
    func finish(_ result: CURLcode) {
        if result == CURLE_OK, !deliverHead() {
            receiver.finish(HTTPFailure(.cancelled, "\(host(of: url)): given up"))
            return
        }
        receiver.finish(result == CURLE_OK ? nil : failure(for: result))
    }

    /// What OpenSSL has against the server's certificate, by its numbers (x509_vfy.h); 1 is libcurl's own.
    private var certificateFault: String {
        var fault = 0
        _ = curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &fault)
        return switch fault {
        case 1: "is for another name"
        case 9: "isn't valid yet (is this machine's clock right?)"
        case 10: "has expired"
        case 18...21: "isn't signed by anybody who is trusted here"
        default: "isn't trusted"
        }
    }

    private func failure(for result: CURLcode) -> HTTPFailure {
        let name = host(of: url)
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST:
            return HTTPFailure(.connection, "no host named \(name) was found")
        case CURLE_COULDNT_CONNECT:
            return HTTPFailure(.connection, "\(name) can't be reached")
        case CURLE_OPERATION_TIMEDOUT:
            return HTTPFailure(.connection, "\(name) \(hasDeliveredHead ? "sends nothing more" : "doesn't answer")")
        case CURLE_OUT_OF_MEMORY where status > 0, CURLE_RECV_ERROR where headSize > Self.longestHead:
            // So libcurl calls a line, or all of them, that are longer than it reads.
            return HTTPFailure(.refused, "\(name) sends a head that is too long")
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_ERROR:
            return HTTPFailure(.connection, "\(name) broke off")
        case CURLE_PEER_FAILED_VERIFICATION:
            return HTTPFailure(.refused, "\(name)'s certificate \(certificateFault)")
        case CURLE_SSL_CACERT_BADFILE:
            return HTTPFailure(.refused, "\(certificateFile ?? "the system's file") holds no certificates to trust")
        case CURLE_UNSUPPORTED_PROTOCOL:
            // Without a head it is HTTP/0.9 at best.
            guard status > 0 else { return HTTPFailure(.refused, "\(name) doesn't speak HTTP") }
            return HTTPFailure(.refused, "\(name) leads to an address that is neither http nor https")
        case CURLE_TOO_MANY_REDIRECTS:
            return HTTPFailure(.refused, "\(name) leads in a circle")
        case CURLE_URL_MALFORMAT:
            return HTTPFailure(.refused, "\(url) is not an address")
        case CURLE_WRITE_ERROR:
            return HTTPFailure(.cancelled, "\(name): given up")
        default:
            return HTTPFailure(.connection, "\(name): \(String(cString: curl_easy_strerror(result)))")
        }
    }
}
