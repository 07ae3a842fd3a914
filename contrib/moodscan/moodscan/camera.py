"""Frames of a camera, by V4L2, which is open for three seconds at most."""

import errno
import fcntl
import os
import struct
import sys
import threading
import time

from . import Fault

# Seconds that the camera may be open.
LONGEST = 3.0
# Seconds in which it finds the right exposure.
WARM_UP = 0.6
FRAMES = 5

# linux/videodev2.h: struct v4l2_capability has 104 bytes, struct v4l2_requestbuffers 20.
QUERYCAP = 0x80685600
REQBUFS = 0xC0145608
CAPTURE = 1
MEMORY_MAPPED = 1
DEVICE_CAPABILITIES = 0x80000000


def camera(device):
    """A few frames, gray."""
    check(device)
    os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] = "2"
    # Loaded before the camera opens, as that takes a while.
    import cv2

    # A driver that hangs can be left in this way only.
    watchdog = threading.Timer(LONGEST, give_up, [device])
    watchdog.daemon = True
    watchdog.start()
    opened = time.monotonic()
    source = cv2.VideoCapture(device, cv2.CAP_V4L2)
    try:
        frames = list(read(source, opened))
    finally:
        source.release()
        watchdog.cancel()
    if not frames:
        raise Fault(f"{device}: the camera gives no picture")
    return [cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) for frame in frames]


def read(source, opened):
    """Frames that lie a little apart, for as long as there is time."""
    count = 0
    last = opened + WARM_UP
    while count < FRAMES and source.isOpened() and time.monotonic() < opened + LONGEST - 0.5:
        found, frame = source.read()
        if not found:
            return
        if time.monotonic() > last + 0.1:
            last = time.monotonic()
            count += 1
            yield frame


def check(device):
    """Says what is wrong with the camera, where that can be known without using it."""
    try:
        descriptor = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Fault(reason(device, error.errno)) from None
    try:
        answer = bytearray(104)
        fcntl.ioctl(descriptor, QUERYCAP, answer)
        capabilities, of_device = struct.unpack_from("II", answer, 84)
        if not (of_device if capabilities & DEVICE_CAPABILITIES else capabilities) & CAPTURE:
            raise Fault(f"{device}: not a camera")
        if is_taken(descriptor):
            raise Fault(reason(device, errno.EBUSY))
    except OSError as error:
        raise Fault(reason(device, error.errno)) from None
    finally:
        os.close(descriptor)


def is_taken(descriptor):
    """Whether another program has the camera's buffers: then it refuses a request for none, too."""
    try:
        fcntl.ioctl(descriptor, REQBUFS, bytearray(struct.pack("IIIII", 0, CAPTURE, MEMORY_MAPPED, 0, 0)))
    except OSError as error:
        return error.errno == errno.EBUSY
    return False


def reason(device, code):
    """What an error of the camera's means to a person."""
    match code:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return f"{device}: no camera there"
        case errno.EBUSY:
            return f"{device}: another program uses the camera"
        case errno.EACCES | errno.EPERM:
            return f"{device}: no permission to use the camera (is the user in the group video?)"
        case errno.ENOTTY | errno.EINVAL | errno.EISDIR:
            return f"{device}: not a camera"
        case _:
            return f"{device}: {os.strerror(code)}"


def give_up(device):
    """Ends the program, wherever it hangs."""
    print(f"{device}: the camera gave no picture within {LONGEST:.0f} s", file=sys.stderr, flush=True)
    os._exit(1)
