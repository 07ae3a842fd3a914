"""How often moodscan is right, on a folder of labelled faces."""

import os
import sys

from . import Fault
from .expression import MOODS, Expression, shrunk
from .pictures import picture

# The thresholds that are tried as `scan.minimumScore`.
THRESHOLDS = (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


def looks(folder):
    """The label, the mood seen and its score for each picture; and in how many a face was found."""
    expression = Expression()
    seen = []
    found = 0
    for label in MOODS:
        place = os.path.join(folder, label)
        for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
            try:
                image = shrunk(picture(os.path.join(place, name)))
            except Fault as fault:
                print(fault, file=sys.stderr)
                continue
            faces = expression.faces(image)
            found += bool(faces)
            scores = expression.scores(image, faces[0] if faces else (0, 0, image.shape[1], image.shape[0]))
            best = max(range(len(scores)), key=lambda index: scores[index])
            seen.append((label, list(MOODS)[best], float(scores[best])))
    return seen, found


def report(seen, found):
    """The lines that tell how right they are."""
    moods = list(MOODS)
    yield f"{len(seen)} faces, {found} of them found by the cascade"
    yield ""
    yield "is, down; seen, across" + "".join(f"{mood:>8}" for mood in moods) + "   right"
    for label in moods:
        of_label = [mood for truth, mood, _ in seen if truth == label]
        counts = "".join(f"{of_label.count(mood):8}" for mood in moods)
        yield f"{label:22}{counts}   {share(of_label.count(label), len(of_label))}"
    right = sum(truth == mood for truth, mood, _ in seen)
    yield ""
    yield f"accuracy {share(right, len(seen))}"
    yield ""
    yield "minimumScore    kept   right of them"
    for threshold in THRESHOLDS:
        kept = [truth == mood for truth, mood, score in seen if score >= threshold]
        yield f"{threshold:12.2f}  {share(len(kept), len(seen))}          {share(sum(kept), len(kept))}"


def share(part, whole):
    return f"{100 * part / whole:5.1f}%" if whole else "     -"


if __name__ == "__main__":
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        sys.exit("usage: accuracy FOLDER, which holds happy, sad, calm and angry")
    looked, faces_found = looks(sys.argv[1])
    if not looked:
        sys.exit(f"{sys.argv[1]}: no pictures in happy, sad, calm or angry")
    print("\n".join(report(looked, faces_found)))
