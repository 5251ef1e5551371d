"""Unlikely results: a wrong declarer, a slipped digit or a wrong board shows as a result unlike all others of its
board.

Three signs, each told with the numbers behind it; none refuses anything (EVENING: "one that is unlike all others is
marked"). Where the deals were analysed two more hold a result against the cards: its tricks, and the par of the board.
As long as the deals are sealed these say no number, for it would tell of the cards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import is_

from arrowswitch.core.errors import Problem
from arrowswitch.core.game.contracts import Denomination, Played, RawScore, ns_score
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import DealAnalysis
from arrowswitch.tournament.model.values.table_entry import TableEntry
from arrowswitch.tournament.scored.lines import entry_order, form_at, results_of

FAR_IMPS = 12
"""A score is far when the nearest other score of its board is at least this many IMPs away."""
FEWEST_OTHERS = 3
"""The fewest other tables that have played a board before signs are checked."""
FAR_TRICKS = 3
"""Tricks are odd when every other table in the same denomination and side took at least this many more, or fewer."""
FAR_FROM_CARDS = 4
"""Tricks are odd if they differ by at least this many from the double-dummy tricks."""
FAR_FROM_PAR_IMPS = 15
"""A score is odd if it is at least this many IMPs from par and no other table is as far from it on the same side."""
_Sign = tuple[Problem, int]
"""Why a result is unlike others, and its weight in IMPs."""


@lru_cache(maxsize=16)
def odd_slots(state: EventState, session: SessionNumber) -> Mapping[Slot, _Sign]:
    """Returns the unlikely results with the reason and a weight in IMPs (the heavier, the odder); if hands were
    changed, results are compared with those of the same hands."""
    by_board: dict[tuple[int, int], list[TableEntry]] = {}
    for entry in results_of(state, session):
        if entry.result is not None:
            form = form_at(state, entry.slot) if state.rulings.fouled else 0
            by_board.setdefault((entry.slot.board, form), []).append(entry)
    memory = state.memory.part(OddMemory, session)
    before, now = memory.value or {}, dict[_BoardKey, _OfBoard]()
    odd: dict[Slot, _Sign] = {}
    for (board, form), came in sorted(by_board.items()):
        cards = None if form else state.deals.analyses.get(session, {}).get(board)
        now[board, form] = _unlike(before.get((board, form)), tuple(came))
        unlike = now[board, form][1]
        entries = () if cards is None else sorted(came, key=entry_order)
        against = {} if cards is None else _against_cards(state, cards, entries)
        for slot in (entry.slot for entry in entries) if against else unlike:
            signs = (*unlike.get(slot, ()), *against.get(slot, ()))
            if signs:
                odd[slot] = max(signs, key=lambda sign: sign[1])
    memory.value = now
    return odd


def is_odd(state: EventState, slot: Slot) -> bool:
    """True if a slot is among the `odd_slots`, judged by its own board alone."""
    session, board = slot.session, slot.board
    if board in state.deals.analyses.get(session, {}):
        return slot in odd_slots(state, session)
    form = form_at(state, slot)
    came = tuple(
        entry
        for entry in results_of(state, session)
        if entry.slot.board == board
        and entry.result is not None
        and (not state.rulings.fouled or form_at(state, entry.slot) == form)
    )
    memory = state.memory.part(OddMemory, session)
    before = memory.value or {}
    now = _unlike(before.get((board, form)), came)
    memory.value = {**before, (board, form): now}
    return slot in now[1]


_BoardKey = tuple[int, int]
"""A board and the form of its deal."""
_OfBoard = tuple[tuple[TableEntry, ...], Mapping[Slot, tuple[_Sign, ...]]]
"""The results of a board, and how they are unlike one another."""


class OddMemory(Latest[Mapping[_BoardKey, _OfBoard]]):
    """The comparison of each board's results with one another, in a session."""


def _unlike(before: _OfBoard | None, came: tuple[TableEntry, ...]) -> _OfBoard:
    """Returns the results of a board with how they are unlike one another, which is known where they are the same."""
    if before is not None and len(before[0]) == len(came) and all(map(is_, before[0], came)):
        return before
    return came, _unlike_others(tuple(sorted(came, key=entry_order)))


