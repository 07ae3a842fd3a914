"""How long a start takes, and what 100,000 entries cost."""

import time

import kernel
from daemons import MPD, Mood
from music import library, tones
from report import Row
from world import await_that


def start_empty(world):
    daemons = [Mood(world, tones(world)), MPD(world, tones(world))]
    return start_rows("start", "with nothing to restore", daemons, 10)


def start_rows(name, what, daemons, rounds):
    ready, answered = ({daemon.name: [] for daemon in daemons} for _ in range(2))
    for _ in range(rounds):
        for daemon in daemons:
            times = daemon.ready()
            ready[daemon.name].append(times[0])
            answered[daemon.name].append(times[1])
    return [
        Row(name, f"exec to READY=1, {what}", "ms", ready, at_most=0.3),
        Row(f"{name}-answer", f"exec to the first answer, {what}", "ms", answered),
    ]


def timed(action, *arguments):
    begin = time.perf_counter()
    action(*arguments)
    return (time.perf_counter() - begin) * 1000


def settle(daemon):
    """Waits until what goes on in the background is done."""

    def at_rest():
        before = kernel.cpu_seconds(daemon.pid)
        time.sleep(0.5)
        return kernel.cpu_seconds(daemon.pid) - before < 0.02

    await_that(at_rest, 180, what=f"{daemon.name} to come to rest")


def many(world):
    music = library(world)
    mood, mpd = Mood(world, music).start(), MPD(world, music).start()
    daemons = (mood, mpd)
    # What MPD adds is what it found before, which takes it long; mood looks when it is told to add.
    samples = {"add": {"MPD's update before": [timed(mpd.update)]}}

    def measure(name, action, *arguments):
        for daemon in daemons:
            taken = timed(getattr(daemon, action), *arguments)
            samples.setdefault(name, {}).setdefault(daemon.name, []).append(taken)

    for _ in range(3):
        for daemon in daemons:
            daemon.clear()
            settle(daemon)
        measure("add", "add", music)
    for daemon in daemons:
        settle(daemon)
    for turn in range(10):
        measure("shuffle-mode", "shuffle", True)
        for daemon in daemons:
            daemon.shuffle(False)
        measure("shuffle", "mix")
        measure("move", "move", 10 + turn, 90_000)
        measure("list", "list", 7000 * turn)
    memory = {}
    for daemon in daemons:
        daemon.clear()
        daemon.stop()
        daemon.start().add(music)
        settle(daemon)
    memory["live"] = memory_of(daemons)
    for daemon in daemons:
        daemon.stop()
        settle(daemon.start())
    memory["restored"] = memory_of(daemons)
    for daemon in daemons:
        daemon.stop()
    what = {
        "add": "adding a folder", "shuffle-mode": "enabling shuffle", "shuffle": "shuffling", "move": "moving an entry",
        "list": "listing 1,000",
    }  # fmt: skip
    rows = [
        Row(f"many-{name}", f"100,000 entries: {text}", "ms", samples[name], at_most=1) for name, text in what.items()
    ]
    for state, how in [("live", "just added"), ("restored", "restored")]:
        resident, private = memory[state]
        rows.append(Row(f"many-memory-{state}", f"resident with 100,000 entries, {how}", "MB", resident, at_most=0.6))
        rows.append(Row(f"many-memory-{state}-private", "of it private", "MB", private))
    return rows + start_rows("many-start", "100,000 entries restored", daemons, 5)


def memory_of(daemons):
    """Resident and private memory of each while it plays."""
    for daemon in daemons:
        daemon.play()
    time.sleep(2)
    amounts = {daemon.name: kernel.memory(daemon.pid) for daemon in daemons}
    return [{name: [amount[part]] for name, amount in amounts.items()} for part in (0, 1)]
