"""The head of the column of a board's points names their unit, in every form of event.

No column of a page about boards stays empty when everything is played, and nobody is shown percentages where the boards
have no top.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.scored.session import scored_rows
from arrowswitch.web.points import board_points, has_board_percent
from tests.form_events import Case, play_case
from tests.html import Reader
from tests.tables import for_each
from tests.web.playing import at_desk

PLAYED = (
    Case(EventForm.MATCHPOINT_PAIRS, Method.MATCHPOINTS, 8),
    Case(EventForm.MATCHPOINT_PAIRS, Method.BOARD_A_MATCH, 8),
    Case(EventForm.MATCHPOINT_PAIRS, Method.INSTANT, 8),
    Case(EventForm.IMP_PAIRS, Method.BUTLER, 8),
    Case(EventForm.TOTAL_POINT_PAIRS, Method.TOTAL_POINTS, 8),
    Case(EventForm.HOUSTON_PAIRS, Method.HOUSTON, 8),
    Case(EventForm.SWISS_PAIRS, Method.SWISS_MATCHPOINTS, 8),
    Case(EventForm.SWISS_PAIRS, Method.IMPS, 8, "wbf-continuous"),
    Case(EventForm.TEAM_OF_PAIRS, Method.ROUND_IMPS, 4),
    Case(EventForm.INDIVIDUAL, Method.MATCHPOINTS, 8),
    Case(EventForm.SWISS_TEAMS, Method.MATCHPOINTS, 6, "wbf-continuous"),
    Case(EventForm.BAM_TEAMS, Method.MATCHPOINTS, 4),
    Case(EventForm.KNOCKOUT_TEAMS, Method.TOTAL_POINTS, 4),
    Case(EventForm.TEAMS_AND_PAIRS, Method.MATCHPOINTS, 4, "wbf-continuous"),
)
UNITS = {
    Method.HOUSTON: "desk.points.imps",
    Method.SWISS_MATCHPOINTS: "desk.points.matchpoints",
    Method.ROUND_IMPS: "desk.points.imps",
}
"""Where a total is made of victory points, what a board is counted in."""
BY_CHANCE = {"NS", "EW"}
"""Columns of the score: where all results of a page are plus for one side, the other one's is empty."""


@dataclass
class Tables(Reader):
    """The tables of a page: of each its class, the texts of its heads, and those of the rows of its body."""

    tables: list[tuple[str, list[str], list[list[str]]]] = field(default_factory=list)
    _part: str = ""
    _cell: list[str] | None = None

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "table":
            self.tables.append((attributes.get("class") or "", [], []))
        elif tag in ("thead", "tbody", "tfoot"):
            self._part = tag
        elif tag == "tr" and self._part == "tbody":
            self.tables[-1][2].append([])
        elif tag in ("td", "th") and self.tables:
            self._cell = self.tables[-1][1] if self._part == "thead" else self.tables[-1][2][-1]
            if self._part == "tfoot":
                self._cell = []
            self._cell.append("")
        elif tag in ("input", "button") and self._cell:
            self._cell[-1] += attributes.get("value") or tag

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell:
            self._cell[-1] += data.strip()


def tables(html: str, kind: str) -> list[tuple[list[str], list[list[str]]]]:
    """Returns the heads and the rows of the tables of a class."""
    read = Tables()
    read.read_whole(html)
    return [(heads, rows) for classes, heads, rows in read.tables if kind in classes.split()]


def empty_columns(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Returns the heads under which nothing stands in any row, but for those that are empty by chance."""
    return [
        head for at, head in enumerate(heads) if head not in BY_CHANCE and not any(row[at] for row in rows if row[at:])
    ]


@for_each("case", PLAYED, ids=str)
def test_the_points_of_a_board_have_their_own_words(case: Case) -> None:
    """R-179, R-230: on the score card, the traveller and the recapitulation; percentages only where there is a top."""
    evening = play_case(case)
    state = evening.state
    rows = scored_rows(state, 1).values()
    assert has_board_percent(state) is any(row.ns.percent is not None for row in rows)
    if case.method in UNITS:
        assert board_points(state) == UNITS[case.method]
    unit = translate(board_points(state), {}, Locale.JA)
    place = next(iter(state.results))
    with at_desk(evening) as playing:
        card, scored = tables(playing.html(f"/scores?order=boards&board={place.board}"), "entry")[0]
        assert card[-2] == ("NS %" if has_board_percent(state) else f"NS {unit}")
        assert all(row[-2] for row in scored if row[1]), scored
        assert all(row[-2].endswith("%") is has_board_percent(state) for row in scored if row[-2])
        for path, kind in ((f"/travellers?board={place.board}", "traveller"), ("/recap", "recap")):
            for heads, body in tables(playing.html(path), kind):
                named = [head for head in heads if head]
                assert empty_columns(heads[: len(named)], body) == [], path
                assert ("NS %" in heads) is (has_board_percent(state) and kind == "traveller"), path


def test_single_players_at_a_table_are_told_apart() -> None:
    """R-282: two partners are joined as the players of a pair are."""
    evening = play_case(Case(EventForm.INDIVIDUAL, Method.MATCHPOINTS, 8))
    slot, stored = next(iter(evening.state.results.items()))
    entries = [evening.state.entry_at(slot.place, number) for number in stored.ns]
    names = [person.name for entry in entries if entry is not None for person in entry.people]
    assert len(names) == len(stored.ns) == 2
    with at_desk(evening) as playing:
        assert "・".join(names) in playing.html(f"/scores?round={slot.round}&table={slot.table}")
