"""Movements for tests: the documents' sheets as movement values, and strategies that draw movements of every size."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.comparisons import Two, counts_of, twos_ranked_together
from arrowswitch.core.movements.families.registry import FAMILIES, Family, make
from arrowswitch.core.movements.listed.weekly_list import WeeklyRow, weekly_list
from arrowswitch.core.movements.model import Meeting, Movement

FOLDER = Path(__file__).parent / "data" / "standards" / "movements"
KINDS = {"individual": ContestantKind.PLAYER, "awl_teams": ContestantKind.TEAM}


def vector(name: str) -> dict[str, Any]:
    """Returns a sheet of the documents as it was copied, with its source lines."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def rows_for(pairs: int) -> tuple[WeeklyRow, ...]:
    """Returns the rows of the list of weekly games that this many pairs can play, in the order of the print."""
    return tuple(row for row in weekly_list() if row.takes(pairs))


def number(written: str | int) -> Number:
    """Returns a number as the program writes it: `N3` of the copies is `NS3`."""
    text = str(written)
    return Number({"N": "NS", "E": "EW"}.get(text[0], text[0]) + text[1:])


def encounters(name: str, rounds: int = 99) -> set[tuple[int, int, Number, Number]]:
    """Returns the encounters of a sheet as (round, set, North-South, East-West), up to round `rounds`."""
    cells = vector(name)["encounters"]
    return {(c["round"], c["set"], number(c["ns"]), number(c["ew"])) for c in cells if c["round"] <= rounds}


def meetings_of(movement: Movement) -> set[tuple[int, int, Number, Number]]:
    """Returns the meetings of `movement` in the form of `encounters`."""
    return {(m.round, m.board_set, m.ns[0], m.ew[0]) for m in movement.meetings}


def printed_tokens(name: str) -> Counter[tuple[int, str]]:
    """Returns the encounters that are printed, as (round, token), with the misread ones as they should be.

    Table labels (`1) 1-1`) and brackets are left out; misplaced tokens are right but stand in another column.
    """
    tokens: Counter[tuple[int, str]] = Counter()
    data = vector(name)
    for row in data["printed_rows"]:
        line = re.sub(r"\d+\)|[()]", " ", " ".join(row["cells"])).replace("- ", "-")
        tokens.update((row["round"], token) for token in re.findall(r"\d+-\d+", line))
    for misprint in data["misprints"]:
        if misprint["type"] == "misread":
            tokens[misprint["round"], misprint["from"]["token"]] -= 1
            tokens[misprint["round"], misprint["to"]["token"]] += 1
    return +tokens


def written_tokens(movement: Movement) -> Counter[tuple[int, str]]:
    """Returns the meetings of `movement` in the form of `printed_tokens`."""
    return Counter((m.round, f"{m.ns[0].lstrip('NS')}-{m.ew[0].lstrip('EW')}") for m in movement.meetings)


def seats(name: str) -> set[tuple[int, int, int]]:
    """Returns where the sets of a sheet lie as (round, table, set)."""
    return {(c["round"], c["table"], c["set"]) for c in vector(name)["encounters"]}


def board_places(movement: Movement) -> set[tuple[int, int, int]]:
    """Returns where the sets of `movement` lie in the form of `seats`."""
    return {(m.round, m.table, m.board_set) for m in movement.meetings}


def registered_sizes(code: str, note: str = "") -> Any:
    """Returns the sizes of a registered sheet by its id in the league's list (and by a part of its name)."""
    entries = [e for e in vector("jtos_registered")["entries"] if code in e["ids"] and note in e["name_ja"]]
    [entry] = entries
    return entry["sizes"]


def sheet(name: str) -> Movement:
    """Returns a sheet of the documents as a movement; sheets without tables get them in the order of the sets."""
    data = vector(name)
    kind = KINDS.get(data["kind"], ContestantKind.PAIR)
    meetings = tuple(_meetings(data["encounters"]))
    contestants = tuple(dict.fromkeys(n for m in meetings for n in sorted(m.contestants, key=lambda n: (len(n), n))))
    ns = tuple(n for n in contestants if n.startswith("NS"))
    ew = tuple(n for n in contestants if n.startswith("EW"))
    sets = data["board_sets"]
    boards = [[str(i)] for i in range(1, sets + 1)] if isinstance(sets, int) else sets
    return Movement(
        family=data["kind"],
        kind=kind,
        contestants=contestants,
        tables=data["tables"],
        rounds=max(meeting.round for meeting in meetings),
        board_sets=tuple(tuple(map(int, group)) for group in boards),
        meetings=meetings,
        fields=(ns, ew) if ns else (contestants,),
        stationary=tuple(number(n) for n in data["stationary"]) if kind is not ContestantKind.TEAM else (),
    )


