"""Songs that play and songs that don't, in files and from a server that can be slow, cut off and lie."""

import http.server
import json
import os
import random
import subprocess
import threading
import time


def sound(path, seconds, pitch, *encoder):
    """A tone, in the format that its name says."""
    wave = path + ".wav"
    subprocess.run(
        ["sox", "-qn", "-r", "44100", "-c", "2", wave, "synth", str(seconds), "sine", str(pitch)], check=True
    )
    if encoder:
        subprocess.run([*encoder, wave, path], check=True, stderr=subprocess.DEVNULL)
        os.remove(wave)


class SongServer:
    def __init__(self, folder):
        self.good = [f"{folder}/{number}.mp3" for number in range(6)] + [f"{folder}/tone.mp3.wav"]
        for number, seconds in enumerate([3, 5, 8, 13, 40, 90]):
            sound(self.good[number], seconds, 200 + 50 * number, "lame", "--quiet", "-b", "96")
        sound(f"{folder}/tone.mp3", 6, 700)
        with open(self.good[2], "rb") as file:
            self.song = file.read()
        # What the mood `calm` plays.
        self.calm_folder = f"{folder}/calm"
        os.mkdir(self.calm_folder)
        for number in range(4):
            sound(f"{self.calm_folder}/{number}.mp3", 4 + number, 900 + 50 * number, "lame", "--quiet", "-b", "96")
        bad = {"text": b"no music\n" * 50, "empty": b"", "cut": self.song[:700], "noise": os.urandom(50_000)}
        for name, content in bad.items():
            with open(f"{folder}/{name}.mp3", "wb") as file:
                file.write(content)
        self.bad = [f"{folder}/{name}.mp3" for name in [*bad, "missing"]]
        # While it is set, nobody gets a byte more.
        self.stalled = threading.Event()
        handler = type("Handler", (Handler,), {"songs": self})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base = base = f"http://127.0.0.1:{self.server.server_port}"
        # Addresses in song lists are good until the list was sent some times more.
        self.edition = 0
        self.remote = [f"{base}/fine-{number}.mp3" for number in range(3)]
        self.hostile = [f"{base}/{name}.mp3" for name in Handler.behaviours] + ["http://127.0.0.1:9/nobody.mp3"]
        self.playlist = f"{base}/list.m3u"

    def list_address(self, mood):
        return f"{self.base}/{mood}.json"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    behaviours = ["stall", "cut", "longer", "shorter", "text", "error", "gone", "loop", "drip", "file", "rubbish"]
    songs = None

    def log_message(self, *words):
        pass

    def do_GET(self):
        path, _, query = self.path.partition("?")
        song, name = self.songs.song, path.strip("/").split(".")[0]
        try:
            if name.startswith("fine") and query and int(query) < self.songs.edition - 3:
                self.send_error(410)
            elif name.startswith("fine"):
                self.reply(song, len(song))
            elif name == "happy":
                self.happy()
            elif name == "angry":
                self.angry()
            elif name == "list":
                self.reply("\n".join(self.songs.remote + self.songs.hostile).encode(), None, "audio/x-mpegurl")
            elif name in self.behaviours:
                getattr(self, name)(song)
            else:
                self.send_error(404)
        except OSError:
            pass

    def reply(self, body, length, kind="audio/mpeg"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        for start in range(0, len(body), 8192):
            while self.songs.stalled.is_set():
                time.sleep(0.1)
            self.wfile.write(body[start : start + 8192])

    def stall(self, song):
        self.reply(song[:20_000], len(song))
        time.sleep(60)

    def cut(self, song):
        self.reply(song[:20_000], len(song))

    def longer(self, song):
        self.reply(song, len(song) // 2)

    def shorter(self, song):
        self.reply(song, 1 << 40)

    def text(self, song):
        self.reply(b"<html>" * 1000, 6000)

    def error(self, song):
        self.send_error(500)

    def gone(self, song):
        self.send_error(410)

    def loop(self, song):
        self.send_response(302)
        self.send_header("Location", self.path)
        self.end_headers()

    def file(self, song):
        self.send_response(302)
        self.send_header("Location", "file:///etc/passwd")
        self.end_headers()

    def drip(self, song):
        self.reply(song[:4000], len(song))
        for byte in song[4000:4100]:
            self.wfile.write(bytes([byte]))
            time.sleep(0.2)

    def rubbish(self, song):
        self.wfile.write(os.urandom(5000))

    def happy(self):
        """A song list as a service sends it, whose addresses are good for a while; sometimes there is none."""
        if random.random() < 0.2:
            return self.send_error(503)
        self.songs.edition += 1
        songs = [
            {"sid": f"{number}", "url": f"{address}?{self.songs.edition}", "title": f"song {number}", "like": "0"}
            for number, address in enumerate(self.songs.remote)
        ]
        self.send_list({"r": 0, "song": [*songs, {"sid": "9", "url": "file:///etc/passwd", "title": "not remote"}]})

    def angry(self):
        """Whatever a service that is broken, lies or is an enemy sends."""
        answers = [
            {"r": 1, "err": "expired"}, {"r": 0, "song": []}, "OK", [[[]]], {"song": 7}, [0] * 10_000,
            [{"url": address} for address in ("file:///etc/passwd", "ftp://127.0.0.1/x", "http://")],
        ]  # fmt: skip
        chosen = random.randrange(len(answers) + 4)
        if chosen < len(answers):
            return self.send_list(answers[chosen])
        [self.rubbish, self.loop, self.file, self.endless][chosen - len(answers)](b"")

    def send_list(self, answer):
        body = json.dumps(answer).encode()
        self.reply(body, len(body), "application/json")

    def endless(self, song):
        self.reply(b"[" * (64 << 20), None, "application/json")
