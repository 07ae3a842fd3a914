"""What must be exact to the sample, through the pipe output."""

import json
import os
import time

from daemons import Mood
from music import run, sox
from report import Row
from world import await_that

RATE = 44100
FRAME = 4
SEEKS = [12.0, 0.5, 18.7, 7.77, 3.123]


def piece(world):
    """Twenty seconds of noise, as raw PCM, and cut into four tracks of each format, at no round places."""
    folder = world.path("album")
    if not os.path.isdir(folder):
        world.make("album")
        sox(
            "-n",
            "-r",
            str(RATE),
            "-c",
            "2",
            "-b",
            "16",
            f"{folder}/whole.wav",
            "synth",
            "20",
            "pinknoise",
            "gain",
            "-9",
        )
        sox(f"{folder}/whole.wav", "-t", "raw", f"{folder}/whole.pcm")
        run("lame", "--quiet", "-b", "192", f"{folder}/whole.wav", f"{folder}/whole.mp3")
        run("flac", "--silent", f"{folder}/whole.wav")
        cuts = [0, 200_001, 400_417, 650_003, 20 * RATE]
        for number, (begin, end) in enumerate(zip(cuts, cuts[1:]), 1):
            track = f"{folder}/{number}"
            sox(f"{folder}/whole.wav", f"{track}.wav", "trim", f"{begin}s", f"={end}s")
            run("lame", "--quiet", "-b", "192", f"{track}.wav", f"{track}.mp3")
            run("flac", "--silent", f"{track}.wav")
    return folder


def piped(world, fifo):
    """A daemon that plays into a FIFO or a file, and where that is."""
    mood = Mood(world, world.make("nothing"))
    path = mood.home + "/sound.pcm"
    os.mkfifo(path) if fifo else open(path, "w").close()
    output = {"type": "pipe", "path": path, "format": "s16", "rate": RATE, "channels": 2}
    with open(mood.home + "/config/mood/config.json", "w") as file:
        json.dump({"output": output}, file)
    return mood.start(), path


def played(world, tracks):
    """All samples of these tracks, as they are played one after the other."""
    mood, path = piped(world, fifo=False)
    mood.call("queue.add", items=tracks, play=True)
    await_that(lambda: mood.status()["state"] == "stopped", 30, what="the end")
    mood.stop()
    with open(path, "rb") as file:
        return file.read()


def gap(world):
    album = piece(world)
    with open(album + "/whole.pcm", "rb") as file:
        whole = file.read()
    errors = []
    for kind in ("flac", "mp3"):
        sound = played(world, [f"{album}/{number}.{kind}" for number in (1, 2, 3, 4)])
        errors.append(abs(len(sound) - len(whole)) // FRAME)
        if kind == "flac" and not errors[-1]:
            errors[-1] = sum(sound[at : at + FRAME] != whole[at : at + FRAME] for at in range(0, len(whole), FRAME))
    return [Row("gap", "frames lost or added in an album of four tracks", "", {"mood": [max(errors)]}, limit=0)]


def seek(world):
    album, errors = piece(world), []
    for kind in ("flac", "mp3"):
        track = f"{album}/whole.{kind}"
        whole = played(world, [track])
        mood, path = piped(world, fifo=True)
        pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        mood.call("queue.add", items=[track], play=True)
        for target in SEEKS:
            read(pipe, RATE * FRAME // 10)
            mood.call("seek", position=target, confirm=True)
            # What the FIFO held already comes first.
            errors.append(abs(landed(read(pipe, RATE * FRAME), whole) - round(target * RATE)))
        os.close(pipe)
        mood.stop()
    return [Row("seek", "frames off after a seek", "", {"mood": [max(errors)]}, limit=0)]


def read(pipe, count):
    """So many bytes of the FIFO, or what there is of them within a second."""
    sound, end = b"", time.monotonic() + 1
    while len(sound) < count and time.monotonic() < end:
        try:
            sound += os.read(pipe, count - len(sound))
        except BlockingIOError:
            time.sleep(0.002)
    return sound


def landed(sound, whole):
    """The frame at which the last uninterrupted stretch of the sound begins in the whole."""
    sound = sound[: len(sound) // FRAME * FRAME]
    end = whole.find(sound[-1024 * FRAME :]) + 1024 * FRAME
    if end < 1024 * FRAME:
        return len(whole)
    begin, offset = end, len(sound) - end
    while begin > max(0, -offset) and sound[begin + offset - FRAME : begin + offset] == whole[begin - FRAME : begin]:
        begin -= FRAME
    return begin // FRAME
