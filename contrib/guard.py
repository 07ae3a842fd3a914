"""Runs a program in a folder of its own under /tmp, and leaves nothing of it behind, however it ends.

Usage: guard.py NAME PROGRAM [ARGUMENT…]

The folder is told in $PRIVATE_FOLDER. Whatever the program starts, in a session of its own too, is ended with it: by
SIGTERM, SIGINT or SIGHUP it has ten seconds to end by itself.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile

ENDING = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
PATIENCE = 10
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
MNT_DETACH = 2
libc = ctypes.CDLL(None, use_errno=True)


def main(name, *words):
    # Blocked before there is anything to leave behind; they are waited for below.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING | {signal.SIGCHLD})
    # Those whose parents end become children of this process.
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    folder = tempfile.mkdtemp(prefix=f"mood-{name}-", dir="/tmp")
    try:
        return watch(start(words, folder))
    finally:
        end_all()
        remove(folder)


def start(words, folder):
    def begin():
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING | {signal.SIGCHLD})
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)

    # In a session of its own: what is pressed at the terminal comes here only.
    return subprocess.Popen(words, env={**os.environ, "PRIVATE_FOLDER": folder}, start_new_session=True, preexec_fn=begin)


def watch(program):
    """Waits for the program's end, or for a signal and then its end; its status."""
    while program.poll() is None:
        number = signal.sigwait(ENDING | {signal.SIGCHLD})
        if number in ENDING:
            program.terminate()
            try:
                program.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
            return 128 + number
    return program.returncode if program.returncode >= 0 else 128 - program.returncode


def end_all():
    """Ends the children until there are none, for those of one that ends become children here."""
    while True:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = [int(word) for word in file.read().split()]
        if not children:
            return
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            try:
                os.waitpid(child, 0)
            except ChildProcessError:
                pass


def remove(folder):
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split()[4] for line in file]
    for mount in reversed(mounts):
        if mount.startswith(folder + "/"):
            libc.umount2(mount.encode(), MNT_DETACH)
    shutil.rmtree(folder, ignore_errors=True)


sys.exit(main(*sys.argv[1:]))
