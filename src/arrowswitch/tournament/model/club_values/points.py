"""The club's records of masterpoints in addition to its events: awards of other bodies, and expelled players."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.model.values.people import Person


@dataclass(frozen=True, slots=True)
class OtherAward:
    """Masterpoints that another body gave: to whom, on which day (ISO), which body, for what, how many hundredths."""

    person: Person
    date: str
    body: str
    event: str
    hundredths: int


@dataclass(frozen=True, slots=True)
class ExpelledPlayer:
    """An expelled player: the first day (ISO), the last day (empty: for good), and the reason. Reports of periods that
    end within that time leave the player out."""

    person: Person
    since: str
    until: str = ""
    reason: str = ""

    def is_out(self, day: str) -> bool:
        """True if the player is expelled on a day.

        >>> ExpelledPlayer(Person("-"), "2026-04-01", "2027-03-31").is_out("2026-11-21")
        True
        """
        return self.since <= day and (not self.until or day <= self.until)
