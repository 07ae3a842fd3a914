"""The moods of the soak: where the music of each comes from, and what was said of it."""

import collections
import os

# What each mood plays; `angry` has a source that never sends anything good.
MOODS = ["calm", "sad", "happy", "angry", "fond"]


class Moods:
    def __init__(self, songs, folder):
        self.songs = songs
        with open(f"{folder}/sad.m3u", "w") as file:
            file.write("\n".join(songs.good[:4] + songs.remote + songs.bad + songs.hostile))
        # `fond` is a mood of the library, which knows nothing of these files but what is liked.
        self.configuration = {
            "calm": songs.calm_folder,
            "sad": f"{folder}/sad.m3u",
            "happy": {"type": "songs", "url": songs.list_address("happy")},
            "angry": {"type": "songs", "url": songs.list_address("angry")},
            "fond": {"type": "library", "genres": []},
        }
        self.verdicts = collections.defaultdict(dict)
        # The verdict that isn't answered yet: the mood, the recording, and what is said of it.
        self.underway = None

    def fits(self, mood, uri):
        """Whether a mood may bring a song."""
        if self.verdicts[mood].get(self.recording(mood, uri)) == "ban":
            return False
        if mood == "calm":
            return os.path.dirname(uri) == self.songs.calm_folder
        if mood == "sad":
            return uri in self.songs.good + self.songs.remote + self.songs.bad + self.songs.hostile
        if mood == "happy":
            return self.song(uri) in self.songs.remote
        return mood == "fond" and self.verdicts[mood].get(uri) == "like"

    def recording(self, source, uri):
        """What a verdict is kept by: the address of a song from a list changes, its number doesn't."""
        return f"happy {self.song(uri)}" if source == "happy" else uri

    def song(self, uri):
        """The lasting part of a song's address; after a restart there is only its number, until it is to play."""
        reference = "song:happy/"
        return self.songs.remote[int(uri[len(reference) :])] if uri.startswith(reference) else uri.split("?")[0]

    def note(self, mood, recording, verdict):
        if verdict == "none":
            self.verdicts[mood].pop(recording, None)
        else:
            self.verdicts[mood][recording] = verdict

    def bans(self, mood):
        return sum(verdict == "ban" for verdict in self.verdicts[mood].values())

    def difference(self, listed):
        """How what the daemon tells of its moods differs from what it was told; None if it doesn't."""
        told = {mood["name"]: mood["banned"] for mood in listed}
        for mood in MOODS:
            if told.get(mood) != self.bans(mood):
                return f"{mood} has {told.get(mood)} bans, not {self.bans(mood)}"
        return None

    def recover(self, listed):
        """After a crash, a verdict that wasn't answered yet may be there or not."""
        if self.underway and self.difference(listed):
            self.note(*self.underway)
        self.underway = None
