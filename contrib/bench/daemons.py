"""moodd and MPD: how each is set up, started and asked the same things."""

import json
import socket
import subprocess

from world import await_that


class Line:
    """A connection to a Unix socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(120)
        self.received = b""

    def ask(self, request, ending):
        """Sends a request and returns its answer, which the ending closes."""
        self.socket.sendall(request)
        answer = b""
        while not answer.endswith(ending):
            more = self.socket.recv(1 << 20)
            if not more:
                raise ConnectionError("the connection was closed")
            answer += more
        return answer


class Daemon:
    """A player with a socket, in a home of its own.

    `question` is how to ask for its status: the greeting, the request, and what the answer ends with.
    """

    def __init__(self, world, music, sound="pulseaudio"):
        self.world = world
        self.home = world.home(self.name)
        self.process = self.line = None
        self.environment = world.environment(self.home, PULSE_SERVER=world.sound(sound).address)
        self.configure(music)

    @property
    def pid(self):
        return self.process.pid

    def start(self):
        """Starts it, and returns when it answers."""
        self.process = self.world.start(self.words, self.environment)
        self.line = await_that(self.connected, 20, what=self.name)
        self.status()
        return self

    def connected(self):
        try:
            return self.connection()
        except OSError:
            return None

    def stop(self, kill=False):
        self.line.socket.close()
        self.world.end(self.process, kill)

    def ready(self):
        """Of one that is started and ended for it: milliseconds from exec to READY=1, and to the first answer."""
        out = self.stopwatch("ready", self.socket, *self.question, "--", *self.words)
        return [float(line) / 1000 for line in out.split()]

    def calls(self, seconds):
        """Status calls a second."""
        return float(self.stopwatch("calls", str(seconds), self.socket, *self.question))

    def stopwatch(self, *words):
        run = subprocess.run([self.world.stopwatch, *words], env=self.environment, check=True, stdout=subprocess.PIPE)
        return run.stdout

    def press(self, *words):
        """Runs its client."""
        subprocess.run([self.client, *words], env=self.environment, check=True, stdout=subprocess.DEVNULL)


class Mood(Daemon):
    name = "mood"
    client = "moodctl"
    words = ["moodd"]
    question = ["", '{"jsonrpc":"2.0","id":1,"method":"status"}\n', "\n"]

    def configure(self, music):
        for variable, folder in [("STATE", "state"), ("CACHE", "cache"), ("DATA", "data")]:
            self.environment[f"XDG_{variable}_HOME"] = f"{self.home}/{folder}"
        folder = self.world.make(self.home, "config", "mood")
        with open(folder + "/config.json", "w") as file:
            json.dump({"music": music, "resume": "playing"}, file)
        self.socket = self.home + "/mood/control.sock"

    def connection(self):
        return Line(self.socket)

    def request(self, method, **params):
        return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"

    def call(self, method, **params):
        answer = json.loads(self.line.ask(self.request(method, **params), b"\n"))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def status(self):
        status = self.call("status")
        return {"state": status["state"], "position": status["position"], "length": status["queueLength"]}

    def add(self, folder):
        self.call("queue.add", items=[folder])

    def add_addresses(self, addresses):
        for start in range(0, len(addresses), 5000):
            self.call("queue.add", items=addresses[start : start + 5000], batch="bench")

    def clear(self):
        self.call("queue.clear")

    def play(self):
        self.call("play", index=0, confirm=True)

    def pause(self):
        self.call("pause")

    def halt(self):
        self.call("stop")

    def shuffle(self, on):
        self.call("modes", shuffle=on)

    def repeat(self):
        self.call("modes", **{"repeat": "all"})

    def mix(self):
        self.call("queue.shuffle")

    def move(self, start, to):
        self.call("queue.move", **{"from": start, "to": start + 1, "at": to})

    def list(self, start):
        self.line.ask(self.request("queue.list", offset=start, limit=1000), b"\n")

    def volume(self, level):
        self.call("volume", level=level)

    follow = b'{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"topics":["volume"]}}\n'


class MPD(Daemon):
    name = "MPD"
    client = "mpc"
    question = ["OK", "status\n", "OK\n"]

    def configure(self, music):
        self.socket = self.home + "/socket"
        self.environment["MPD_HOST"] = self.socket
        self.world.make(self.home, "playlists")
        self.words = ["mpd", "--no-daemon", self.home + "/mpd.conf"]
        with open(self.home + "/mpd.conf", "w") as file:
            file.write(f"""
                music_directory "{music}"
                playlist_directory "{self.home}/playlists"
                db_file "{self.home}/database"
                state_file "{self.home}/state"
                log_file "{self.home}/log"
                bind_to_address "{self.socket}"
                zeroconf_enabled "no"
                max_connections "2000"
                max_playlist_length "2000000"
                max_command_list_size "1048576"
                max_output_buffer_size "1048576"
                audio_output {{
                    type "pulse"
                    name "test"
                }}
                """)

    def connection(self):
        line = Line(self.socket)
        line.ask(b"", b"\n")
        return line

    def call(self, command):
        answer = self.line.ask(command.encode() + b"\n", b"\n")
        while not answer.endswith(b"OK\n") and b"ACK" not in answer:
            answer += self.line.ask(b"", b"\n")
        if b"ACK" in answer:
            raise RuntimeError(answer.decode().strip())
        return dict(line.split(": ", 1) for line in answer.decode().splitlines() if ": " in line)

    def status(self):
        status = self.call("status")
        states = {"play": "playing", "pause": "paused", "stop": "stopped"}
        return {
            "state": states[status["state"]],
            "position": float(status.get("elapsed", 0)),
            "length": int(status["playlistlength"]),
        }

    def update(self):
        """Reads the music folder, without which nothing can be added."""
        self.call("update")
        await_that(lambda: "updating_db" not in self.call("status"), 120, what="MPD's update")

    def add(self, folder):
        self.call('add ""')

    def add_addresses(self, addresses):
        for start in range(0, len(addresses), 5000):
            commands = "".join(f"add {address}\n" for address in addresses[start : start + 5000])
            self.call(f"command_list_begin\n{commands}command_list_end")

    def clear(self):
        self.call("clear")

    def play(self):
        self.call("play 0")

    def pause(self):
        self.call("pause 1")

    def halt(self):
        self.call("stop")

    def shuffle(self, on):
        self.call(f"random {int(on)}")

    def repeat(self):
        self.call("repeat 1")

    def mix(self):
        self.call("shuffle")

    def move(self, start, to):
        self.call(f"move {start} {to}")

    def list(self, start):
        self.line.ask(f"playlistinfo {start}:{start + 1000}\n".encode(), b"OK\n")

    def volume(self, level):
        self.call(f"setvol {level}")

    follow = b"idle mixer\n"
