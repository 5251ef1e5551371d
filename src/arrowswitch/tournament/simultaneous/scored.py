"""The field scored: all clubs as one field, and each club by itself.

The rules are core's. All results of a board, from all clubs, are compared with one another; a board with fewer results
at a club is factored to the common top by the regulations. A board played with other cards at a club is a separate form
of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from arrowswitch import regulations
from arrowswitch.core.awards.explain import rates_problem
from arrowswitch.core.awards.masterpoints import AwardRules, MasterpointRates, awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.tournament.model.club_values.simultaneous import ClubPair, ClubResults, FieldClub, SimultaneousField
from arrowswitch.tournament.simultaneous.given import lines_of

_FORMS = 100
"""The number of forms of a board for each club: forms are distinguished by club, and within it by the club's own
key."""
_OTHER_CARDS = _FORMS - 1


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A pair in a ranking, with its club, and the masterpoints where the field has given them."""

    standing: Standing
    club: FieldClub
    pair: ClubPair
    master_points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """A score in points for North-South on a board of the whole field: how often it was made, and what it brought
    North-South and East-West; `is_other_cards` where it was made with cards that are not the field's."""

    score: int
    n: int
    ns: Fraction | None
    ew: Fraction | None
    is_other_cards: bool = False


@dataclass(frozen=True, slots=True)
class ScoredSimultaneous:
    """A field scored: the ranking over all clubs, how many sent results, and how many results there are."""

    of: SimultaneousField
    standings: Standings
    rows: tuple[FieldRow, ...]
    results: int
    awaited: int
    sent: tuple[int, ...] = ()
    _places: Mapping[int, tuple[FieldRow, ...]] = field(default_factory=dict)

    def of_club(self, number: int) -> tuple[FieldRow, ...]:
        """Returns the pairs of a club in the order of the whole field."""
        return self._places.get(number, ())

    def counts(self) -> Iterator[tuple[BoardNumber, tuple[ScoreCount, ...]]]:
        """Yields for each board the frequency of each score, the best for North-South first."""
        for board in self.standings.shown_boards():
            frequency: dict[tuple[int, Fraction | None, Fraction | None, bool], int] = {}
            for row in board.rows:
                outcome = row.line.ns_outcome
                if isinstance(outcome, TableScore) and outcome == row.line.ew_outcome:
                    key = (outcome.ns, row.ns.points, row.ew.points, row.line.group > 0)
                    frequency[key] = frequency.get(key, 0) + 1
            counts = [
                ScoreCount(score=score, n=n, ns=ns, ew=ew, is_other_cards=other)
                for (score, ns, ew, other), n in frequency.items()
            ]
            yield board.board, tuple(sorted(counts, key=lambda one: (one.is_other_cards, -one.score, -(one.ns or 0))))


def field_number(club: int, number: Number) -> Number:
    """Returns the number of a pair in the whole field: its club's number before its own (`12-A5`)."""
    return Number(f"{club}-{number}")


def scored_field(
    of: SimultaneousField, uploads: Mapping[int, ClubResults], *, is_closed: bool = False
) -> ScoredSimultaneous:
    """Returns the whole field scored, of every club that has sent results and is not out; provisional while results are
    to come and the field is not closed (`is_closed`)."""
    clubs = [club for club in of.clubs if not club.is_out and club.number in uploads]
    awaited = sum(uploads[club.number].awaited for club in clubs)
    field_input = _join_clubs(of, [(club, uploads[club.number]) for club in clubs])
    field_input = replace(field_input, is_provisional=awaited > 0 and not is_closed)
    standings = _score(of, field_input)
    pairs = {
        field_number(club.number, pair.number): (club, pair) for club in clubs for pair in uploads[club.number].pairs
    }
    earned = _awards(of, standings)
    rows = tuple(
        FieldRow(one, *pairs[one.number], points) for one, points in zip(standings.ranking, earned, strict=True)
    )
    places: dict[int, list[FieldRow]] = {}
    for row in rows:
        places.setdefault(row.club.number, []).append(row)
    return ScoredSimultaneous(
        of=of,
        standings=standings,
        rows=rows,
        results=len(field_input.lines),
        awaited=awaited,
        sent=tuple(club.number for club in clubs),
        _places={number: tuple(found) for number, found in places.items()},
    )


def scored_club(of: SimultaneousField, club: FieldClub, results: ClubResults) -> tuple[FieldRow, ...]:
    """Returns a club's own ranking, its results compared with one another only; its fields one after the other."""
    club_input = _join_clubs(of, [(club, results)])
    fields: dict[int, list[Number]] = {}
    for pair in results.pairs:
        fields.setdefault(pair.field, []).append(field_number(club.number, pair.number))
    club_input = replace(club_input, fields=tuple(tuple(fields[at]) for at in sorted(fields)))
    pairs = {field_number(club.number, pair.number): pair for pair in results.pairs}
    return tuple(FieldRow(one, club, pairs[one.number]) for one in _score(of, club_input).ranking)


def rates_of_field(of: SimultaneousField) -> MasterpointRates:
    """Returns the masterpoint rates of the field's first day."""
    return rules_of_field(of).rates_on(of.date)


def how_field_awarded(scored: ScoredSimultaneous) -> tuple[Problem, ...]:
    """Returns the explanation of a field's masterpoints, sentence by sentence. Returns nothing if it has given none."""
    of = scored.of
    if all(row.master_points is None for row in scored.rows):
        return ()
    sentences = [rates_problem(rates_of_field(of), of.date, of.game_class or 0)]
    sentences.append(Problem("awards.by-field-of-clubs", {"n": len(scored.rows)}))
    if any(row.standing.is_tied and row.master_points for row in scored.rows):
        sentences.append(Problem(f"awards.tied-{of.tied_awards.value}"))
    return tuple(sentences)


def _awards(of: SimultaneousField, standings: Standings) -> tuple[Fraction | None, ...]:
    """Returns the masterpoints of each member of a pair by the list of the whole field. They are None while results are
    to come, and if the field gives none."""
    ranks = [row.rank for row in standings.ranking]
    if of.game_class is None or standings.is_provisional:
        return (None,) * len(ranks)
    return awards(of.game_class, ranks, AwardRules(rates_of_field(of), of.tied_awards))


def rules_of_field(of: SimultaneousField) -> Regulations:
    """Returns a field's own copy of its regulations."""
    return regulations.from_plain(of.rules)


def _score(of: SimultaneousField, field_input: ScoringInput) -> Standings:
    return score_session(field_input, rules_of_field(of), of.method)


def _join_clubs(of: SimultaneousField, sent: list[tuple[FieldClub, ClubResults]]) -> ScoringInput:
    """Returns the results of clubs as one session."""
    return ScoringInput(
        lines=tuple(line for club, results in sent for line in _lines(club, results)),
        penalties=tuple(
            Penalty(field_number(club.number, results.pairs[one.pair].number), one.amount, one.unit, one.reason)
            for club, results in sent
            for one in results.penalties
        ),
        event_class=of.event_class,
        frequencies=of.tables,
    )


def _lines(club: FieldClub, results: ClubResults) -> Iterator[Line]:
    """Yields the results of a club under the numbers of the whole field."""
    foreign = {*club.fouled, *results.fouled}
    for line in lines_of(results, lambda number: field_number(club.number, number)):
        form = line.group or (_OTHER_CARDS if line.board in foreign else 0)
        yield replace(line, group=club.number * _FORMS + form) if form else line
