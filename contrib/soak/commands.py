"""Random commands, and what the queue must look like after them."""

import collections

import requests
from client import Client, Refused
from crowd import EXPECTED, MOST
from moods import MOODS
from world import Fault


class Commander:
    """The one client that edits; it keeps the list of entries as it must be.

    Entries may go by themselves while they are consumed, once they were the current one, and when they are banned. A
    mood that is set may bring some.
    """

    def __init__(self, world, watch, crowd, chance):
        self.world = world
        self.watch = watch
        self.crowd = crowd
        self.chance = chance
        self.client = None
        self.entries = []
        # Where each entry is from, and its address.
        self.known = {}
        # Whether entries may have been consumed since the queue was looked at.
        self.consumes = self.consumed = False
        # How often what happened.
        self.counts = collections.Counter()
        # The last commands, for the report of a fault.
        self.recent = collections.deque(maxlen=12)
        # The edit that isn't answered yet: the method, and the queue that it is to make if that is known.
        self.underway = None
        self.moods = world.moods
        songs = world.songs
        self.choices = songs.good * 4 + songs.remote + songs.bad + songs.hostile
        self.kinds = (
            [self.play] * 3 + [self.command] * 19 + [self.consume] * 2
            + [self.add] * 4 + [self.remove] * 3 + [self.move] * 3 + [self.reorder] + [self.clear_and_undo]
            + [self.playlist] + [self.set_mood] * 3 + [self.leave_mood] + [self.rate] * 3
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
            # What the user thinks of a track is told to be kept when it is, and not before.
            is_kept_at_once = method == "mood.rate" and self.world.disk_is_full
            if refused.code not in EXPECTED and not self.world.is_strained and not is_kept_at_once:
                raise Fault(f"{method} {params}: {refused}")
            return None

    def command(self):
        method, how = requests.any_request(self.chance)
        self.call(method, **how)

    def play(self):
        if self.entries:
            self.call("play", index=self.chance.randrange(len(self.entries)), confirm=self.chance.random() < 0.3)

    def consume(self):
        wanted = self.chance.choice([True, False])
        self.consumed = True
        self.consumes = self.call("modes", consume=wanted)["consume"]

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
            # Where a place is depends on what is consumed in front of it.
            self.edit("queue.move", None if self.consumes or self.consumed else expected, entries=[chosen], at=to)

    def reorder(self):
        method, how = self.chance.choice([("queue.shuffle", {}), ("queue.sort", {"by": "path"})])
        self.edit(method, **how)

    def clear_and_undo(self):
        self.look()
        former = self.entries
        # With nothing to clear, it would be what was done before that is undone; some may be consumed meanwhile.
        if len(former) < 8:
            return
        self.edit("queue.clear", [])
        self.edit("queue.undo", former)

    def set_mood(self):
        """The queue is the mood's, or nothing has changed; and all of that can be undone."""
        self.look()
        former, mood = self.entries, self.chance.choice(MOODS)
        before = self.call("status")
        self.underway = "mood.set", None
        status = self.call("mood.set", mood=mood)
        self.counts["moods refused" if status is None else "moods set"] += 1
        if status is None:
            after = self.call("status")
            if after["mood"] != before["mood"]:
                raise Fault(f"mood {mood} was refused, and {before['mood']} became {after['mood']}")
            self.compare("a mood that was refused", former)
        else:
            if not status["mood"] or status["mood"]["name"] != mood:
                raise Fault(f"after mood.set {mood} the mood is {status['mood']}")
            self.compare("mood.set", [])
            if self.chance.random() < 0.4:
                self.edit("queue.undo", former)
        self.underway = None

    def leave_mood(self):
        if self.call("mood.set", mood=None)["mood"] is not None:
            raise Fault("a mood was left, and is still set")

    def rate(self):
        """What is banned goes from the mood's entries, and comes back with undo."""
        self.look()
        former, mood, verdict = self.entries, self.chance.choice(MOODS), self.chance.choice(["like", "ban", "none"])
        former_verdicts = dict(self.moods.verdicts[mood])
        if self.entries and self.chance.random() < 0.5:
            entry = self.chance.choice(self.entries)
            recording, how = self.moods.recording(*self.known[entry]), {"entry": entry}
        else:
            recording = self.chance.choice(self.choices)
            how = {"items": [recording]}
        self.moods.underway = mood, recording, verdict
        self.underway = "mood.rate", None
        rated = self.call("mood.rate", verdict=verdict, mood=mood, **how)
        if rated:
            self.counts["verdicts"] += 1
            self.moods.note(mood, recording, verdict)
        self.moods.underway = None
        self.compare("mood.rate", former)
        if rated and self.chance.random() < 0.3 and not self.world.disk_is_full:
            self.underway = "queue.undo", former
            self.moods.underway = mood, recording, former_verdicts.get(recording, "none")
            self.call("queue.undo")
            self.moods.verdicts[mood] = former_verdicts
            self.moods.underway = None
            self.compare("undo of a verdict", former)
        self.underway = None

    def edit(self, method, expected=None, **how):
        """Carries an edit out, and looks whether the queue is what is expected, or if that isn't known, not less."""
        self.underway = method, expected
        named = set(how.get("entries", []))
        if self.call(method, **how) is None and named:
            # An entry or a place that it names was consumed meanwhile: then nothing changes.
            consumed = self.consumed or self.consumes
            self.compare(f"{method}, which was refused", self.entries)
            if named <= set(self.entries) and not consumed:
                raise Fault(f"{method} {how} was refused, though they are all there")
        else:
            self.compare(method, expected)
        self.underway = None

    def look(self):
        """Looks at the queue when nothing was edited."""
        self.compare("no edit", self.entries)

    def compare(self, after, expected, may_have_failed=False, unseen=0):
        """Takes over the queue as it is.

        `unseen` is how many entries may have been consumed while nobody looked.
        """
        former, found = self.entries, self.listed()
        self.watch.catch_up()
        self.crowd.take_all()
        allowed = [expected] if expected is not None else []
        if may_have_failed or expected is None:
            allowed.append(former)
        own = {entry for entries in allowed for entry in entries}
        rest = [entry for entry in found if entry in own or not self.is_brought(entry)]
        gone = {entry for entry in own.difference(found) if self.may_go(entry)}
        if self.consumed or self.consumes:
            gone |= set(sorted(own.difference(found) - gone)[:unseen])
            self.counts["entries consumed"] += len(gone)
        allowed = [[entry for entry in entries if entry not in gone] for entries in allowed]
        self.counts["entries brought by moods"] += len(set(found).difference(rest, former))
        self.entries, self.consumed = found, self.consumes
        if rest in allowed:
            return
        if expected is None:
            former = allowed[-1]
            kept = [entry for entry in rest if entry in set(former)]
            is_mixed = after in ("queue.shuffle", "queue.sort", "queue.move")
            if kept == former or is_mixed and sorted(kept) == sorted(former) or after == "mood.set" and not rest:
                return
        raise Fault(f"after {after}: {difference(allowed[0], rest)}")

    def is_brought(self, entry):
        """Whether a mood brought an entry, as it may."""
        source, uri = self.known[entry]
        if source not in MOODS:
            return False
        if not self.moods.fits(source, uri):
            raise Fault(f"{source} brought {uri}, which it may not")
        return True

    def may_go(self, entry):
        """Whether an entry may have gone by itself: it was consumed, or banned."""
        source, uri = self.known[entry]
        verdict = self.moods.verdicts[source].get(self.moods.recording(source, uri))
        return verdict == "ban" or (self.consumes or self.consumed) and entry in self.watch.been_current

    def recover(self):
        """After a crash, what was answered must be there, and what was underway may be."""
        self.connect()
        after, expected = self.underway or ("a crash", self.entries)
        self.underway = None
        self.consumed = self.consumed or self.consumes
        self.consumes = self.call("modes")["consume"]
        listed = self.call("mood.list")["moods"]
        self.moods.recover(listed)
        self.check_moods(listed)
        # Those of a client's commands that nobody was told of any more, one that ended, one after the restart.
        self.compare(after, expected, may_have_failed=True, unseen=MOST + 2)

    def check_moods(self, listed):
        """No verdict is lost."""
        fault = self.moods.difference(listed)
        if fault:
            raise Fault(fault)

    def listed(self):
        entries = self.client.call("queue.list", limit=1000)["entries"]
        self.known.update((entry["id"], (entry["source"], entry["uri"])) for entry in entries)
        return [entry["id"] for entry in entries]


def difference(expected, found):
    missing, strange = set(expected) - set(found), set(found) - set(expected)
    if missing or strange:
        return f"{len(missing)} of {len(expected)} entries lost, {len(strange)} that nobody added"
    return "the entries are in another order"
