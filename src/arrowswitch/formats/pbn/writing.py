"""Writes results in PBN 2.1, in its export format: the mandatory tags in their order, the others by their names, then
the auction, the play and the tables by their names (section 3.1 and 3.4).

Each board is a game with its `ScoreTable`, the first with the `TotalScoreTable`; where auctions or plays are known each
of them is a game of its own after its board's, and still stands in the table (section 5.9).

In matches of teams the tables name the teams in addition to the pairs (`TeamId`), and the total table lists the teams.
Two tags of our own describe their comparison, as any program may add (section 4.9): `MatchMethod` and `MatchScale`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arrowswitch.core.deals.deal import SEATS, Deal, parse_deal
from arrowswitch.core.deals.double_dummy import par_of, tricks_of_text
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.notation import format_contract
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.amounts import written_rank
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.pbn.sections import auction_lines, escape_text, play_lines
from arrowswitch.formats.pbn.teams import ANY_SCALE, MATCH_METHOD, MATCH_SCALE, NO_SCALE
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile, amount_text

_VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}
_MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
_OF_IMPS = (Method.IMPS, Method.BUTLER)
_SCORING = {
    Method.MATCHPOINTS: "MP",
    Method.BOARD_A_MATCH: "BAM",
    Method.IMPS: "IMP;Cross",
    Method.BUTLER: "IMP;Butler",
}
_SCORING_OF_TEAMS = {TeamMethod.TOTAL_POINTS: "Total", **{way: "BAM" for way in TeamMethod if way.is_board_a_match}}


def write_pbn_results(results: ResultsFile) -> bytes:
    """Returns the results as PBN 2.1 in UTF-8."""
    out = ["% PBN 2.1", "% EXPORT", "%Content-type: text/pbn; charset=UTF-8", "%Creator: Arrowswitch"]
    for place, board in enumerate(results.boards):
        out += ["", *_board_game(results, board, is_first=place == 0)]
        for line in results.on(board):
            if line.record is not None:
                out += ["", *_result_game(results, line)]
    return "".join(f"{line}\r\n" for line in out).encode()


def _tags(results: ResultsFile, board: BoardNumber, board_tags: Mapping[str, str]) -> list[str]:
    """Returns the tags of a game: those of its board, and its own."""
    values = {
        "Event": results.event or "?",
        "Site": results.venue or "?",
        "Date": results.date.replace("-", ".") or "?",
        "Board": str(board),
        "Dealer": dealer(board).value,
        "Vulnerable": _VULNERABLE[vulnerability(board)],
        "Deal": _deal(results.deals.get(board, ""), dealer(board)),
        "Scoring": _scoring(results),
        **_match_tags(results),
        **({"Application": results.program} if results.program else {}),
        **board_tags,
    }
    others = sorted(name for name in values if name not in _MANDATORY)
    return [f'[{name} "{escape_text(values.get(name, "?"))}"]' for name in (*_MANDATORY, *others)]


def _scoring(results: ResultsFile) -> str:
    if results.method is None:
        return _SCORING_OF_TEAMS.get(results.team_method or TeamMethod.IMPS, "IMP")
    return _SCORING.get(results.method, results.method_name)


def _match_tags(results: ResultsFile) -> dict[str, str]:
    if not results.matches:
        return {}
    tags = {MATCH_METHOD: (results.team_method or TeamMethod.IMPS).value}
    if results.is_by_vp is not None:
        tags[MATCH_SCALE] = results.scale or ANY_SCALE if results.is_by_vp else NO_SCALE
    return tags


def _board_game(results: ResultsFile, board: BoardNumber, *, is_first: bool) -> list[str]:
    lines = results.on(board)
    tags = dict.fromkeys(("West", "North", "East", "South", "Declarer", "Contract", "Result"), "")
    tables: list[str] = []
    if board in results.tricks:
        tags["OptimumScore"] = _par(results.tricks[board], board)
        tables += _table("OptimumResultTable", _trick_columns(results.tricks[board]))
    tables += _table("ScoreTable", _score_columns(results, lines))
    if is_first and results.matches:
        tables += _table("TotalScoreTable", _team_columns(results))
    elif is_first and any(one.rank is not None or one.names for one in results.contestants):
        tables += _table("TotalScoreTable", _total_columns(results))
    return _tags(results, board, tags) + tables


def _result_game(results: ResultsFile, line: FileLine) -> list[str]:
    """Returns the game of a result of which more is known than its score."""
    record, played = line.record, line.contract_played
    ns, ew = line.numbers
    is_passed = line.contract == "PASS"
    tags = {
        "Declarer": "" if is_passed else played.contract.declarer if played else "?",
        "Contract": "Pass" if is_passed else format_contract(played.contract) if played else "?",
        "Result": "" if is_passed else str(played.tricks) if played else "?",
        "PairEW": ew,
        "PairNS": ns,
        **({"Score": f"NS {line.score}"} if line.score is not None else {}),
        **({"Round": str(line.round)} if line.round is not None else {}),
        **({"Section": line.section} if line.section else {}),
        **({"Table": str(line.table)} if line.table is not None else {}),
    }
    lines = _tags(results, line.line.board, tags)
    if record is not None and record.auction is not None:
        lines += auction_lines(record.auction)
    if record is not None and record.play is not None:
        lines += play_lines(record.play)
    return lines


def _deal(text: str, first: Seat) -> str:
    """Returns a deal from its dealer on, each suit from the highest rank (section 3.4.11); of hands
    that are not known each is `-`, and what is no whole deal stands as it is."""
    if not text:
        return f"{first.value}:- - - -"
    try:
        deal = parse_deal(text)
    except Malformed:
        return text
    return f"{first.value}:" + " ".join(_hand(deal, seat) for seat in _from(first))


def _from(first: Seat) -> tuple[Seat, ...]:
    place = SEATS.index(first)
    return SEATS[place:] + SEATS[:place]


def _hand(deal: Deal, seat: Seat) -> str:
    return ".".join(deal.suits(seat))


def _par(text: str, board: BoardNumber) -> str:
    par = par_of(tricks_of_text(text), vulnerability(board), dealer(board)).score
    return f"EW {-par}" if par < 0 else f"NS {par}"


@dataclass(frozen=True, slots=True)
class _Out:
    """A column to write: its head, and each cell."""

    head: str
    cells: tuple[str, ...]
    is_right: bool = True

    def table(self) -> tuple[str, list[str]]:
        """Returns the column's head with its width, and its cells padded to it."""
        width = max((len(cell) for cell in self.cells), default=1)
        side = "R" if self.is_right else "L"
        padded = [cell.rjust(width) if self.is_right else cell.ljust(width) for cell in self.cells]
        return f"{self.head}\\{width}{side}", padded


