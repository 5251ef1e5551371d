"""The material of an event from a file of results: rows with their sections, people, and the scoring.

Hands, leads, auctions, plays and adjustments of totals are imported. Other content is noted: `elsewhere.leads`,
`elsewhere.deal`, `elsewhere.deals-alone`, `elsewhere.phantom`, `elsewhere.without-results`, `elsewhere.added`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import islice, zip_longest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Malformed, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber, vulnerability
from arrowswitch.core.game.contracts import ns_score_at
from arrowswitch.core.game.notation import format_result, quote_text
from arrowswitch.core.game.play import Play
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Side
from arrowswitch.core.lettering import lettering
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.foreign import ForeignMatch, ForeignResults, ForeignScore, SeatElsewhere
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import NotPlayed, SideOutcome, TableScore
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.teams.event import TeamStandings
from arrowswitch.formats.results.contradictions import read_lead
from arrowswitch.formats.results.differences import differences, team_differences
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile
from arrowswitch.formats.results.scoring_input import phantoms_of

_LETTERS = re.compile("[A-Z]{1,2}")
_LETTERED = re.compile(r"(?P<section>[A-Z]{1,2}?)(?:NS|EW)?\d+")
_CLASHES = ("results.itself", "results.pair-twice")
_OF_SUBMISSION = ("CLUB_ID_NUMBER", "P2P_CHARGE_RATE", "MASTER_POINT_SCALE", "MASTER_POINT_TYPE")
_LEFT = frozenset(
    f"elsewhere.{what}"
    for what in (
        "added",
        "deal",
        "deal-twice",
        "deals-alone",
        "leads",
        "lineups",
        "outside",
        "phantom",
        "without-results",
    )
) | {
    "results.left-out",
    "pbn.remarks",
    "pbn.record-alone",
    "bws.remark",
    "bws.later-players",
    "bws.erased",
    "bws.sessions",
    "bws.teams",
}
"""The notes on content that is not imported; the others are about assumptions."""


@dataclass(frozen=True, slots=True)
class FileContents:
    """The notes on a file that an event was made from: assumptions, content that is not imported, and its numbers that
    differ from the event's. `has_numbers` is True if it publishes any."""

    assumed: tuple[Problem, ...]
    left: tuple[Problem, ...]
    differing: tuple[Problem, ...]
    has_numbers: bool

    @property
    def parts(self) -> tuple[tuple[str, tuple[Problem, ...]], ...]:
        """Returns the notes by their headings (`elsewhere.head-…`), without empty ones."""
        parts = (("assumed", self.assumed), ("left", self.left), ("differing", self.differing))
        return tuple((name, notes) for name, notes in parts if notes)


def file_contents(
    file: ResultsFile,
    notes: Iterable[Problem],
    numbers: Mapping[Number, Number],
    standings: Standings | TeamStandings,
) -> FileContents:
    """Returns the notes on a file: its own, those of the import, and the differences from the `standings` of the event,
    in which contestants have their `numbers`."""
    coded = [(note.code, note) for note in (*file.notes, *notes)]
    is_team = isinstance(standings, TeamStandings)
    published = (
        *(n for one in file.contestants for n in (one.total, one.percent, one.rank)),
        *(n for one in file.teams for n in (one.total, one.rank)),
        *(n for one in file.lines for n in (one.ns_points, one.ew_points) if not is_team),
        *(n for one in file.matches for n in one.points),
    )
    return FileContents(
        assumed=tuple(note for code, note in coded if code not in _LEFT),
        left=tuple(note for code, note in coded if code in _LEFT),
        differing=_differing(file, numbers, standings),
        has_numbers=any(number is not None for number in published),
    )


