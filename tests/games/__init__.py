"""All tests of each game in its folder."""

NOT_OF_RULES = ("bot", "browser", "lab", "oracle", "terminal")
"""What the files `test_<one of these>.py` look at instead of the rules."""
