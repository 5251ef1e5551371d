"""Ruling guides as data: from what happened at the table, question by question, to what is ruled and by which law.

A guide is a TOML file next to this one, or in the club's own folder: steps with their questions and answers, rulings,
worked examples. Its words are in the file, in every language it has. `reading` makes a `Guide` of a file, `checking`
tests every way through it, `tree` follows the answers of one director.

Law texts belong to others: guides cite them by number and describe the director's actions in our own words.
"""

from __future__ import annotations

from arrowswitch.regulations.guides.shelf import ClubGuides, guide_names, guide_words_in, load_guide

__all__ = ["ClubGuides", "guide_names", "guide_words_in", "load_guide"]