def _meetings(cells: list[dict[str, Any]]) -> Iterator[Meeting]:
    order = sorted(cells, key=lambda cell: (cell["round"], cell.get("table", 0), cell["set"]))
    place: dict[int, int] = {}
    for cell in order:
        place[cell["round"]] = place.get(cell["round"], 0) + 1
        ns = (cell["n"], cell["s"]) if "n" in cell else (cell["ns"],)
        ew = (cell["e"], cell["w"]) if "e" in cell else (cell["ew"],)
        table = cell.get("table", place[cell["round"]])
        yield Meeting(cell["round"], table, tuple(map(number, ns)), tuple(map(number, ew)), cell["set"])


SHEETS = (
    "fig07_howell_12p_11r",
    "fig07_howell_14p_11r_ab",
    "fig09_mitchell_7t",
    "fig10_relay_mitchell_8t",
    "fig11_skip_mitchell_8t",
    "fig20_individual_8",
    "fig21_awl_9",
    "two_session_8t_scrambled_mitchell",
    "two_session_9t_scrambled_mitchell",
)

PHANTOMS = st.sampled_from(["none", "ns", "ew"])


@st.composite
def mitchells(draw: st.DrawFn, most: int = 13) -> Movement:
    """Draws a Mitchell of any family and size up to `most` tables, cut or not, with or without a phantom."""
    family = draw(st.sampled_from(["mitchell", "relay-mitchell", "skip-mitchell", "scrambled-mitchell"]))
    options: dict[str, int | str] = {"boards_per_round": draw(st.integers(1, 5)), "phantom": draw(PHANTOMS)}
    options["first_board"] = draw(st.sampled_from([1, 1, 17]))
    is_whole = options["phantom"] != "none"
    if family == "relay-mitchell":
        tables = draw(st.integers(2, most // 2)) * 2
    elif family == "skip-mitchell":
        tables = draw(st.integers(2, most // 2)) * 2
        options["rounds"] = tables - 1 if is_whole else draw(st.integers(1, tables - 1))
    elif family == "mitchell":
        tables = draw(st.integers(1, (most - 1) // 2)) * 2 + 1
        options["rounds"] = tables if is_whole else draw(st.integers(1, tables))
    else:
        tables = draw(st.integers(3, most))
    if family != "scrambled-mitchell" and draw(st.booleans()):
        options["numbering"] = "continuing"
    return make(family, tables=tables, **options)


def draw_sheet(*names: str) -> st.SearchStrategy[Movement]:
    """Draws one of the documents' sheets."""
    return st.sampled_from([sheet(name) for name in (names or SHEETS)])


def usual(family: Family, tables: int) -> Movement:
    """Returns the movement of this size, or where that has other rounds than usual the longest there is.

    The largest Howells with A/B tables have two or three of them.
    """
    splits = (None, "last last", "last last last") if family.option("split") is not None else (None,)
    for split, rounds in product(splits, (None, *range(2 * tables - 1, 1, -1))):
        try:
            return make(family.name, tables=tables, rounds=rounds, split=split)
        except Refused:
            continue
    raise AssertionError(f"{family.name} names {tables} tables and has no movement for them")


OTHER_FORMS: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("appendix-mitchell", {"tables": 14, "rounds": 10}),
    ("appendix-mitchell", {"pairs": 19, "rounds": 7}),
    ("rover-mitchell", {"tables": 8, "base": "relay"}),
    ("rover-mitchell", {"tables": 9, "rounds": 9}),
    ("web-mitchell", {"pairs": 19, "rounds": 7}),
    ("team-of-pairs", {"pairs": 5}),
    ("awl", {"teams": 10, "rounds": 6}),
    ("awl", {"teams": 15, "play": "1-4,11-14"}),
    ("awl", {"teams": 7, "first_team": 8}),
    ("mirror-mitchell", {"teams": 10, "twins": "no"}),
    ("stagger", {"teams": 8, "session": 2}),
    ("round-robin", {"teams": 7, "form": "pair"}),
    ("round-robin", {"teams": 8, "form": "pair", "sessions": 2, "session": 2}),
    ("round-robin", {"teams": 12, "sessions": 4, "session": 3}),
    ("round-robin", {"teams": 9, "sessions": 2, "session": 2, "sets": "few"}),
    ("mirror-mitchell", {"teams": 14, "session": 2}),
    ("howell", {"pairs": 12, "barometer": "yes"}),
)
"""Movements of the register that other options than the size make: halves, sessions, cut, renumbered."""


def library(most: int = 13) -> st.SearchStrategy[Movement]:
    """Draws a movement of any registered family, at any number of tables up to `most` it names, or another form."""
    sizes = {f"{family.name} {t}": (family, t) for family in FAMILIES for t in family.tables if t <= most}
    plain = st.sampled_from(sorted(sizes)).map(lambda size: usual(*sizes[size]))
    return st.one_of(plain, plain, st.sampled_from(OTHER_FORMS).map(lambda form: make(form[0], **form[1])))


def competition(movement: Movement) -> dict[Two, int]:
    """Returns the competition coefficient C of every two contestants that are ranked together."""
    counts = counts_of(movement)
    return {two: counts.coefficient(two) for two in twos_ranked_together(movement)}
