"""The results of several events as one site: a first page that lists the events with their winners and the players with
their places, and the package of each event in a folder of its own.

The folder of an event is called by its day and its id, so that addresses stay the same from version to version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.job import PrintJob
from arrowswitch.documents.publication.files import FileWriter, no_files
from arrowswitch.documents.publication.link_picture import NAME as LINK_PICTURE
from arrowswitch.documents.publication.link_picture import FirstPlace, first_places
from arrowswitch.documents.publication.material import Material
from arrowswitch.documents.publication.names import NameMarks
from arrowswitch.documents.publication.package import (
    FIRST_PAGE,
    FONT_SHEET,
    ResultPackage,
    choice_page,
    event_files,
    fonts_of,
    logo_files,
    marks,
    page_template,
)
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, language_of
from arrowswitch.tournament.club.colours import ink_on
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.tournament.register.identity import spellings

FOLDER = "results"
_SHARED_FONT = f'@import "../{FONT_SHEET}";\n'.encode()
"""The style sheet of the font in the folder of an event: all events share the font."""
_HOME = "../../{lang}/index.html"


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """An event of the list: the folder of its pages, what it is, how many took part, and the first places."""

    folder: str
    name: str
    when: str
    venue: str
    is_interim: bool
    contestants: int
    places: tuple[FirstPlace, ...]


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """A place of a player in an event, and the page of the contestant."""

    event: SeriesEvent
    page: str
    rank: str
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class SeriesPlayer:
    """A player of the list, with the results from the newest to the oldest."""

    name: str
    spelled: str
    reading: str
    results: tuple[SeriesResult, ...]

    @property
    def average(self) -> str:
        """Returns the average of the percentages, empty where no event has any."""
        values = [one.percent for one in self.results if one.percent is not None]
        return decimal_string(sum(values, Fraction(0)) / len(values)) if values else ""


def series_package(jobs: Sequence[PrintJob], write: FileWriter = no_files) -> ResultPackage:
    """Returns the site of several events, each as it was published last.

    Raises Refused (`package.twice`) for an event that is there twice, and for each event as `result_package`.
    """
    ids = [job.state.event_id for job in jobs]
    for job in jobs:
        if ids.count(job.state.event_id) > 1:
            raise Refused.of("package.twice", event=one_line(job.state.settings.name))
    ordered = sorted(jobs, key=lambda job: (job.state.settings.date, job.state.settings.name), reverse=True)
    packed = [(folder_of(job), *event_files(job, write, _HOME)) for job in ordered]
    shared = {**marks(), FONT_SHEET: _SHARED_FONT}
    files = {f"{folder}/{name}": data for folder, _, own in packed for name, data in {**shared, **own}.items()}
    job = ordered[0]
    logo, picture = logo_files(job.letterhead.logo)
    files |= picture
    heads = {}
    for locale in Locale:
        words = Words(locale, job.printed_at.tzinfo)
        events = tuple(_event(folder, made, words) for folder, made, _ in packed)
        players = _players([(event, made) for event, (_, made, _) in zip(events, packed, strict=True)], words)
        heads[locale.value] = {"when": words("series.events", n=len(events)), "state": ""}
        files[f"{locale.value}/{FIRST_PAGE}"] = (
            page_template("series.html")
            .render(
                words=words,
                lang=locale.value,
                club=one_line(job.letterhead.name),
                logo=logo,
                colour=job.letterhead.colour,
                ink=ink_on(job.letterhead.colour) if job.letterhead.colour else "",
                others=tuple((one.value, language_of(one).own_name) for one in Locale if one is not locale),
                events=events,
                players=players,
                picture=f"../{events[0].folder}/{locale.value}/{LINK_PICTURE}",
                made_at=words("package.made", at=words.moment(job.printed_at)),
            )
            .encode("utf-8")
        )
    title = one_line(job.letterhead.name) or one_line(job.state.settings.name)
    files[FIRST_PAGE] = choice_page(title, heads, f"{packed[0][0]}/{next(iter(Locale)).value}/{LINK_PICTURE}")
    return ResultPackage(FOLDER, {**marks(), **files, **fonts_of(files)})


def folder_of(job: PrintJob) -> str:
    """Returns the folder of an event's pages, in letters that every computer knows."""
    text = f"{job.state.settings.date}-{job.state.event_id}"
    return "".join(one if one.isascii() and (one.isalnum() or one == "-") else "_" for one in text)


def _event(folder: str, made: Material, words: Words) -> SeriesEvent:
    settings = made.state.settings
    mark = NameMarks(made.state, words).mark
    return SeriesEvent(
        folder=folder,
        name=one_line(settings.name),
        when=words.day(settings.date),
        venue=one_line(settings.announcement.venue),
        is_interim=made.state.publication.versions[-1].is_interim,
        contestants=len(made.people.contestants),
        places=tuple(replace(place, names=mark(place.names)) for place in first_places(made, words)),
    )


def _players(events: Sequence[tuple[SeriesEvent, Material]], words: Words) -> tuple[SeriesPlayer, ...]:
    """Returns the players by their reading. Two people are the same if their names and membership numbers are."""
    by_person: dict[tuple[str, str], tuple[Person, list[SeriesResult]]] = {}
    for event, made in events:
        for person, result in _results(event, made):
            by_person.setdefault((person.name, person.number), (person, []))[1].append(result)
    players = (
        SeriesPlayer(words.person(person), " ".join(spellings(person)), person.kana or person.name, tuple(results))
        for person, results in by_person.values()
    )
    return tuple(sorted(players, key=lambda one: one.reading))


def _results(event: SeriesEvent, made: Material) -> Iterator[tuple[Person, SeriesResult]]:
    pages = {owner.entry.entry_id: owner.page for owner in made.people.contestants if owner.entry is not None}
    for final_list in final_standing(made.state) if made.state.is_scored else ():
        for row in final_list.rows:
            for person in () if row.entry is None else row.entry.people:
                page = pages.get(row.entry.entry_id, "") if row.entry is not None else ""
                yield person, SeriesResult(event, page, row.standing.written_rank, row.standing.percent)
