print("moodctl")
