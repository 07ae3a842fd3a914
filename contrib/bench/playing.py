"""What playing costs while nobody asks for anything, and what rest costs."""

import time

import kernel
from daemons import MPD, Mood
from music import tones
from others import Cmus, Mpg123, Mpv
from report import Row

ROUNDS = 2
SECONDS = 8
REST = 60


def start(kind, world, music, sound):
    """A player that plays."""
    if kind not in (Mood, MPD):
        return kind(world, music + "/00.mp3", sound).start()
    player = kind(world, music, sound).start()
    if kind is MPD:
        player.update()
    player.add(music)
    player.play()
    player.line.socket.close()
    return player


def playing(world):
    rows = []
    for sound in ("pulseaudio", "pipewire"):
        rows += playing_on(world, sound, target=sound == "pulseaudio")
    return rows


def playing_on(world, sound, target):
    kinds = [Mood, MPD, Mpg123, Mpv, Cmus] if target else [Mood, MPD]
    cpu, switches, resident, private = ({kind.name: [] for kind in kinds} for _ in range(4))
    for _ in range(ROUNDS):
        for kind in kinds:
            player = start(kind, world, tones(world), sound)
            time.sleep(2)
            begin, time_before, before = time.monotonic(), kernel.cpu_seconds(player.pid), kernel.switches(player.pid)
            time.sleep(SECONDS)
            elapsed = time.monotonic() - begin
            cpu[kind.name].append((kernel.cpu_seconds(player.pid) - time_before) / elapsed * 100)
            switches[kind.name].append(kernel.switches_since(player.pid, before) / elapsed)
            memory = kernel.memory(player.pid)
            resident[kind.name].append(memory[0])
            private[kind.name].append(memory[1])
            player.stop()
    if not target:
        return [
            Row("cpu-pipewire", "CPU while playing, on PipeWire", "%", cpu),
            Row("switches-pipewire", "context switches a second while playing, on PipeWire", "", switches),
        ]
    return [
        Row("cpu", "CPU while playing", "%", cpu, at_most=1, peers=("MPD", "mpg123")),
        Row("switches", "context switches a second while playing", "", switches, limit=10),
        Row("memory", "resident while playing", "MB", resident, limit=24),
        Row("memory-private", "of it private", "MB", private),
    ]


def idle(world):
    """All at the same time: they don't disturb what they count."""
    players = []
    for sound in ("pulseaudio", "pipewire"):
        for state in ("paused", "stopped"):
            for kind in (Mood, MPD):
                player = kind(world, tones(world), sound).start()
                if kind is MPD:
                    player.update()
                player.add(tones(world))
                player.play()
                time.sleep(0.5)
                player.pause() if state == "paused" else player.halt()
                player.line.socket.close()
                players.append((sound, state, player))
    time.sleep(5)
    before = [kernel.switches(player.pid) for *_, player in players]
    time.sleep(REST)
    counts = {}
    for (sound, state, player), earlier in zip(players, before):
        counts.setdefault((sound, state), {})[player.name] = [kernel.switches_since(player.pid, earlier)]
        world.end(player.process)
    rows = []
    for (sound, state), samples in counts.items():
        name = f"idle-{state}" + ("" if sound == "pulseaudio" else "-pipewire")
        limit = 0 if sound == "pulseaudio" else None
        rows.append(Row(name, f"context switches in {REST} s {state}", "", samples, limit=limit))
    return rows
