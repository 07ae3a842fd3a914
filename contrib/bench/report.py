"""Rows, their targets, and the table they make."""

import os
import platform
import re
import statistics
import subprocess

from world import MOODD


class Row:
    """One thing measured, of ours and of others.

    A target is a ratio to the best of the peers (`at_most`, `at_least`), or a figure of its own (`limit`).
    """

    def __init__(self, name, what, unit, samples, at_most=None, at_least=None, limit=None, peers=("MPD",)):
        self.name, self.what, self.unit = name, what, unit
        self.samples = {player: list(values) for player, values in samples.items()}
        self.medians = {player: statistics.median(values) for player, values in self.samples.items() if values}
        self.at_most, self.at_least, self.limit = at_most, at_least, limit
        self.peers = [peer for peer in peers if peer in self.medians]

    @property
    def ours(self):
        return self.medians.get("mood")

    @property
    def ratio(self):
        """To the peer that is nearest to the target."""
        bases = [self.medians[peer] for peer in self.peers if self.medians[peer] > 0]
        if not bases or self.ours is None:
            return None
        return self.ours / (max(bases) if self.at_least else min(bases))

    @property
    def target(self):
        if self.limit is not None:
            return f"≤ {self.limit:g} {self.unit}".strip()
        if self.at_most is not None:
            return f"≤ {self.at_most:g}x"
        return f"≥ {self.at_least:g}x" if self.at_least is not None else ""

    @property
    def met(self):
        """Whether the target is met; None where there is none."""
        if self.limit is not None:
            return self.ours is not None and self.ours <= self.limit
        if self.at_most is not None:
            return self.ratio is not None and self.ratio <= self.at_most
        return self.ratio is not None and self.ratio >= self.at_least if self.at_least is not None else None

    def as_json(self):
        return {
            "name": self.name, "what": self.what, "unit": self.unit, "medians": self.medians, "ratio": self.ratio,
            "target": self.target or None, "met": self.met, "samples": self.samples,
        }  # fmt: skip

    def cells(self):
        others = [
            f"{player} {figure(value)}" for player, value in self.medians.items() if player not in ("mood", "MPD")
        ]
        return [
            f"{self.name}: {self.what}" + (f", {self.unit}" if self.unit else ""),
            figure(self.ours),
            figure(self.medians.get("MPD")),
            f"{self.ratio:.2f}x" if self.ratio is not None else "",
            self.target + {True: "", False: " **missed**", None: ""}[self.met],
            ", ".join(others),
        ]


def figure(value):
    if value is None:
        return ""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def table(rows):
    """In Markdown, aligned."""
    lines = [["", "mood", "MPD", "ratio", "target", "others"], *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    text = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(text)


def machine():
    """What it was measured on, and with which versions."""
    with open("/proc/cpuinfo") as file:
        processor = re.search(r"model name\s*: (.*)", file.read())
    words = "mpd mpc mpg123 mpv cmus playerctl pulseaudio pipewire".split()
    out = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *words], stdout=subprocess.PIPE, text=True
    )
    mood = subprocess.run([MOODD, "--version"], stdout=subprocess.PIPE, text=True).stdout.split()[-1]
    return {
        "processor": f"{os.cpu_count()} x {processor[1].strip() if processor else platform.machine()}",
        "kernel": platform.release(),
        "load": os.getloadavg()[0],
        "versions": {"mood": mood, **dict(line.split() for line in out.stdout.splitlines())},
    }
