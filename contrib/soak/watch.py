"""Looks from outside whether everything holds together."""

import glob
import json
import os
import select
import time

from client import Client, Gone
from world import Fault

# What the daemon may ever take, and what it may take more at rest than when it had just begun.
MOST = {"MB": 160, "descriptors": 300, "threads": 16}
MOST_MORE = {"MB": 32, "descriptors": 12, "threads": 4}
# How many seconds the position may be off.
INEXACT = 0.15


class Watch:
    def __init__(self, world):
        self.world = world
        self.looks = 0
        self.first = None
        self.client = self.follower = None
        # The entries that were the current one at some time.
        self.been_current = set()

    def connect(self, again=False):
        """Begins to follow; a daemon that was started again begins anew."""
        if again:
            self.take_the_rest()
        for client in filter(None, (self.client, self.follower)):
            client.close()
        self.client, self.follower = Client(self.world.socket), Client(self.world.socket)
        topics = ["player", "queue", "modes", "volume", "output", "played", "error"]
        answer = self.follower.call("events.subscribe", topics=topics)
        self.sequence = answer["sequence"]
        self.newest = answer["topics"]
        self.note(answer["topics"]["player"])
        if again:
            self.first = None

    def look(self):
        """One state, told by all, whose parts fit together."""
        self.world.check_alive()
        status = self.client.call("status")
        self.note(status)
        self.judge(status)
        self.follow()
        self.within(MOST, self.taken())
        self.looks += 1
        return status

    def judge(self, status):
        length, index, position = status["queueLength"], status["index"], status["position"]
        checks = [
            status["state"] in ("playing", "paused", "stopped"),
            (index is None) == (status["entry"] is None),
            index is None or 0 <= index < length,
            length > 0 or status["state"] == "stopped",
            position is None or position >= 0,
            position is None or status["duration"] is None or position <= status["duration"] + INEXACT,
            status["state"] != "stopped" or not position,
            status["volume"] is None or 0 <= status["volume"] <= 100,
        ]
        if not all(checks):
            raise Fault(f"check {checks.index(False)} of the status doesn't hold: {json.dumps(status)}")

    def follow(self):
        """Takes the events that have come: each has a greater number than the one before it."""
        while b"\n" in self.follower.received or select.select([self.follower.socket], [], [], 0)[0]:
            self.take(self.follower.read())

    def catch_up(self):
        """Takes all that is to be told by now: what answers the follower comes behind it."""
        number = self.follower.send("status")
        while True:
            message = self.follower.read()
            if message.get("id") == number:
                return
            self.take(message)

    def take(self, event):
        if event["params"]["sequence"] <= self.sequence:
            raise Fault(f"event {event['params']['sequence']} came after {self.sequence}")
        self.sequence = event["params"]["sequence"]
        self.newest[event["method"].removeprefix("event.")] = event["params"]["value"]
        self.note(event["params"]["value"])

    def note(self, value):
        """An event that tells of an entry, or a status."""
        entry = value.get("entry") if isinstance(value, dict) else None
        if entry:
            self.been_current.add(entry["id"] if isinstance(entry, dict) else entry)

    def take_the_rest(self):
        """What a daemon had told before it was killed."""
        try:
            while True:
                self.take(self.follower.read())
        except Gone:
            pass

    def agree(self):
        """Whoever follows comes to know the same state as whoever asks."""

        differing = ["player"]

        def same():
            status = self.look()
            told, queue = self.newest["player"], self.newest["queue"]
            differing[:] = [
                f"{part}: {told[part]} told, {status[part]} so"
                for part in ("state", "entry", "index", "queueLength", "volume")
                if told[part] != status[part]
            ]
            if queue["total"] != status["queueLength"]:
                differing.append(f"queue: {queue}")
            return not differing

        try:
            self.world.await_that(same, 5, "the followers")
        except Fault:
            raise Fault(f"who follows knows another state than who asks: {'; '.join(differing)}")

    def moves(self):
        """The position moves with the clock while it plays."""
        earliest = time.monotonic()
        first = self.look()
        latest = time.monotonic()
        time.sleep(0.4)
        shortest = time.monotonic() - latest
        second = self.look()
        longest = time.monotonic() - earliest
        if any(status["state"] != "playing" or status["stalled"] for status in (first, second)):
            return False
        if first["entry"]["id"] != second["entry"]["id"]:
            return False
        moved = second["position"] - first["position"]
        return shortest - INEXACT <= moved <= longest + INEXACT

    def plays(self, entry):
        """Within some seconds an entry that can be played plays, and exactly."""

        def playing():
            status = self.look()
            if status["state"] != "playing" or not status["entry"] or status["entry"]["id"] != entry:
                self.client.call("play", entry=entry)
            return self.moves()

        self.client.call("play", entry=entry)
        self.world.await_that(playing, 30, "the music to go on")

    def flat(self):
        """What it takes doesn't grow."""
        taken = self.taken()
        if self.first is None:
            self.first = taken
        self.within({name: self.first[name] + more for name, more in MOST_MORE.items()}, taken)

    def private(self):
        """What was written is the user's alone."""
        for home in ("run", "state", "cache", "data"):
            for folder, folders, files in os.walk(self.world.path(home)):
                for name in folders + files:
                    path = os.path.join(folder, name)
                    if not os.path.islink(path) and os.stat(path).st_mode & 0o077:
                        raise Fault(f"{path} has the mode {os.stat(path).st_mode & 0o777:o}")

    def within(self, most, taken):
        for name, amount in taken.items():
            if amount > most[name]:
                raise Fault(f"the daemon took {amount} {name}, more than {most[name]}")

    def taken(self):
        pid = self.world.daemon.pid
        with open(f"/proc/{pid}/statm") as file:
            pages = int(file.read().split()[1])
        threads, descriptors = len(os.listdir(f"/proc/{pid}/task")), len(glob.glob(f"/proc/{pid}/fd/*"))
        return {"MB": pages * 4096 // 1_000_000, "descriptors": descriptors, "threads": threads}
