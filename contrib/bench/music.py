"""What is played."""

import os
import shutil
import subprocess


def tones(world, count=12, seconds=60):
    """MP3s of a tone that sounds on one side only, left and right in turn, so that a change of track can be heard."""
    folder = world.path("tones")
    if not os.path.isdir(folder):
        world.make("tones")
        for number, side in enumerate(["1 0", "0 1"]):
            wave = world.path("tone.wav")
            sox(
                "-n",
                "-r",
                "44100",
                "-b",
                "16",
                wave,
                "synth",
                str(seconds),
                "sine",
                "500",
                "gain",
                "-6",
                "remix",
                *side.split(),
            )
            run("lame", "--quiet", "-b", "128", "--tt", "Tone", "--ta", "Bench", wave, f"{folder}/{number:02}.mp3")
        for number in range(2, count):
            shutil.copy(f"{folder}/{number % 2:02}.mp3", f"{folder}/{number:02}.mp3")
    return folder


def library(world, count=100_000):
    """Folders of a thousand short MP3s each: hard links to a few, so that making them is quick."""
    folder = world.path(f"library-{count}")
    if not os.path.isdir(folder):
        kinds = []
        for number in range(10):
            kind = world.path(f"kind-{number}.mp3")
            sox("-n", "-r", "44100", world.path("kind.wav"), "synth", "1", "sine", str(300 + number * 50))
            run("lame", "--quiet", "-b", "64", "--tt", f"Title {number}", "--ta", f"Artist {number}", "--tl", "Album",
                "--tg", "Ambient", world.path("kind.wav"), kind)  # fmt: skip
            kinds.append(kind)
        for number in range(count):
            place = f"{folder}/Artist {number // 10_000}/Album {number // 1000}"
            if number % 1000 == 0:
                os.makedirs(place)
            os.link(kinds[number % 10], f"{place}/{number % 1000:03} Title.mp3")
    return folder


def sox(*words):
    run("sox", *words)


def run(*words):
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
