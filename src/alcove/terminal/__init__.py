"""The table in a terminal: scenes, drawings, choices and the conversation. Games may use it; commands are in `cli`."""
