"""How cost grows: with the queue, and with the clients that follow."""

import selectors
import time

import kernel
from daemons import MPD, Mood
from many import timed
from music import tones
from report import Row

ENTRIES = [1_000, 10_000, 100_000, 1_000_000]
CLIENTS = [1, 10, 100, 1_000]


def entries(world):
    rows = []
    for count in ENTRIES:
        addresses = [f"http://127.0.0.1:9/music/album%20{number // 12}/{number}.mp3" for number in range(count)]
        add, listing, resident, answer = {}, {}, {}, {}
        for kind in (Mood, MPD):
            daemon = kind(world, tones(world)).start()
            add[daemon.name] = [timed(daemon.add_addresses, addresses)]
            for _ in range(2 if count <= 100_000 else 0):
                daemon.clear()
                add[daemon.name].append(timed(daemon.add_addresses, addresses))
            listing[daemon.name] = [timed(daemon.list, (count - 1000) * turn // 9) for turn in range(10)]
            time.sleep(2)
            resident[daemon.name] = [kernel.memory(daemon.pid)[0]]
            daemon.stop()
            answer[daemon.name] = [daemon.ready()[1] for _ in range(3)]
        rows += [
            Row(
                f"grow-add-{count}", f"{count:,} entries: adding addresses", "ms", add,
                at_most=1 if count == 100_000 else None,
            ),
            Row(f"grow-list-{count}", f"{count:,} entries: listing 1,000", "ms", listing),
            Row(f"grow-memory-{count}", f"{count:,} entries: resident", "MB", resident),
            Row(f"grow-start-{count}", f"{count:,} entries: exec to the first answer", "ms", answer),
        ]
    return rows


def clients(world):
    rows = []
    for count in CLIENTS:
        told, resident = {}, {}
        for kind in (Mood, MPD):
            daemon = kind(world, tones(world)).start()
            if kind is MPD:
                daemon.update()
            daemon.add(tones(world))
            daemon.play()
            time.sleep(1)
            followers = [daemon.connection() for _ in range(count)]
            told[daemon.name] = [tell(daemon, followers, level) for level in range(40, 50)]
            resident[daemon.name] = [kernel.memory(daemon.pid)[0]]
            for follower in followers:
                follower.socket.close()
            daemon.stop()
        rows += [
            Row(f"grow-told-{count}", f"{count:,} followers: until all know of a change", "ms", told),
            Row(f"grow-told-memory-{count}", f"{count:,} followers: resident while playing", "MB", resident),
        ]
    return rows


def tell(daemon, followers, level):
    """Milliseconds from a change of the volume until every follower was told."""
    selector = selectors.DefaultSelector()
    for follower in followers:
        if daemon.name == "mood":
            follower.ask(b'{"jsonrpc":"2.0","id":1,"method":"events.unsubscribe"}\n', b"\n")
            follower.ask(daemon.follow, b"\n")
        else:
            follower.socket.sendall(daemon.follow)
        selector.register(follower.socket, selectors.EVENT_READ)
    daemon.status()
    begin = time.perf_counter()
    daemon.volume(level)
    waiting = len(followers)
    while waiting:
        for key, _ in selector.select(5) or [(None, None)]:
            if key is None:
                raise TimeoutError(f"{waiting} followers weren't told")
            key.fileobj.recv(65536)
            selector.unregister(key.fileobj)
            waiting -= 1
    return (time.perf_counter() - begin) * 1000
