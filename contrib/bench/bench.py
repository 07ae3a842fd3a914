"""Runs the measurements that are asked for, and shows what they found."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import traceback

import crash
import exact
import growth
import keys
import many
import playing
import report
import sound
from world import TREE, World

# Each measurement, with the names its rows begin with.
MEASUREMENTS = [
    (keys.next_and_status, ["next", "status"]),
    (keys.calls, ["calls"]),
    (playing.playing, ["cpu", "switches", "memory", "memory-private", "cpu-pipewire", "switches-pipewire"]),
    (playing.idle, ["idle-paused", "idle-stopped"]),
    (many.start_empty, ["start", "start-answer"]),
    (many.many, ["many"]),
    (sound.sound, ["sound"]),
    (exact.gap, ["gap"]),
    (exact.seek, ["seek"]),
    (crash.crash, ["crash"]),
    (growth.entries, ["grow-add", "grow-list", "grow-memory", "grow-start"]),
    (growth.clients, ["grow-told"]),
]


def concerns(wanted, names):
    """Whether a row that is asked for is one of those, or begins as one of them does."""
    return any(name.startswith(wanted) or wanted.startswith(name + "-") for name in names)


def main():
    names = [name for _, names in MEASUREMENTS for name in names]
    parser = argparse.ArgumentParser(prog="contrib/bench/run", description="Measures mood beside its neighbours.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="only these, or what begins with them")
    parser.add_argument("--json", metavar="FILE", type=argparse.FileType("w"), help="write every sample there")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    parser.add_argument("--list", action="store_true", help="name the rows")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(names))
        return 0
    for wanted in arguments.rows:
        if not concerns(wanted, names):
            parser.error(f'no row "{wanted}": there are {", ".join(names)}')

    # Whoever ends it ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    subprocess.run([os.path.join(TREE, "contrib/build")], stdout=sys.stderr, check=True)
    machine = report.machine()
    rows, failed = [], []
    world = World()
    try:
        for measure, names in MEASUREMENTS:
            if arguments.rows and not any(concerns(wanted, names) for wanted in arguments.rows):
                continue
            begin = time.monotonic()
            try:
                found = measure(world)
                rows += [row for row in found if not arguments.rows or row.name.startswith(tuple(arguments.rows))]
            except Exception:
                traceback.print_exc()
                failed.append(measure.__name__)
            print(f"{measure.__name__}: {time.monotonic() - begin:.0f} s", file=sys.stderr)
    finally:
        world.close()

    print(report.table(rows))
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    print(f"\n{machine['processor']}, Linux {machine['kernel']}, load {machine['load']:.1f} at the start; {versions}")
    if arguments.json:
        json.dump({"machine": machine, "rows": [row.as_json() for row in rows]}, arguments.json, indent=1)
    missed = [row.name for row in rows if row.met is False]
    if missed:
        print(f"missed: {', '.join(missed)}")
    failed += [wanted for wanted in arguments.rows if not any(row.name.startswith(wanted) for row in rows)]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed or missed and arguments.check else 0


sys.exit(main())
