"""The result package: what an event published, as pages that open without the program and without a network (R-312).

A folder, or a ZIP file of it: a first page, a folder of pages for each language, one style sheet, one script that the
pages do without (looking for a name, sorting), the club's logo, and of the family that paper is set in the slices that
its own characters need. It shows the newest published version of the results or an older one, and tells what each
version changed (R-308, R-378). Nothing in it leads outside.
"""

from __future__ import annotations

import io
import zipfile
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.documents.frame import Frame, frame
from arrowswitch.documents.job import VERSION, PrintJob
from arrowswitch.documents.publication.compared import SCRIPT, results_script
from arrowswitch.documents.publication.files import FileWriter, downloads_of, no_files
from arrowswitch.documents.publication.link_picture import NAME as LINK_PICTURE
from arrowswitch.documents.publication.link_picture import link_picture
from arrowswitch.documents.publication.material import Material, contestant_title, material, public_state
from arrowswitch.documents.publication.names import NameMarks
from arrowswitch.documents.publication.pages import pages
from arrowswitch.documents.ranking import ranking as ranking_sheet
from arrowswitch.documents.ranking.ranked import at_version, told_start
from arrowswitch.documents.slices import sheet, slices_for
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, language_of
from arrowswitch.tournament.club.colours import ink_on
from arrowswitch.tournament.model.club_values.club import Logo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.ranking.changes import is_outdated
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.register.identity import spellings

TEMPLATES = Path(__file__).parent
FIRST_PAGE = "index.html"
MARKS = ("package.css", "package.js")
"""The files that are in every package, unchanged; a folder that contains them is a package."""
FONT_SHEET = "fonts.css"
FONTS = "fonts"
_PACKED = ".woff2"
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can hold."""


@dataclass(frozen=True, slots=True)
class ResultPackage:
    """The files of a package by their names, and what its folder is called."""

    folder: str
    files: Mapping[str, bytes]

    def to_zip(self, at: datetime) -> bytes:
        """Returns the files as a ZIP file with all of them in the folder, so that unpacking it creates one folder
        only."""
        time = max(_EARLIEST, at.timetuple()[:6])
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, data in sorted(self.files.items()):
                info = zipfile.ZipInfo(f"{self.folder}/{name}", (time[0], time[1], time[2], time[3], time[4], time[5]))
                info.external_attr = 0o644 << 16
                packed.writestr(info, data, zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED)
        return content.getvalue()


@dataclass(frozen=True, slots=True)
class PackageView:
    """A preview of a package: the version, the numbers of its pages, the sessions whose hands are left out because they
    are sealed or were never entered, and a flag for results changed since the version was published."""

    version: int
    is_interim: bool
    people: int
    boards: int
    hands: tuple[SessionNumber, ...]
    sealed: tuple[SessionNumber, ...]
    without_hands: tuple[SessionNumber, ...]
    is_behind: bool


def package_view(job: PrintJob) -> PackageView:
    """Returns the preview of the package of a job; raises as `result_package`."""
    made = _material(job)
    newest = made.state.publication.versions[-1]
    last = job.state.publication.versions[-1]
    published = state_of(job.ledger[: last.seq])
    return PackageView(
        version=newest.version,
        is_interim=newest.is_interim,
        people=len(made.people.contestants),
        boards=sum(map(len, made.travellers.values())),
        hands=made.hands,
        sealed=tuple(number for number in sorted(job.state.deals.placed) if number not in job.state.deals.released),
        without_hands=tuple(number for number in made.sessions if number not in job.state.deals.placed),
        is_behind=is_outdated(last, published, job.state),
    )


def result_package(job: PrintJob, write: FileWriter = no_files) -> ResultPackage:
    """Returns the package: of the newest published version, or of the one that the job's option `version` names.
    `write` writes its files for other programs.

    Raises Refused (`package.not-published`) before anything was published, NotFound (`print.no-version`).
    """
    made, files = event_files(job, write)
    return ResultPackage(_folder(made), {**marks(), **files, **fonts_of(files)})


def event_files(job: PrintJob, write: FileWriter, home: str = "") -> tuple[Material, dict[str, bytes]]:
    """Returns the files of an event, without the parts that all packages share, and the data that they are made of;
    raises as `result_package`. `home` is the page of all events, seen from a page of this one."""
    made = _material(job, write)
    files = {download.path: download.content for download in made.downloads}
    logo, picture = logo_files(job.letterhead.logo)
    files |= picture
    heads = {}
    for locale in Locale:
        words = Words(locale, job.printed_at.tzinfo)
        head = heads[locale.value] = _head(made, words)
        for name, text in _pages_in(made, locale, logo, told_start(job, words), home):
            files[f"{locale.value}/{name}"] = text.encode("utf-8")
        files[f"{locale.value}/{LINK_PICTURE}"] = link_picture(made, head, words)
        if made.privates:
            files[f"{locale.value}/{SCRIPT}"] = results_script(made, words).encode("utf-8")
    files[FIRST_PAGE] = choice_page(made.state.settings.name, heads, f"{next(iter(Locale)).value}/{LINK_PICTURE}")
    return made, files


def choice_page(title: str, heads: Mapping[str, object], picture: str) -> bytes:
    """Returns the first page of all, which leads to the pages of each language. `heads` has `when` and `state` of each;
    `picture` is the picture of a link."""
    languages = tuple((locale.value, language_of(locale).own_name) for locale in Locale)
    text = page_template("choice.html").render(languages=languages, heads=heads, event=title, picture=picture)
    return text.encode("utf-8")


def marks() -> dict[str, bytes]:
    """Returns the style and the script that every package has."""
    return {name: (TEMPLATES / name).read_bytes() for name in MARKS}


def fonts_of(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns the slices of the font that the characters of all pages need, and their style sheet."""
    pages_of_files = (data for name, data in files.items() if name.endswith(".html"))
    wanted = slices_for({one for page in pages_of_files for one in page.decode("utf-8")})
    return {
        FONT_SHEET: sheet(FONTS, wanted).encode("utf-8"),
        **{f"{FONTS}/{one.name}": one.content for one in wanted},
    }


