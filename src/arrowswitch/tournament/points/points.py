"""The points of people: the club's own events, simultaneous events that it organised, what other bodies gave, who was
expelled, and the report of all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.model.club_values.register import MergedPlayer
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.people import Player
from arrowswitch.tournament.points.awarded import EventAwards, awards_of_players
from arrowswitch.tournament.points.of_fields import awards_of_fields
from arrowswitch.tournament.points.per_event import PerEvent, Period
from arrowswitch.tournament.points.report import PointsReport, points_report
from arrowswitch.tournament.register.known import KnownPeople
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous

_KEPT_REPORTS = 8


@dataclass(frozen=True, slots=True)
class PeopleSources:
    """The people that the store contains: the register, its merged rows, and the expelled players. Equal sources give
    equal reports and ladders."""

    players: tuple[Player, ...]
    merged: tuple[MergedPlayer, ...]
    expelled: tuple[ExpelledPlayer, ...]

    def register(self) -> KnownPeople:
        """Returns the register with its merged rows."""
        return KnownPeople(self.players, self.merged)


class Points:
    """The points of all players, from what the store contains; a report is kept until a source of it changes."""

    def __init__(self, tournament: Tournament, fields: Simultaneous | None = None) -> None:
        self._tournament = tournament
        self._fields = fields or Simultaneous(tournament.store, tournament.clock, tournament.chance)
        self._events: PerEvent[EventAwards] = PerEvent(
            tournament, awards_of_players, "event-awards", StoredForm(EventAwards)
        )
        self.others: Papers[OtherAward] = Papers(tournament.store, "other-award")
        self.expelled: Papers[ExpelledPlayer] = Papers(tournament.store, "expelled-player")
        self.merged: Papers[MergedPlayer] = Papers(tournament.store, "merged-player")
        self._reports: LastUsed[PointsReport] = LastUsed(_KEPT_REPORTS)

    def people_now(self) -> PeopleSources:
        """Returns the people as they are stored now."""
        return PeopleSources(
            players=tuple(self._tournament.store.players()),
            merged=tuple(paper.value for paper in self.merged),
            expelled=tuple(paper.value for paper in self.expelled),
        )

    def merge(self, remaining: Player, other: Player, at: datetime, who: str) -> Player:
        """Merges two rows of the register and returns the merged row: `remaining`, with the fields that only the other
        had. Events are unchanged and count for the merged row. All of it is stored or nothing.

        Raises Refused (`merge-players.same`) for a row and itself.
        """
        if remaining.player_id == other.player_id:
            raise Refused.of("merge-players.same")
        mine, theirs = remaining.person, other.person
        person = replace(
            mine,
            number=mine.number or theirs.number,
            kana=mine.kana or theirs.kana,
            roman=mine.roman or theirs.roman,
            master_points=mine.master_points or theirs.master_points,
            handicap=mine.handicap or theirs.handicap,
        )
        joined = replace(remaining, person=person, club=remaining.club or other.club)
        store = self._tournament.store
        with store.at_once():
            self.merged.save(
                other.player_id, MergedPlayer(other.player_id, remaining.player_id, at=at, who=who, person=theirs)
            )
            store.save_players((joined,))
            store.delete_player(other.player_id)
        return joined

    def report(self, period: Period, today: date) -> PointsReport:
        """Returns the report of a period; of one that is open, as of today."""
        events = self._events.within(period)
        fields = tuple(awards_of_fields(self._fields, period))
        others = tuple(paper.value for paper in self.others if period.has(paper.value.date))
        people = self.people_now()
        last_day = period.last or today.isoformat()

        def make() -> PointsReport:
            return points_report(
                events=sorted((*events.summaries, *fields), key=lambda event: event.date),
                others=others,
                expelled=people.expelled,
                people=people.register(),
                last_day=last_day,
            )

        made_of = (events.summaries, fields, others, people, last_day)
        return self._reports.of(period, make, made_of).with_unread(events.unread)
