"""How long it takes from the key press, a process's start, to the sound at the sink's monitor."""

import array
import os
import select
import shutil
import subprocess
import time

from daemons import MPD, Mood
from music import tones
from report import Row

PRESSES = 12
LOUD = 2000


class Monitor:
    """Hears what the null sink plays, a millisecond at a time."""

    def __init__(self, world, sound):
        self.recorder = subprocess.Popen(
            ["parec", "--device=test.monitor", "--raw", "--format=s16le", "--rate=44100", "--channels=2",
             "--latency-msec=1"],
            env=world.sound(sound).environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
        )  # fmt: skip
        world.children.append(self.recorder)
        self.pipe = self.recorder.stdout.fileno()
        self.rest = b""
        # A monitor that was just opened gives nothing at first.
        self.listen_until(time.monotonic() + 3)

    def samples(self, seconds):
        """What came within so many seconds, as it comes."""
        if not select.select([self.pipe], [], [], seconds)[0]:
            return array.array("h")
        data = self.rest + os.read(self.pipe, 65536)
        whole = len(data) & ~3
        self.rest = data[whole:]
        return array.array("h", data[:whole])

    def listen_until(self, end):
        while time.monotonic() < end:
            self.samples(max(0, end - time.monotonic()))

    def hears(self, samples, side):
        return any(abs(sample) > LOUD for sample in samples[side::2])

    def await_sound(self, side, seconds=3):
        """When that side was first heard."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.hears(self.samples(0.1), side):
                return time.monotonic()
        raise TimeoutError("no sound came")

    def side(self):
        """The side that sounds just now."""
        while True:
            samples = self.samples(0.1)
            for side in (0, 1):
                if self.hears(samples, side):
                    return side


def heard(monitor, daemon, side, *words):
    """Milliseconds from the client's start to the sound on that side."""
    monitor.listen_until(time.monotonic() + 0.05)
    begin = time.monotonic()
    program = shutil.which(words[0], path=daemon.environment["PATH"])
    process = os.posix_spawn(program, words, daemon.environment)
    taken = (monitor.await_sound(side) - begin) * 1000
    os.waitpid(process, 0)
    return taken


def sound(world):
    rows = []
    for kind in ("pulseaudio", "pipewire"):
        monitor = Monitor(world, kind)
        first, following = {}, {}
        for turn in range(2):
            for daemon_kind in (Mood, MPD):
                daemon = daemon_kind(world, tones(world), kind).start()
                if daemon_kind is MPD:
                    daemon.update()
                daemon.add(tones(world))
                daemon.repeat()
                for _ in range(PRESSES // 2):
                    daemon.play()
                    monitor.await_sound(0)
                    daemon.halt()
                    monitor.listen_until(time.monotonic() + 0.5)
                    words = [daemon.client, *(["-q"] if daemon_kind is MPD else []), "play", "1"]
                    first.setdefault(daemon.name, []).append(heard(monitor, daemon, 0, *words))
                    monitor.listen_until(time.monotonic() + 0.3)
                    words[-2:] = ["next"]
                    following.setdefault(daemon.name, []).append(heard(monitor, daemon, 1, *words))
                daemon.stop()
        world.end(monitor.recorder)
        suffix, where, target = ("", "", 1) if kind == "pulseaudio" else ("-pipewire", " on PipeWire", None)
        rows.append(
            Row(
                f"sound-play{suffix}",
                f"`play` to the first sound{where}, client included",
                "ms",
                first,
                at_most=target,
            )
        )
        rows.append(Row(f"sound-next{suffix}", f"`next` to the new sound{where}, client included", "ms", following))
    return rows
