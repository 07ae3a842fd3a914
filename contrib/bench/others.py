"""Players without a queue worth comparing: each plays one file."""

import os
import pty
import subprocess
import threading

from world import await_that


class Player:
    def __init__(self, world, file, sound="pulseaudio"):
        self.world = world
        self.file = file
        self.home = world.home(self.name)
        self.environment = world.environment(self.home, PULSE_SERVER=world.sound(sound).address)

    @property
    def pid(self):
        return self.process.pid

    def start(self):
        self.process = self.world.start([*self.words, self.file], self.environment)
        return self

    def stop(self):
        self.world.end(self.process)


class Mpg123(Player):
    name = "mpg123"
    words = ["mpg123", "-q", "-o", "pulse", "--loop", "-1"]


class Mpv(Player):
    name = "mpv"
    words = ["mpv", "--no-config", "--no-video", "--no-terminal", "--ao=pulse", "--loop"]


class Cmus(Player):
    """It needs a terminal; its client is cmus-remote, and it speaks MPRIS on the session bus, for playerctl."""

    name = "cmus"

    def start(self):
        self.environment["CMUS_SOCKET"] = self.home + "/socket"
        self.bus = self.world.start(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], self.environment, stdout=subprocess.PIPE
        )
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.stdout.readline().decode().strip()
        ours, theirs = pty.openpty()
        self.process = self.world.start(
            ["cmus", "--listen", self.environment["CMUS_SOCKET"]], self.environment, stdin=theirs, stdout=theirs
        )
        os.close(theirs)
        threading.Thread(target=self.drain, args=[ours], daemon=True).start()
        await_that(lambda: self.remote("-Q"), what="cmus")
        self.remote("-C", "set output_plugin=pulse")
        self.remote("-C", "set repeat_current=true")
        self.remote("-f", self.file)
        return self

    def drain(self, terminal):
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            os.close(terminal)

    def remote(self, *words):
        run = subprocess.run(
            ["cmus-remote", *words], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return run.returncode == 0

    def stop(self):
        super().stop()
        self.world.end(self.bus)
