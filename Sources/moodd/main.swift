print("moodd")