def _trick_columns(text: str) -> Iterator[_Out]:
    tricks = tricks_of_text(text)
    cells = [(seat, suit) for seat in SEATS for suit in Denomination]
    yield _Out("Declarer", tuple(seat.value for seat, _ in cells))
    yield _Out("Denomination", tuple(suit.value for _, suit in cells))
    yield _Out("Result", tuple(str(tricks[suit][seat]) for seat, suit in cells))


def _score_columns(results: ResultsFile, lines: tuple[FileLine, ...]) -> Iterator[_Out]:
    for name in ("section", "table", "round"):
        values = [getattr(line, name) for line in lines]
        if any(value not in (None, "") for value in values):
            yield _Out(name.capitalize(), tuple(_cell(value) for value in values))
    yield _Out("PairId_NS", tuple(_cell(line.numbers[0]) for line in lines))
    yield _Out("PairId_EW", tuple(_cell(line.numbers[1]) for line in lines))
    if results.matches:
        yield from _team_cells(results, lines)
    yield _Out(
        "Contract", tuple("Pass" if line.contract == "PASS" else line.contract or "-" for line in lines), is_right=False
    )
    yield _Out(
        "Declarer", tuple(line.contract_played.contract.declarer if line.contract_played else "-" for line in lines)
    )
    yield _Out("Result", tuple(str(line.contract_played.tricks) if line.contract_played else "-" for line in lines))
    yield _Out("Score_NS", tuple(_score(line) for line in lines))
    unit = "IMP" if results.method in _OF_IMPS or _scoring(results) == "IMP" else "MP"
    for side in ("ns", "ew"):
        points = [getattr(line, f"{side}_points") for line in lines]
        if any(value is not None for value in points):
            yield _Out(f"{unit}_{side.upper()}", tuple(amount_text(value) or "-" for value in points))


