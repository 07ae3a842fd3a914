"""moodscan [--device PATH] [IMAGE], or moodscan --raw WIDTHxHEIGHT

Looks at a picture, through the camera, or at raw gray frames on standard input (a byte a pixel), and prints one JSON
object: {"emotions":{"happy":0.91,"sad":0.02,"calm":0.05,"angry":0.02},"faces":1,"frames":5}

It ends with 0, or with 1 and one line on standard error that says why; 2 is wrong usage.
"""

import argparse
import json
import os
import re
import sys

# Read when the libraries are loaded: threads cost more here than they bring, and a picture has its limits.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(1 << 27)
os.environ["OPENCV_LOG_LEVEL"] = "SILENT"

from . import Fault


def size(text):
    """`640x480`, as a pair."""
    match = re.fullmatch(r"([1-9]\d{1,3})x([1-9]\d{1,3})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text}: not WIDTHxHEIGHT")
    return int(match[1]), int(match[2])


def options():
    parser = argparse.ArgumentParser(prog="moodscan", description="Reads the mood from a face.")
    parser.add_argument("--device", default="/dev/video0", help="the camera (default: %(default)s)")
    parser.add_argument("--raw", type=size, metavar="WIDTHxHEIGHT", help="gray frames from standard input")
    parser.add_argument("image", nargs="?", metavar="IMAGE", help="a picture, in place of the camera")
    return parser.parse_args()


def frames(given):
    """What is to be looked at, one gray picture after the other."""
    # What fails without the libraries fails before they are loaded, which takes a while.
    if given.raw:
        from .pictures import raw

        return raw(sys.stdin.buffer, *given.raw)
    if given.image is not None:
        from .pictures import picture

        return [picture(given.image)]
    from .camera import camera

    return camera(given.device)


def main():
    try:
        given = options()
        pictures = frames(given)
        from .expression import Expression

        answer = Expression().of(pictures)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    except MemoryError:
        print("there isn't enough memory", file=sys.stderr)
        return 1
    except ImportError as fault:
        print(f"{fault}: contrib/install --with-scan mends it", file=sys.stderr)
        return 1
    print(json.dumps(answer))
    return 0


sys.exit(main())
