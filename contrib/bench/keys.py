"""What a key press and a question cost: whole processes of the clients, and calls on the socket."""

import os

from daemons import MPD, Mood
from music import tones
from others import Cmus
from report import Row

ROUNDS = 6


def playing_pair(world):
    """Both daemons, playing the same tracks over and over."""
    music = tones(world)
    mood, mpd = Mood(world, music).start(), MPD(world, music).start()
    mpd.update()
    for daemon in (mood, mpd):
        daemon.add(music)
        daemon.repeat()
        daemon.play()
    return mood, mpd


def next_and_status(world):
    mood, mpd = playing_pair(world)
    cmus = Cmus(world, tones(world) + "/00.mp3").start()
    cmus.remote("-C", "set repeat_current=false", "add " + tones(world))
    programs = {
        "mood": (mood, [["moodctl", "next"], ["moodctl", "status"]]),
        "MPD": (mpd, [["mpc", "next"], ["mpc", "status"]]),
        "mpc -q": (mpd, [["mpc", "-q", "next"], ["mpc", "-q", "status"]]),
        "cmus-remote": (cmus, [["cmus-remote", "-n"], ["cmus-remote", "-Q"]]),
        "playerctl": (cmus, [["playerctl", "next"], ["playerctl", "status"]]),
    }
    presses = {name: [] for name in programs}
    questions = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, (player, (press, question)) in programs.items():
            presses[name] += world.time(press, player.environment, 10, pause=50)
            questions[name] += world.time(question, player.environment, 60)
    for player in (mood, mpd, cmus):
        player.stop()
    return [
        Row("next", "a key press, whole process", "ms", presses, at_most=0.3),
        Row("status", "asking for the status, whole process", "ms", questions, at_most=0.9),
    ]


def calls(world):
    mood, mpd = playing_pair(world)
    samples = {"mood": [], "MPD": []}
    everywhere = os.sched_getaffinity(0)
    for daemon in (mood, mpd):
        daemon.pause()
        for thread in os.listdir(f"/proc/{daemon.pid}/task"):
            os.sched_setaffinity(int(thread), {min(everywhere)})
    os.sched_setaffinity(0, {min(everywhere)})
    for _ in range(ROUNDS):
        for daemon in (mood, mpd):
            samples[daemon.name].append(daemon.calls(0.7))
    os.sched_setaffinity(0, everywhere)
    for daemon in (mood, mpd):
        daemon.stop()
    return [Row("calls", "status calls a second, on one CPU", "", samples, at_least=1.5)]
