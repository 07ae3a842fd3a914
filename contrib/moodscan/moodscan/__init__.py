"""Reads the mood from a face: the detector that moodd runs for `mood.scan`.

Nothing is stored, and nothing leaves the machine.
"""


class Fault(Exception):
    """Why there is no answer, as one sentence for a person."""