def logo_files(logo: Logo | None) -> tuple[str, dict[str, bytes]]:
    """Returns the name of the logo's file and the file; an empty name without a logo."""
    if logo is None:
        return "", {}
    name = f"logo.{'jpg' if logo.kind.value == 'jpeg' else logo.kind.value}"
    return name, {name: b64decode(logo.data)}


def page_template(name: str) -> Template:
    """Returns a template of a whole page by the name of its file."""
    return _environment().get_template(name)


def _with_version(job: PrintJob) -> PrintJob:
    """Returns the job with a version, the newest where none was asked for."""
    if not job.state.publication.versions:
        raise Refused.of("package.not-published")
    version = job.option(VERSION).strip() or str(job.state.publication.versions[-1].version)
    return replace(job, options={VERSION.name: version})


def _material(job: PrintJob, write: FileWriter = no_files) -> Material:
    published = at_version(_with_version(job))
    public = replace(published, state=public_state(published.state, job.state), options={})
    return material(public, downloads_of(public, write))


def _folder(made: Material) -> str:
    """Returns how the folder is called: date and version, in letters that every computer knows."""
    date = "".join(one for one in made.state.settings.date if one.isascii() and (one.isalnum() or one == "-"))
    return f"results-{date}-v{made.state.publication.versions[-1].version}"


def _head(made: Material, words: Words) -> Frame:
    session = made.sessions[-1]
    head = frame(ranking_sheet.INFO, made.of_session(session), words, ranking(made.state, session))
    return replace(head, when=words.day(made.state.settings.date))


def _pages_in(
    made: Material, locale: Locale, logo: str, start_notes: tuple[str, ...], home: str
) -> Iterator[tuple[str, str]]:
    """Yields the pages of a language by the names of their files; `start_notes` is the start of the next session."""
    words = Words(locale, made.job.printed_at.tzinfo)
    all_pages = pages(made, words)
    tabs: dict[str, str] = {"ranking": "index"}
    for page in all_pages:
        tabs.setdefault(page.tab, "more" if page.tab == "more" else page.name)
    tabs.pop("people", None)
    names = {page.name for page in all_pages}
    contents = tuple(page for page in all_pages if page.is_listed)
    listed = tuple(
        (owner.page, contestant_title(made, owner, words), _spellings(owner.entry)) for owner in made.people.contestants
    )
    spelled = {page: text for page, _, text in listed}
    shared: dict[str, object] = {
        "words": words,
        "lang": locale.value,
        "event_id": made.state.event_id,
        "head": _head(made, words),
        "made_at": words("package.made", at=words.moment(made.job.printed_at)),
        "logo": logo,
        "colour": made.job.letterhead.colour,
        "ink": ink_on(made.job.letterhead.colour) if made.job.letterhead.colour else "",
        "tabs": tuple(tabs.items()),
        "others": tuple((one.value, language_of(one).own_name) for one in Locale if one is not locale),
        "people": made.people,
        "sessions": tuple(sorted(made.state.sessions)),
        "scored_page": partial(made.people.scored_page, made.state),
        "told": start_notes,
        "interim": made.state.publication.versions[-1].is_interim,
        "only": made.sessions[0] if len(made.sessions) == 1 else 0,
        "board_page": lambda session, board: name if (name := f"board-{session}-{board}") in names else "",
        "spellings": lambda page: spelled.get(page, ""),
        "compares": "compare" in names,
        "link_picture": LINK_PICTURE,
        "home": home.format(lang=locale.value),
        "contents": contents,
    }
    environment = _environment().overlay()
    environment.filters = {**environment.filters, "whole": NameMarks(made.state, words).mark}
    template = environment.get_template("page.html")
    for page in all_pages:
        yield f"{page.name}.html", template.render(**shared, page=page)
    first = environment.get_template("contents.html")
    yield FIRST_PAGE, first.render(**shared, page=None, listed=listed, first=all_pages[0])


def _spellings(entry: Entry | None) -> str:
    """Returns the other spellings by which a name can be found: its reading, and its Latin letters."""
    people = () if entry is None else entry.people
    return " ".join(text for person in people for text in spellings(person))


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
