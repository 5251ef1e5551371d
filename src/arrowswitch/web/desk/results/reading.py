"""The meaning of a typed result while it is being typed: its words, its score, and the key that is likely to come next.

Nothing is decided here: the command that stores a result reads the text again. Half a contract is no error yet, only
what cannot become right by typing on is shown as wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber, vulnerability
from arrowswitch.core.game.contracts import PassedOut, Played, RawScore, TableResult, ns_score
from arrowswitch.core.game.notation import WORDS, Ambiguous, Style, format_result, lacks_result, plain_text, quote_text
from arrowswitch.core.game.possible import possible_scores, result_problems
from arrowswitch.core.scoring.outcomes import LatePlay
from arrowswitch.core.scoring.slips import SlipEntry, format_award, parse_entry, score_columns


class ReadingState(StrEnum):
    """How far a typed text has come."""

    EMPTY = "empty"
    PARTIAL = "partial"
    READY = "ready"
    WRONG = "wrong"


class NextKey(StrEnum):
    """The key that is likely to be typed next."""

    START = "start"
    DENOMINATION = "denomination"
    RESULT = "result"
    DECLARER = "declarer"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Reading:
    """A typed text as it is understood.

    `typed` is the text as it will be stored, `words` its codes in reading order, `ns` and `ew` the score in the
    column of the side that gets it (a passed-out board stands in both). `problems` are given for a text that cannot
    be stored as it is.
    """

    state: ReadingState
    next: NextKey
    typed: str = ""
    words: tuple[Problem, ...] = ()
    ns: str = ""
    ew: str = ""
    problems: tuple[Problem, ...] = ()


_LEVEL_ONLY = re.compile(r"[NESW]?[1-7]")
_CONTRACT_ONLY = re.compile(r"[NESW]?[1-7](?:NT|[NSHDC])(?:XX?|\*\*?)?")
_BEGUN_WORDS = tuple(word[:end] for word in WORDS for end in range(1, len(word)))
_OPEN_ENDS = ("+", "-", "/", ":", ",", "%", *_BEGUN_WORDS)
_UNFINISHED = frozenset(
    (
        "result.no-declarer",
        "result.no-result",
        "result.bare-number",
        "entry.one-percentage",
        "entry.score-or-percentage",
    )
)


def check_result(text: str) -> None:
    """Raises Ambiguous (`result.no-result`) for a contract without its result: at the desk it may be typed halfway."""
    if lacks_result(text):
        raise Ambiguous.of("result.no-result", text=quote_text(text))


def read(text: str, board: BoardNumber) -> Reading:
    """Returns the meaning of `text` as the result of `board`, as far as it is typed."""
    plain = plain_text(text[:200])
    if not plain:
        return Reading(ReadingState.EMPTY, NextKey.START)
    try:
        entered = parse_entry(text, board=board)
        check_result(text)
    except Mistake as mistake:
        return _unread(plain, mistake, board)
    if entered.result is not None and (problems := result_problems(entered.result, board)):
        state = ReadingState.PARTIAL if _begins_a_score(plain, board) else ReadingState.WRONG
        return Reading(state, NextKey.START, problems=problems)
    return _read_entry(entered, board)


def result_words(result: TableResult) -> tuple[Problem, ...]:
    """Returns a result in words: contract, declarer and tricks, each a code."""
    if isinstance(result, PassedOut):
        return (Problem("desk.read.passed-out"),)
    if isinstance(result, RawScore):
        return (Problem("desk.read.score"),)
    contract = result.contract
    params: dict[str, str | int] = {"level": contract.level}
    words = [
        Problem(f"desk.read.{contract.denomination.value}", params),
        Problem(f"desk.read.by-{contract.declarer.value}"),
        _made_problem(result),
    ]
    if contract.doubling.sign:
        words.insert(1, Problem(f"desk.read.{contract.doubling.sign.lower()}"))
    return tuple(words)


def _made_problem(result: Played) -> Problem:
    if result.beyond == 0:
        return Problem("desk.read.just-made")
    kind = "over" if result.beyond > 0 else "down"
    return Problem(f"desk.read.{kind}", {"n": abs(result.beyond)})


def _read_entry(entered: SlipEntry, board: BoardNumber) -> Reading:
    if entered.is_pending:
        return Reading(state=ReadingState.READY, next=NextKey.ENTER, typed="?", words=(Problem("desk.read.pending"),))
    if entered.is_put_off:
        return Reading(
            state=ReadingState.READY,
            next=NextKey.ENTER,
            typed=format_award(LatePlay()),
            words=(Problem("desk.read.late-play"),),
        )
    if entered.result is not None:
        ns, ew = score_columns(ns_score(entered.result, board))
        typed = format_result(entered.result, Style.ASCII)
        return Reading(
            state=ReadingState.READY, next=NextKey.ENTER, typed=typed, words=result_words(entered.result), ns=ns, ew=ew
        )
    ns_award, ew_award = score_columns(None, entered.ns_award, entered.ew_award)
    awards = Problem("desk.read.awards", {"ns": ns_award, "ew": ew_award})
    typed = f"{ns_award} {ew_award}"
    return Reading(state=ReadingState.READY, next=NextKey.ENTER, typed=typed, words=(awards,), ns=ns_award, ew=ew_award)


def _begins_a_score(plain: str, board: BoardNumber) -> bool:
    """True if further typing could make a score of `plain` that is possible on the board: `42` for 420."""
    digits = plain.lstrip("+-")
    scores = possible_scores(vulnerability(board))
    return digits.isdecimal() and any(str(abs(score)).startswith(digits) for score in scores)


def _unread(plain: str, mistake: Mistake, board: BoardNumber) -> Reading:
    codes = {problem.code for problem in mistake.problems}
    if _begins_a_score(plain, board) and not _LEVEL_ONLY.fullmatch(plain):
        return Reading(ReadingState.PARTIAL, NextKey.START, problems=mistake.problems)
    if _LEVEL_ONLY.fullmatch(plain):
        return Reading(ReadingState.PARTIAL, NextKey.DENOMINATION)
    is_begun = isinstance(mistake, Malformed) and (len(plain) < len("4SX-") or plain.endswith(_OPEN_ENDS))
    if codes <= _UNFINISHED or is_begun:
        following = NextKey.DECLARER if "result.no-declarer" in codes else NextKey.START
        if _CONTRACT_ONLY.fullmatch(plain) or "result.no-result" in codes:
            following = NextKey.RESULT
        return Reading(ReadingState.PARTIAL, following, problems=mistake.problems)
    return Reading(ReadingState.WRONG, NextKey.START, problems=mistake.problems)
