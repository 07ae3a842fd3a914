"""Pictures from files, and raw frames from a pipe; all become gray arrays."""

import os

from . import Fault

# A picture's file is no larger than that, in bytes.
LARGEST_FILE = 100 << 20
# More frames of a pipe aren't looked at.
MOST_FRAMES = 16


def picture(path):
    """The picture in a file, turned upright as its EXIF says."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise Fault(f"{path}: too large for a picture")
    import cv2
    import numpy

    try:
        image = cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_GRAYSCALE) if data else None
    except cv2.error:
        image = None
    if image is None:
        raise Fault(f"{path}: a broken picture, or none at all")
    return image


def raw(pipe, width, height):
    """The frames that a pipe brings, one byte a pixel."""
    import numpy

    frames = []
    while len(frames) < MOST_FRAMES:
        data = pipe.read(width * height)
        if not data:
            break
        if len(data) < width * height:
            raise Fault(f"the last frame is short: {len(data)} of {width * height} bytes")
        frames.append(numpy.frombuffer(data, numpy.uint8).reshape(height, width))
    if not frames:
        raise Fault("no frame came through the pipe")
    return frames
