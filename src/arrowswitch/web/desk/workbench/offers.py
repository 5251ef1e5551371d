"""The offers for teams and single players when a sheet is asked for: the choices of their choosers on one card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.choices import MovementChoice
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_choices import PLAYER_BOARDS, TeamChoice, TeamWishes
from arrowswitch.core.movements.choosing.team_chooser import choose_teams
from arrowswitch.core.movements.choosing.wishes import MOST_BOARDS
from arrowswitch.core.movements.cuts import shorten_movement
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import sheet_name
from arrowswitch.core.movements.model import Movement, RoundNumber

_EVERY = 200
"""The number of choices that are searched for a number of rounds, which the choosers do not take."""


@dataclass(frozen=True, slots=True)
class Others:
    """The wishes for teams or players: sessions, and rounds of a session, boards a round and minutes if wished."""

    sessions: int = 1
    rounds: RoundNumber | None = None
    boards_per_round: int | None = None
    minutes: int | None = None

    def wishes(self, least_boards: int | None) -> TeamWishes:
        """Returns the wishes as the choosers take them."""
        return TeamWishes(minutes=self.minutes, boards_per_round=self.boards_per_round, least_boards=least_boards)


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to play: its name, its sessions, and the choice with what is said of it; a Swiss has no sheet. `sheet` is
    which of several sheets it is, where there are several."""

    name: Problem
    rounds: tuple[RoundNumber, ...]
    boards_per_round: int
    boards: tuple[int, ...]
    minutes: tuple[int, ...]
    choice: TeamChoice | MovementChoice = field(repr=False)
    sheet: Problem | None = None

    @property
    def has_sheet(self) -> bool:
        """True if there is a sheet; the rounds of a Swiss are drawn one after another."""
        return isinstance(self.choice, MovementChoice) or self.choice.plan is not None

    def movements(self) -> tuple[Movement, ...]:
        """Returns the sheet of each session; nothing for a Swiss."""
        if isinstance(self.choice, MovementChoice):
            return (self.choice.movement,)
        return () if self.choice.plan is None else self.choice.plan.sessions


def team_offers(teams: int, wishes: Others, most: int) -> tuple[Offer, ...]:
    """Returns up to `most` team games, best first.

    Raises Refused as `choose_teams`, or `desk.workbench.ask.no-rounds` when none has this many rounds in each session.
    """
    usual = TeamWishes().least_boards
    choices = choose_teams(teams, wishes.sessions, wishes.wishes(usual), _EVERY if wishes.rounds else most)
    offers = [
        Offer(
            name=Problem(choice.name_code),
            sheet=None if choice.plan is None else sheet_name(choice.plan.sessions[0]),
            rounds=choice.rounds,
            boards_per_round=choice.boards_per_round,
            boards=choice.boards,
            minutes=choice.minutes,
            choice=choice,
        )
        for choice in choices
    ]
    return _of_rounds(offers, wishes, teams, most)


def player_offers(players: int, wishes: Others, most: int) -> tuple[Offer, ...]:
    """Returns up to `most` individual movements, best first; raises Refused as `choose_players` or `team_offers`.

    Fewer rounds than any sheet has are those of the shortest that has more, all tables on the same boards in a round (a
    barometer): stopped so, nobody has had a partner twice and every board is played equally often. Nothing is offered
    if a player would not play at all.
    """
    choices = choose_players(players, wishes.wishes(None), _EVERY if wishes.rounds else most)
    if wishes.rounds is not None and wishes.rounds not in {choice.movement.rounds for choice in choices}:
        longer = [choice for choice in choices if choice.movement.rounds > wishes.rounds]
        shortest = min((choice.movement.rounds for choice in longer), default=0)
        choices = (*choices, *_cut([choice for choice in longer if choice.movement.rounds == shortest], wishes))
    return _of_rounds([_of_players(choice) for choice in choices], wishes, players, most)


def _of_players(choice: MovementChoice) -> Offer:
    return Offer(
        name=Problem(f"movement.family.{choice.movement.family}"),
        rounds=(choice.movement.rounds,),
        boards_per_round=choice.movement.boards_per_round,
        boards=(choice.boards_planned,),
        minutes=(choice.minutes,),
        choice=choice,
    )


def _cut(longer: Sequence[MovementChoice], wishes: Others) -> Iterator[MovementChoice]:
    """Yields one sheet ended after the rounds that are asked for, with each number of boards that makes a session."""
    if not longer or wishes.rounds is None:
        return
    whole, pace = longer[0], wishes.wishes(None).pace
    boards = [n for n in range(1, MOST_BOARDS // wishes.rounds + 1) if n * wishes.rounds >= PLAYER_BOARDS[0]]
    for each in boards if wishes.boards_per_round is None else [wishes.boards_per_round]:
        sheet = make(whole.movement.family, **{**whole.options, "boards_per_round": each})
        movement = as_barometer(shorten_movement(sheet, wishes.rounds))
        if not is_sound(movement):
            return
        minutes = wishes.rounds * pace.round_minutes(each)
        yield MovementChoice(
            movement=movement,
            fairness=fairness(movement),
            minutes=minutes,
            fits_time=wishes.minutes is None or minutes <= wishes.minutes,
            why=(Problem("desk.workbench.ask.cut", {"rounds": wishes.rounds, "whole": whole.movement.rounds}),),
        )


def _of_rounds(offers: list[Offer], wishes: Others, count: int, most: int) -> tuple[Offer, ...]:
    matching = [one for one in offers if wishes.rounds is None or set(one.rounds) == {wishes.rounds}]
    if not matching:
        possible = sorted({one.rounds for one in offers})
        written = ", ".join(" + ".join(map(str, rounds)) for rounds in possible)
        params: dict[str, ParamValue] = {"n": count, "rounds": wishes.rounds or 0, "possible": written}
        raise Refused(Problem("desk.workbench.ask.no-rounds", params, "rounds"))
    return tuple(matching[:most])
