"""Line-up slips: on one of them a captain hands in who sits where, one for each team of a match (R-232).

JCBL director's manual 3.3, lines 1622-1634 (North-South at the home table, East-West at the other's) and 1670-1686
(half time). Known names are printed, the rest is filled in by hand; the team that hands in first and the pairs that
move are printed below.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.matches.jobs import matches_wanted, planned_wanted
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.matches.lineups import half_time_rule, lineup, pairs_of, substitution_of
from arrowswitch.tournament.matches.segments import lineup_place
from arrowswitch.tournament.matches.team_view import own_match
from arrowswitch.tournament.matches.views import MatchView
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.values.matches import Lineup, MatchSettings
from arrowswitch.tournament.model.values.people import Entry

PER_PAGE = 4
HALVES = (1, 2)


def needs(job: PrintJob) -> None:
    """Raises Refused (`print.no-lineups`) for pairs and the errors of `planned_wanted`."""
    if not INFO.is_for(job.state):
        raise Refused.of("print.no-lineups")
    planned_wanted(job)


INFO = SheetInfo(
    "lineup-slips",
    (ROUND, NUMBER, SECTION),
    is_for=prints("lineup-slips"),
    needs=needs,
    moment=PrintMoment.DURING,
    kits=(
        KitName.START,
        KitName.ROUND,
    ),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the slips of a round, or of the match of a team; raises as `needs`."""
    needs(job)
    slips = [
        slip(job, match, number, words("bam.round", round=round_number), round_number, words)
        for round_number, match in matches_wanted(job)
        for number in match.teams
    ]
    pages = tuple(tuple(slips[at : at + PER_PAGE]) for at in range(0, len(slips), PER_PAGE))
    labels = words.labels("lineup-slips", "table", "first", "second", "versus", "roster", "captain")
    return Document(frame(INFO, job, words), labels, {"pages": pages, "rules": tuple(_rules(job, words))})


def slip(job: PrintJob, match: MatchView, number: Number, heading: str, round_number: int, words: Words) -> Model:
    """Returns the slip of one of the two teams of a match, with all of its people."""
    own = own_match(job.state, match, number)
    at = lineup_place(job.state, Place(job.session, match.place.section).at(round_number), match)
    halves = [lineup(job.state, at, number, half) for half in HALVES]
    return {
        "heading": heading,
        "number": number,
        "name": team_name(own.entry, words),
        "place": words("lineup-slips.home" if own.is_home else "lineup-slips.away"),
        "opponent": own.opponent,
        "opponent_name": team_name(own.opponent_entry, words),
        "seats": tuple(_seats(job.state.settings.matches, own.tables, halves, own.entry, words, is_home=own.is_home)),
        "roster": "" if own.entry is None else words.list_text(words.person(person) for person in own.entry.people),
    }


def _seats(
    settings: MatchSettings,
    labels: tuple[str, ...],
    halves: list[Lineup | None],
    entry: Entry | None,
    words: Words,
    *,
    is_home: bool,
) -> Iterator[Model]:
    """Yields a team's pairs in the order of its slip: North-South at its own tables, East-West at the others'."""
    printed_names = {} if entry is None else {person.name: words.person(person) for person in entry.people}
    for is_ns, side in ((True, "N-S"), (False, "E-W")):
        for at in range(settings.tables // 2):
            table = 2 * at + int(is_ns is not is_home)
            half_names = [_names(half, at, printed_names, is_ns=is_ns) for half in halves]
            yield {
                "table": labels[table] if table < len(labels) else "",
                "side": side,
                "first": half_names[0],
                "second": half_names[1],
            }


def _names(lineup: Lineup | None, at: int, printed_names: dict[str, str], *, is_ns: bool) -> tuple[str, str]:
    if lineup is None:
        return "", ""
    pair = pairs_of(lineup.ns if is_ns else lineup.ew)[at]
    return one_line(printed_names.get(pair[0], pair[0])), one_line(printed_names.get(pair[1], pair[1]))


def _rules(job: PrintJob, words: Words) -> Iterator[str]:
    settings = job.state.settings
    chosen = (
        ("seating", settings.matches.seating),
        ("half-time", half_time_rule(settings)),
        ("substitution", substitution_of(settings)),
    )
    for name, value in chosen:
        if value is not None:
            text = words.phrase(Problem(f"match.{name}.{value.value}"))
            yield words("lineup-slips.rule", name=words(f"notice.{name}"), text=text)
