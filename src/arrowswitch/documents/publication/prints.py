"""Every print of an event, made again from its archive (R-311; manual, line 2797): each sheet that there is anything
for, of each session and in each language, and the rankings of every published version (R-378)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from arrowswitch.documents.job import VERSION, Letterhead, PrintJob
from arrowswitch.documents.registry import offers, render
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.service.archive import ArchivedEvent

OF_VERSIONS = ("ranking", "total")
"""The sheets that are printed for each version; the others show the newest."""


@dataclass(frozen=True, slots=True)
class Print:
    """A print: the sheet, the session, the version (empty: as the event ends), and the language."""

    sheet: str
    session: int
    version: str
    locale: Locale

    @property
    def name(self) -> str:
        """Returns how its file is called."""
        version = f"-v{self.version}" if self.version else ""
        return f"{self.locale.value}/{self.session}-{self.sheet}{version}.pdf"


def all_prints(job: PrintJob) -> Iterator[Print]:
    """Yields every print that an event has, without making them."""
    for session in sorted(job.state.sessions):
        there = replace(job, session=session, options={})
        for offer in offers(there):
            versions = [""] if not offer.why else []
            if offer.info.name in OF_VERSIONS and not offer.why:
                versions += [str(one.version) for one in job.state.publication.versions[:-1]]
            for version in versions:
                yield from (Print(offer.info.name, session, version, locale) for locale in Locale)


def job_for(wanted: Print, job: PrintJob) -> PrintJob:
    """Returns the job of a print."""
    return replace(job, session=wanted.session, options={VERSION.name: wanted.version} if wanted.version else {})


def print_again(wanted: Print, job: PrintJob) -> bytes:
    """Returns a print as PDF; raises as `render`."""
    return render(wanted.sheet, job_for(wanted, job), wanted.locale)


def job_again(archived: ArchivedEvent) -> PrintJob:
    """Returns the job of an archived event, on the paper and at the time of its archive."""
    zone = ZoneInfo(archived.club.zone) if archived.club.zone else None
    return PrintJob(
        state=state_of(archived.ledger),
        ledger=archived.ledger,
        printed_at=archived.made_at if zone is None else archived.made_at.astimezone(zone),
        letterhead=Letterhead(archived.club.name, archived.club.logo, archived.club.colour),
    )
