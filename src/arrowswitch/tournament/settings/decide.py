"""Decides on an event's settings: what is needed, and what may not change once cards are on the table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import date

from arrowswitch import regulations
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.ports import KnownRegulations
from arrowswitch.tournament.model.settings import Settings, value_of
from arrowswitch.tournament.model.slices.settings import ChangeSettings, RenewRules, SettingsChanged
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.settings.decide_forms import form_problems
from arrowswitch.tournament.settings.decide_method import method_problems, round_problems
from arrowswitch.tournament.settings.ranges import range_problems
from arrowswitch.tournament.standings.header import current_session

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_FIXED_AFTER_START = (
    "kind",
    "form",
    "sessions",
    "first_board",
    "regulations",
    "scale",
    "conditions",
    "knockout",
    "scale_table",
    "strata",
    "flights",
)
_FIXED = "settings.fixed-after-start"
_FIXED_CODES = {"regulations": "settings.regulations-elsewhere"}
"""Regulations can be exchanged in play, where what changes is shown first."""
_LONGEST_NAME = 200
LAWS = (2007, 2017)
"""The editions of the Laws of Duplicate Bridge that an event can name."""


def settings_problems(settings: Settings, installed: Collection[str] | None = None) -> Iterator[Problem]:
    """Yields everything that is wrong with the settings; `where` names the field. `installed` are the present
    regulations (None: those of the program)."""
    if not settings.name.strip():
        yield Problem("settings.no-name", where="name")
    if len(settings.name) > _LONGEST_NAME:
        yield Problem("settings.name-too-long", {"most": _LONGEST_NAME}, "name")
    try:
        date.fromisoformat(settings.date)
    except ValueError:
        yield Problem("settings.date", {"text": settings.date}, "date")
    if not _TIME.fullmatch(settings.announcement.starts_at):
        yield Problem("settings.time", {"text": settings.announcement.starts_at}, "starts_at")
    if settings.scoring.regulations not in (regulations.names() if installed is None else installed):
        yield Problem("settings.regulations", {"name": settings.scoring.regulations}, "regulations")
    if settings.scoring.laws not in (None, *LAWS):
        yield Problem(
            "settings.laws", {"value": str(settings.scoring.laws), "choices": ", ".join(map(str, LAWS))}, "laws"
        )
    yield from range_problems(settings)
    yield from form_problems(settings)


def rules_for(settings: Settings, rulebooks: KnownRegulations | None = None) -> Mapping[str, object]:
    """Returns the plain copy of the regulations that the settings name, for the event to keep."""
    load = regulations.load if rulebooks is None else rulebooks.load
    return regulations.to_plain(load(settings.scoring.regulations))


def renew_rules(state: EventState, command: RenewRules, context: Context) -> tuple[Fact, ...]:
    """Decides on the present edition of the event's regulations, or on other ones: from now on, and for all results,
    they count.

    Nothing comes of it where the event has them. Once play has begun a reason is needed, and after the final
    publication it is too late.
    """
    settings = replace(
        state.settings,
        scoring=replace(state.settings.scoring, regulations=command.regulations or state.settings.scoring.regulations),
    )
    rules = rules_for(settings, context.rulebooks)
    if state.rules == rules and state.settings == settings:
        return ()
    if state.publication.finalised_at is not None:
        raise Refused.of("rulebook.final")
    if state.is_started:
        need_reason(context, "rulebook.needs-reason")
    need_approver(state, command.approver, context.now)
    Refused.check((*round_problems(settings, rules), *method_problems(state, settings, rules)))
    return (SettingsChanged(settings, rules),)


def change_settings(state: EventState, command: ChangeSettings, context: Context) -> tuple[Fact, ...]:
    """Decides on new settings. The method may change at any time: the same results are scored again (R-179)."""
    installed = None if context.rulebooks is None else (*context.rulebooks.names(), state.settings.scoring.regulations)
    Refused.check(settings_problems(command.settings, installed))
    if command.settings == state.settings:
        return ()
    has_draws = any(one.draws for session in state.sessions.values() for one in session.sections.values())
    if state.is_started or (has_draws and command.settings.knockout != state.settings.knockout):
        fixed = [
            name for name in _FIXED_AFTER_START if value_of(state.settings, name) != value_of(command.settings, name)
        ]
        if "sessions" in fixed and _can_leave_out(state, command.settings.sessions):
            fixed.remove("sessions")
        fixed += ["eight"] if state.settings.matches.eight is not command.settings.matches.eight else []
        if fixed:
            raise Refused(*(Problem(_FIXED_CODES.get(name, _FIXED), where=name) for name in fixed))
    is_new_rules = command.settings.scoring.regulations != state.settings.scoring.regulations
    rules = rules_for(command.settings, context.rulebooks) if is_new_rules else None
    own = rules or state.rules
    Refused.check((*round_problems(command.settings, own), *method_problems(state, command.settings, own)))
    return (SettingsChanged(command.settings, rules),)


def _can_leave_out(state: EventState, sessions: int) -> bool:
    """True if the event can go on with this many sessions: those that have begun stay, and no draw was divided over
    them."""
    return sessions >= current_session(state) and not form_of(state.settings).draws_by_ranking


RULES: Rules = {
    ChangeSettings: change_settings,
    RenewRules: renew_rules,
}
