"""Random commands, and what the queue must look like after them."""

import collections

from client import Client, Refused
from world import Fault

# The errors that a command may meet: nothingPlaying to alreadyExists.
EXPECTED = range(-32012, -32000)


class Commander:
    """The one client that edits; it keeps the list of entries as it must be."""

    def __init__(self, world, chance):
        self.world = world
        self.chance = chance
        self.client = None
        self.entries = []
        # The last commands, for the report of a fault.
        self.recent = collections.deque(maxlen=12)
        # The edit that isn't answered yet: the method, and the queue that it is to make if that is known.
        self.underway = None
        songs = world.songs
        self.choices = songs.good * 4 + songs.remote + songs.bad + songs.hostile
        self.kinds = (
            [self.play] * 3 + [self.steer] * 8 + [self.seek] * 4 + [self.volume] * 2 + [self.modes] * 2
            + [self.add] * 4 + [self.remove] * 3 + [self.move] * 3 + [self.reorder] + [self.clear_and_undo]
            + [self.playlist] + [self.ask] * 3
        )  # fmt: skip

    def connect(self):
        if self.client:
            self.client.close()
        self.client = Client(self.world.socket)

    def act(self):
        self.chance.choice(self.kinds)()

    def call(self, method, **params):
        """The result, or None where the daemon may refuse."""
        self.recent.append(f"{method} {params}")
        try:
            return self.client.call(method, **params)
        except Refused as refused:
            if refused.code not in EXPECTED and not self.world.is_strained:
                raise Fault(f"{method} {params}: {refused}")
            return None

    def play(self):
        if self.entries:
            self.call("play", index=self.chance.randrange(len(self.entries)), confirm=self.chance.random() < 0.3)

    def steer(self):
        self.call(self.chance.choice("play pause toggle stop next next next previous random".split()))

    def seek(self):
        way, least, most = self.chance.choice([("position", 0, 20), ("offset", -10, 10), ("fraction", 0, 1)])
        self.call("seek", **{way: self.chance.uniform(least, most)})

    def volume(self):
        self.call("volume", **self.chance.choice([{"level": 30}, {"change": 7}, {"change": -7}]))
        if self.chance.random() < 0.2:
            self.call("mute")

    def modes(self):
        modes = {"repeat": ["off", "one", "all"], "shuffle": [True, False], "stopAfterCurrent": [True, False, False]}
        name = self.chance.choice(list(modes))
        self.call("modes", **{name: self.chance.choice(modes[name])})

    def add(self):
        if len(self.entries) > 300:
            return
        items = self.chance.choices(self.choices, k=self.chance.randint(1, 5))
        at = self.chance.choice(["end", "next", self.chance.randint(0, len(self.entries))])
        self.edit("queue.add", items=items, at=at)

    def playlist(self):
        self.call("playlist.save", name="soak", force=True)
        if len(self.entries) < 100:
            self.edit("playlist.load", name="soak", at="end")

    def remove(self):
        if len(self.entries) >= 8:
            chosen = self.chance.sample(self.entries, 2)
            self.edit("queue.remove", [entry for entry in self.entries if entry not in chosen], entries=chosen)

    def move(self):
        if self.entries:
            chosen, to = self.chance.choice(self.entries), self.chance.randrange(len(self.entries))
            expected = [entry for entry in self.entries if entry != chosen]
            expected.insert(to, chosen)
            self.edit("queue.move", expected, entries=[chosen], at=to)

    def reorder(self):
        method, how = self.chance.choice([("queue.shuffle", {}), ("queue.sort", {"by": "path"})])
        self.edit(method, **how)

    def clear_and_undo(self):
        former = self.entries
        self.compare("no edit", former, may_have_failed=False)
        self.edit("queue.clear", [])
        self.edit("queue.undo", former)

    def edit(self, method, expected=None, **how):
        """Carries an edit out, and looks whether the queue is what is expected, or if that isn't known, not less."""
        self.underway = method, expected
        self.call(method, **how)
        self.compare(method, expected, may_have_failed=False)
        self.underway = None

    def compare(self, after, expected, may_have_failed):
        """Takes over the queue as it is."""
        former, found = self.entries, self.listed()
        allowed = [expected] if expected is not None else []
        if may_have_failed or expected is None:
            allowed.append(former)
        self.entries = found
        if found in allowed:
            return
        kept = [entry for entry in found if entry in set(former)]
        if expected is None and (
            kept == former or after in ("queue.shuffle", "queue.sort") and sorted(kept) == sorted(former)
        ):
            return
        raise Fault(f"after {after}: {difference(expected or former, found)}")

    def recover(self):
        """After a crash, what was answered must be there, and what was underway may be."""
        self.connect()
        after, expected = self.underway or ("a crash", self.entries)
        self.underway = None
        self.compare(after, expected, may_have_failed=True)

    def ask(self):
        method = self.chance.choice(
            "lyrics artwork server.info playlist.list mood.list queue.list rpc.discover".split()
        )
        self.call(method)

    def listed(self):
        return [entry["id"] for entry in self.client.call("queue.list", limit=1000)["entries"]]


def difference(expected, found):
    missing, strange = set(expected) - set(found), set(found) - set(expected)
    if missing or strange:
        return f"{len(missing)} of {len(expected)} entries lost, {len(strange)} that nobody added"
    return "the entries are in another order"
