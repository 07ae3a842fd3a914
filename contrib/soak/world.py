"""A private place: folders, a sound server, a session bus, songs, and the daemon."""

import json
import mmap
import os
import struct
import subprocess
import time

from client import Client, Gone
from moods import Moods
from songs import SongServer

TREE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


class Fault(Exception):
    """Something that must not happen."""


class World:
    def __init__(self):
        self.folder = os.environ["PRIVATE_FOLDER"]
        for name in ("config/mood", "state", "cache", "data", "music", "run"):
            os.makedirs(self.path(name), mode=0o700)
        self.has_small_disk = self.run("mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", self.path("state"))
        self.clock = self.make_clock()
        self.environment = {
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": self.folder, "XDG_RUNTIME_DIR": self.path("run"),
            "XDG_CONFIG_HOME": self.path("config"), "XDG_STATE_HOME": self.path("state"),
            "XDG_CACHE_HOME": self.path("cache"), "XDG_DATA_HOME": self.path("data"),
            "PULSE_SERVER": "unix:" + self.path("pulse"),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + self.path("bus"),
        }  # fmt: skip
        self.log = open(self.path("log"), "ab")
        self.sound = self.bus = self.daemon = None
        # Whether the daemon may say of anything that it can't.
        self.is_strained = False
        self.disk_is_full = False
        self.songs = SongServer(self.path("music"))
        self.moods = Moods(self.songs, self.path("music"))
        configuration = {"music": self.path("music"), "resume": "playing", "moods": self.moods.configuration}
        with open(self.path("config/mood/config.json"), "w") as file:
            json.dump(configuration, file)
        self.start_sound()
        self.start_bus()
        self.start_daemon()

    def path(self, name):
        return os.path.join(self.folder, name)

    @property
    def socket(self):
        return self.path("run/mood/control.sock")

    def run(self, *words):
        """Whether a command succeeded."""
        quiet = subprocess.DEVNULL
        return (
            subprocess.run(words, env=getattr(self, "environment", None), stdout=quiet, stderr=quiet).returncode == 0
        )

    def launch(self, *words, umask=-1, **more):
        quiet, log = subprocess.DEVNULL, self.log
        return subprocess.Popen(
            words, env={**self.environment, **more}, umask=umask, stdin=quiet, stdout=log, stderr=log
        )

    def make_clock(self):
        """The daemon's wall clock, as seconds that it is ahead."""
        source = os.path.join(os.path.dirname(__file__), "stepped_clock.c")
        words = ["cc", "-O2", "-shared", "-fPIC", "-o", self.path("clock.so"), source]
        subprocess.run(words, check=True)
        with open(self.path("clock"), "w+b") as file:
            file.write(bytes(8))
            file.flush()
            return mmap.mmap(file.fileno(), 8)

    def step_clock(self, seconds):
        self.clock[:] = struct.pack("q", seconds)

    def start_sound(self):
        if os.path.exists(self.path("pulse")):
            os.remove(self.path("pulse"))
        self.sound = self.launch(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-level=0",
            "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.path('pulse')}",
            "-L", "module-null-sink sink_name=test",
        )  # fmt: skip
        self.await_that(lambda: self.run("pactl", "info"), 20, "the sound server")

    def start_bus(self):
        if os.path.exists(self.path("bus")):
            os.remove(self.path("bus"))
        self.bus = self.launch(
            "dbus-daemon", "--session", "--nofork", "--address=" + self.environment["DBUS_SESSION_BUS_ADDRESS"]
        )
        self.await_that(lambda: os.path.exists(self.path("bus")), 20, "the bus")

    def start_daemon(self):
        moodd = os.path.join(TREE, ".build/debug/moodd")
        # What it writes must be the user's alone, whatever it is started with.
        more = {"LD_PRELOAD": self.path("clock.so"), "STEPPED_CLOCK": self.path("clock")}
        self.daemon = self.launch(moodd, umask=0, **more)
        self.await_that(self.answers, 20, "the daemon")

    def answers(self):
        self.check_alive()
        try:
            client = Client(self.socket)
            client.call("status")
            client.close()
            return True
        except Gone:
            return False

    def check_alive(self):
        if self.daemon.poll() is not None:
            raise Fault(f"the daemon ended by itself, with {self.daemon.returncode}: {self.last_words()}")

    def last_words(self):
        with open(self.path("log"), errors="replace") as file:
            return "\n".join(file.read().splitlines()[-20:])

    def end(self, process):
        process.kill()
        process.wait()

    def await_that(self, condition, seconds, what):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Fault(f"waited {seconds} s for {what}")
            time.sleep(0.05)

    def close(self):
        for process in (self.daemon, self.sound, self.bus):
            if process and process.poll() is None:
                self.end(process)
        self.songs.close()
