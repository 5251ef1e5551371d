"""Ladders at the desk: the rules, the events that count, the ladder as page, file and paper."""
