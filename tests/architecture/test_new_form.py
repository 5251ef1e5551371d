"""A new form of event is one folder and a catalogue in each language: a ladder challenge is added and played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from arrowswitch.core.errors import Impossible
from arrowswitch.i18n import Locale
from arrowswitch.tournament.forms.registry import FORMS
from arrowswitch.tournament.model.declared_forms import declared_in
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from tests.architecture.source_tree import ROOT
from tests.rotation import rotate
from tests.toy_form.installed import install_form, play_in

RECIPE = ROOT / "docs" / "howto" / "form.md"


def ladder_after(numbers: Sequence[str], matches: Sequence[Sequence[str]]) -> list[str]:
    """Returns the ladder from top to bottom after matches of round, upper pair, lower pair and their points."""
    places = {number: place for place, number in enumerate(numbers)}
    for _, upper, lower, *points in matches:
        if points and Fraction(points[1]) > Fraction(points[0]):
            places[upper], places[lower] = places[lower], places[upper]
    return sorted(places, key=lambda number: places[number])


class TestLadderChallenge:
    """The toy form of `tests/toy_form`."""

    @rotate("entries", (6, 7, 12))
    @rotate("locale", list(Locale))
    def test_an_event_is_played_to_its_ranking(self, tmp_path: Path, locale: Locale, entries: int) -> None:
        """From the entries to the record, with a late pair, a withdrawal, a ruling, a penalty and a correction."""
        played = play_in(install_form(tmp_path), locale, entries)
        assert played["faults"] == []
        numbers, matches, ranking = played["numbers"], played["matches"], played["ranking"]
        assert isinstance(numbers, list)
        assert isinstance(matches, list)
        assert isinstance(ranking, list)
        assert {match[0] for match in matches} == {1, 2, 3, 4}
        assert ranking == [number for number in ladder_after(numbers, matches) if number in ranking]
        assert ranking != [number for number in numbers if number in ranking]

    def test_the_program_itself_does_not_have_it(self) -> None:
        assert "ladder-challenge" not in set(EventForm)
        assert "challenge" not in set(Arrangement)

    def test_the_recipe_shows_the_declaration(self) -> None:
        """The recipe prints the file of the toy form, so that it cannot become untrue."""
        blocks = re.findall(r"```toml\n(.*?)```", RECIPE.read_text(encoding="utf-8"), re.DOTALL)
        assert blocks == [(ROOT / "tests/toy_form/challenge/forms.toml").read_text(encoding="utf-8")]


class TestDeclarations:
    """The declarations that a folder may contain."""

    def test_every_arrangement_has_a_form(self) -> None:
        assert set(FORMS) == set(Arrangement)

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ('[draw.new]\ncontestants = "pair"\ntables = 3\n', "unknown keys of the form new: tables"),
            ("[draw.new]\n", "the form new has no contestants"),
            ('[draw.new]\ncontestants = "crowd"\n', "the form new: 'crowd' is not a valid ContestantKind"),
        ],
    )
    def test_a_mistake_is_named(self, text: str, fault: str) -> None:
        with pytest.raises(Impossible, match=re.escape(fault)):
            declared_in(text)
