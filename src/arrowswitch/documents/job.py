"""Print jobs: the event, the time and the options; and the options that each sheet accepts.

Options are texts, as a page's query or a command line gives them. A sheet lists its options with their values; the
first value is the default, and an option without values takes any text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.movements.model import Movement, SectionLetter, SessionNumber
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.tournament.forms.event_contestants import EventContestants
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.club import Logo
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Section

Wanted = TypeVar("Wanted")


@dataclass(frozen=True, slots=True)
class SheetOption:
    """An option of a sheet: its name, and its values with the default first (any text when there are none)."""

    name: str
    values: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Returns the message code of the option's name."""
        return f"sheet.option.{self.name}"

    def value_title(self, value: str) -> str:
        """Returns the message code of one of the option's values."""
        return f"{self.title}.{value}"

    @property
    def default(self) -> str:
        return self.values[0] if self.values else ""


SECTION = SheetOption("section")
TABLE = SheetOption("table")
ROUND = SheetOption("round")
NUMBER = SheetOption("number")
SIZE = SheetOption("size", ("normal", "large"))
HALF = SheetOption("half", ("settings", "x", "decimal"))
VERSION = SheetOption("version")
PAPER = SheetOption("paper", ("a4", "a3"))
POINTS = SheetOption("points", ("single", "doubled"))


def prints(sheet: str) -> Callable[[EventState], bool]:
    """Returns a test that is true for events whose form has the sheet of this name."""
    return lambda state: sheet in form_of(state.settings).sheets_of(state)


def every_event(_: EventState) -> bool:
    """Returns True: the sheet is for events of every form."""
    return True


def nothing(_: PrintJob) -> None:
    """Does nothing: such a sheet can be printed of every event, at any time."""


@dataclass(frozen=True, slots=True)
class SheetInfo:
    """A sheet that can be printed: its name, its options, and the events that have it; the codes of its title and of
    its description follow from the name.

    `is_of_event` is true if it shows the whole event, so that its head names no session. `needs` raises what a print
    without options is refused with, and makes nothing of the sheet to know it. `moment` is when the sheet is printed,
    `kits` are those that it belongs to, and `shows_results` is true if it changes with every score.
    """

    name: str
    options: tuple[SheetOption, ...] = ()
    is_for: Callable[[EventState], bool] = every_event
    is_of_event: bool = False
    needs: Callable[[PrintJob], object] = field(kw_only=True)
    moment: PrintMoment = field(kw_only=True)
    kits: tuple[KitName, ...] = field(default=(), kw_only=True)
    shows_results: bool = field(default=False, kw_only=True)

    @property
    def title(self) -> str:
        """Returns the message code of the sheet's title."""
        return f"sheet.{self.name}.title"

    @property
    def about(self) -> str:
        """Returns the message code of one sentence on the purpose of the sheet."""
        return f"sheet.{self.name}.about"

    def option(self, name: str) -> SheetOption | None:
        """Returns the option of that name, or None."""
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The club's letterhead: its name, its logo and its colour (`#rrggbb`, empty for none)."""

    name: str = ""
    logo: Logo | None = None
    colour: str = ""


BLANK_PAPER = Letterhead()
"""Paper without a head."""


@dataclass(frozen=True, slots=True)
class Reachable:
    """The whole addresses under which phones in the room reach the pages of an event: those that players read, and what
    was published. Empty where nothing can be reached: then paper carries no code."""

    players: str = ""
    results: str = ""


