"""Letters of places: as spreadsheets call their columns."""

from __future__ import annotations

from itertools import islice

from arrowswitch.core.lettering import letter_of, lettering


def test_letters_go_on_behind_z() -> None:
    told = list(islice(lettering(), 800))
    assert told[:2] + told[25:28] + told[702:703] == ["A", "B", "Z", "AA", "AB", "AAA"]
    assert len(set(told)) == 800
    assert told == [letter_of(place) for place in range(800)]
