"""Other clients, which command at the same time and don't wait for what is answered."""

import select

import requests
from client import Client, Gone
from world import Fault

# The errors that a command may meet: nothingPlaying to alreadyExists.
EXPECTED = range(-32012, -32000)
# No client has more requests on their way.
MOST = 10


class Crowd:
    def __init__(self, world, watch, chance, size=3):
        self.world = world
        self.watch = watch
        self.chance = chance
        self.size = size
        self.clients = []
        self.answered = 0

    def connect(self):
        for client in self.clients:
            try:
                self.settle_one(client)
            except Gone:
                pass
            client.close()
        self.clients = [Client(self.world.socket) for _ in range(self.size)]
        # What each waits for: methods by the numbers of the requests, and whether the daemon may say that it can't.
        self.waiting = {client: {} for client in self.clients}

    def act(self):
        client = self.chance.choice(self.clients)
        self.take(client)
        if len(self.waiting[client]) < MOST:
            method, how = requests.any_request(self.chance)
            self.waiting[client][client.send(method, **how)] = method, self.world.is_strained

    def take_all(self):
        """What all have been answered by now: it tells which entries became the current one."""
        for client in self.clients:
            self.take(client)

    def settle(self):
        """Waits until all is answered."""
        for client in self.clients:
            self.settle_one(client)

    def settle_one(self, client):
        while self.waiting[client]:
            self.take_one(client)

    def take(self, client):
        """What has been answered by now."""
        while b"\n" in client.received or select.select([client.socket], [], [], 0)[0]:
            self.take_one(client)

    def take_one(self, client):
        answer = client.read(f"one of {sorted(set(self.waiting[client].values()))}")
        if answer.get("id") not in self.waiting[client]:
            raise Fault(f"an answer that nobody waits for: {answer}")
        method, was_strained = self.waiting[client].pop(answer["id"])
        code = answer.get("error", {}).get("code")
        if code is not None and code not in EXPECTED and not (was_strained or self.world.is_strained):
            raise Fault(f"{method}: {answer['error']}")
        self.watch.note(answer.get("result", {}))
        self.answered += 1

