"""The field scored: all clubs as one field, and each club by itself.

The rules are core's. All results of a board, from all clubs, are compared with one another; a board with fewer results
at a club is factored to the common top by the regulations. A board played with other cards at a club is a separate form
of it. A large field is scored from the columns of the clubs' files, without a line for each result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from arrowswitch import regulations
from arrowswitch.core.awards.explain import rates_problem
from arrowswitch.core.awards.masterpoints import AwardRules, MasterpointRates, awards
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.sessions import LARGE, score_session
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.tournament.model.club_values.simultaneous import ClubResults, FieldClub, SimultaneousField
from arrowswitch.tournament.simultaneous.given import group_in_field, lines_of
from arrowswitch.tournament.simultaneous.rows import (
    FieldRow,
    FieldRows,
    FieldScores,
    ScoreCount,
    ScoreKey,
    Sent,
    field_number,
    sorted_counts,
)


@dataclass(frozen=True)
class ScoredSimultaneous:
    """A field scored: the ranking over all clubs, the clubs that have sent results, and how many results are still to
    come."""

    of: SimultaneousField
    scores: FieldScores
    awaited: int
    sent: tuple[int, ...] = ()

    @property
    def results(self) -> int:
        return self.scores.results

    @property
    def is_provisional(self) -> bool:
        return self.scores.is_provisional

    @property
    def standings(self) -> Standings:
        """Returns the standings of the whole field with its boards."""
        return self.scores.standings

    @cached_property
    def rows(self) -> Sequence[FieldRow]:
        """Returns the pairs in the order of the whole field."""
        return FieldRows(self.scores, _awards(self.of, self.scores))

    @property
    def has_points(self) -> bool:
        """True if the field has given masterpoints."""
        return self.of.game_class is not None and not self.is_provisional and len(self.rows) > 0

    def of_club(self, number: int) -> tuple[FieldRow, ...]:
        """Returns the pairs of a club in the order of the whole field."""
        return tuple(self.rows[place] for place in self.scores.places_of(number))

    def counts(self) -> Iterator[tuple[BoardNumber, tuple[ScoreCount, ...]]]:
        """Yields for each board the frequency of each score, the best for North-South first."""
        return self.scores.counts()


class LineScores:
    """A field scored with a line for each result (a `FieldScores`)."""

    def __init__(self, sent: Sent, standings: Standings, results: int) -> None:
        self.standings, self.results = standings, results
        self._pairs = {field_number(club.number, pair.number): (club, pair) for club, one in sent for pair in one.pairs}

    @property
    def is_provisional(self) -> bool:
        return self.standings.is_provisional

    @property
    def ranks(self) -> Sequence[int]:
        """Returns the ranks of all pairs, best first."""
        return [row.rank for row in self.standings.ranking]

    def row(self, place: int) -> FieldRow:
        """Returns the row at a place of the ranking, counted from 0, without masterpoints."""
        standing = self.standings.ranking[place]
        return FieldRow(standing, *self._pairs[standing.number])

    def places_of(self, club: int) -> Sequence[int]:
        """Returns the places of a club's pairs in the ranking."""
        clubs = (self._pairs[row.number][0].number for row in self.standings.ranking)
        return [place for place, number in enumerate(clubs) if number == club]

    def counts(self) -> Iterator[tuple[BoardNumber, tuple[ScoreCount, ...]]]:
        """Yields for each board the frequency of each score, the best for North-South first."""
        for board in self.standings.shown_boards():
            frequency: dict[ScoreKey, int] = {}
            for row in board.rows:
                outcome = row.line.ns_outcome
                if isinstance(outcome, TableScore) and outcome == row.line.ew_outcome:
                    key = (outcome.ns, row.ns.points, row.ew.points, row.line.group > 0)
                    frequency[key] = frequency.get(key, 0) + 1
            yield board.board, sorted_counts(frequency)


def scored_field(
    of: SimultaneousField, uploads: Mapping[int, ClubResults], *, is_closed: bool = False
) -> ScoredSimultaneous:
    """Returns the whole field scored, of every club that has sent results and is not out; provisional while results are
    to come and the field is not closed (`is_closed`)."""
    sent = [(club, uploads[club.number]) for club in of.clubs if not club.is_out and club.number in uploads]
    awaited = sum(results.awaited for _, results in sent)
    is_provisional = awaited > 0 and not is_closed
    scores: FieldScores | None = None
    if sum(len(results.boards) for _, results in sent) >= LARGE:
        scores = scored_in_columns(of, sent, is_provisional=is_provisional)
    if scores is None:
        scores = scored_in_lines(of, sent, is_provisional=is_provisional)
    return ScoredSimultaneous(of=of, scores=scores, awaited=awaited, sent=tuple(club.number for club, _ in sent))


def scored_in_lines(of: SimultaneousField, sent: Sent, *, is_provisional: bool) -> FieldScores:
    """Returns a field scored with a line for each result."""
    field_input = replace(_join_clubs(of, sent), is_provisional=is_provisional)
    return LineScores(sent, _score(of, field_input), len(field_input.lines))


def scored_in_columns(of: SimultaneousField, sent: Sent, *, is_provisional: bool) -> FieldScores | None:
    """Returns a field scored from the columns of its clubs. Returns None for what columns cannot hold: it is scored or
    refused line by line."""
    from arrowswitch.tournament.simultaneous.column_scores import score_columns

    return score_columns(
        sent,
        rules_of_field(of),
        of.method,
        of.event_class,
        lambda: scored_in_lines(of, sent, is_provisional=is_provisional).standings,
        is_provisional=is_provisional,
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
    if not scored.has_points:
        return ()
    sentences = [rates_problem(rates_of_field(of), of.date, of.game_class or 0)]
    sentences.append(Problem("awards.by-field-of-clubs", {"n": len(scored.rows)}))
    if any(row.standing.is_tied and row.master_points for row in scored.rows):
        sentences.append(Problem(f"awards.tied-{of.tied_awards.value}"))
    return tuple(sentences)


def _awards(of: SimultaneousField, scores: FieldScores) -> Sequence[Fraction | None]:
    """Returns the masterpoints of each member of a pair by the list of the whole field. They are None while results are
    to come, and if the field gives none."""
    ranks = scores.ranks
    if of.game_class is None or scores.is_provisional:
        return (None,) * len(ranks)
    return awards(of.game_class, ranks, AwardRules(rates_of_field(of), of.tied_awards))


def rules_of_field(of: SimultaneousField) -> Regulations:
    """Returns a field's own copy of its regulations."""
    return regulations.from_plain(of.rules)


def _score(of: SimultaneousField, field_input: ScoringInput) -> Standings:
    return score_session(field_input, rules_of_field(of), of.method)


def _join_clubs(of: SimultaneousField, sent: Sent) -> ScoringInput:
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
        group = group_in_field(club.number, line.group, has_other_cards=line.board in foreign)
        yield replace(line, group=group) if group else line
