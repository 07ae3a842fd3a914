"""Plays, breaks things, and looks whether all is well."""

import argparse
import collections
import random
import signal
import subprocess
import sys
import time
import traceback

import faults
from client import Gone, Refused
from commands import Commander
from crowd import Crowd
from watch import Watch
from world import TREE, Fault, World


class Soak:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.world = World()
        self.watch = Watch(self.world)
        self.crowd = Crowd(self.world, self.watch, self.chance)
        self.commander = Commander(self.world, self.watch, self.crowd, self.chance)
        self.tried, self.survived = collections.Counter(), collections.Counter()
        self.lost = 0.0
        self.commands = 0

    def begin(self):
        self.watch.connect()
        self.commander.connect()
        self.crowd.connect()
        self.commander.edit("queue.add", items=self.world.songs.good)
        self.commander.call("modes", **{"repeat": "all"})
        self.commander.call("play", confirm=True)
        self.watch.agree()

    def run(self, seconds):
        """All faults in ever new orders, as long as there is time."""
        end = time.monotonic() + seconds
        waiting = []
        while time.monotonic() < end:
            if not waiting:
                waiting = self.chance.sample(faults.ALL, len(faults.ALL))
            trouble = waiting.pop()(self.world, self.chance)
            if trouble.possible:
                self.bring(trouble)

    def bring(self, trouble):
        name = type(trouble).__name__
        if isinstance(trouble, faults.Crash):
            self.be_saved()
        begin = time.monotonic()
        self.tried[name] += 1
        trouble.begin()
        if isinstance(trouble, faults.Crash):
            self.act_until_gone()
        else:
            self.act(self.chance.randint(5, 25), trouble.hidden)
        trouble.end()
        if isinstance(trouble, faults.Crash):
            self.return_after_crash()
        self.check()
        self.survived[name] += 1
        print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)

    def act(self, count, hidden):
        for _ in range(count):
            self.crowd.act()
            if not hidden:
                self.commander.act()
                self.watch.look()
            self.commands += not hidden
            time.sleep(self.chance.choice([0, 0.01, 0.1]))

    def act_until_gone(self):
        try:
            while True:
                self.crowd.act()
                self.commander.act()
                self.commands += 1
        except Gone:
            pass

    def return_after_crash(self):
        self.watch.connect(again=True)
        self.crowd.connect()
        self.commander.recover()

    def check(self):
        """The music goes on; nothing is lost, also not by a crash in the midst of it; nothing grows."""
        self.crowd.settle()
        good = set(self.world.songs.good[3:])
        entries = self.commander.client.call("queue.list", limit=1000)["entries"]
        playable = [entry["id"] for entry in entries if entry["uri"] in good]
        if not playable:
            self.commander.edit("queue.add", items=list(good))
            return self.check()
        self.commander.look()
        self.commander.check_moods(self.commander.call("mood.list")["moods"])
        self.watch.plays(self.chance.choice(playable))
        self.watch.agree()
        self.watch.flat()
        self.watch.private()
        if self.chance.random() < 0.2:
            self.crash_calmly()

    def be_saved(self):
        """A full disk is looked at again every now and then."""
        self.world.await_that(
            lambda: not self.watch.client.call("server.info")["faults"], 60, "the queue to be saved"
        )

    def crash_calmly(self):
        self.be_saved()
        before = self.watch.look()
        self.world.end(self.world.daemon)
        self.world.start_daemon()
        self.return_after_crash()
        after = self.watch.look()
        if before["entry"]["id"] == after["entry"]["id"]:
            self.lost = max(self.lost, before["position"] - after["position"])
            if self.lost > 1:
                raise Fault(f"{self.lost:.2f} s of the position were lost by a crash")


def minutes(text):
    count = float(text)
    if not 0 < count < 1e6:
        raise ValueError
    return count


def main():
    parser = argparse.ArgumentParser(prog="contrib/soak/run", description="Breaks things while music plays.")
    parser.add_argument("--minutes", type=minutes, default=2)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    # Whoever ends it ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    subprocess.run(["swift", "build", "--product", "moodd"], cwd=TREE, stdout=sys.stderr, check=True)
    print(f"seed {arguments.seed}", flush=True)
    soak = Soak(arguments.seed)
    failure = None
    try:
        soak.begin()
        soak.run(arguments.minutes * 60)
    except (Fault, Gone, Refused) as fault:
        failure = fault
        frames = traceback.extract_tb(fault.__traceback__)
        where = " > ".join(frame.name for frame in frames)
        print(f"FAILED: {fault}\n  in {where}", "the last commands:", *soak.commander.recent, sep="\n  ")
        print(soak.world.last_words())
    finally:
        soak.world.close()
    for name in sorted(soak.tried):
        print(f"{name}: tried {soak.tried[name]}, survived {soak.survived[name]}")
    print(", ".join(f"{count} {what}" for what, count in sorted(soak.commander.counts.items())))
    print(
        f"{soak.commands + soak.crowd.answered} commands, {soak.watch.looks} looks; at most {soak.lost:.2f} s of the position lost by a crash"
    )
    if failure:
        print(f"again: contrib/soak/run --minutes {arguments.minutes:g} --seed {arguments.seed}")
    print(f"{sum(soak.survived.values())} passed, {int(failure is not None)} failed")
    return 1 if failure else 0


sys.exit(main())
