"""The kinds of values stored next to the events (`tournament.club.papers`): each by its name, with its form.

A kind is added by a line here. Its JSON has the version `upgrades.VERSION`, as everything stored; backups contain every
kind except those in `HERE_ONLY`, and an erased person is removed from each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount, BridgemateLink
from arrowswitch.tournament.model.club_values.club import Equipment
from arrowswitch.tournament.model.club_values.deliveries import Delivery
from arrowswitch.tournament.model.club_values.federation import HeldReport, ReportingClub
from arrowswitch.tournament.model.club_values.ladders import LadderRules
from arrowswitch.tournament.model.club_values.mail import EntryAddress, MailAccount, OutgoingMail
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer, OtherAward
from arrowswitch.tournament.model.club_values.prints import PrintedPaper
from arrowswitch.tournament.model.club_values.register import MergedPlayer
from arrowswitch.tournament.model.club_values.screens import HallScreen
from arrowswitch.tournament.model.club_values.simultaneous import ClubUpload, SimultaneousField
from arrowswitch.tournament.model.stored.form import StoredForm

SIMULTANEOUS, SIMULTANEOUS_UPLOAD = "simultaneous", "simultaneous-upload"
PRINTED = "printed"
"""The prints of an event, under the event's id: removed with the event."""

KINDS: Mapping[str, StoredForm[Any]] = {
    "bridgemate-account": StoredForm(BridgemateAccount),
    "bridgemate-link": StoredForm(BridgemateLink),
    "delivery": StoredForm(Delivery),
    "entry-address": StoredForm(EntryAddress),
    "equipment": StoredForm(Equipment),
    "expelled-player": StoredForm(ExpelledPlayer),
    "federation-report": StoredForm(HeldReport),
    "hall-screen": StoredForm(HallScreen),
    "ladder": StoredForm(LadderRules),
    "mail-account": StoredForm(MailAccount),
    "merged-player": StoredForm(MergedPlayer),
    "other-award": StoredForm(OtherAward),
    "outgoing-mail": StoredForm(OutgoingMail),
    PRINTED: StoredForm(PrintedPaper),
    "reporting-club": StoredForm(ReportingClub),
    SIMULTANEOUS: StoredForm(SimultaneousField),
    SIMULTANEOUS_UPLOAD: StoredForm(ClubUpload),
}

HERE_ONLY = frozenset(
    ("bridgemate-account", "bridgemate-link", "delivery", "entry-address", "mail-account", "outgoing-mail")
)
"""Kinds that no backup contains: a password, a licence key, links and addresses of people, links to the Bridgemates
here, and mails that would be sent twice."""
