"""Makes the plan that an outline describes: which scheme, which sections, how many pairs.

JCBL director's manual 3.3, lines 2071-2117, 2268-2278, 2375-2451, 2480-2549 and 3311-3315 (an odd number takes the
sections for one pair more, the phantom at a stationary seat). The schemes are in `sessions_schemes` and
`sessions_propose`; here they are only combined. Plans are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.balance import is_enough_of
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.howell import rounds_for, starter_for
from arrowswitch.core.movements.families.registry import OptionValue, family_named, make
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.sessions.plan import NAMES, PlannedSection, SessionPlan, stationary_throughout
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan
from arrowswitch.core.movements.sessions.propose import Exchange, faults_of, propose_more, propose_second
from arrowswitch.core.movements.sessions.schemes import (
    MISSED,
    OUT,
    TWICE,
    again,
    one_section,
    same_places,
    side_by_side,
    sides_in_turn,
)
from arrowswitch.core.movements.sessions.turns import groups_in_turn, meets_again_in_turn
from arrowswitch.core.movements.starting_round import start_in_round

_EXCHANGE = Exchange()
_SPECIAL = (11, 10)
"""Tables and rounds of the list's Howell with two stationary pairs (line 3142), which only an interwoven one has."""


class Scheme(StrEnum):
    """How the sessions of a plan hang together."""

    SINGLE = "single"
    """One session."""
    INTERWOVEN = "interwoven"
    """A Mitchell between two groups and an interwoven Howell inside them."""
    HOWELL_AGAIN = "howell-again"
    EXCHANGE = "exchange"
    """The same movements again, groups exchanged between sections."""
    SIDE_BY_SIDE = "side-by-side"
    """Each section a Mitchell and an interwoven Howell of its own."""
    SIDES_IN_TURN = "sides-in-turn"
    GROUPS_IN_TURN = "groups-in-turn"
    SEATED_ANEW = "seated-anew"
    """The same movements in every session, after the second everybody seated by search."""
    HOUSTON = "houston"
    REPEATED = "repeated"
    """Two sessions, and the same again."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a plan, before it is made.

    - `sessions` are the sections of each session, A first. `movement` is the family and options of a single section
      that the chooser of movements chose.
    - `base` is the scheme of the two sessions that are repeated. `keep_stationary` is how many pairs want to stay
      seated in every session.
    """

    scheme: Scheme
    pairs: int
    boards_per_round: int
    sessions: tuple[tuple[SectionPlan, ...], ...]
    exchange: Exchange = _EXCHANGE
    is_barometer: bool = False
    keep_stationary: int = 0
    base: Scheme | None = None
    movement: tuple[str, tuple[tuple[str, OptionValue], ...]] | None = None

    @property
    def tables(self) -> int:
        """Returns the number of tables in session 1, over all sections."""
        return sum(section.tables for section in self.sessions[0])

    @property
    def rounds(self) -> tuple[RoundNumber, ...]:
        """Returns the number of rounds in each session."""
        return tuple(session[0].rounds for session in self.sessions)

    @property
    def is_odd(self) -> bool:
        return self.pairs % 2 == 1

    @property
    def meetings_again(self) -> int:
        """Returns the number of rounds against opponents already met."""
        scheme = self.base or self.scheme
        if scheme is Scheme.GROUPS_IN_TURN:
            return meets_again_in_turn(self.sessions)
        again_in_two = 0
        if scheme is Scheme.HOWELL_AGAIN:
            again_in_two = self.rounds[1]
        elif scheme is Scheme.INTERWOVEN:
            again_in_two = sum(s.kind is SectionKind.MITCHELL and s.tables % 2 == 1 for (s,) in self.sessions[:2])
        return again_in_two + sum(self.rounds[2:] if self.scheme in (Scheme.REPEATED, Scheme.HOWELL_AGAIN) else ())

    @property
    def misses_boards(self) -> bool:
        """True if some pairs do not play every board of a session."""
        return any(section.is_cut for session in self.sessions for section in session)

    @property
    def plays_enough(self) -> bool:
        """True if in every session each pair plays enough of the boards in play (`is_enough_of`)."""
        return all(
            is_enough_of(session[0].rounds - self.is_odd, max(section.sets for section in session))
            for session in self.sessions
        )

    @property
    def copies(self) -> int:
        """Returns the copies of the boards with which at most two tables of a section wait, as far as the sections
        tell."""
        return max(sum(section.copies for section in session) for session in self.sessions)

    @property
    def missed_pairs(self) -> int:
        """Returns the number of other pairs that a pair does not meet; a Howell that is played again does not change
        it."""
        places = self.pairs + self.is_odd
        return max(0, places - 1 - sum(self.rounds) + self.meetings_again)