@dataclass(frozen=True, slots=True)
class PrintJob(EventContestants):
    """One print: the event with its ledger, the session, the options, the time in the club's time zone, and the club's
    head.

    `printed_at` must know its time zone: every other time on the sheet is shown in the same one. `consolation` is the
    event alongside a final whose prizes are in its list; `reachable` are the addresses of the codes on paper.
    """

    state: EventState
    ledger: tuple[LedgerEntry, ...]
    printed_at: datetime
    session: SessionNumber = 1
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    letterhead: Letterhead = field(default_factory=Letterhead)
    consolation: EventState | None = None
    reachable: Reachable = Reachable()

    def option(self, option: SheetOption) -> str:
        """Returns the value asked for, or the option's default."""
        return self.options.get(option.name, "") or option.default

    @property
    def is_large(self) -> bool:
        """True if large print was requested (R-400)."""
        return self.option(SIZE) == "large"

    @property
    def is_half_as_x(self) -> bool:
        """True if half a matchpoint is written as `x` (manual, line 559)."""
        half = self.option(HALF)
        return self.state.settings.scoring.half_point_as_x if half == HALF.default else half == "x"

    @property
    def points_factor(self) -> int:
        """Returns the factor by which matchpoints are multiplied for display: 2 if doubled points were requested
        (R-178)."""
        return 2 if self.option(POINTS) == "doubled" else 1

    def sections(self) -> tuple[Section, ...]:
        """Returns the sections to print, in the order of their letters.

        Raises NotFound (`event.no-session`, `event.no-section`).
        """
        wanted_letter = self.option(SECTION)
        session = self.state.session(self.session)
        if wanted_letter:
            return (self.state.section(Place(self.session, SectionLetter(wanted_letter))),)
        return tuple(session.sections[letter] for letter in sorted(session.sections))

    def sections_to_fill(self) -> tuple[Section, ...]:
        """Returns the sections for blank forms: those to print, or the first one where none is made yet."""
        return self.sections() or (Section(SectionLetter("A")),)

    def sections_with_movement(self) -> tuple[tuple[Section, Movement], ...]:
        """Returns the sections that have a movement; raises Refused (`print.no-movement`) when there is none."""
        planned = tuple((section, section.movement) for section in self.sections() if section.movement is not None)
        if not planned:
            raise Refused.of("print.no-movement")
        return planned

    def tables(self, movement: Movement) -> tuple[int, ...]:
        """Returns the tables to print: the one asked for by its number or label, or all.

        Raises NotFound (`print.no-table`).
        """
        refusal = Problem("print.no-table", {"last": movement.label(movement.tables)})
        return self._select(TABLE, refusal, range(1, movement.tables + 1), movement.label)

    def rounds(self, movement: Movement) -> tuple[int, ...]:
        """Returns the rounds to print: the one asked for, or all; raises NotFound (`print.no-round`)."""
        return self._select(
            ROUND, Problem("print.no-round", {"last": movement.rounds}), range(1, movement.rounds + 1), str
        )

    def numbers(self, numbers: Iterable[Number]) -> tuple[Number, ...]:
        """Returns the contestants to print: the one asked for, or all; raises NotFound (`print.no-number`)."""
        return self._select(NUMBER, Problem("print.no-number"), numbers, str)

    def _select(
        self,
        option: SheetOption,
        refusal: Problem,
        named: Iterable[Wanted],
        name_of: Callable[[Wanted], str],
    ) -> tuple[Wanted, ...]:
        """Returns the part named by an option, or all. Raises NotFound (`refusal`, with the name) if there is no part
        of that name."""
        wanted = self.option(option).strip().upper()
        selected = tuple(one for one in named if not wanted or name_of(one).upper() == wanted)
        if not selected:
            raise NotFound(Problem(refusal.code, {option.name: wanted, **refusal.params}))
        return selected


def option_problems(info: SheetInfo, job: PrintJob) -> tuple[Problem, ...]:
    """Returns the problems of the options: unknown names (`print.option-unknown`) and values (`print.option-value`)."""
    problems: list[Problem] = []
    for name, value in job.options.items():
        option = info.option(name)
        if option is None:
            allowed = ", ".join(o.name for o in info.options) or "-"
            problems.append(Problem("print.option-unknown", {"option": name, "sheet": info.name, "known": allowed}))
        elif value and option.values and value not in option.values:
            allowed = ", ".join(option.values)
            problems.append(Problem("print.option-value", {"option": name, "value": value, "known": allowed}))
    return tuple(problems)
