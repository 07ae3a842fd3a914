"""A private place for a run: folders, environment, sound server, and every process that was started in it."""

import itertools
import os
import subprocess
import time

TREE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
MOODD = os.path.join(TREE, ".build/release/moodd")
MOODCTL = os.path.join(TREE, ".build/release/moodctl")


def await_that(condition, seconds=10, pause=0.02, what="it"):
    """Waits until the condition holds, and returns what it returned."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(pause)


class World:
    def __init__(self):
        self.folder = os.environ["PRIVATE_FOLDER"]
        self.children = []
        self.homes = itertools.count(1)
        self.sounds = {}
        self.stopwatch = self.path("stopwatch")
        source = os.path.join(os.path.dirname(__file__), "stopwatch.c")
        subprocess.run(["cc", "-O2", "-o", self.stopwatch, source], check=True)
        # Installed, as the others are: pages of a file that was copied lie better in memory than a linker's.
        subprocess.run(["install", "-m", "755", MOODD, MOODCTL, self.make("bin")], check=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def make(self, *parts):
        """A folder, made if it isn't there."""
        folder = self.path(*parts)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        return folder

    def home(self, name):
        """A new folder for a program to live in."""
        return self.make(f"{name}-{next(self.homes)}")

    def environment(self, home, **more):
        """What a program sees that lives in a home of its own."""
        return {
            "PATH": self.path("bin") + ":/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm",
            "HOME": home,
            "XDG_RUNTIME_DIR": home,
            "XDG_CONFIG_HOME": home + "/config",
            **more,
        }

    def start(self, words, environment, **options):
        """A process that ends with the run at the latest."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
        child = subprocess.Popen(words, env=environment, **options)
        self.children.append(child)
        return child

    def end(self, child, kill=False):
        if child.poll() is None:
            child.kill() if kill else child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        if child in self.children:
            self.children.remove(child)

    def time(self, words, environment, count, pause=0):
        """How long each of so many whole processes took, in milliseconds."""
        out = subprocess.run(
            [self.stopwatch, "run", str(count), str(pause), *words],
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
        )
        return [float(line) / 1000 for line in out.stdout.split()]

    def sound(self, kind="pulseaudio"):
        """The private sound server of that kind, started when it is first needed."""
        if kind not in self.sounds:
            self.sounds[kind] = SoundServer(self, kind)
        return self.sounds[kind]

    def close(self):
        for child in reversed(self.children[:]):
            self.end(child)


class SoundServer:
    """PulseAudio, or PipeWire with its PulseAudio server, with one null sink called `test`."""

    def __init__(self, world, kind):
        home = world.make(kind)
        self.address = f"unix:{home}/pulse/native"
        world.make(kind, "pulse")
        environment = world.environment(home, PIPEWIRE_RUNTIME_DIR=home)
        if kind == "pulseaudio":
            words = [
                "pulseaudio",
                "-n",
                "--daemonize=no",
                "--exit-idle-time=-1",
                "--use-pid-file=no",
                "--log-level=0",
            ]
            words += ["-L", f"module-native-protocol-unix auth-anonymous=1 socket={home}/pulse/native"]
            words += ["-L", "module-null-sink sink_name=test"]
        else:
            words = [
                "dbus-run-session",
                "sh",
                "-c",
                "trap 'kill 0' TERM; pipewire & wireplumber & pipewire-pulse & wait",
            ]
        world.start(words, environment, start_new_session=True)
        self.environment = {**environment, "PULSE_SERVER": self.address}
        await_that(lambda: self.control("info"), what=kind)
        if kind == "pipewire":
            self.control("load-module", "module-null-sink", "sink_name=test")
            await_that(
                lambda: self.control("set-default-sink", "test") and self.control("get-default-sink") == "test\n",
                what="the sink",
            )

    def control(self, *words):
        """What pactl says, or None if it fails."""
        run = subprocess.run(
            ["pactl", *words], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        return None if run.returncode else (run.stdout.decode() or "done")
