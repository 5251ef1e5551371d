"""The form of the club's settings: the values of its fields, and the settings that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale
from arrowswitch.tournament.club.colours import parse_colour
from arrowswitch.tournament.club.profile import LONGEST_FEE, LONGEST_NAME, LONGEST_ROOM, MOST_FEES
from arrowswitch.tournament.club.site import LONGEST_SITE, LONGEST_USER
from arrowswitch.tournament.model.club_values.club import LONGEST_CURRENCY, ClubSettings, FeeRule, ScaleTable
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.rulebooks.scale_choice import scales_without_table
from arrowswitch.web.forms import choice, line

ANY = "any"
"""In the fields of a fee: events of every grade, or of every form; in the language: as each browser wishes."""
FREE_ROWS = 2
_TABLE = "scale_table_"


def fields_of(settings: ClubSettings) -> Mapping[str, str]:
    """Returns the settings as the texts of the form's fields."""
    fields = {
        "name": settings.name,
        "language": settings.language or ANY,
        "regulations": settings.regulations or ANY,
        "zone": settings.zone,
        "currency": settings.currency,
        "colour": settings.colour,
        "rooms": "\n".join(settings.rooms),
        "site": settings.site,
        "site_user": settings.site_user,
    }
    fields |= {f"{_TABLE}{scale}": settings.table_for(scale) for scale in scales_without_table()}
    for row in range(1, MOST_FEES + 1):
        fields |= {f"fee_{row}": "", f"fee_class_{row}": ANY, f"fee_form_{row}": ANY}
    for row, rule in enumerate(settings.fees, start=1):
        fields |= {
            f"fee_{row}": rule.fee,
            f"fee_class_{row}": rule.event_class or ANY,
            f"fee_form_{row}": rule.form or ANY,
        }
    return fields


def fee_rows(fields: Mapping[str, str]) -> range:
    """Returns the rows of fees that the page shows: those with something in them, and free ones."""
    filled = [row for row in range(1, MOST_FEES + 1) if fields.get(f"fee_{row}")]
    return range(1, min(max(filled, default=0) + FREE_ROWS, MOST_FEES) + 1)


def settings_from(form: Mapping[str, str], base: ClubSettings) -> ClubSettings:
    """Returns `base` with the values of the form; raises Malformed with a problem for each field that cannot be
    read."""
    problems: list[Problem] = []
    rooms = tuple(line(room, "rooms", problems, most=LONGEST_ROOM) for room in form.get("rooms", "").splitlines())
    settings = replace(
        base,
        name=line(form.get("name", base.name), "name", problems, most=LONGEST_NAME),
        language=str(choice(form.get("language", base.language or ANY), "language", Locale, problems, ANY) or ""),
        regulations=_or_none(form.get("regulations", base.regulations)),
        zone=form.get("zone", base.zone).strip(),
        currency=line(form.get("currency", base.currency), "currency", problems, most=LONGEST_CURRENCY),
        colour=_colour(form.get("colour", base.colour), problems),
        rooms=tuple(dict.fromkeys(room for room in rooms if room)),
        fees=_fees(form, problems),
        site=line(form.get("site", base.site), "site", problems, most=LONGEST_SITE),
        site_user=line(form.get("site_user", base.site_user), "site_user", problems, most=LONGEST_USER),
        scale_tables=_scale_tables(form, base),
    )
    if problems:
        raise Malformed(*dict.fromkeys(problems))
    return settings


def _colour(typed: str, problems: list[Problem]) -> str:
    try:
        return parse_colour(typed)
    except Malformed as mistake:
        problems += mistake.problems
        return ""


def _fees(form: Mapping[str, str], problems: list[Problem]) -> tuple[FeeRule, ...]:
    rules = []
    for row in range(1, MOST_FEES + 1):
        fee = line(form.get(f"fee_{row}", ""), "fees", problems, most=LONGEST_FEE)
        grade = choice(form.get(f"fee_class_{row}", ANY), "fees", EventClass, problems, ANY)
        of_form = choice(form.get(f"fee_form_{row}", ANY), "fees", EventForm, problems, ANY)
        if fee:
            rules.append(FeeRule(fee, grade, of_form))
    return tuple(rules)


def _scale_tables(form: Mapping[str, str], base: ClubSettings) -> tuple[ScaleTable, ...]:
    """Returns the tables that are typed; one whose field is not sent stays."""
    typed = (
        ScaleTable(scale, form.get(f"{_TABLE}{scale}", base.table_for(scale)).replace("\r", "").strip())
        for scale in scales_without_table()
    )
    return tuple(table for table in typed if table.table)


def _or_none(chosen: str) -> str:
    return "" if chosen == ANY else chosen
