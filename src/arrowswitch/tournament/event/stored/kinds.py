"""What can be kept beside the events (`tournament.club.papers`): each kind by its name, with its form.

A kind is added by a line here. Its JSON is held to `upgrades.VERSION` as everything stored is; backups hold every kind,
and somebody who is forgotten is taken out of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrowswitch.tournament.event.stored.form import StoredForm
from arrowswitch.tournament.federation.values import HeldReport
from arrowswitch.tournament.ladders.values import LadderRules
from arrowswitch.tournament.points.values import ExpelledPlayer, OtherAward
from arrowswitch.tournament.register.values import MergedPlayer
from arrowswitch.tournament.simultaneous.values import ClubUpload, SimultaneousField

SIMULTANEOUS, SIMULTANEOUS_UPLOAD = "simultaneous", "simultaneous-upload"

KINDS: Mapping[str, StoredForm[Any]] = {
    "expelled-player": StoredForm(ExpelledPlayer),
    "federation-report": StoredForm(HeldReport),
    "ladder": StoredForm(LadderRules),
    "merged-player": StoredForm(MergedPlayer),
    "other-award": StoredForm(OtherAward),
    SIMULTANEOUS: StoredForm(SimultaneousField),
    SIMULTANEOUS_UPLOAD: StoredForm(ClubUpload),
}
