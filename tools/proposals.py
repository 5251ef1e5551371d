"""The reference page of proposals: what a new event of each form is offered first, next to the choice of the manual.

The column of the program is what the desk proposes for the settings of a new event. The column of the manual is data:
the lists that the program has with the line of each row, and `proposals.toml`. Each difference has its reason there;
the page is not made while a difference has none, or while a reason has no difference.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.movements.choosing.team_choices import TeamChoice
from arrowswitch.core.movements.listed.team_list import player_list, team_list
from arrowswitch.core.movements.listed.weekly_list import WeeklyRow, weekly_list
from arrowswitch.core.movements.sessions.plan_list import plan_list
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.forms.choices import PAIRS, with_choice
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import METHOD_FORMS, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import Settings, with_values
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.movement.choices import movement_choices
from arrowswitch.tournament.plans.choices import PlanOption, plan_options
from arrowswitch.tournament.rulebooks.scale_choice import usual_scale
from arrowswitch.tournament.settings.proposals import complete_settings

DATA = Path(__file__).with_suffix(".toml")
BODY = "jcbl-2008"
MINUTES = 200
"""The minutes of a session in a new event."""
_MANUAL = "[JCBL director's manual 3.3](../rules/sources.md)"


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of a form: see `proposals.toml`."""

    form: EventForm
    numbers: tuple[int, ...]
    lines: str
    sessions: int = 1
    minutes: int = MINUTES
    listed: str = ""
    manual: str = ""
    rounds: tuple[int, int] | None = None
    boards: tuple[int, int] | None = None
    why: Mapping[int, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """Returns the name of the form, with its sessions and minutes where they are not those of a new event."""
        sessions = "" if self.sessions == 1 else f", {self.sessions} sessions"
        minutes = "" if self.minutes == MINUTES else f" of {self.minutes} minutes"
        return f"{translate(f'form.name.{self.form.value}', {}, Locale.EN)}{sessions}{minutes}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """The first proposal: in words, the rounds of each session, the boards of a round, and the line of the list that it
    is in. Without rounds only the boards of a match are proposed."""

    text: str
    rounds: tuple[int, ...]
    boards: int
    line: int | None = None


def page() -> str:
    """Returns the page; raises ValueError for a difference without a reason and a reason without a difference."""
    lines = [
        "# The first proposal of each form\n",
        "What the program proposes first for a new event of each form, and what the",
        f"{_MANUAL} chooses, with its lines. Where the manual has a list, the",
        "proposal is one of its rows, or the last column has the reason why not. A session has",
        f"{MINUTES} minutes unless the heading has others; a board takes 7 minutes and a change of round one. The page",
        "*Movement* of an event lists the other choices ([a weekly game](../manual/en/weekly-game.md)).\n",
    ]
    for group in groups():
        lines += [
            f"## {group.heading}\n",
            "| entries | first proposal | manual | lines | difference |",
            "|---|---|---|---|---|",
        ]
        lines += [row(group, number) for number in group.numbers]
        lines += [""]
    return "\n".join(lines).rstrip() + "\n"


def groups() -> tuple[Group, ...]:
    """Returns the rows of the data file, in its order."""
    return tuple(map(_group, tomllib.loads(DATA.read_text(encoding="utf-8"))["group"]))


def _group(data: Mapping[str, Any]) -> Group:
    first, last = data.get("entries", (0, -1))
    return Group(
        form=EventForm(data["form"]),
        numbers=tuple(data.get("numbers", range(first, last + 1))),
        lines=data["lines"],
        sessions=data.get("sessions", 1),
        minutes=data.get("minutes", MINUTES),
        listed=data.get("list", ""),
        manual=data.get("manual", ""),
        rounds=tuple(data["rounds"]) if "rounds" in data else None,
        boards=tuple(data["boards"]) if "boards" in data else None,
        why={int(number): text for number, text in data.get("why", {}).items()},
    )


def row(group: Group, number: int) -> str:
    """Returns a row of the table; raises ValueError as `page`."""
    proposal = first_proposal(group, number)
    manual, lines = _MANUALS[group.listed](group, number)
    is_same = proposal.line is not None if group.listed else _is_within(group, proposal)
    why = group.why.get(number, "")
    if is_same is bool(why):
        problem = "a reason without a difference" if why else f"no reason for: {proposal.text}, manual: {manual}"
        raise ValueError(f"{DATA.name}: {group.heading}, {number} entries: {problem}")
    return f"| {number} | {proposal.text} | {manual} | {lines} | {why} |"


def _is_within(group: Group, proposal: Proposal) -> bool:
    rounds, boards = sum(proposal.rounds), proposal.boards
    return _holds(group.rounds, rounds) and _holds(group.boards, boards)


def _holds(limits: tuple[int, int] | None, value: int) -> bool:
    return limits is None or limits[0] <= value <= limits[1]


def first_proposal(group: Group, number: int) -> Proposal:
    """Returns the first proposal of a new event of the form for this many entries."""
    state = new_state(group)
    if not form_of(state.settings).is_planned_whole:
        return _of_settings(state.settings)
    if state.settings.sessions > 1:
        return _of_plan(plan_options(state, number)[0])
    choice = movement_choices(state, number)[0]
    sheet = choice.movement
    text = f"{_family(sheet.family)}, {_count(sheet.tables, 'table')}: {sheet.rounds} × {sheet.boards_per_round}"
    return Proposal(f"{text} = {choice.boards_planned} boards", (sheet.rounds,), sheet.boards_per_round, choice.line)


def new_state(group: Group) -> EventState:
    """Returns an event with the settings of a new event of the form, and nobody entered."""
    blank = with_values(Settings("Event", "2026-01-01"), {"regulations": BODY, "minutes": group.minutes})
    choice = PAIRS if group.form in METHOD_FORMS else group.form.value
    chosen = replace(with_choice(blank, choice), sessions=group.sessions)
    if choice == PAIRS:
        chosen = replace(chosen, scoring=replace(chosen.scoring, method=group.form.methods[0]))
    rules = regulations.load(BODY)
    settings = complete_settings(chosen, usual_scale(rules, chosen))
    return EventState(EventId("event"), settings=settings, rules=regulations.to_plain(rules))


def _of_settings(settings: Settings) -> Proposal:
    boards, rounds = settings.play.boards_per_round or 0, settings.conditions.rounds
    if not form_of(settings).draws_by_ranking or rounds is None:
        return Proposal(f"{boards} boards in a match", (), boards)
    method = translate(f"method.{settings.scoring.method.value}", {}, Locale.EN)
    by = "" if settings.event_form.is_of_teams else f", {method}"
    return Proposal(f"{rounds} rounds of {boards} boards{by}", (rounds,), boards)


def _of_plan(option: PlanOption) -> Proposal:
    choice = option.choice
    sections = " / ".join(" + ".join(_section(name) for name in session) for session in option.sections)
    rounds = f"({' + '.join(map(str, choice.rounds))})"
    boards = choice.boards_per_round
    listed = choice.line if isinstance(choice, TeamChoice) else None if choice.row is None else choice.row.line
    return Proposal(
        f"{sections}: {rounds} × {boards} = {sum(choice.rounds) * boards} boards", choice.rounds, boards, listed
    )


def _section(name: str) -> str:
    return name if name[0].isdigit() else _family(name)


def _family(name: str) -> str:
    return translate(f"movement.family.{name}", {}, Locale.EN)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _in_words(group: Group, _: int) -> tuple[str, str]:
    return group.manual, group.lines


def _weekly(group: Group, number: int) -> tuple[str, str]:
    rows = [row for row in weekly_list() if row.takes(number)]
    if not rows:
        return "not in the list", group.lines
    kinds: dict[tuple[int, str], list[WeeklyRow]] = {}
    for row in rows:
        kinds.setdefault((row.tables, row.kind), []).append(row)
    written = "; ".join(
        f"{_family(kind)} {tables}T: {', '.join(f'{one.rounds} × {one.boards_per_round}' for one in those)}"
        for (tables, kind), those in kinds.items()
    )
    return written, _span([row.line for row in rows])


def _teams(group: Group, number: int) -> tuple[str, str]:
    with_pairs = group.form.also_ranks_pairs
    rows = [
        row
        for row in team_list()
        if row.teams == number and len(row.rounds) == group.sessions and (row.form == "teams-and-pairs") is with_pairs
    ]
    return _format_rows([(row.rounds, row.boards_per_round) for row in rows]), _span([row.line for row in rows])


def _players(_: Group, number: int) -> tuple[str, str]:
    rows = [row for row in player_list() if row.players == number]
    return _format_rows([((row.rounds,), row.boards_per_round) for row in rows]), _span([row.line for row in rows])


def _plans(group: Group, number: int) -> tuple[str, str]:
    is_houston = group.form is EventForm.HOUSTON_PAIRS
    rows = [
        row
        for row in plan_list()
        if row.tables == (number + 1) // 2 and any(one.part[1] > 1 for one in row.sessions[0]) is is_houston
    ]
    written = "; ".join(
        dict.fromkeys(
            f"{' / '.join('+'.join(map(str, session)) for session in row.sessions)} × {row.boards_per_round}"
            for row in rows
        )
    )
    return written, _span([row.line for row in rows])


def _format_rows(rows: Sequence[tuple[tuple[int, ...], int]]) -> str:
    return ", ".join(dict.fromkeys(f"{_rounds(rounds)} × {boards}" for rounds, boards in rows)) or "not in the list"


def _rounds(rounds: tuple[int, ...]) -> str:
    return str(rounds[0]) if len(rounds) == 1 else f"({' + '.join(map(str, rounds))})"


def _span(lines: Sequence[int]) -> str:
    if not lines:
        return ""
    return str(lines[0]) if min(lines) == max(lines) else f"{min(lines)}-{max(lines)}"


_MANUALS: Mapping[str, Callable[[Group, int], tuple[str, str]]] = {
    "": _in_words,
    "weekly": _weekly,
    "teams": _teams,
    "players": _players,
    "plans": _plans,
}


def missing_reasons() -> Iterator[str]:
    """Yields every difference without a reason, for the author of the data file."""
    for group in groups():
        for number in group.numbers:
            try:
                row(group, number)
            except ValueError as fault:
                yield str(fault)


if __name__ == "__main__":
    for fault in missing_reasons():
        print(fault)