def foreign_results(file: ResultsFile) -> ForeignResults:
    """Returns the material of an event.

    Raises Refused: `elsewhere.empty` without results, `elsewhere.no-matches` for teams without matches,
    `elsewhere.clashes` where numbers of single players belong to several.
    """
    if not file.lines:
        raise Refused.of("elsewhere.empty")
    clashes = sum(note.code in _CLASHES for note in file.notes)
    if clashes:
        raise Refused.of("elsewhere.clashes", n=clashes)
    is_of_teams = bool(file.teams and file.matches)
    if file.method is None and not is_of_teams:
        raise Refused.of("elsewhere.no-matches")
    notes: list[Problem] = []
    foreign = _of_teams(file, notes) if is_of_teams else _of_field(file, notes)
    notes += _unread_leads(file.lines)
    notes += _submission(file)
    boards = {line.line.board for line in file.lines}
    deals = dict(_deals(file, boards, notes))
    return replace(
        foreign,
        name=file.event,
        day=_day(file.date),
        venue=file.venue,
        program=file.program,
        deals=deals,
        tricks={board: text for board, text in file.tricks.items() if board in deals},
        notes=tuple(notes),
    )


def _differing(
    file: ResultsFile, numbers: Mapping[Number, Number], standings: Standings | TeamStandings
) -> tuple[Problem, ...]:
    """Returns the differences between the numbers that a file publishes and those of the event, in which contestants
    have their `numbers`."""
    if isinstance(standings, TeamStandings):
        return team_differences(file, standings)
    return differences(_renumber(file, numbers), standings)


def _renumber(file: ResultsFile, numbers: Mapping[Number, Number]) -> ResultsFile:
    """Returns a file in which contestants have their new numbers; those without one have no results."""
    lines = tuple(
        replace(
            one,
            line=replace(one.line, ns=_renumber_side(one.line.ns, numbers), ew=_renumber_side(one.line.ew, numbers)),
        )
        for one in file.lines
    )
    contestants = tuple(replace(one, number=numbers[one.number]) for one in file.contestants if one.number in numbers)
    return replace(file, lines=lines, contestants=contestants)


def _renumber_side(side: tuple[Number, ...], numbers: Mapping[Number, Number]) -> tuple[Number, ...]:
    return tuple(numbers.get(number, number) for number in side)


def _of_field(file: ResultsFile, notes: list[Problem]) -> ForeignResults:
    """Returns an event of pairs or of single players, who are compared with the whole field."""
    phantoms = phantoms_of(file)
    lines = [line for line in file.lines if _is_played(line, phantoms)]
    if len(lines) < len(file.lines):
        notes.append(Problem("elsewhere.phantom", {"n": len(file.lines) - len(lines)}))
    if not lines:
        raise Refused.of("elsewhere.empty")
    sections = _sections(lines)
    notes += _renamed_sections(sections)
    has_letters = len(sections) > 1
    seats: dict[Number, SeatElsewhere] = {
        number: (sections[line.section], _within(number) if has_letters else number)
        for line in lines
        for number in (*line.line.ns, *line.line.ew)
    }
    played = tuple(
        ForeignScore(
            section=sections[line.section],
            round=line.round or 0,
            table=line.table or 0,
            board=line.line.board,
            ns=tuple(seats[number][1] for number in line.line.ns),
            ew=tuple(seats[number][1] for number in line.line.ew),
            text=_typed_text(line),
            record=_record(line),
            where=line.where,
            awards=None if phantoms.isdisjoint((*line.line.ns, *line.line.ew)) else _awards(line),
        )
        for line in lines
    )
    by_number = {contestant.number: contestant for contestant in file.contestants}
    idle = [one for one in file.contestants if one.number not in seats and one.number not in phantoms]
    if idle:
        notes.append(Problem("elsewhere.without-results", {"numbers": ", ".join(one.number for one in idle)}))
    most = 1 if file.kind is ContestantKind.PLAYER else 2
    adjustments = {
        seats[one.number]: one.adjustment for one in by_number.values() if one.adjustment and one.number in seats
    }
    return ForeignResults(
        played=played,
        people={seat: _people(by_number.get(number), most) for number, seat in seats.items()},
        kind=file.kind,
        method=file.method or Method.MATCHPOINTS,
        scale=file.scale if file.method in (Method.SWISS_IMPS, Method.SWISS_MATCHPOINTS) else "",
        is_two_fields=file.winners == 2,
        numbers={seat: number for number, seat in seats.items() if number not in phantoms},
        phantoms={seats[number][0]: seats[number][1] for number in phantoms if number in seats},
        deductions=dict(_deductions(adjustments, notes)),
    )


