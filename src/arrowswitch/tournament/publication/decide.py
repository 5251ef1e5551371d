"""Decides on publishing, closing and announcing (regulations summary, lines 137-159; manual, lines 3898-3916).

The correction period starts with the publication: the minutes the settings announce; else what the regulations say,
where "until the next game" is seven days.
"""

from __future__ import annotations

from datetime import timedelta

from arrowswitch.core.errors import NotFound, ParamValue, Problem, Refused
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.publication import (
    Announce,
    Announced,
    AnnouncementEnded,
    EndAnnouncement,
    Finalise,
    Finalised,
    Publish,
    Published,
    ReleaseTravellers,
    TravellersReleased,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView
from arrowswitch.tournament.results.tables import late_plays, missing
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.undecided import undecided_matches
from arrowswitch.tournament.standings.header import rounds_to_draw

LONGEST_ANNOUNCEMENT = 160
"""The number of characters that can be read from the back row at once."""
NEXT_GAME_MINUTES = 7 * 24 * 60
"""The time for corrections if the regulations say "until the next game" and nothing was announced."""

NEXT_DRAWS = frozenset({"team-event.rounds-left", "publish.no-winner"})
"""Why a ranking cannot be the final one yet where nothing is missing but the next draw."""


def correction_minutes(state: EventState) -> int:
    """Returns how long corrections are possible after the publication, in minutes."""
    announced = state.settings.scoring.correction_minutes
    if announced is not None:
        return announced
    by_rule = rules_of(state).corrections.minutes_for(state.settings.event_class)
    return NEXT_GAME_MINUTES if by_rule is None else by_rule


def publish(state: EventState, command: Publish, context: Context) -> tuple[Fact, ...]:
    """Decides on publishing the ranking as it stands; nothing comes of it where another desk has just done so."""
    newest = state.publication.versions[-1] if state.publication.versions else None
    if newest is not None and (newest.seq, newest.is_interim) == (state.seq, command.is_interim):
        return ()
    if not state.is_started:
        raise Refused.of("start.not-yet")
    if not state.is_scored:
        raise Refused.of("publish.nothing")
    if state.publication.finalised_at is not None:
        raise Refused.of("publish.final")
    if command.is_interim:
        _check_round(state, context)
        return (Published(context.now, None, is_interim=True),)
    _check_over(to_come(state))
    deadline = state.deadline or context.now + timedelta(minutes=correction_minutes(state))
    return (Published(context.now, deadline),)


def finalise(state: EventState, command: Finalise, context: Context) -> tuple[Fact, ...]:
    """Decides on closing the event: published, complete, no ruling open, the deadline over (or a reason to close
    earlier).
    """
    if state.publication.finalised_at is not None:
        return ()
    deadline = state.deadline
    if deadline is None:
        raise Refused.of("final.not-published")
    _check_over(_results_to_come(state))
    pending = [note for note in state.rulings.notes.values() if note.is_pending]
    if pending:
        raise Refused.of("final.pending", n=len(pending))
    if context.now < deadline and not context.stamp.reason.strip():
        raise Refused.of("final.before-deadline")
    return (Finalised(context.now),)


def _check_round(state: EventState, context: Context) -> None:
    """Raises Refused (`publish.round-open`) for a Swiss that is published without a reason while a round lacks results:
    its ranking is read as that after the round, by which the next one is drawn."""
    if not form_of(state.settings).draws_by_ranking or context.stamp.reason.strip():
        return
    lacking = open_round(state)
    if lacking:
        raise Refused.of("publish.round-open", n=len(lacking), round=lacking[0].slot.round)


def open_round(state: EventState) -> tuple[CellView, ...]:
    """Returns the missing results of the Swiss rounds that have begun."""
    return tuple(
        cell
        for number, session in state.sessions.items()
        if session.clock is not None or state.is_scored_in(number)
        for cell in missing(state, number)
        if session.clock is None or cell.slot.round <= session.clock.round
    )


def to_come(state: EventState) -> Problem | None:
    """Returns why the final ranking cannot be published yet: a session, results or a round that is still to come; None
    when everything is in."""
    waiting = [number for number, session in state.sessions.items() if session.started_at is None]
    if waiting:
        return Problem("publish.session-to-come", {"session": waiting[0]})
    return _results_to_come(state)


def _check_over(awaited: Problem | None) -> None:
    if awaited is not None:
        raise Refused(awaited)


def _results_to_come(state: EventState) -> Problem | None:
    for code, find in (("publish.missing", missing), ("publish.late-plays", late_plays)):
        lacking = [cell for number in state.sessions for cell in find(state, number)]
        if lacking:
            first = lacking[0].slot
            at: dict[str, ParamValue] = {"round": first.round, "table": lacking[0].table_label, "board": first.board}
            return Problem(code, {"n": len(lacking), **at})
    undecided = undecided_matches(state)
    if undecided:
        twos = ", ".join("–".join(match.teams) for match in undecided)
        return Problem("publish.match-undecided", {"n": len(undecided), "twos": twos})
    left = rounds_to_draw(state)
    return form_of(state.settings).why_undecided(left) if left else None


def announce(state: EventState, command: Announce, context: Context) -> tuple[Fact, ...]:
    """Decides on showing an announcement to the players: not empty, and not too long. A text that is already shown
    changes nothing."""
    text = " ".join(command.text.split())
    if not text:
        raise Refused.of("announce.empty")
    if len(text) > LONGEST_ANNOUNCEMENT:
        raise Refused.of("announce.long", n=len(text), most=LONGEST_ANNOUNCEMENT)
    if any(one.text == text for one in state.publication.announcements):
        return ()
    return (Announced(context.now, text),)


def end_announcement(state: EventState, command: EndAnnouncement, context: Context) -> tuple[Fact, ...]:
    """Decides on ending an announcement."""
    shown_announcement = next((one for one in state.publication.announcements if one.seq == command.announcement), None)
    if shown_announcement is None:
        raise NotFound.of("announce.none")
    return (AnnouncementEnded(shown_announcement.seq, shown_announcement.text),)


def release_travellers(state: EventState, command: ReleaseTravellers, context: Context) -> tuple[Fact, ...]:
    """Decides on letting the players read the travellers."""
    if command.is_released and not state.is_started:
        raise Refused.of("start.not-yet")
    if command.is_released == state.publication.has_released_travellers:
        return ()
    return (TravellersReleased(command.is_released),)


RULES: Rules = {
    Publish: publish,
    Finalise: finalise,
    Announce: announce,
    EndAnnouncement: end_announcement,
    ReleaseTravellers: release_travellers,
}
