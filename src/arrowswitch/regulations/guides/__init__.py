"""Ruling guides as data: from what happened at the table, question by question, to what is ruled and by which law.

A guide is a TOML file beside this one, or in the club's own folder: steps with their questions and answers, rulings,
worked examples. Its words stand in the file, in every language it has. `reading` makes a `Guide` of a file, `checking`
walks every way through it, `tree` follows the answers of one director.

Law texts belong to others: guides cite them by number and say in words of our own what the director does.
"""

from __future__ import annotations

from arrowswitch.regulations.guides.shelf import ClubGuides, guide_names, guide_words_in, load_guide

__all__ = ["ClubGuides", "guide_names", "guide_words_in", "load_guide"]