def _team_cells(results: ResultsFile, lines: tuple[FileLine, ...]) -> Iterator[_Out]:
    """Yields the teams of a result's pairs, and the names if there are any."""
    homes = {pair: team.number for team in results.teams for pair in team.pairs}
    named = {one.number: ";".join(one.names) for one in results.contestants if one.names}
    seats = [("NS", [line.line.ns for line in lines]), ("EW", [line.line.ew for line in lines])]
    for side, numbers in seats:
        yield _Out(f"TeamId_{side}", tuple(_cell(homes.get(own[0], "")) for own in numbers))
    for side, numbers in seats if named else ():
        names = (named.get(own[0], "").replace('"', "'") for own in numbers)
        yield _Out(f"Names_{side}", tuple(f'"{text}"' for text in names), is_right=False)


def _team_columns(results: ResultsFile) -> Iterator[_Out]:
    teams = sorted(results.teams, key=lambda team: team.rank or len(results.teams) + 1)
    ranks = ("-" if team.rank is None else written_rank(team.rank, is_tied=team.is_tied) for team in teams)
    yield _Out("Rank", tuple(ranks))
    yield _Out("TeamId", tuple(_cell(team.number) for team in teams))
    yield _Out("Names", tuple('"{}"'.format(team.name.replace('"', "'")) for team in teams), is_right=False)
    yield _Out("PairId", tuple('"{}"'.format(";".join(team.pairs)) for team in teams), is_right=False)
    if any(team.total is not None for team in teams):
        unit = "VP" if results.is_by_vp else "IMP" if results.team_method is TeamMethod.IMPS else "Score"
        yield _Out(f"Total{unit}", tuple(amount_text(team.total) or "-" for team in teams))


def _total_columns(results: ResultsFile) -> Iterator[_Out]:
    listed: tuple[FileContestant, ...] = results.contestants_by_rank
    unit = "IMP" if results.method in _OF_IMPS else "Score" if results.method is Method.TOTAL_POINTS else "MP"
    yield _Out("Rank", tuple(entry.place or "-" for entry in listed))
    yield _Out("PairId", tuple(_cell(entry.number) for entry in listed))
    names = (";".join(entry.names).replace('"', "'") for entry in listed)
    yield _Out("Names", tuple(f'"{text}"' for text in names), is_right=False)
    if any(entry.direction for entry in listed):
        yield _Out("Direction", tuple(entry.direction or "-" for entry in listed))
    if any(entry.total is not None for entry in listed):
        yield _Out(f"Total{unit}", tuple(amount_text(entry.total) or "-" for entry in listed))
    if any(entry.percent is not None for entry in listed):
        yield _Out("MeanPercentage", tuple(amount_text(entry.percent) or "-" for entry in listed))


def _table(name: str, outs: Iterable[_Out]) -> list[str]:
    heads, cells = zip(*(out.table() for out in outs), strict=True)
    return [f'[{name} "{";".join(heads)}"]', *(" ".join(row).rstrip() for row in zip(*cells, strict=True))]


_FORBIDDEN = frozenset(' [];{}"%')
"""Signs that a section token may not have (section 3.2)."""


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return f'"{escape_text(text)}"' if _FORBIDDEN & set(text) else text or "-"


def _score(line: FileLine) -> str:
    if line.score is not None:
        return str(line.score)
    return line.award if line.award == "NP" else f'"{line.award}"'
