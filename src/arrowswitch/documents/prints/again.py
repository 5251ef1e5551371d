"""The printed sheets that are out of date, their changes in words, and the parts to print again.

A print is compared with the same print of the event as it is now, by the digest of its content. The changes are
computed from the event as it was then, which is still in its ledger: no content of the paper is stored in addition. For
a sheet with a part for each table, number or round, only the changed parts are printed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import number_order
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.documents.job import NUMBER, ROUND, SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.prints.content import Row, content, digest_of_content, rows
from arrowswitch.documents.registry import render_all, sheet_named
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.club_values.prints import SheetPrint
from arrowswitch.tournament.model.state import EventState

StateAt = Callable[[int], EventState]
"""Returns the event as it stood at an entry of its ledger."""
MOST_CHANGES = 4
"""The number of changes that are listed for a sheet; the others are counted."""
_LONGEST_TEXT = 60


@dataclass(frozen=True, slots=True)
class Change:
    """A change on paper: the beginning of its line, the old text and the new text; empty if a line was removed or
    added."""

    line: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class PrintPart:
    """A table, number or round of a sheet, in a section where there are several."""

    option: SheetOption
    value: str
    section: str = ""

    @property
    def name(self) -> str:
        """Returns the name of the part as shown next to the option's title."""
        return f"{self.section}{self.value}" if self.option is not ROUND else self.value

    def of(self, job: PrintJob) -> PrintJob:
        """Returns the print of this part alone."""
        options = {**job.options, self.option.name: self.value}
        return replace(job, options={**options, SECTION.name: self.section} if self.section else options)


@dataclass(frozen=True, slots=True)
class Outdated:
    """A print that is out of date. `changes` are listed, `more` are only counted. `parts` are those that changed; empty
    if it is the whole sheet. `gone` is the reason why it can no longer be printed."""

    printed: SheetPrint
    info: SheetInfo
    changes: tuple[Change, ...] = ()
    more: int = 0
    parts: tuple[PrintPart, ...] = ()
    gone: tuple[Problem, ...] = ()

    @property
    def shows_results(self) -> bool:
        """True if the sheet shows results, so that every new score makes it out of date."""
        return self.info.shows_results

    @property
    def locale(self) -> Locale:
        return Locale(self.printed.language)

    @property
    def other_options(self) -> tuple[tuple[SheetOption, str], ...]:
        """Returns the options it was printed with."""
        named = ((self.info.option(name), value) for name, value in self.printed.options.items())
        return tuple((option, value) for option, value in named if option is not None)


def printed_sheet(sheet: str, job: PrintJob, locale: Locale) -> SheetPrint:
    """Returns the record of a print; raises as `render`."""
    return SheetPrint(
        sheet=sheet,
        session=job.session,
        language=locale.value,
        printed_at=job.printed_at,
        seq=job.state.seq,
        digest=digest_of_content(content(sheet, job, locale)),
        options={name: value for name, value in job.options.items() if value},
    )


def find_outdated(printed: Iterable[SheetPrint], job: PrintJob, state_at: StateAt) -> tuple[Outdated, ...]:
    """Returns the prints that are out of date, in the order in which they were printed.

    `job` is a print of the event as it is now; a sheet that the program no longer has is skipped.
    """
    compared = (_compare(one, job, state_at) for one in printed if _is_known(one))
    return tuple(one for one in compared if one is not None)


def render_again(wanted: Sequence[Outdated], job: PrintJob) -> bytes:
    """Returns those that can be printed as one PDF, each in the language it was printed in, changed parts only."""
    return render_all(
        (one.printed.sheet, asked, one.locale) for one in wanted for asked in _jobs_of(one, job_now(one.printed, job))
    )


def _jobs_of(print_: Outdated, whole: PrintJob) -> Sequence[PrintJob]:
    return [part.of(whole) for part in print_.parts] or [whole]


def job_now(printed: SheetPrint, job: PrintJob) -> PrintJob:
    """Returns the print of the same sheet of the event as it is now."""
    return replace(job, session=printed.session, options=printed.options)


def _is_known(printed: SheetPrint) -> bool:
    try:
        sheet_named(printed.sheet)
        Locale(printed.language)
    except (Mistake, ValueError):
        return False
    return True


