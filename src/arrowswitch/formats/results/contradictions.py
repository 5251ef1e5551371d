"""The contradictions within a file of results: nothing is changed, each of them is a note with its line.

| code | contradiction |
|---|---|
| `contradicts.lead` | the card that was led is not in the hand of the leader |
| `contradicts.suit` | the same suit is declared by both sides of a board: at one of the tables declarer is wrong |
| `contradicts.board-count` | a board has more results than its section has rounds, and most boards do not |
| `contradicts.sit-outs` | adjusted scores against a number behind which nobody sits; they count |

Declarer's side against the score is noted with the cells (`entries`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from arrowswitch.core.deals.deal import CARDS, card_text, parse_deal
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.play import parse_card
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.outcomes import NotPlayed
from arrowswitch.formats.results.results import FileLine, ResultsFile
from arrowswitch.formats.results.scoring_input import phantoms_of

SIT_OUTS = "contradicts.sit-outs"
MOST_NOTES = 20
"""Notes of one kind that are listed one by one."""


def contradictions(results: ResultsFile, *, are_seats_certain: bool = True) -> tuple[Problem, ...]:
    """Returns the contradictions of a file; `are_seats_certain` is False if it has the side of some declarers only.

    Of each kind `MOST_NOTES` are listed; `contradicts.more` counts the others.
    """
    kinds = (
        list(_leads(results, are_seats_certain=are_seats_certain)),
        list(_suits_of_both(results)),
        list(_boards_too_often(results.lines)) if not results.teams else [],
        list(_sit_outs(results)),
    )
    notes = [problem for problems in kinds for problem in problems[:MOST_NOTES]]
    left = sum(max(0, len(problems) - MOST_NOTES) for problems in kinds)
    return (*notes, Problem("contradicts.more", {"n": left})) if left else tuple(notes)


def read_lead(text: str) -> str:
    """Returns the card that was led, suit first as cards are kept; empty where it cannot be read.

    >>> read_lead("KD"), read_lead("h10"), read_lead("10S"), read_lead("x")
    ('DK', 'HT', 'ST', '')
    """
    plain = "".join(text.split()).upper().replace("10", "T")
    for card in (plain, plain[::-1]):
        try:
            return parse_card(card)
        except Malformed:
            continue
    return ""


def _leads(results: ResultsFile, *, are_seats_certain: bool) -> Iterator[Problem]:
    holders: dict[BoardNumber, dict[str, Seat]] = {}
    for line in results.lines:
        board = line.line.board
        card = read_lead(line.lead) if line.lead and line.contract_played is not None else ""
        if not card or line.contract_played is None or board not in results.deals:
            continue
        if board not in holders:
            holders[board] = _holders(results.deals[board])
        holder, leader = holders[board].get(card), line.contract_played.contract.declarer.left
        is_near = not are_seats_certain and holder is not None and holder.side is leader.side
        if holder is not None and holder is not leader and not is_near:
            params: dict[str, str | int] = {"card": card, "board": board, "seat": leader.value, "holder": holder.value}
            yield Problem("contradicts.lead", params, line.where)


def _holders(text: str) -> dict[str, Seat]:
    try:
        deal = parse_deal(text)
    except Malformed:
        return {}
    return {card_text(card): deal.holders[card] for card in range(CARDS)}


def _suits_of_both(results: ResultsFile) -> Iterator[Problem]:
    """Yields the lines of the side that declared a suit of a board less often than the other side."""
    declared: dict[tuple[BoardNumber, Denomination], list[FileLine]] = defaultdict(list)
    for line in results.lines:
        if line.contract_played is not None and line.contract_played.contract.denomination is not Denomination.NOTRUMP:
            declared[line.line.board, line.contract_played.contract.denomination].append(line)
    for (board, _), lines in declared.items():
        sides = Counter(
            line.contract_played.contract.declarer.side for line in lines if line.contract_played is not None
        )
        if len(sides) < 2:
            continue
        rare = min(sides, key=lambda side: sides[side])
        for line in lines:
            if line.contract_played is not None and line.contract_played.contract.declarer.side is rare:
                params: dict[str, str | int] = {
                    "board": board,
                    "result": format_result(line.contract_played),
                    "n": sides[rare.opponents],
                }
                yield Problem("contradicts.suit", params, line.where)


def _boards_too_often(lines: Sequence[FileLine]) -> Iterator[Problem]:
    rounds: dict[str, set[int]] = defaultdict(set)
    played: dict[str, dict[BoardNumber, list[FileLine]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        if line.round is not None and line.line.has_score:
            rounds[line.section].add(line.round)
            played[line.section][line.line.board].append(line)
    for section, boards in played.items():
        most = len(rounds[section])
        often = [board for board, own in boards.items() if len(own) > most]
        if 4 * len(often) > len(boards):
            continue
        for board in sorted(often):
            params: dict[str, str | int] = {"board": board, "n": len(boards[board]), "rounds": most}
            yield Problem("contradicts.board-count", params, boards[board][-1].where)


def _sit_outs(results: ResultsFile) -> Iterator[Problem]:
    phantoms = phantoms_of(results)
    awarded: dict[str, list[FileLine]] = defaultdict(list)
    for line in results.lines:
        for own, other in ((line.line.ns, line.line.ew_outcome), (line.line.ew, line.line.ns_outcome)):
            if not isinstance(other, NotPlayed) and not phantoms.isdisjoint(own):
                awarded[own[0]].append(line)
    for number, lines in awarded.items():
        yield Problem(SIT_OUTS, {"number": number, "n": len(lines)}, lines[0].where)
