"""Sheets for the start of play: the director's opening words, and notes for players on how a board is played."""
