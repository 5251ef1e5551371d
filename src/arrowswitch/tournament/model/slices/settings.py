"""The settings of an event and its copy of the regulations: commands, facts and fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState, Session


@dataclass(frozen=True, slots=True)
class SettingsChanged(Fact):
    """The settings (and, when the regulations changed, the rules) are now these."""

    settings: Settings
    rules: Mapping[str, object] | None = None
    kind: ClassVar[str] = "settings-changed"


@dataclass(frozen=True, slots=True)
class ChangeSettings(Command):
    """Replace the settings. Before play everything may change; during play only what the past does not rest on."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RenewRules(Command):
    """Take over the present edition of the event's regulations in place of the copy it keeps (R-211); or other ones,
    where `regulations` names them.

    Once play has begun a reason is needed in the stamp; `approver` after the deadline. After the final publication
    nothing is taken over any more.
    """

    approver: str = ""
    regulations: str = ""


def _change_settings(state: EventState, fact: SettingsChanged, entry: LedgerEntry) -> EventState:
    numbers = range(1, fact.settings.sessions + 1)
    sessions = {number: state.sessions.get(number, Session(number)) for number in numbers}
    return replace(state, settings=fact.settings, rules=fact.rules or state.rules, sessions=sessions)


FOLDS: Folds = {SettingsChanged: _change_settings}
