"""Results of the desk that Bridgemates can have: contracts with their tricks, boards passed out or not played, and the
nine pairs of averages. Split, weighted and other awarded scores, and scores without a contract, stay at the desk."""

from __future__ import annotations

from arrowswitch.core.game.contracts import PassedOut, Played
from arrowswitch.core.movements.model import Meeting
from arrowswitch.core.scoring.outcomes import Average, NotPlayed
from arrowswitch.core.scoring.slips import SlipEntry, format_entry
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.values.table_entry import TableEntry


def unit_text(entry: TableEntry, meeting: Meeting | None) -> str | None:
    """Returns the result of a slot as it is typed, for the units; None if they cannot have it, or if the pairs did not
    sit as the movement has them."""
    if meeting is None or (entry.ns, entry.ew) != (meeting.ns, meeting.ew):
        return None
    slip = made_like(SlipEntry, entry, is_pending=False)
    return format_entry(slip) if is_expressible(slip) else None


def is_expressible(entry: SlipEntry) -> bool:
    """True if the units can have an entry."""
    awards = (entry.ns_award, entry.ew_award)
    if entry.is_pending:
        return False
    if entry.result is not None:
        return awards == (None, None) and isinstance(entry.result, Played | PassedOut)
    return all(isinstance(award, Average) for award in awards) or all(isinstance(award, NotPlayed) for award in awards)
