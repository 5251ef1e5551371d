"""The club's settings on a page of their own, its logo, and the question of the first start."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated
from zoneinfo import available_timezones

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch import documents
from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.formats.pictures import picture_kind
from arrowswitch.i18n import Locale
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.model.club_values.club import ClubSettings, Logo, LogoKind
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.rulebooks.scale_choice import scales_without_table
from arrowswitch.web.access.roles import OrganiserRoute, PublicRoute
from arrowswitch.web.assets import static_address
from arrowswitch.web.context import face_of, redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.club.form import ANY, fee_rows, fields_of, settings_from
from arrowswitch.web.forms import FormDep, StampDep, only_whole
from arrowswitch.web.guests import Devices
from arrowswitch.web.serving.reading_apart import read_apart
from arrowswitch.web.visitor import LOCALE_COOKIE, WHO_COOKIE, keep

router = APIRouter(route_class=OrganiserRoute)
read = APIRouter(route_class=PublicRoute)
_STARTS = re.compile(r"/(?:play|t|s|with|results|hall)(?:/[\w~%-]+)*/?")
"""The pages that may be started from a home screen."""
_SHORT_NAME = 12
_ICON_SIZES = (192, 512)
_PAPER, _ACCENT = "#fbfaf7", "#0f5c4c"
_LABELS = {
    "name": "desk.club.name",
    "logo": "desk.club.logo",
    "colour": "desk.club.colour",
    "regulations": "desk.club.regulations",
    "language": "desk.language",
    "zone": "desk.club.zone",
    "currency": "desk.advance.currency",
    "rooms": "desk.club.rooms",
    "fees": "desk.club.fees",
    "scale_tables": "desk.club.scale-tables",
    "backups": "desk.house.backup",
    "site": "desk.club.site",
    "site_user": "desk.club.site-user",
}
"""The codes of the labels of the settings."""
_TYPES = {LogoKind.PNG: "image/png", LogoKind.JPEG: "image/jpeg", LogoKind.SVG: "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class ClubPage:
    """The form: the values of its fields, their errors, and the choices. `logo` is true if there is one; `version` is
    that of the settings, which a change must name. `undone` are the codes of the fields that the last change changed.
    """

    fields: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]]
    regulations: Mapping[str, str]
    version: int
    has_logo: bool
    devices: Devices
    undone: tuple[str, ...] = ()

    @property
    def fees(self) -> range:
        return fee_rows(self.fields)

    @property
    def scales(self) -> tuple[str, ...]:
        return scales_without_table()

    @property
    def table_fields(self) -> tuple[str, ...]:
        return tuple(f"scale_table_{scale}" for scale in self.scales)

    @property
    def classes(self) -> tuple[str, ...]:
        return (ANY, *EventClass)

    @property
    def forms(self) -> tuple[str, ...]:
        return (ANY, *EventForm)

    @property
    def languages(self) -> tuple[str, ...]:
        return (ANY, *Locale)

    @property
    def zones(self) -> tuple[str, ...]:
        return tuple(sorted(name for name in available_timezones() if "/" in name))


@dataclass(frozen=True, slots=True)
class FirstStart:
    """The proposal of the first start: the language of the page, and the regulations that are usual in it."""

    language: Locale
    who: str
    regulations: Mapping[str, str]
    proposed: str


def first_start(visit: Visit) -> FirstStart | None:
    """Returns the question of the first start; None once it was answered, put off, or an event is there."""
    if visit.tournament.club.record is not None or visit.tournament.events():
        return None
    locale = visit.visitor.locale
    regulations = visit.services.regulations
    wanted = language_of(locale).regulations
    return FirstStart(
        locale, visit.visitor.who, regulations, wanted if wanted in regulations else next(iter(regulations))
    )


@router.post("/club/first")
def answer_first(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Stores the answers of the first start and leads to the first event; `later` stores nothing and asks no more."""
    is_later = bool(form.get("later"))
    who = "" if is_later else " ".join(form.get("who", "").split())
    base = visit.tournament.club.settings
    settings = base if is_later else settings_from(form, base)
    if visit.tournament.club.record is None:
        visit.tournament.club.change(settings, 0, replace(stamp, author=who or stamp.author))
    response = redirect("/" if is_later else "/events/new")
    if settings.language and not is_later:
        keep(response, LOCALE_COOKIE, settings.language)
    if who:
        keep(response, WHO_COOKIE, who)
    return response


