"""What pages and sheets ask the form of an event. Every form inherits these answers and changes those that differ."""

from __future__ import annotations

from arrowswitch.tournament.forms.contestants import BY_KIND, TEAMS, Contestants
from arrowswitch.tournament.model.settings import Settings


class FormPages:
    """The questions of presentation that a form of event answers."""

    def entrants(self, settings: Settings) -> Contestants:
        """Returns the contestants that enter the event."""
        return BY_KIND[settings.kind]

    def opponents(self, settings: Settings) -> Contestants:
        """Returns the contestants that meet: the entrants, or the teams that are formed of them."""
        return TEAMS if settings.event_form.is_of_teams else self.entrants(settings)

    def name_code(self, settings: Settings) -> str:
        """Returns the message code of the form's name."""
        return f"form.name.{settings.event_form.value}"
