"""The points of the club's people: its own events, what other bodies gave, who was expelled, and the report of all."""

from __future__ import annotations

from datetime import date

from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.event.service import Tournament
from arrowswitch.tournament.points.awarded import EventAwards, awards_of_players
from arrowswitch.tournament.points.per_event import PerEvent, Period
from arrowswitch.tournament.points.report import PointsReport, points_report
from arrowswitch.tournament.points.values import ExpelledPlayer, OtherAward
from arrowswitch.tournament.register.known import KnownPeople
from arrowswitch.tournament.register.values import MergedPlayer


class Points:
    """The points of everybody, as the store has them."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._events: PerEvent[EventAwards] = PerEvent(tournament, awards_of_players)
        self.others: Papers[OtherAward] = Papers(tournament.store, "other-award")
        self.expelled: Papers[ExpelledPlayer] = Papers(tournament.store, "expelled-player")
        self.merged: Papers[MergedPlayer] = Papers(tournament.store, "merged-player")

    def known(self) -> KnownPeople:
        """Returns the register as it is now, with the rows that were made one."""
        merged = {paper.value.player_id: paper.value.into for paper in self.merged}
        return KnownPeople(self._tournament.store.players(), merged)

    def report(self, period: Period, today: date) -> PointsReport:
        """Returns the report of a period; of one that is open, as of today."""
        events = self._events.within(period)
        report = points_report(
            events=events.told,
            others=[paper.value for paper in self.others if period.has(paper.value.date)],
            expelled=[paper.value for paper in self.expelled],
            known=self.known(),
            last_day=period.last or today.isoformat(),
        )
        return report.with_unread(events.unread)