def _unlike_others(entries: tuple[TableEntry, ...]) -> Mapping[Slot, tuple[_Sign, ...]]:
    """Returns by slot how the results of one board, played with the same hands, are unlike one another."""
    if len(entries) <= FEWEST_OTHERS:
        return {}
    scores = [_score(entry) for entry in entries]
    counts = Counter(scores)
    levels = sorted(counts)
    odd = {}
    for place, entry in enumerate(entries):
        score = scores[place]
        is_far = counts[score] == 1 and imps(_gap(levels, score)) >= FAR_IMPS
        is_plain = not isinstance(entry.result, Played) or isinstance(entry.result, RawScore)
        if is_plain and not is_far:
            continue
        others = (*entries[:place], *entries[place + 1 :])
        far = _far(score, (*scores[:place], *scores[place + 1 :])) if is_far else ()
        signs = (*far, *(() if is_plain else _signs(entry, others)))
        if signs:
            odd[entry.slot] = signs
    return odd


def _gap(levels: Sequence[int], score: int) -> int:
    """Returns how far the nearest other one of some scores in their order is."""
    place = bisect_left(levels, score)
    return min(abs(one - score) for one in (*levels[max(0, place - 1) : place], *levels[place + 1 : place + 2]))


def _far(score: int, others: Sequence[int]) -> tuple[_Sign]:
    nearest = min(others, key=lambda one: abs(one - score))
    return ((Problem("odd.far", {"score": score, "nearest": nearest, "n": len(others)}), abs(imps(score - nearest))),)


def _signs(entry: TableEntry, others: Sequence[TableEntry]) -> Iterator[_Sign]:
    if not isinstance(entry.result, Played):
        return
    contract = entry.result.contract
    alike = [o.result for o in others if isinstance(o.result, Played) and _same_suit(o.result, entry.result)]
    own_side = [one for one in alike if one.contract.declarer.side is contract.declarer.side]
    if contract.denomination is not Denomination.NOTRUMP and len(alike) >= FEWEST_OTHERS and not own_side:
        yield Problem("odd.other-side", {"n": len(alike), "by": contract.declarer.value}), FAR_IMPS
    if len(own_side) >= FEWEST_OTHERS:
        gaps = [one.tricks - entry.result.tricks for one in own_side]
        if min(gaps) >= FAR_TRICKS or max(gaps) <= -FAR_TRICKS:
            least, most = min(one.tricks for one in own_side), max(one.tricks for one in own_side)
            params: dict[str, str | int] = {"tricks": entry.result.tricks, "least": least, "most": most}
            yield (
                Problem("odd.tricks" if least == most else "odd.tricks-between", {**params, "n": len(own_side)}),
                min(abs(gap) for gap in gaps) * 2,
            )


def _against_cards(
    state: EventState, analysis: DealAnalysis, entries: Sequence[TableEntry]
) -> Mapping[Slot, tuple[_Sign, ...]]:
    """Returns by slot how results of a board are unlike its cards, as the solver has analysed them."""
    odd = {}
    for entry in entries:
        others = [other for other in entries if other is not entry]
        signs = tuple(_unlike_cards(entry, others, analysis, is_sealed=entry.slot.session not in state.deals.released))
        if signs:
            odd[entry.slot] = signs
    return odd


def _unlike_cards(
    entry: TableEntry, others: Sequence[TableEntry], analysis: DealAnalysis, *, is_sealed: bool
) -> Iterator[_Sign]:
    cards = analysis.double_dummy(entry.slot.board)
    if isinstance(entry.result, Played):
        contract = entry.result.contract
        expected = cards.tricks[contract.denomination][contract.declarer]
        gap = abs(entry.result.tricks - expected)
        if gap >= FAR_FROM_CARDS:
            tricks: dict[str, str | int] = {"tricks": entry.result.tricks, "expected": expected}
            yield Problem("odd.cards") if is_sealed else Problem("odd.double-dummy", tricks), gap * 2
    par = cards.par.score
    away = imps(_score(entry) - par)
    if abs(away) >= FAR_FROM_PAR_IMPS and all(_sign(away) * imps(_score(o) - par) < abs(away) for o in others):
        scores: dict[str, str | int] = {"score": _score(entry), "par": par}
        yield Problem("odd.cards") if is_sealed else Problem("odd.par", scores), abs(away)


def _sign(number: int) -> int:
    return 1 if number > 0 else -1


def _score(entry: TableEntry) -> int:
    return 0 if entry.result is None else ns_score(entry.result, entry.slot.board)


def _same_suit(result: Played, other: Played) -> bool:
    return result.contract.denomination is other.contract.denomination
