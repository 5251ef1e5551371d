"""Templates: the environment, its words and filters, and how a page is rendered.

A page is a frozen dataclass; its template reads it as `page`. Every template has `shell` (the frame of any page),
`t(code, **params)` (words in the visitor's language), `static(path)`, `command_id()` and the filters below. `frame` is
set on the pages of an event.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from arrowswitch import __version__
from arrowswitch.core.deals.typing_in import SIGNS
from arrowswitch.core.errors import Mistake, ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber, board_ranges, dealer, vulnerability
from arrowswitch.core.game.notation import format_signed
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.sessions.plan_list import section_words
from arrowswitch.core.naming import Named
from arrowswitch.core.scoring.amounts import decimal_string, format_half_points
from arrowswitch.i18n import (
    Language,
    Locale,
    format_date,
    format_datetime,
    format_deadline,
    format_number,
    format_start,
    format_time,
    has_code,
    language_of,
    problem_text,
    translate,
    weights_in_words,
)
from arrowswitch.regulations.wording import clause_in
from arrowswitch.tournament.club.colours import ink_on
from arrowswitch.tournament.club.profile import Club
from arrowswitch.tournament.history.laws import with_law_in
from arrowswitch.tournament.history.times import with_times_in
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.assets import WEB, asset_version, static_address
from arrowswitch.web.compiled import KeptInFiles, OneMakes, make_all, own_folder
from arrowswitch.web.files import LivePage
from arrowswitch.web.fonts import latin_addresses, sheet_address
from arrowswitch.web.manual.sections import manual_address
from arrowswitch.web.points import board_points, counts_wins, has_board_percent, is_compared, total_points
from arrowswitch.web.problem_names import name_params, reason_in
from arrowswitch.web.services import services_of
from arrowswitch.web.tokens import token_of, with_token
from arrowswitch.web.visitor import Visitor, visitor_of

NOTE_COOKIE = "note"
_PEOPLE = "\x00"
"""Stands for the names of people while the text around them is made."""
FEWEST_OF_TEAM = 3
"""With this many people or more, an entry without a name of its own is called by its captain."""
_CONTRACT = re.compile(r"\b([1-7])(S|H|D|C)(?=[X\s=+-]|$)")


@dataclass(frozen=True, slots=True)
class ClubFace:
    """The club as heads of pages show it. `logo` is the address of its picture; everything may be empty."""

    name: str = ""
    logo: str = ""
    colour: str = ""

    @property
    def ink(self) -> str:
        """Returns the colour of text on the club's colour, empty without one."""
        return ink_on(self.colour) if self.colour else ""


NO_FACE = ClubFace()
"""A club that has not been named."""


def face_of(club: Club) -> ClubFace:
    """Returns the face of a club as it is set up now."""
    settings = club.settings
    return ClubFace(settings.name, f"/club/logo?v={club.version}" if settings.logo else "", settings.colour)


@dataclass(frozen=True, slots=True)
class Shell:
    """The frame of every page: the visitor, the languages, what was just done (`note`), the token of the
    forms, why no backups are made, which mails could not be sent, the route of the page, and the club's face."""

    visitor: Visitor
    note: str
    version: str
    token: str
    trouble: Problem | None = None
    mail_trouble: Problem | None = None
    route: str = ""
    face: ClubFace = NO_FACE

    @property
    def manual(self) -> str:
        """Returns the address of the section of the manual about this page."""
        return manual_address(self.route, self.locale)

    @property
    def locale(self) -> Locale:
        return self.visitor.locale

    @property
    def languages(self) -> tuple[tuple[Locale, str], ...]:
        """Returns each language with the address of this page in it."""
        return tuple((locale, self.visitor.address_in(locale)) for locale in self.visitor.languages)


