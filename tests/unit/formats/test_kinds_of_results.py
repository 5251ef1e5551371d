"""Every kind of result in every format and in both sides' columns: it is read back as it was written, or refused with
the reason (R-141, R-389)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import Played, TableResult
from arrowswitch.core.game.notation import format_tricks, parse_result
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore
from arrowswitch.core.scoring.slips import SlipEntry, format_award, format_entry, parse_entry, score_columns
from arrowswitch.formats.detect import FORMATS, LIN, read_results
from arrowswitch.formats.results.entries import outcomes
from arrowswitch.formats.results.file_formats import Format
from arrowswitch.formats.results.held import not_held
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile
from tests.changed_cells import CELL_FORMATS, EXPECTED_NOTES, CellFormat, Row
from tests.rotation import choose

BOARD = 10
"""Both sides are vulnerable."""
_RESULTS = ("", "4S= N", "4SX-1 S", "3NT+1 W", "7NTXX-13 E", "1C= E", "PASS", "620", "-100")
_SIDES = ("", "A", "A+", "A-", "60%", "52.5%", "NP", "N", "N:A+", "N:60%", "620", "-100")
_BOTH = ("LP", "60% 620, 40% -100")
WRITTEN = tuple(form for form in (*FORMATS, LIN) if form.read is not None)


@dataclass(frozen=True, slots=True)
class Kind:
    """A result with the outcome of each side."""

    result: TableResult | None
    ns: SideOutcome
    ew: SideOutcome

    def __str__(self) -> str:
        text = "" if self.result is None else format_entry(SlipEntry(self.result))
        return f"{text}|{format_award(self.ns)}|{format_award(self.ew)}"

    @property
    def score(self) -> int | None:
        """The score for North-South if both sides have the same, else None."""
        return self.ns.ns if isinstance(self.ns, TableScore) and self.ns == self.ew else None


def _kind(result: str, ns: str, ew: str) -> Kind | None:
    played = parse_result(result) if result else None
    awards = [None if not text else parse_entry(f"{text}/{text}", board=BOARD).ns_award for text in (ns, ew)]
    if played is None and None in awards:
        return None
    own = outcomes(SlipEntry(played), BOARD)
    return Kind(played, awards[0] or own[0], awards[1] or own[1])


def _kinds() -> list[Kind]:
    kinds = [_kind(*cells) for cells in product(_RESULTS, _SIDES, _SIDES)]
    for text in _BOTH:
        award = parse_entry(text, board=BOARD).ns_award
        kinds += [Kind(None if not one else parse_result(one), award, award) for one in _RESULTS if award is not None]
    return list(dict.fromkeys(kind for kind in kinds if kind is not None))


KINDS = _kinds()


def _file(kind: Kind) -> ResultsFile:
    lines = (
        FileLine(Line(BOARD, (Number("1"),), (Number("2"),), kind.ns, kind.ew), kind.result),
        FileLine(Line(17, (Number("3"),), (Number("4"),), TableScore(420), TableScore(420)), parse_result("4S= N")),
    )
    people = (
        FileContestant(Number(number), names, direction=side, section="")
        for number, side, names in (
            ("1", Side.NS, ("Alder Oak", "Birch Elm")),
            ("2", Side.EW, ("Rowan Yew", "Zoë Fir")),
            ("3", Side.NS, ("Pía Ash", "Hazel Box")),
            ("4", Side.EW, ("Ivy Holly", "Linden Bay")),
        )
    )
    return ResultsFile("test", lines, tuple(people), winners=2)


def _by(row: tuple[Kind, object]) -> tuple[object, ...]:
    kind, form = row
    return type(kind.result), type(kind.ns), type(kind.ew), form


ROUND_TRIPS = list(product(KINDS, WRITTEN))


def test_a_result_is_read_back_or_the_writer_names_the_loss() -> None:
    for kind, form in choose(ROUND_TRIPS, "kinds in written files", by=_by):
        _check_round_trip(kind, form)


def _check_round_trip(kind: Kind, form: Format) -> None:
    data = form.write(_file(kind))
    lost = not_held(form, data, _file(kind))
    if lost:
        return
    (line, _) = read_results(data, f"a{form.endings[0]}").lines
    assert (line.line.ns_outcome, line.line.ew_outcome) == (kind.ns, kind.ew)
    assert line.contract == _file(kind).lines[0].contract


def _cells(kind: Kind, form: CellFormat, *, is_in_both: bool) -> Row:
    """Returns a kind of result as the cells of a format: points in the column of the side that has them or in both."""
    played = kind.result if isinstance(kind.result, Played) else None
    tricks = "" if played is None else format_tricks(played)
    if played is not None and form.name.endswith((".pbn", ".xml")):
        tricks = str(played.tricks)
    award = format_entry(SlipEntry(None, kind.ns, kind.ew))
    ns, ew = (award if kind.score is None else str(kind.score)), ""
    if form.has_both_columns:
        ns, ew = score_columns(kind.score)
        if kind.score is None:
            ns, ew = format_award(kind.ns), format_award(kind.ew)
            ew = str(-kind.ew.ns) if isinstance(kind.ew, TableScore) else ew
        elif is_in_both:
            ns, ew = str(kind.score), str(-kind.score)
    line = _file(kind).lines[0]
    return {
        "board": str(BOARD),
        "ns": "1",
        "ew": "2",
        "contract": line.contract,
        "declarer": "" if played is None else played.contract.declarer.value,
        "result": tricks,
        "score": ns,
        "ew_score": ew,
    }


COLUMNS = list(product(KINDS, CELL_FORMATS[:-1], (False, True)))


def test_the_cells_of_both_sides_are_read_or_refused() -> None:
    """A split score in points has no place in two columns: they would contradict each other."""
    for kind, form, is_in_both in choose(COLUMNS, "kinds in columns", by=lambda row: (*_by(row[:2]), row[2])):
        _check_columns(kind, form, is_in_both=is_in_both)


def _check_columns(kind: Kind, form: CellFormat, *, is_in_both: bool) -> None:
    row = _cells(kind, form, is_in_both=is_in_both)
    try:
        results = read_results(form.write(row), form.name)
    except Mistake as refused:
        codes = {problem.code for problem in refused.problems}
        assert codes == {"results.sides-differ"}
        assert form.has_both_columns
        assert isinstance(kind.ns, TableScore)
        assert isinstance(kind.ew, TableScore)
        return
    (line, _) = results.lines
    assert (line.line.ns_outcome, line.line.ew_outcome) == (kind.ns, kind.ew)
    assert line.contract == row["contract"]
    assert {note.code for note in results.notes} <= {*EXPECTED_NOTES, "score.differs", "contradicts.declarer"}