@router.get("/club")
def show_club(visit: VisitDep) -> HTMLResponse:
    """Shows the club's settings."""
    return visit.render("desk/club/club.html", _page(visit, fields_of(visit.tournament.club.settings), {}))


@router.post("/club")
def change_club(
    visit: VisitDep, stamp: StampDep, form: FormDep, logo: Annotated[UploadFile | None, File()] = None
) -> Response:
    """Changes the settings; errors are shown next to the fields, and nothing is changed then."""
    club = visit.tournament.club
    try:
        version = only_whole(form.get("version", ""), "version", least=0, most=999_999_999)
        club.change(_read(form, logo, club.settings), version, stamp)
    except Mistake as mistake:
        fields = {**dict.fromkeys(fields_of(club.settings), ""), **form}
        return visit.render("desk/club/club.html", _page(visit, fields, visit.errors(mistake)), status=422)
    return redirect("/club", "desk.club.kept")


@router.post("/club/undo")
def undo_change(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Undoes the last change of the settings."""
    version = only_whole(form.get("version", ""), "version", least=0, most=999_999_999)
    visit.tournament.club.undo(version, stamp)
    return redirect("/club", "desk.club.undone")


@read.get("/club/logo")
def show_logo(visit: VisitDep) -> Response:
    """Returns the logo; nothing in it can run or be fetched from elsewhere."""
    logo = visit.tournament.club.settings.logo
    if logo is None:
        raise NotFound.of("club.no-logo")
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    headers = {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}
    return Response(b64decode(logo.data), media_type=_TYPES[logo.kind], headers=headers)


@read.get("/club/app.webmanifest")
def show_manifest(visit: VisitDep, start: Annotated[str, Query(max_length=200)] = "/results") -> Response:
    """Returns the manifest by which a phone puts pages for players on its home screen: the club's name and colour, the
    icons, and the start page."""
    face = face_of(visit.tournament.club)
    manifest = {
        "name": face.name or "Arrowswitch",
        "short_name": face.name[:_SHORT_NAME] or "Arrowswitch",
        "lang": visit.visitor.locale.value,
        "start_url": start if _STARTS.fullmatch(start) else "/results",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": _PAPER,
        "theme_color": face.colour or _ACCENT,
        "icons": [
            {"src": static_address(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in _ICON_SIZES
        ],
    }
    content = json.dumps(manifest, ensure_ascii=False)
    return Response(content, media_type="application/manifest+json", headers={"Cache-Control": "no-cache"})


def _read(form: Mapping[str, str], logo: UploadFile | None, base: ClubSettings) -> ClubSettings:
    """Returns the settings of the form; raises Malformed with the problems of its fields and of the logo."""
    problems: list[Problem] = []
    try:
        base = settings_from(form, base)
    except Malformed as mistake:
        problems += mistake.problems
    try:
        base = _with_logo(base, form, logo)
    except Malformed as mistake:
        problems += mistake.problems
    Malformed.check(problems)
    return base


def _with_logo(settings: ClubSettings, form: Mapping[str, str], upload: UploadFile | None) -> ClubSettings:
    """Returns the settings with the picture that was handed in, or without one; raises Malformed (`where`: `logo`)."""
    content = b"" if upload is None else upload.file.read()
    if not content:
        return replace(settings, logo=None) if form.get("without_logo") else settings
    try:
        logo = Logo(LogoKind(read_apart(picture_kind, content)), b64encode(content).decode())
    except Malformed as mistake:
        raise Malformed(*(replace(problem, where="logo") for problem in mistake.problems)) from mistake
    if not documents.can_print(logo):
        raise Malformed.of("picture.damaged", "logo")
    return replace(settings, logo=logo)


def _page(visit: Visit, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]]) -> ClubPage:
    club = visit.tournament.club
    return ClubPage(
        fields=fields,
        errors=errors,
        regulations=visit.services.regulations,
        version=club.version,
        has_logo=club.settings.logo is not None,
        devices=visit.services.devices,
        undone=tuple(_changed_fields(club.settings_before, club.settings)),
    )


def _changed_fields(before: ClubSettings | None, now: ClubSettings) -> Iterator[str]:
    """Yields the code of each field that the last change of the settings changed."""
    for name, code in _LABELS.items():
        if before is not None and getattr(before, name) != getattr(now, name):
            yield code
