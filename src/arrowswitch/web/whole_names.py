"""The names of a pair for a line that may be broken between the partners, and not within the name of one."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from arrowswitch.core.naming import Named
from arrowswitch.i18n.language import Language


def whole_names(people: Sequence[Named], language: Language) -> Markup:
    """Returns the names of people who play together, each with the sign after it in an element of the class `whole`.

    >>> from arrowswitch.i18n import Locale, language_of
    >>> from arrowswitch.tournament.model.values.people import Person
    >>> whole_names((Person("Alder Oak"), Person("Elm Rowan")), language_of(Locale.EN))
    Markup('<span class="whole">Alder Oak –</span> <span class="whole">Elm Rowan</span>')
    """
    sign = language.between_partners
    after = sign.rstrip()
    pieces = [f"{language.person(person)}{after}" for person in people[:-1]] + [language.person(people[-1])]
    return Markup(sign[len(after) :]).join(Markup('<span class="whole">{}</span>').format(piece) for piece in pieces)