@cache
def environment() -> Environment:
    """Returns the template environment: everything is escaped, and an unknown name is an error."""
    made = Environment(
        loader=OneMakes([WEB / "templates", WEB]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(static=static_address, command_id=new_command_id, has_code=has_code, Fraction=Fraction, zip=zip)
    made.globals.update(sheet_name=sheet_name, section_words=section_words)
    made.globals.update(board_points=board_points, has_board_percent=has_board_percent, is_compared=is_compared)
    made.globals.update(total_points=total_points, counts_wins=counts_wins)
    made.globals.update(clause_in=clause_in, language_of=language_of, signs=SIGNS)
    made.globals.update(font_sheet=sheet_address, latin_fonts=latin_addresses)
    made.filters.update(
        contract=contract_markup,
        result=result_told,
        typed_result=result_markup,
        plain_json=plain_json,
        decimals=decimal_string,
        amount=amount_text,
        points=format_half_points,
        boards=boards_text,
        signed=format_signed,
    )
    made.globals.update(dealer=dealer, vulnerability=vulnerability)
    return made


def keep_templates(folder: Path) -> None:
    """Stores compiled templates in a folder for the next start, if it is this user's own and can be written.

    Filters of constants are computed when a template is made, so it is made again if these words change.
    """
    own = own_folder(folder)
    if own is not None:
        environment().bytecode_cache = KeptInFiles(own, f"{__version__} {Path(__file__).stat().st_mtime_ns}")


def ready_templates() -> None:
    """Makes all templates in a background thread, so that no page waits for its own when it is asked for."""
    Thread(target=make_all, args=(environment(), "templates/"), name="templates", daemon=True).start()


def render(
    request: Request, template: str, page: object, *, status: int = 200, newest_entry: int | None = None, **more: object
) -> HTMLResponse:
    """Returns a page of HTML made from a template (`desk/matches/cross.html` lies there) and the page's dataclass.

    `newest_entry` is the number of the newest entry of the event that it shows.
    """
    response = HTMLResponse(fragment(request, template, page, newest_entry=newest_entry, **more), status_code=status)
    response.headers["Cache-Control"] = "no-store"
    if NOTE_COOKIE in request.cookies:
        response.delete_cookie(NOTE_COOKIE)
    return response


def live_page(
    request: Request, template: str, page: object, *, newest_entry: int | None = None, **more: object
) -> LivePage:
    """Returns a page as a watching script fetches it, without the token of its forms."""
    html = fragment(request, template, page, newest_entry=newest_entry, **more)
    return LivePage.of(html, token_of(request))


def fragment(request: Request, template: str, page: object, *, newest_entry: int | None = None, **more: object) -> str:
    """Returns the HTML of a template: a page, or a piece that a script puts in place."""
    visitor = visitor_of(request)
    services = services_of(request)
    trouble = None if services.keeper is None else services.keeper.trouble
    token = token_of(request)
    note = _note(request, visitor.locale)
    shell = Shell(
        visitor=visitor,
        note=note,
        version=asset_version(),
        token=token,
        trouble=trouble,
        mail_trouble=services.mailing.mail.trouble,
        route=getattr(request.scope.get("route"), "path", ""),
        face=face_of(services.tournament.club),
    )
    zone: tzinfo = services.zone
    words = _words(visitor.locale, zone)
    made = environment().get_template(template).render(page=page, shell=shell, **words, **more)
    return with_token(made, token, newest_entry)


def redirect(to: str, note: str = "", **params: ParamValue) -> Response:
    """Returns a redirect to a page after a form; `note` is the code of what was done, shown once on that page."""
    response = RedirectResponse(to, status_code=303)
    if note:
        response.set_cookie(NOTE_COOKIE, quote(json.dumps([note, params])), max_age=60, samesite="lax", httponly=True)
    return response


def new_command_id() -> str:
    """Returns an id for one sending of one form; the page's script renews it whenever the page is shown again."""
    return secrets.token_urlsafe(12)


def contract_markup(text: str) -> Markup:
    """Returns a result as directors write it (`4SX-1 N`) with the suit as a coloured sign.

    >>> contract_markup("4SX-1 N")
    Markup('4<span class="suit s">♠</span>×-1 N')
    """
    pieces: list[Markup] = []
    end = 0
    for match in _CONTRACT.finditer(text):
        suit = Markup('{}<span class="suit {}">{}</span>').format(match[1], match[2].lower(), SIGNS[match[2]])
        pieces += [_signs(text[end : match.start()]), suit]
        end = match.end()
    return Markup("").join([*pieces, _signs(text[end:])])


def result_markup(text: str) -> Markup:
    """Returns a result for the eye: the suit as a coloured sign, and a real minus sign.

    >>> result_markup("4SX-1 N")
    Markup('4<span class="suit s">♠</span>×−1 N')
    """
    return Markup(contract_markup(text).replace("-", "−"))


@pass_context
def result_told(page: Context, text: str) -> Markup:
    """Returns a result for the eye, a weighted score in words of the reader's language, no trump and the declarer as
    that language writes them; where one is typed it stays as it is typed (`result_markup`)."""
    locale = page["shell"].locale
    return result_markup(language_of(locale).result(weights_in_words(text, locale)))


def amount_text(value: int | Fraction, places: int = 0) -> str:
    """Returns points as people write them: whole ones without decimals, unless the scale has `places` of them.

    >>> amount_text(Fraction(17)), amount_text(Fraction(25, 2)), amount_text(Fraction(10), 2)
    ('17', '12.50', '10.00')
    """
    exact = Fraction(value)
    return str(exact.numerator) if exact.denominator == 1 and not places else decimal_string(exact)


def boards_text(boards: Iterable[BoardNumber]) -> str:
    """Returns board numbers as pages write them, in the order in which they are given.

    >>> boards_text((5, 6, 7)), boards_text((3, 5))
    ('5–7', '3, 5')
    """
    return board_ranges(boards, "–")


def _signs(text: str) -> Markup:
    return Markup("").join(re.sub(r"(?<![A-Z])X(?=[X=+\s-]|\d|$)|(?<=X)X", "×", text))


def _seated_formatter(language: Language, team: Callable[[Entry | None], str]) -> Callable[..., str]:
    """Returns a formatter of the players who sit together: one entry, or two single players joined like the players of
    a pair."""

    def format_seated(entries: Iterable[Entry | None], word: Callable[[Entry | None], str] = team) -> str:
        return Markup(language.between_partners).join(map(word, entries))

    return format_seated


def _start_time(locale: Locale, zone: tzinfo) -> Callable[[datetime, str], str]:
    """Returns a formatter of the time at which a session of an event's day begins, by the club's clock."""
    return lambda moment, day: format_start(moment.astimezone(zone), day, locale)


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


def _entry_formatters(language: Language, t: Callable[..., str]) -> dict[str, Callable[..., str]]:
    """Returns the formatters of people and entries by their names in templates."""

    def names(entry: Entry | None) -> str:
        joined = language.partners(entry.people if entry is not None else ())
        return t("team-name.with-people", name=entry.name, names=joined) if entry is not None and entry.name else joined

    def team(entry: Entry | None) -> str:
        """Returns a team by its own name or its captain's; a pair or a player as `names` does."""
        if entry is not None and entry.name:
            return entry.name
        if entry is None or len(entry.people) < FEWEST_OF_TEAM:
            return names(entry)
        return t("desk.team.of", name=language.person(entry.people[0]))

    def whole_team(entry: Entry | None) -> str:
        """Returns a name as `team` does; that of a pair is broken between the partners only."""
        is_pair = entry is not None and not entry.name and len(entry.people) < FEWEST_OF_TEAM
        return whole_names(entry.people, language) if entry is not None and is_pair else team(entry)

    def whole(entry: Entry | None) -> str:
        """Returns the names of an entry as `names` does; they are broken between the partners only."""
        if entry is None or not entry.people:
            return names(entry)
        people = whole_names(entry.people, language)
        if not entry.name:
            return people
        before, after = t("team-name.with-people", name=entry.name, names=_PEOPLE).split(_PEOPLE)
        return escape(before) + people + escape(after)

    return {
        "names": names,
        "person": language.person,
        "seated": _seated_formatter(language, team),
        "team": team,
        "whole_names": whole,
        "whole_team": whole_team,
    }


def _words(locale: Locale, zone: tzinfo) -> dict[str, Any]:
    language = language_of(locale)
    t = words_for(locale)

    def problem(value: Problem) -> str:
        text = problem_text(with_law_in(name_params(with_times_in(value, zone), locale), locale.value), locale)
        return weights_in_words(text, locale) if "result" in value.params else text

    def rulebook(name: str, title: str) -> str:
        """Returns the title of regulations; a club's own have their title only."""
        code = f"desk.regulations.{name.replace('/', '.')}"
        return t(code) if has_code(code) else title

    def day(value: str | date) -> str:
        return format_date(value if isinstance(value, date) else date.fromisoformat(value), locale)

    def number(value: int | Fraction, places: int | None = None) -> str:
        return format_number(value, locale, places)

    def clock(value: datetime) -> str:
        return format_time(value.astimezone(zone), locale)

    def moment(value: datetime) -> str:
        return format_datetime(value.astimezone(zone), locale)

    def moment_there(value: datetime) -> str:
        """Returns a time in messages as the club's clock shows it, without its zone."""
        return format_datetime(value.replace(tzinfo=zone), locale)

    def format_problems(problems: Sequence[Problem]) -> str:
        return language.between_items.join(map(problem, problems))

    def joined_numbers(labels: Iterable[object]) -> str:
        return language.between_numbers.join(map(str, labels))

    texts: dict[str, Any] = {
        "rulebook": rulebook,
        "t": t,
        "problem": problem,
        "told": format_problems,
    }
    texts |= _entry_formatters(language, t)
    texts |= {"joined_numbers": joined_numbers, "reason_in": partial(reason_in, locale=locale)}
    texts |= {"clock": clock, "moment": moment, "moment_there": moment_there, "start_time": _start_time(locale, zone)}
    return texts | {"language": language, "day": day, "number": number, "deadline": _deadline(locale, zone)}


def _deadline(locale: Locale, zone: tzinfo) -> Callable[[datetime], str]:
    """Returns a formatter of the time until which something is open, by the club's clock."""
    return lambda moment: format_deadline(moment.astimezone(zone), locale)


def words_for(locale: Locale) -> Callable[..., str]:
    """Returns `t` for routes that must make a text outside a template."""

    def t(code: str, **params: ParamValue) -> str:
        return translate(code, params, locale)

    return t


def field_errors(mistake: Mistake, locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """Returns the texts of a mistake by form field: `where` names the field; the others stand under `""`."""
    messages: dict[str, list[str]] = {}
    for problem in mistake.problems:
        text = translate(problem.code, name_params(problem, locale).params, locale)
        messages.setdefault(problem.where, []).append(text)
    return {field: tuple(texts) for field, texts in messages.items()}


def _note(request: Request, locale: Locale) -> str:
    try:
        code, params = json.loads(unquote(request.cookies.get(NOTE_COOKIE, "")))
        return translate(code, params, locale) if has_code(code) and code.startswith("desk") else ""
    except Exception:  # noqa: BLE001 - a cookie can hold anything, and a note is never worth an error
        return ""


def plain_json(value: object) -> str:
    """Returns a value as JSON for a form field, a data attribute or an address; the template escapes it there."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