@lru_cache(maxsize=256)
def make_plan(outline: Outline) -> SessionPlan:
    """Returns the plan, judged by the checker. Raises Refused with the faults of the checker, or the errors of its
    parts."""
    plan = _make_sessions(outline)
    if outline.is_barometer:
        plan = replace(
            plan,
            sessions=tuple(
                tuple(PlannedSection(section.name, as_barometer(section.movement)) for section in session)
                for session in plan.sessions
            ),
        )
    if outline.keep_stationary:
        still = stationary_throughout(plan)[: outline.keep_stationary]
        plan = replace(plan, keep_stationary=frozenset(still))
    return plan


def _make_sessions(outline: Outline) -> SessionPlan:
    rounds, boards, phantom = outline.rounds, outline.boards_per_round, "last" if outline.is_odd else "none"
    match outline.scheme:
        case Scheme.INTERWOVEN:
            return _interwoven(outline)
        case Scheme.HOWELL_AGAIN:
            (section,) = outline.sessions[0]
            return again(section_movement(section, boards, phantom=phantom), len(rounds))
        case Scheme.EXCHANGE:
            return propose_second(_sections(outline), outline.exchange)
        case Scheme.SIDE_BY_SIDE:
            return side_by_side(_beside(outline))
        case Scheme.SIDES_IN_TURN:
            sections = outline.sessions[0]
            return sides_in_turn(sections[0].tables, len(sections), rounds[0], boards, has_phantom=outline.is_odd)
        case Scheme.GROUPS_IN_TURN:
            pairs = outline.sessions[0][0].tables
            count = 2 * outline.tables // pairs
            return groups_in_turn(len(rounds), pairs, boards, rounds[0], groups=count, has_phantom=outline.is_odd)
        case Scheme.SEATED_ANEW:
            return propose_more(propose_second(_sections(outline)), len(rounds), outline.keep_stationary)
        case Scheme.HOUSTON:
            played = [
                PlannedSection("A", section_movement(one, boards, phantom=phantom)) for (one,) in outline.sessions
            ]
            moves = (same_places(played[:1]),) * (len(played) - 1)
            sessions = tuple((section,) for section in played)
            return _check_plan(SessionPlan(sessions, moves, frozenset({"sessions.howell-to-howell"})))
        case Scheme.REPEATED:
            return _repeat_sessions(outline)
        case _:
            return _single(outline)


def _single(outline: Outline) -> SessionPlan:
    if outline.movement is not None:
        family, options = outline.movement
        return _check_plan(
            SessionPlan(((PlannedSection("A", make(family, **dict(options))),),), (), frozenset({MISSED, OUT}))
        )
    allowed = frozenset({MISSED}) if outline.misses_boards else frozenset[str]()
    return _check_plan(SessionPlan((_sections(outline),), (), allowed))


def _interwoven(outline: Outline) -> SessionPlan:
    (first,), (second,) = outline.sessions[:2]
    is_howell_first = first.kind is SectionKind.INTERWOVEN
    mitchell, howell = (second, first) if is_howell_first else (first, second)
    return one_section(
        mitchell.tables,
        mitchell.rounds,
        howell.rounds,
        "howell-first" if is_howell_first else "mitchell-first",
        outline.boards_per_round,
        "last" if outline.is_odd else "none",
    )


def _beside(outline: Outline) -> Sequence[SessionPlan]:
    first, second = outline.sessions
    last = len(first) - 1
    return [
        one_section(
            one.tables,
            one.rounds,
            then.rounds,
            boards_per_round=outline.boards_per_round,
            phantom="last" if outline.is_odd and at == last else "none",
        )
        for at, (one, then) in enumerate(zip(first, second, strict=True))
    ]


def _repeat_sessions(outline: Outline) -> SessionPlan:
    """Returns two sessions and the same again, everybody back at the place of session 1."""
    scheme = outline.base or Scheme.EXCHANGE
    base = _make_sessions(replace(outline, scheme=scheme, base=None, sessions=outline.sessions[:2]))
    there = base.moves[0]
    back = {after: before for before, after in there.items()}
    count = len(outline.sessions)
    sessions = tuple(base.sessions[i % 2] for i in range(count))
    moves = tuple(back if i % 2 else there for i in range(count - 1))
    allowed = base.allowed | TWICE | ({OUT} if outline.is_odd else set())
    return _check_plan(SessionPlan(sessions, moves, allowed))


