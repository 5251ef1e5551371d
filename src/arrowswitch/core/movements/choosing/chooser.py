"""The movements that a number of pairs can play, best first.

JCBL director's manual 3.3, lines 794-808 (pairs, boards, time), 884-888 (an odd number takes the movement for one
pair more), 952-954 (the club's rule), 1534-1546 (very small fields). Choices are ranked by these rules, the first
that differs decides:

1. it fits the time there is;
2. a round has at least two boards;
3. as many pairs as asked for have a stationary seat;
4. the copies of the boards at hand are enough for at most two tables to wait;
5. everybody plays seven of ten boards in play;
6. the club's rule, Howell or Mitchell;
7. it uses 85 % of the time, or everybody meets everybody in one ranking, if nobody asks for boards;
8. its boards (rounds times boards of a round) are near what is preferred: within three of 24 to 26, or within one of a
   number that was asked for; then within three more;
9. the comparisons are not uneven (a balance above 0.55);
10. everybody meets everybody (in two fields, everybody of the other side);
11. nobody sits out twice;
12. the fewest opponents are missed;
13. its boards are nearest to what is preferred;
14. no second copy of the boards is needed, and at most two tables wait for boards of others;
15. the balance of comparisons is best (`fairness`), in steps of a twentieth;
16. the fewest tables wait for boards of others, then the fewest copies of the boards are needed;
17. it is in the list of movements for weekly games; no guide card is turned.

Where the first makes tables wait, one that takes up to three minutes more than there are, makes none wait and is as
good by rules 2 to 10 goes before it: nine rounds of three boards for 9 pairs in 195 minutes, and says so.

The best of each kind (Howell, Mitchell with two rankings, scrambled Mitchell) are always among the choices, so that a
director can compare the kinds. The module `candidates` lists all movements that can be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.checking.balance import is_enough_of, is_uneven
from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.choosing.candidates import NOT_FAR, candidates, possible_rounds
from arrowswitch.core.movements.choosing.choice_reasons import COMPARISONS, reasons, warnings
from arrowswitch.core.movements.choosing.choices import MovementChoice, board_sets_of, meets_all_in_one_ranking
from arrowswitch.core.movements.choosing.engine import Chooser, best_of_each, select_places
from arrowswitch.core.movements.choosing.phantoms import best_phantom
from arrowswitch.core.movements.choosing.wishes import (
    LATE_TAKEN_LIGHTLY,
    RELAYS_TAKEN_LIGHTLY,
    ClubRule,
    Pace,
    Wishes,
)
from arrowswitch.core.movements.families.candidate import Candidate
from arrowswitch.core.movements.families.registry import OptionValue, make
from arrowswitch.core.movements.listed.weekly_list import row_of
from arrowswitch.core.movements.model import Movement

__all__ = ["ClubRule", "MovementChoice", "Pace", "Wishes", "choose", "rank_movements"]

_NO_WISHES = Wishes()
FEWEST_PAIRS = 4
MOST_PAIRS = 198
_SHORTLISTS = ((28, 18, 4), (38, 12, 3), (90, 6, 2), (MOST_PAIRS, 3, 1))
"""For up to this many pairs: the number of movements made, and the number of each kind. Large ones take longer."""
_SHOWN_OF_EACH_KIND = 2
_NEAR, _NEAR_A_WISH = 3, 1
_BALANCE_STEPS = 20


def choose(pairs: int, wishes: Wishes = _NO_WISHES, first_board: int = 1, most: int = 12) -> tuple[MovementChoice, ...]:
    """Returns up to `most` movements for `pairs` pairs, best first.

    Each is made and checked, and says in words why it is there. Raises Refused (`choice.too-few`, `choice.too-many`,
    `choice.none`, `choice.none-rounds`) with what could be changed.
    """
    choices = rank_movements(pairs, wishes, first_board)
    kinds = ((choice.is_howell, len(choice.movement.fields)) for choice in choices)
    places = select_places(len(choices), most, rather=best_of_each(kinds, _SHOWN_OF_EACH_KIND))
    return tuple(choices[place] for place in sorted(places))


def rank_movements(pairs: int, wishes: Wishes, first_board: int = 1) -> tuple[MovementChoice, ...]:
    """Returns the choices for `wishes`, best first (the rules stand at the top of this module)."""
    if pairs < FEWEST_PAIRS:
        raise Refused.of("choice.too-few", "pairs", pairs=pairs, least=FEWEST_PAIRS)
    if pairs > MOST_PAIRS:
        raise Refused.of("choice.too-many", "pairs", pairs=pairs, most=MOST_PAIRS)
    made = [_make_choice(candidate, pairs, wishes, first_board) for candidate in _shortlist(pairs, wishes)]
    if not made:
        raise Refused(_why_none(pairs, wishes))
    choices = MOVEMENT_CHOOSER.rank(made, wishes)
    late = _rather_late(choices, wishes)
    if late is None:
        return MOVEMENT_CHOOSER.explain(choices, wishes)
    others = (choice for choice in choices if choice is not late)
    first, *explained = MOVEMENT_CHOOSER.explain((late, *others), wishes)
    return (replace(first, why=(*first.why, Problem("choice.rather-late"))), *explained)


def _rather_late(choices: Sequence[MovementChoice], wishes: Wishes) -> MovementChoice | None:
    """Returns the choice to prefer to a first one that makes tables wait: hardly late, as good, and nobody waits."""
    first = choices[0]
    if wishes.minutes is None or not first.relays:
        return None
    rules = _first_rules(first, len(first.stationary), first.pairs, wishes)
    most = wishes.minutes + LATE_TAKEN_LIGHTLY
    late = (
        choice for choice in choices if wishes.minutes < choice.minutes <= most and not choice.relays + choice.copies
    )
    as_good = (c for c in late if _first_rules(c, len(c.stationary), c.pairs, wishes)[1:] <= rules[1:])
    return next((choice for choice in as_good if choice.missed_opponents <= first.missed_opponents), None)


def _shortlist(pairs: int, wishes: Wishes) -> list[Candidate]:
    """Returns the candidates worth making, by the criteria that are known before a movement is made."""
    glanced = sorted(candidates(pairs, wishes), key=lambda candidate: _first_glance(candidate, pairs, wishes))
    most, of_each = next((most, of_each) for up_to, most, of_each in _SHORTLISTS if pairs <= up_to)
    kinds = ((candidate.is_howell, candidate.fields) for candidate in glanced)
    return [glanced[place] for place in sorted(select_places(len(glanced), most, rather=best_of_each(kinds, of_each)))]


def _why_none(pairs: int, wishes: Wishes) -> Problem:
    possible = possible_rounds(pairs, wishes) if wishes.rounds is not None else ()
    if wishes.rounds is None or not possible:
        return Problem("choice.none", {"pairs": pairs})
    written = ", ".join(map(str, possible))
    return Problem("choice.none-rounds", {"pairs": pairs, "rounds": wishes.rounds, "possible": written}, "rounds")


def _first_glance(candidate: Candidate, pairs: int, wishes: Wishes) -> tuple[int, ...]:
    """Returns the first rules of the ranking, as far as they are known before the movement is made; what is hardly late
    is looked at like what fits."""
    minutes = wishes.minutes_of(candidate.rounds, candidate.boards_per_round)
    return (
        not wishes.have_time_for(minutes - LATE_TAKEN_LIGHTLY),
        *_first_rules(candidate, candidate.stationary, pairs, wishes)[1:],
        candidate.missed_opponents,
        abs(wishes.boards_off(candidate.rounds * candidate.boards_per_round)),
        candidate.split_tables,
        -candidate.fields,
        -candidate.rounds,
    )


def _criteria(choice: MovementChoice, wishes: Wishes) -> tuple[int, ...]:
    balance = choice.fairness.balance
    return (
        *_first_rules(choice, len(choice.stationary), choice.pairs, wishes),
        max(0, choice.sit_outs - 1),
        choice.missed_opponents,
        abs(wishes.boards_off(choice.boards_planned)),
        choice.copies + max(0, choice.relays - RELAYS_TAKEN_LIGHTLY),
        0 if balance is None else round(balance * _BALANCE_STEPS),
        choice.relays,
        choice.copies,
        choice.line is None,
        choice.turns_cards,
    )


def _first_rules(game: Candidate | MovementChoice, stationary: int, pairs: int, wishes: Wishes) -> tuple[int, ...]:
    """Returns rules 1 to 10, of a movement that is made or not yet; the comparisons of one that is not made are taken
    for even."""
    rule = wishes.club_rule
    sheet = game if isinstance(game, Candidate) else game.movement
    near = _NEAR if wishes.preferred_boards is None else _NEAR_A_WISH
    off = abs(wishes.boards_off(sheet.rounds * sheet.boards_per_round))
    minutes = wishes.minutes_of(sheet.rounds, sheet.boards_per_round)
    return (
        not wishes.have_time_for(minutes),
        sheet.boards_per_round < 2,
        max(0, wishes.stationary - stationary),
        wishes.sets_short(_board_sets(game)),
        not _plays_enough(game, pairs),
        rule.wants_mitchell(pairs) if game.is_howell else rule.wants_howell(pairs),
        wishes.is_short(minutes) and not meets_all_in_one_ranking(game),
        (off > near) + (off > near + NOT_FAR),
        isinstance(game, MovementChoice) and is_uneven(game.fairness.balance),
        game.missed_opponents > 0,
    )


def has_sheet(pairs: int, wishes: Wishes) -> bool:
    """True if one section has a movement that fits the time and the copies of the boards at hand, in which everybody
    plays enough of the boards in play and that uses the time, as far as this is known before a movement is made."""
    return any(
        wishes.have_time_for(minutes - LATE_TAKEN_LIGHTLY)
        and not wishes.is_short(minutes)
        and candidate.boards_per_round > 1
        and not wishes.sets_short(_board_sets(candidate))
        and _plays_enough(candidate, pairs)
        for candidate in candidates(pairs, wishes)
        for minutes in [wishes.minutes_of(candidate.rounds, candidate.boards_per_round)]
    )


def _board_sets(game: Candidate | MovementChoice) -> int:
    return game.board_sets if isinstance(game, MovementChoice) else board_sets_of(game.copies, game.relays)


def _plays_enough(game: Candidate | MovementChoice, pairs: int) -> bool:
    return game.plays_enough if isinstance(game, MovementChoice) else is_enough_of(game.rounds - pairs % 2, game.sets)


MOVEMENT_CHOOSER = Chooser(_criteria, reasons, warnings, COMPARISONS)


def _make_choice(candidate: Candidate, pairs: int, wishes: Wishes, first_board: int) -> MovementChoice:
    options: dict[str, OptionValue] = {
        "pairs": pairs,
        "rounds": candidate.rounds,
        "boards_per_round": candidate.boards_per_round,
        "first_board": first_board,
        **dict(candidate.more),
    }
    if candidate.is_howell and pairs % 2 and 0 < candidate.stationary <= wishes.stationary:
        # All stationary seats are wanted, so the phantom is a number that moves (line 886).
        phantom = best_phantom(candidate.family, candidate.tables, candidate.rounds, moving=True)
        options["phantom"] = str(candidate.rounds) if phantom is None else phantom.number
    elif candidate.is_howell and pairs % 2:
        phantom = best_phantom(candidate.family, candidate.tables, candidate.rounds)
        options |= {} if phantom is None or phantom.is_last else {"phantom": phantom.number}
    movement, measures = _measure_sheet(candidate.family, tuple(sorted(options.items())))
    minutes = wishes.minutes_of(candidate.rounds, candidate.boards_per_round)
    kind = "howell" if candidate.is_howell else candidate.family
    row = row_of(kind, candidate.tables - candidate.split_tables, candidate.rounds, candidate.boards_per_round)
    return MovementChoice(
        movement=movement,
        fairness=measures,
        minutes=minutes,
        fits_time=wishes.have_time_for(minutes),
        line=row.line if row is not None and row.takes(pairs) else None,
    )


@lru_cache(maxsize=1024)
def _measure_sheet(family: str, options: tuple[tuple[str, OptionValue], ...]) -> tuple[Movement, Fairness]:
    movement = make(family, **dict(options))
    return movement, fairness(movement)
