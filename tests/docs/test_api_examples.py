"""The examples of docs/api.md print what the page shows, and a program that imports the surface is typed strictly.

`user_program` is type-checked with all other tests by `make check`.
"""

from __future__ import annotations

import doctest
import re
from fractions import Fraction
from typing import assert_type

from arrowswitch.api import deals, draws, formats, game, movements, scoring
from tests.architecture.source_tree import ROOT

PAGE = ROOT / "docs" / "api.md"
PROMPT = ">>" + "> "
"""In two parts, so that this module does not count as one with examples of its own."""
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def wrong_examples(blocks: list[str]) -> list[str]:
    """Returns the report of each example that prints something else; all blocks share their names."""
    parsed = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    reports: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=reports.append)
    return reports


def test_every_example_prints_what_the_page_shows() -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    assert "".join(wrong_examples(blocks)) == ""


def test_a_wrong_example_is_reported() -> None:
    assert "Expected:\n    3" in "".join(wrong_examples([f"{PROMPT}1 + 1\n3\n"]))


def test_the_page_shows_every_subject() -> None:
    text = "".join(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    subjects = ("deals", "draws", "errors", "formats", "game", "movements", "scoring")
    assert [subject for subject in subjects if f"{subject}." not in text] == []


def user_program(data: bytes) -> str:
    """Returns the winner of a file of results, and uses one value of each subject with its exact type."""
    assert_type(game.ns_score(game.parse_result("3NT N ="), 1), int)
    assert_type(scoring.load_scale("wbf-continuous").points(5, 8), tuple[Fraction, Fraction])
    assert_type(movements.make_movement("howell", pairs=8), movements.Movement)
    assert_type(draws.make_bracket((game.Number("1"), game.Number("2"))), draws.Bracket)
    assert_type(deals.parse_deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -").points(game.Seat.NORTH), int)
    results = assert_type(formats.read_results(data), formats.ResultsFile)
    session = assert_type(formats.scoring_input(results), scoring.ScoringInput)
    standings = scoring.score_session(session, scoring.load_regulations("jcbl-2008"))
    return assert_type(standings, scoring.Standings).ranking[0].number


def test_a_user_program_runs() -> None:
    """Pair 3 made the contract: it wins North-South, the field that is listed first."""
    travellers = b"board,ns,ew,contract,by,tricks\n1,1,2,4S,N,9\n1,3,4,4S,N,10\n"
    assert user_program(travellers) == "3"