def _sections(outline: Outline) -> tuple[PlannedSection, ...]:
    """Returns the sections of session 1; the phantom has a stationary seat: of a Howell, else of an appendix."""
    sections = outline.sessions[0]
    missing = _phantom_section(sections) if outline.is_odd else None
    made_here = []
    for at, (name, section) in enumerate(zip(NAMES, sections, strict=False)):
        phantom = "last" if at == missing else "none"
        made_here.append(PlannedSection(name, section_movement(section, outline.boards_per_round, phantom=phantom)))
    return tuple(made_here)


def _phantom_section(sections: Sequence[SectionPlan]) -> int:
    order = {SectionKind.HOWELL: 4, SectionKind.APPENDIX: 3, SectionKind.BOTH_APPENDIX: 3, SectionKind.WEB: 3}
    return max(range(len(sections)), key=lambda at: (order.get(sections[at].kind, int(not sections[at].is_cut)), at))


@lru_cache(maxsize=512)
def section_movement(section: SectionPlan, boards_per_round: int, *, phantom: str = "none") -> Movement:
    """Returns the movement of a section; `phantom` is `none` or `last`. Raises Refused as its family does."""
    family, options = _options_of(section, boards_per_round, phantom)
    return make(family, **options)


def _options_of(section: SectionPlan, boards_per_round: int, phantom: str) -> tuple[str, dict[str, OptionValue]]:
    """Returns the family of a section and its options."""
    options: dict[str, OptionValue] = {"tables": section.tables, "boards_per_round": boards_per_round}
    options["phantom"] = phantom
    if section.kind is SectionKind.HOUSTON:
        return "houston", options | {"session": section.part[0], "sessions": section.part[1]}
    options["rounds"] = section.rounds
    if section.variant:
        return "multi-section-mitchell", options | {"variant": section.variant}
    if section.start > 1:
        options["start"] = section.start
    match section.kind:
        case SectionKind.APPENDIX:
            return "two-session-mitchell", options | {"base": "appendix"}
        case SectionKind.INTERWOVEN:
            return "interwoven-howell", options
        case SectionKind.HOWELL:
            return _howell_family(section.tables, section.rounds), options
    options["phantom"] = "ns" if phantom == "last" else phantom
    if section.kind is SectionKind.BOTH_APPENDIX:
        return "appendix-mitchell", options
    if section.kind is SectionKind.WEB:
        return "web-mitchell", options
    if section.kind is SectionKind.SIDES:
        is_relay = section.tables % 2 == 0 and section.rounds == section.tables
        odd = "mitchell" if section.tables % 2 else "skip-mitchell"
        return "relay-mitchell" if is_relay else odd, options
    return "scrambled-mitchell", options


def howell_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds of the Howells of this many tables, those with an A/B table and the list's special one too.

    >>> howell_rounds(10), howell_rounds(11)
    ((10, 11, 12, 13, 14, 15), (10, 11, 12, 13, 14, 15))
    """
    with_ab = tuple(r for r in rounds_for(tables - 1) if _has_ab_table(tables, r))
    special = (_SPECIAL[1],) if tables == _SPECIAL[0] else ()
    return tuple(sorted({*rounds_for(tables), *with_ab, *special})) if rounds_for(tables) else ()


@lru_cache(maxsize=128)
def _has_ab_table(tables: int, rounds: RoundNumber) -> bool:
    return starter_for(tables - 1, rounds).has_ab_table


def _howell_family(tables: int, rounds: RoundNumber) -> str:
    if rounds in rounds_for(tables):
        return "howell"
    return "interwoven-howell" if (tables, rounds) == _SPECIAL else "appendix-howell"


@lru_cache(maxsize=512)
def section_sheet(section: SectionPlan) -> Movement:
    """Returns the sheet of a section without arrows and unchecked: a quick form to count boards."""
    arrow = {"arrow": "none"} if section.kind in (SectionKind.MITCHELL, SectionKind.APPENDIX, SectionKind.CUT) else {}
    family, options = _options_of(replace(section, variant=0), 1, "none")
    start = options.pop("start", 1)
    return start_in_round(family_named(family).maker(**options, **arrow), int(start))


def unchecked_sheet(section: SectionPlan) -> Movement:
    """Returns the sheet of a section with its arrows, without a half table and unchecked: a quick form to compare
    sections."""
    family, options = _options_of(replace(section, variant=0, start=1), 1, "none")
    return family_named(family).maker(**options)


def _check_plan(plan: SessionPlan) -> SessionPlan:
    Refused.check(faults_of(plan))
    return plan
