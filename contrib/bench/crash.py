"""What is lost when the player is killed while it plays, and started again."""

import time

from daemons import MPD, Mood
from music import tones
from report import Row

ROUNDS = 4


def crash(world):
    music = tones(world)
    position, entries = {}, {}
    for turn in range(ROUNDS):
        for kind in (Mood, MPD):
            daemon = kind(world, music).start()
            if kind is MPD:
                daemon.update()
            daemon.add(music)
            daemon.play()
            time.sleep(3 + turn * 0.37)
            before = daemon.status()
            daemon.stop(kill=True)
            after = daemon.start().status()
            kept = after["length"] > 0 and after["position"] or 0
            position.setdefault(daemon.name, []).append(max(0, before["position"] - kept))
            entries.setdefault(daemon.name, []).append(before["length"] - after["length"])
            daemon.stop()
    return [
        Row("crash", "position lost by kill -9 after 3 to 4 s", "s", position, limit=1),
        Row("crash-entries", "entries lost by it, of 12", "", entries, limit=0),
    ]
