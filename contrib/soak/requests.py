"""Requests of every kind that leave the entries of the queue alone, unless they are consumed."""

KINDS = ["steer"] * 8 + ["seek"] * 4 + ["volume"] * 2 + ["modes"] * 2 + ["ask"] * 3
QUESTIONS = "lyrics artwork server.info playlist.list mood.list queue.list rpc.discover status".split()
WORDS = ["tone", "song", "nothing at all"]


def any_request(chance):
    """A method and its parameters."""
    return globals()[chance.choice(KINDS)](chance)


def steer(chance):
    return chance.choice("play pause toggle stop next next next previous random".split()), {}


def seek(chance):
    way, least, most = chance.choice([("position", 0, 20), ("offset", -10, 10), ("fraction", 0, 1)])
    return "seek", {way: chance.uniform(least, most)}


def volume(chance):
    return chance.choice([("volume", {"level": 30}), ("volume", {"change": 7}), ("volume", {"change": -7}), ("mute", {})])


def modes(chance):
    choices = {"repeat": ["off", "one", "all"], "shuffle": [True, False], "stopAfterCurrent": [True, False, False]}
    name = chance.choice(list(choices))
    return "modes", {name: chance.choice(choices[name])}


def ask(chance):
    method = chance.choice([*QUESTIONS, "library.search"])
    return method, {"words": chance.choice(WORDS)} if method == "library.search" else {}