def _of_teams(file: ResultsFile, notes: list[Problem]) -> ForeignResults:
    """Returns an event of teams: its matches, and the results by the teams of their pairs."""
    homes = {pair: team.number for team in file.teams for pair in team.pairs}
    by_number = {contestant.number: contestant for contestant in file.contestants}
    matches = tuple(
        ForeignMatch(match.first, match.second, match.round or 0, tuple(sorted(match.boards))) for match in file.matches
    )
    met = {(match.round, match.teams) for match in matches}
    played, outside = [], 0
    for line in file.lines:
        two = [homes.get(numbers[0], numbers[0]) for numbers in (line.line.ns, line.line.ew)]
        if (line.round or 0, frozenset(two)) not in met:
            outside += 1
            continue
        north, east = (_names(by_number.get(numbers[0])) for numbers in (line.line.ns, line.line.ew))
        played.append(
            ForeignScore(
                section="A",
                round=line.round or 0,
                table=line.table or 0,
                board=line.line.board,
                ns=(two[0],),
                ew=(two[1],),
                text=_typed_text(line),
                record=_record(line),
                where=line.where,
                people=(north, east),
            )
        )
    if outside:
        notes.append(Problem("elsewhere.outside", {"n": outside}))
    people: dict[SeatElsewhere, tuple[tuple[str, str], ...]] = {}
    for team in file.teams:
        members = [one for pair in team.pairs for one in _people(by_number.get(pair), 2)]
        people["A", team.number] = tuple(dict.fromkeys(members))
    adjustments = {("A", team.number): team.adjustment for team in file.teams if team.adjustment}
    return ForeignResults(
        played=tuple(played),
        people=people,
        kind=ContestantKind.TEAM,
        method=Method.IMPS,
        names={("A", team.number): team.name for team in file.teams},
        numbers={("A", team.number): team.number for team in file.teams},
        matches=matches,
        team_method=file.team_method,
        is_by_vp=file.is_by_vp,
        scale=file.scale,
        deductions=dict(_deductions(adjustments, notes)),
    )


def _is_played(line: FileLine, phantoms: frozenset[Number]) -> bool:
    """True if a line counts: both sides are contestants, or one sits out against the phantom for an adjusted score."""
    sides = ((line.line.ns, line.line.ew_outcome), (line.line.ew, line.line.ns_outcome))
    idle = [outcome for numbers, outcome in sides if not phantoms.isdisjoint(numbers)]
    return not idle or (len(idle) == 1 and len(phantoms) == 1 and not isinstance(idle[0], NotPlayed | TableScore))


def _awards(line: FileLine) -> tuple[SideOutcome, SideOutcome]:
    return line.line.ns_outcome, line.line.ew_outcome


def _sections(lines: Sequence[FileLine]) -> dict[str, str]:
    """Returns a letter for each section of the file, A, B, C and so on without gaps: its own if its sections have these
    names, else those in front of its numbers (`A7`), else in the order of the file."""
    names = tuple(dict.fromkeys(line.section for line in lines))
    firsts = tuple(islice(lettering(), len(names)))
    if set(names) == set(firsts):
        return {name: name for name in names}
    carried = {name: _common_letters(line for line in lines if line.section == name) for name in names}
    if all(carried.values()):
        names = tuple(sorted(names, key=lambda name: (len(carried[name]), carried[name])))
    elif all(_LETTERS.fullmatch(name) for name in names):
        names = tuple(sorted(names, key=lambda name: (len(name), name)))
    return dict(zip(names, firsts, strict=True))


def _common_letters(lines: Iterable[FileLine]) -> str:
    """Returns the letters in front of all numbers of a section, nothing where they have none or several."""
    numbers = {number for line in lines for number in (*line.line.ns, *line.line.ew)}
    letters = {_letters_of(number) for number in numbers}
    return letters.pop() if len(letters) == 1 else ""