def _compare(printed: SheetPrint, job: PrintJob, state_at: StateAt) -> Outdated | None:
    """Returns a print with its changes. Returns None for one that is up to date."""
    info, locale = sheet_named(printed.sheet).info, Locale(printed.language)
    now = replace(job_now(printed, job), printed_at=printed.printed_at.astimezone(job.printed_at.tzinfo))
    try:
        fresh = content(printed.sheet, now, locale)
    except Mistake as mistake:
        return Outdated(printed, info, gone=mistake.problems)
    if digest_of_content(fresh) == printed.digest:
        return None
    seq = min(printed.seq, job.state.seq)
    was = replace(now, state=state_at(seq), ledger=job.ledger[:seq])
    try:
        old = content(printed.sheet, was, locale)
    except Mistake:
        return Outdated(printed, info)
    changes = list(_changes(old, fresh))
    parts = () if info.shows_results else _parts(info, was, now, locale)
    return Outdated(
        printed,
        info,
        changes=tuple(changes[:MOST_CHANGES]),
        more=max(0, len(changes) - MOST_CHANGES),
        parts=parts,
    )


def _changes(old: object, new: object) -> Iterator[Change]:
    """Yields the differences between two contents, each once."""
    was, now = list(rows(old)), list(rows(new))
    gone, came = Counter(was) - Counter(now), Counter(now) - Counter(was)
    went = [row for row in dict.fromkeys(was) if row in gone]
    fresh = [row for row in dict.fromkeys(now) if row in came]
    changes: dict[Change, None] = {}
    for row in went:
        like = next((one for one in fresh if _is_same_line(row, one)), None)
        if like is None:
            changes[Change("", _short(" ".join(row)), "")] = None
        else:
            fresh.remove(like)
            changes.update(dict.fromkeys(_within(row, like)))
    changes.update(dict.fromkeys(Change("", "", _short(" ".join(row))) for row in fresh))
    return (one for one in changes if one.was or one.now)


def _is_same_line(old: Row, new: Row) -> bool:
    """True if two rows are one line that changed: equally long, with the same beginning or at least half of it
    unchanged."""
    if len(old) != len(new):
        return False
    same = sum(a == b for a, b in zip(old, new, strict=True))
    return len(old) == 1 or old[0] == new[0] or same * 2 >= len(old)


def _within(old: Row, new: Row) -> Iterator[Change]:
    differing = [at for at, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    for at in differing:
        line = old[0] if at and old[0] == new[0] and len(old[at]) + len(new[at]) < _LONGEST_TEXT else ""
        yield Change(_short(line), _short(old[at]), _short(new[at]))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]}…"


def _parts(info: SheetInfo, was: PrintJob, now: PrintJob, locale: Locale) -> tuple[PrintPart, ...]:
    """Returns the parts that changed, by the option that leaves the smallest share of the sheet; none where all did, or
    where the sheet has no parts."""
    best: tuple[PrintPart, ...] = ()
    share = 1.0
    for option in (TABLE, NUMBER, ROUND):
        if option not in info.options or now.option(option):
            continue
        every = tuple(_every_part(option, now))
        changed = tuple(part for part in every if _differs(part, was, now, (info.name, locale)))
        if changed and len(changed) / len(every) < share:
            best, share = changed, len(changed) / len(every)
    return best


def _every_part(option: SheetOption, job: PrintJob) -> Iterator[PrintPart]:
    planned = job.sections_with_movement()
    for section, movement in planned:
        if option is TABLE:
            values = [movement.label(table) for table in range(1, movement.tables + 1)]
        elif option is NUMBER:
            values = sorted({*movement.contestants, *section.numbers}, key=number_order)
        else:
            values = [str(number) for number in range(1, movement.rounds + 1)]
        for value in values:
            yield PrintPart(option, value, section.letter if len(planned) > 1 else "")


def _differs(part: PrintPart, was: PrintJob, now: PrintJob, sheet: tuple[str, Locale]) -> bool:
    """True if a part can be printed and would come out differently."""
    name, locale = sheet
    try:
        fresh = content(name, part.of(now), locale)
    except Mistake:
        return False
    try:
        return content(name, part.of(was), locale) != fresh
    except Mistake:
        return True
