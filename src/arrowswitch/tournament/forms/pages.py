"""The questions that pages and sheets ask the form of an event. Every form inherits these answers and changes some."""

from __future__ import annotations

from enum import StrEnum

from arrowswitch.tournament.forms.contestants import BY_KIND, TEAMS, Contestants
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.people import Entry

_PAIR = 2


class FieldDivision(StrEnum):
    """How a field is divided before play: pairs into teams, teams into flights with a section each, or numbers over the
    groups of all sections. Each value names the page that offers it."""

    EVEN_CHANCE = "even-chance"
    FLIGHTS = "flights"
    GROUPS = "groups"


class FormPages:
    """The questions of presentation that a form of event answers."""

    def settings_parts(self, form: EventForm) -> frozenset[str]:
        """Returns the parts of the settings page that a form of event uses and others do not."""
        return frozenset()

    def parts_used(self, settings: Settings) -> frozenset[str]:
        """Returns the parts of the settings that count in an event, which are also those that it announces."""
        return self.settings_parts(settings.event_form)

    def entrants(self, settings: Settings) -> Contestants:
        """Returns the contestants that enter the event."""
        return BY_KIND[settings.kind]

    def opponents(self, settings: Settings) -> Contestants:
        """Returns the contestants that meet: the entrants, or the teams that are formed of them."""
        return TEAMS if settings.event_form.is_of_teams else self.entrants(settings)

    def contestants_of(self, settings: Settings, entry: Entry) -> Contestants:
        """Returns the contestants that an entry is one of: the entrants, or teams if more people than a pair joined."""
        return TEAMS if len(entry.people) > _PAIR else self.entrants(settings)

    def asks_points(self, settings: Settings) -> bool:
        """True if the points of people are asked for with their names, as strata, flights or seeds need them."""
        return bool(settings.division.strata or settings.division.flights) or self.opponents(settings).is_seeded

    def division(self, settings: Settings) -> FieldDivision | None:
        """Returns how the field is divided before play, or None if it is not."""
        return None

    def name_code(self, settings: Settings) -> str:
        """Returns the message code of the form's name."""
        return f"form.name.{settings.event_form.value}"
