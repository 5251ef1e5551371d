"""Forms in which one sheet plans the whole session (JCBL director's manual 3.3, lines 1164-1173)."""

from __future__ import annotations

from arrowswitch.tournament.forms.protocol import Form


class PairMovementForm(Form):
    """Pairs or players follow a movement."""

    sheets = frozenset({"director-summary", "stand-signs"})
    tabs: tuple[str, ...] = ("movement",)
    is_planned_whole = True


class TeamMovementForm(PairMovementForm):
    """Teams follow a movement and meet in matches. The sheet decides which team is at home."""

    tabs = ("movement", "matches", "cross")
