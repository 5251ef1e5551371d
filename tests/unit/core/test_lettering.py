"""Letters of places: as spreadsheets call their columns."""

from __future__ import annotations

from itertools import islice

from arrowswitch.core.lettering import letter_of, lettering


def test_letters_go_on_behind_z() -> None:
    letters = list(islice(lettering(), 800))
    assert letters[:2] + letters[25:28] + letters[702:703] == ["A", "B", "Z", "AA", "AB", "AAA"]
    assert len(set(letters)) == 800
    assert letters == [letter_of(place) for place in range(800)]
