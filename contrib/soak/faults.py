"""What can go wrong. Each fault begins, lasts for some commands, and ends; then the music must go on."""

import os
import resource
import signal
import socket
import threading
import time

from client import Client, Gone


class Trouble:
    """A fault; the daemon answers nobody while it is `hidden`."""

    hidden = False

    def __init__(self, world, chance):
        self.world = world
        self.chance = chance

    def begin(self):
        pass

    def end(self):
        pass

    @property
    def possible(self):
        return True


class SoundServerKilled(Trouble):
    def begin(self):
        self.world.end(self.world.sound)

    def end(self):
        self.world.start_sound()


class SinkSuspended(Trouble):
    def begin(self):
        self.world.run("pactl", "suspend-sink", "test", "1")

    def end(self):
        self.world.run("pactl", "suspend-sink", "test", "0")


class SoundServerStopped(Trouble):
    """It neither answers nor goes away."""

    def begin(self):
        self.world.sound.send_signal(signal.SIGSTOP)

    def end(self):
        self.world.sound.send_signal(signal.SIGCONT)


class BusRestarted(Trouble):
    def begin(self):
        self.world.end(self.world.bus)

    def end(self):
        self.world.start_bus()


class SongServerStalled(Trouble):
    def begin(self):
        self.world.songs.stalled.set()
        self.client = Client(self.world.socket)
        self.client.send("queue.add", items=[self.world.songs.playlist], at="end")

    def end(self):
        self.client.close()
        time.sleep(0.1)
        self.world.songs.stalled.clear()


class DiskFull(Trouble):
    @property
    def possible(self):
        return self.world.has_small_disk

    def begin(self):
        self.world.disk_is_full = True
        self.file = self.world.path("state/full")
        with open(self.file, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def end(self):
        os.remove(self.file)
        self.world.disk_is_full = False


class ClockStepped(Trouble):
    def begin(self):
        self.world.step_clock(self.chance.choice([-86400, -3600, 60, 3600, 86400 * 400]))

    def end(self):
        self.world.step_clock(0)


class DescriptorsExhausted(Trouble):
    def begin(self):
        pid = self.world.daemon.pid
        self.former = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        self.clients = []
        used = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 1, self.former[1]))
        for _ in range(5):
            self.clients.append(Client(self.world.socket))
        self.world.is_strained = True

    def end(self):
        self.world.is_strained = False
        resource.prlimit(self.world.daemon.pid, resource.RLIMIT_NOFILE, self.former)
        for client in self.clients:
            client.close()


class ClientsThatNeverRead(Trouble):
    def begin(self):
        self.clients = []
        for _ in range(5):
            client = Client(self.world.socket, patience=0.2)
            try:
                client.send("events.subscribe", topics=["player", "queue", "volume", "modes", "played", "error"])
                for _ in range(2000):
                    client.send("queue.list", limit=1000)
            except Gone:
                pass
            self.clients.append(client)

    def end(self):
        for client in self.clients:
            client.close()


class Rubbish(Trouble):
    pieces = [
        b"\x00\xff\xfe\n" * 100, b"[" * 100_000 + b"\n", b'{"jsonrpc":"2.0","id":1,"method":"status"',
        b'{"jsonrpc":"2.0","method":"next","id":{}}\n', b"x" * 3_000_000, b"GET / HTTP/1.1\r\n\r\n" * 50,
        b'[{"jsonrpc":"2.0","id":1,"method":"status"}' + b',{"jsonrpc":"2.0","id":1,"method":"status"}' * 200 + b"]\n",
        b'{"jsonrpc":"2.0","id":1,"method":"seek","params":{"position":1e999}}\n',
        b'{"jsonrpc":"2.0","id":1,"method":"queue.move","params":{"from":-9223372036854775808,"to":9223372036854775807,'
        b'"at":9223372036854775807}}\n',
    ]  # fmt: skip

    def begin(self):
        for piece in self.pieces + [self.chance.randbytes(20_000)]:
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(2)
            try:
                client.connect(self.world.socket)
                client.sendall(piece)
            except OSError:
                pass
            client.close()


class ClientsThatVanish(Trouble):
    def begin(self):
        for turn in range(60):
            client = Client(self.world.socket)
            try:
                client.send("events.subscribe", topics=["player"])
                if turn % 3 == 0:
                    client.send("queue.list")
                client.socket.sendall(b'{"jsonrpc":"2.0","id":7,"meth')
            except (Gone, OSError):
                pass
            client.close()


class Sleep(Trouble):
    """The daemon stands still, as with a machine that sleeps."""

    hidden = True

    def begin(self):
        self.world.daemon.send_signal(signal.SIGSTOP)

    def end(self):
        self.world.daemon.send_signal(signal.SIGCONT)


class ConfigurationDamaged(Trouble):
    def begin(self):
        self.path = self.world.path("config/mood/config.json")
        with open(self.path) as file:
            self.former = file.read()
        with open(self.path, "w") as file:
            file.write('{ music: 7, crossfade: "much", nonsense: [[[')
        self.world.daemon.send_signal(signal.SIGHUP)

    def end(self):
        with open(self.path, "w") as file:
            file.write(self.former)
        self.world.daemon.send_signal(signal.SIGHUP)


class MusicGone(Trouble):
    """The folder that the files lie in isn't mounted."""

    def begin(self):
        os.rename(self.world.path("music"), self.world.path("away"))

    def end(self):
        os.rename(self.world.path("away"), self.world.path("music"))


class Crash(Trouble):
    """Killed while commands arrive, and started again."""

    def begin(self):
        self.killer = threading.Timer(self.chance.uniform(0, 0.5), self.world.daemon.kill)
        self.killer.start()

    def end(self):
        self.killer.join()
        self.world.daemon.wait()
        self.world.start_daemon()


ALL = [
    SoundServerKilled, SinkSuspended, SoundServerStopped, BusRestarted, SongServerStalled, DiskFull, ClockStepped,
    DescriptorsExhausted, ClientsThatNeverRead, Rubbish, ClientsThatVanish, Sleep, ConfigurationDamaged, MusicGone, Crash,
]  # fmt: skip
