"""A client of the control socket."""

import json
import socket
import time


class Refused(Exception):
    """An error that the daemon answered."""

    def __init__(self, method, error):
        self.code = error["code"]
        super().__init__(f"{method}: {error['message']}")


class Gone(Exception):
    """The connection ended, or nothing was answered in time."""


class Client:
    def __init__(self, path, patience=15):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(patience)
        self.received = b""
        self.number = 0
        try:
            self.socket.connect(path)
        except OSError as error:
            self.socket.close()
            raise Gone(f"connect: {error}")

    def send(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError as error:
            raise Gone(f"{method}: {error}")
        return self.number

    def call(self, method, **params):
        number = self.send(method, **params)
        while True:
            message = self.read(method)
            if message.get("id") == number:
                break
        if "error" in message:
            raise Refused(method, message["error"])
        return message["result"]

    def read(self, what="an event"):
        """The next message, an answer or an event."""
        begin = time.monotonic()
        while b"\n" not in self.received:
            try:
                more = self.socket.recv(1 << 16)
            except OSError as error:
                raise Gone(f"{what}: {error} after {time.monotonic() - begin:.1f} s")
            if not more:
                raise Gone(f"{what}: the connection was closed")
            self.received += more
        line, self.received = self.received.split(b"\n", 1)
        return json.loads(line)

    def close(self):
        self.socket.close()