def _letters_of(number: Number) -> str:
    """Returns the letters of its section in front of a number: `A` of `A7` and of `ANS7`, nothing of `NS7`."""
    match = _LETTERED.fullmatch(number)
    return "" if match is None or match["section"] in set(Side) else match["section"]


def _renamed_sections(sections: Mapping[str, str]) -> Iterator[Problem]:
    """Yields a note if sections have other names than in the file."""
    names = [f"{quote_text(name)} → {letter}" for name, letter in sections.items() if name not in ("", letter)]
    if names:
        yield Problem("elsewhere.sections-called", {"n": len(names), "names": ", ".join(names)})


def _within(number: Number) -> Number:
    """Returns a number without the letters of its section in front."""
    return Number(number.removeprefix(_letters_of(number)))


def _people(contestant: FileContestant | None, most: int) -> tuple[tuple[str, str], ...]:
    if contestant is None:
        return ()
    both = zip_longest(contestant.names, contestant.ids, fillvalue="")
    return tuple((name, number) for name, number in both if name)[:most]


def _names(contestant: FileContestant | None) -> tuple[str, ...]:
    return tuple(name for name, _ in _people(contestant, 2))


def _deductions(
    amounts: Mapping[SeatElsewhere, Fraction | None], notes: list[Problem]
) -> Iterator[tuple[SeatElsewhere, Fraction]]:
    """Yields the deductions from totals. Additions have no place in an event, which is noted."""
    for seat, amount in amounts.items():
        if amount is not None and amount < 0:
            yield seat, -amount
        elif amount:
            notes.append(Problem("elsewhere.added", {"number": seat[1], "amount": plain_string(amount)}))


def _deals(file: ResultsFile, boards: set[BoardNumber], notes: list[Problem]) -> Iterator[tuple[BoardNumber, str]]:
    """Yields the hands that are whole, of the boards that were played."""
    seen: set[object] = set()
    alone: list[str] = []
    for board, text in sorted(file.deals.items()):
        if board not in boards:
            alone.append(str(board))
            continue
        try:
            deal = parse_deal(text)
        except Malformed as malformed:
            notes += [Problem("elsewhere.deal", {"board": board}), *malformed.problems]
            continue
        if deal in seen:
            notes.append(Problem("elsewhere.deal-twice", {"board": board}))
            continue
        seen.add(deal)
        yield board, text
    if alone:
        notes.append(Problem("elsewhere.deals-alone", {"boards": ", ".join(alone)}))


def _record(line: FileLine) -> TableRecord | None:
    """Returns the calls and cards of a result; a lead alone is a play of one card."""
    record = line.record
    if not line.lead or line.contract_played is None or (record is not None and record.play is not None):
        return record
    card = read_lead(line.lead)
    if not card:
        return record
    play = Play(line.contract_played.contract.declarer.left, ((card, "", "", ""),))
    return TableRecord(None if record is None else record.auction, play)


def _unread_leads(lines: Sequence[FileLine]) -> Iterator[Problem]:
    """Yields that leads are no cards: how many, and the first of them with its place."""
    unread = [line for line in lines if line.lead and line.contract_played is not None and not read_lead(line.lead)]
    if unread:
        yield Problem("elsewhere.leads", {"n": len(unread), "text": quote_text(unread[0].lead)}, unread[0].where)


def _typed_text(line: FileLine) -> str:
    """Returns a result as a director types it; the score alone if it differs from the contract's."""
    if line.score is None:
        return line.award.replace("/", " ")
    if line.result is not None and ns_score_at(line.result, vulnerability(line.line.board)) == line.score:
        return format_result(line.result)
    return str(line.score)


def _submission(file: ResultsFile) -> Iterator[Problem]:
    """Yields the names that USEBIO has for the values of an upload, which an event has no place for."""
    submission = file.submission
    values = (submission.club_number, submission.charge, submission.scale, submission.colour)
    names = [name for name, value in zip(_OF_SUBMISSION, values, strict=True) if value]
    if names:
        yield Problem("results.left-out", {"names": ", ".join(names), "n": len(names)})


def _day(text: str) -> str:
    """Returns a date as year, month and day; empty in another form or without a date."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else ""
    except ValueError:
        return ""
