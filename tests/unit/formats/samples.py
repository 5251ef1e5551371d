"""A small evening in every format: two boards, four pairs in a Howell-like order, an average, a pass."""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.notation import parse_result
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.formats.results.entries import outcomes
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile


def line(board: int, ns: str, ew: str, entry: str, **more: object) -> FileLine:
    read = parse_entry(entry)
    ns_outcome, ew_outcome = outcomes(read, board)
    core = Line(board, (Number(ns),), (Number(ew),), ns_outcome, ew_outcome)
    return FileLine(core, read.result, **more)  # type: ignore[arg-type]  # the caller names fields of FileLine


SMALL = ResultsFile(
    source="sample",
    lines=(
        line(1, "1", "2", "4SX-1 N", round=1, table=1, lead="D2", ns_points=Fraction(0), ew_points=Fraction(2)),
        line(1, "3", "4", "3NT+2 W", round=1, table=2, ns_points=Fraction(1, 2), ew_points=Fraction(3, 2)),
        line(2, "2", "3", "P", round=2, table=1, ns_points=Fraction(1), ew_points=Fraction(1)),
        line(2, "4", "1", "60%/40%", round=2, table=2, ns_points=Fraction(6, 5), ew_points=Fraction(4, 5)),
    ),
    contestants=(
        FileContestant(Number("1"), ("Alder Oak", "Birch Elm"), ids=("9001", "9002"), total=Fraction(5, 2), rank=2),
        FileContestant(Number("2"), ("春川 一", "夏山 二"), percent=Fraction(247, 4), rank=1, is_tied=True),
        FileContestant(Number("3"), ("A<b>", 'Q"uote')),
        FileContestant(Number("4")),
    ),
    winners=1,
    event="Spring & evening",
    date="2026-11-21",
    venue="梅の間",
    program="Sample",
    deals={1: "N:A98.J92.A75.Q852 532.86.K632.KJT7 KQ4.AKT73.JT.A93 JT76.Q54.Q984.64"},
)

SCORED = (TableScore(-100), parse_result("4SX-1 N"))
