"""The rules of the game and of its events: no clock, no file, no network, no text for people."""
