"""Tests of an installed moodscan, by its command: MOODSCAN names it, MOODSCAN_PICTURES a folder with pictures."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import cv2
import numpy
from moodscan import camera

MOODSCAN = os.environ["MOODSCAN"]
PICTURES = os.environ["MOODSCAN_PICTURES"]
ACCURACY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "accuracy")
SMILE = os.path.join(PICTURES, "astronaut.png")


def smile():
    return cv2.imread(SMILE, cv2.IMREAD_GRAYSCALE)


class MoodscanTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def run_it(self, *words, given=b""):
        return subprocess.run([MOODSCAN, *words], input=given, capture_output=True, timeout=60)

    def answer(self, *words, given=b""):
        ended = self.run_it(*words, given=given)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return json.loads(ended.stdout)

    def fault(self, *words, given=b""):
        """The line that says what went wrong; what the libraries say stands before it."""
        ended = self.run_it(*words, given=given)
        self.assertEqual((ended.returncode, ended.stdout), (1, b""))
        return ended.stderr.decode().splitlines()[-1]

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def test_a_smile_is_happy(self):
        answer = self.answer(SMILE)
        self.assertGreater(answer["emotions"]["happy"], 0.9)
        self.assertEqual(set(answer["emotions"]), {"happy", "sad", "calm", "angry"})
        self.assertAlmostEqual(sum(answer["emotions"].values()), 1, places=3)
        self.assertEqual((answer["faces"], answer["frames"]), (1, 1))

    def test_there_is_no_face_in_coffee_a_cat_or_grass(self):
        for name in ("coffee.png", "chelsea.png", "grass.png"):
            self.assertEqual(self.fault(os.path.join(PICTURES, name)), "no face was found", name)

    def test_frames_come_through_a_pipe(self):
        frame = cv2.resize(smile(), (640, 480)).tobytes()
        answer = self.answer("--raw", "640x480", given=frame * 3)
        self.assertGreater(answer["emotions"]["happy"], 0.9)
        self.assertEqual(answer["frames"], 3)
        # Frames without a face don't count.
        answer = self.answer("--raw", "640x480", given=bytes(640 * 480) + frame)
        self.assertEqual(answer["frames"], 1)

    def test_a_pipe_that_brings_less_than_a_frame_is_at_fault(self):
        self.assertEqual(self.fault("--raw", "640x480"), "no frame came through the pipe")
        self.assertIn("short: 100 of 307200 bytes", self.fault("--raw", "640x480", given=bytes(100)))
        self.assertEqual(self.fault("--raw", "640x480", given=bytes(640 * 480)), "no face was found")

    def test_a_broken_picture_is_told(self):
        with open(SMILE, "rb") as file:
            start = file.read(4000)
        for content in (b"", b"hello", bytes(100_000), start):
            path = self.file("broken.png", content)
            self.assertEqual(self.fault(path), f"{path}: a broken picture, or none at all")
        self.assertIn("No such file", self.fault(self.folder + "/none.png"))
        self.assertIn("Is a directory", self.fault(self.folder))

    def test_names_are_bytes(self):
        with open(SMILE, "rb") as file:
            path = self.file("-a b\udcff\n.png", file.read())
        self.assertGreater(self.answer(os.fsencode(path))["emotions"]["happy"], 0.9)

    def test_a_camera_that_is_none_is_told(self):
        self.assertEqual(self.fault("--device", "/dev/none"), "/dev/none: no camera there")
        self.assertEqual(self.fault("--device", "/dev/null"), "/dev/null: not a camera")
        self.assertEqual(self.fault("--device", SMILE), f"{SMILE}: not a camera")

    def test_a_camera_is_open_for_three_seconds_at_most(self):
        class Source:
            """A camera that gives a picture after some seconds, and only so many."""

            def __init__(self, pause, count):
                self.pause, self.count = pause, count

            def isOpened(self):
                return True

            def read(self):
                time.sleep(self.pause)
                self.count -= 1
                return self.count >= 0, "frame"

        for pause, count, least, most in ((0.03, 1000, 5, 5), (0.8, 1000, 1, 4), (0.03, 40, 1, 5), (0.01, 0, 0, 0)):
            opened = time.monotonic()
            frames = list(camera.read(Source(pause, count), opened))
            self.assertTrue(least <= len(frames) <= most, (pause, count, len(frames)))
            self.assertLess(time.monotonic() - opened, camera.LONGEST + pause)

    def test_several_faces_are_counted_and_the_largest_is_looked_at(self):
        large = smile()
        small = cv2.resize(large, None, fx=0.5, fy=0.5)
        picture = numpy.zeros((512, 768), numpy.uint8)
        picture[:, :512] = large
        picture[:256, 512:] = small
        path = os.path.join(self.folder, "two.png")
        cv2.imwrite(path, picture)
        answer = self.answer(path)
        self.assertEqual(answer["faces"], 2)
        self.assertGreater(answer["emotions"]["happy"], 0.9)

    def test_wrong_usage_ends_with_two(self):
        for words in (["--raw", "0x480"], ["--raw", "big"], ["a", "b"], ["--what"]):
            self.assertEqual(self.run_it(*words).returncode, 2, words)

    def test_nothing_is_stored(self):
        environment = dict(os.environ, HOME=self.folder, TMPDIR=self.folder)
        subprocess.run([MOODSCAN, SMILE], cwd=self.folder, env=environment, check=True, capture_output=True)
        self.assertEqual(os.listdir(self.folder), [])

    def test_accuracy_is_measured_on_labelled_faces(self):
        # A smile, and one cut so close that no cascade finds it; one that claims to be sad.
        close = smile()[90:180, 175:265]
        for label, name, picture in (("happy", "a", smile()), ("happy", "b", close), ("sad", "a", smile())):
            os.makedirs(os.path.join(self.folder, label), exist_ok=True)
            cv2.imwrite(os.path.join(self.folder, label, name + ".png"), picture)
        ended = subprocess.run(
            [ACCURACY, self.folder], capture_output=True, text=True, env=dict(os.environ, HOME=home())
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = [line.split() for line in ended.stdout.splitlines()]
        self.assertEqual(lines[0][0:2], ["3", "faces,"])
        self.assertIn(["happy", "2", "0", "0", "0", "100.0%"], lines)
        self.assertIn(["sad", "1", "0", "0", "0", "0.0%"], lines)
        self.assertIn(["calm", "0", "0", "0", "0", "-"], lines)
        self.assertIn(["accuracy", "66.7%"], lines)
        self.assertIn(["0.00", "100.0%", "66.7%"], lines)


def home():
    """The home that moodscan is installed in."""
    return os.path.dirname(os.path.dirname(os.path.dirname(MOODSCAN)))


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"moodscan: {result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
