"""The entries of the result field of a slip: a result, an artificial score, a ruling, or nothing yet (R-144).

| typed | meaning |
|---|---|
| `4SX-1 N`, `P`, `420` | a result (`arrowswitch.core.game.notation`) |
| `A`, `A+`, `A-` | average, average plus, average minus to both sides |
| `A+ A-`, `A+/A-` | the first to North-South, the second to East-West |
| `60%/40%`, `A6040` | percentages of the top, North-South first |
| `NP` | not played: no score, and no average either |
| `LP` | late play: put off, nothing is known yet |
| `N`, `NB`, `N:A+` | neutral board (manual, lines 1322-1334), with what the side gets for it |
| `420/-50`, `420/A+` | a split score: both in points for North-South, the second counts for East-West |
| `60% 420, 40% 170` | a weighted score, Law 12C1(c) |
| `?` | the ruling is still to come |

The two sides of `A+ A-` may be any two artificial scores. One percentage alone is ambiguous, as it does not tell whose
it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.errors import Impossible, Malformed, Refused
from arrowswitch.core.game.boards import BoardNumber, Vulnerability
from arrowswitch.core.game.contracts import RawScore, TableResult, ns_score, ns_score_at
from arrowswitch.core.game.notation import (
    LONGEST_TEXT,
    Ambiguous,
    Style,
    format_result,
    parse_result,
    plain_text,
    quote_text,
)
from arrowswitch.core.game.possible import check_points
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    LatePlay,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
    Weighted,
)


@dataclass(frozen=True, slots=True)
class SlipEntry:
    """The entry for one board at one table.

    `result` is the result at the table, None if no cards were played or the ruling replaces it. An award replaces the
    table score of its side. `is_pending` is an entry whose ruling is still to come.
    """

    result: TableResult | None = None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    is_pending: bool = False

    @classmethod
    def both(cls, award: SideOutcome) -> SlipEntry:
        """Returns the entry that gives both sides the same award."""
        return cls(None, award, award)

    @property
    def is_put_off(self) -> bool:
        """True if the board is to be played later (late play)."""
        return isinstance(self.ns_award, LatePlay)


_LATE_PLAY = ("LP", "LATE", "LATEPLAY", "レイトプレイ", "レ-トプレイ", "後日", "後で")
_AVERAGE = r"(?:A|AVE|AV|AVG|アベ|アベレ-ジ)(?:[+-]|プラス|マイナス)?(?!\d)"
_PERCENT = r"\d{1,3}(?:\.\d{1,4})?%"
_NEUTRAL = r"(?:NEUTRAL|NB|N|ニュ-トラル)(?!P)"
_AWARD = rf"NP|未プレイ|NOTPLAYED|{_NEUTRAL}(?::(?:{_AVERAGE}|{_PERCENT}))?|{_AVERAGE}|{_PERCENT}"
_ONE_AWARD = re.compile(_AWARD)
_AWARDS = re.compile(rf"({_AWARD})(?:[/,]?({_AWARD}))?")
_PERCENT_PAIR = re.compile(r"A(?:(\d\d)(\d\d)|(\d{1,3})[/,]A?(\d{1,3}))")
_ONE_PERCENT = re.compile(r"A?(\d{1,3}(?:\.\d{1,4})?)%|A(\d{1,3})")
_BARE_PAIR = re.compile(r"(\d{1,3})/(\d{1,3})")
_PART = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)%(.+)")


def parse_entry(text: str, *, declarer: Seat | None = None, board: BoardNumber | None = None) -> SlipEntry:
    """Returns the entry of `text`; see the table at the top of the module.

    `declarer` is used where a result names none; contracts inside a split or weighted score need the `board`. Raises
    the errors of `parse_result`, Ambiguous (`entry.one-percentage`, `entry.score-or-percentage`) or Refused
    (`entry.percentage`, `entry.weights`, `score.never`).
    """
    if len(text) > LONGEST_TEXT:
        raise Malformed.of("result.malformed", text=quote_text(text))
    return _parse_entry(text, declarer, board)


@lru_cache(maxsize=4096)
def _parse_entry(text: str, declarer: Seat | None, board: BoardNumber | None) -> SlipEntry:
    plain = plain_text(text)
    if plain in ("?", "??"):
        return SlipEntry(is_pending=True)
    if plain in _LATE_PLAY:
        return SlipEntry.both(LatePlay())
    special = _artificial(text, plain) or _parse_ruling(text, plain, declarer, board)
    return special or SlipEntry(parse_result(text, declarer=declarer))


def format_entry(entry: SlipEntry, style: Style = Style.ASCII) -> str:
    """Returns the text of an entry, which `parse_entry` reads back.

    Raises Impossible when the entry says nothing, or gives a weighted score to one side only.
    """
    if entry.is_pending:
        return "?"
    if entry.ns_award is None or entry.ew_award is None:
        if entry.result is None or entry.ns_award != entry.ew_award:
            raise Impossible(f"an entry that cannot be written: {entry!r}")
        return format_result(entry.result, style)
    if (
        isinstance(entry.ns_award, Percentage)
        or entry.ns_award != entry.ew_award
        or isinstance(entry.ns_award, TableScore)
    ):
        return f"{format_award(entry.ns_award)}/{format_award(entry.ew_award)}"
    return format_award(entry.ns_award)


def format_award(award: SideOutcome) -> str:
    """Returns the text of one side's award: `A+`, `60%`, `NP`, `N:A-`, `420`, `60% 420, 40% 170`."""
    match award:
        case Average(kind):
            return kind.value
        case Percentage(percent):
            return f"{plain_string(percent)}%"
        case NotPlayed():
            return "NP"
        case LatePlay():
            return "LP"
        case Neutral(None):
            return "N"
        case Neutral(Average() | Percentage() as inner):
            return f"N:{format_award(inner)}"
        case Weighted(parts):
            return ", ".join(f"{plain_string(weight * 100)}% {score}" for score, weight in parts)
        case TableScore(ns):
            return str(ns)
    raise Impossible(f"no such award: {award!r}")


def score_columns(
    ns_score: int | None, ns_award: SideOutcome | None = None, ew_award: SideOutcome | None = None
) -> tuple[str, str]:
    """Returns the columns of North-South and East-West: the score on the side that won it (a passed-out board is in
    both), or the award that replaces it.

    >>> score_columns(420), score_columns(-50), score_columns(0), score_columns(None)
    (('420', ''), ('', '50'), ('0', '0'), ('', ''))
    """
    ns, ew = ("0", "0") if ns_score == 0 else ("", "")
    if ns_score:
        ns, ew = (str(ns_score), "") if ns_score > 0 else ("", str(-ns_score))
    return (
        ns if ns_award is None else format_award(ns_award),
        ew if ew_award is None else format_award(ew_award),
    )


def _artificial(text: str, plain: str) -> SlipEntry | None:
    if (pair := _PERCENT_PAIR.fullmatch(plain)) is not None:
        first, second = (int(number) for number in pair.groups() if number is not None)
        return SlipEntry(None, _percentage(text, str(first)), _percentage(text, str(second)))
    percentage = _ONE_PERCENT.fullmatch(plain)
    if percentage is not None:
        number = percentage[1] or percentage[2]
        if Fraction(number) != 50:
            raise Ambiguous.of("entry.one-percentage", text=quote_text(text), percent=number)
        return SlipEntry.both(Percentage(Fraction(50)))
    awards = _AWARDS.fullmatch(plain)
    if awards is None:
        return None
    ns = _award(text, awards[1])
    return SlipEntry(None, ns, ns if awards[2] is None else _award(text, awards[2]))


def _award(text: str, token: str) -> Average | Percentage | NotPlayed | Neutral:
    if token in ("NP", "NOTPLAYED", "未プレイ"):
        return NotPlayed()
    if token.endswith("%") and ":" not in token:
        return _percentage(text, token[:-1])
    if token.startswith(("N", "ニ")):
        inner = token.partition(":")[2]
        award = _award(text, inner) if inner else None
        return Neutral(award if isinstance(award, Average | Percentage) else None)
    if token.endswith(("+", "プラス")):
        return Average(AverageKind.PLUS)
    return Average(AverageKind.MINUS if token.endswith(("-", "マイナス")) else AverageKind.AVERAGE)


def _percentage(text: str, number: str) -> Percentage:
    percent = Fraction(number)
    if percent > 100:
        raise Refused.of("entry.percentage", text=quote_text(text), percent=number)
    return Percentage(percent)


def _parse_ruling(text: str, plain: str, declarer: Seat | None, board: BoardNumber | None) -> SlipEntry | None:
    if "%" in plain and "/" not in plain:
        return SlipEntry.both(_parse_weighted(text, plain, declarer, board))
    if plain.count("/") != 1:
        return None
    pair = _BARE_PAIR.fullmatch(plain)
    if pair is not None and all(int(number) <= 100 for number in pair.groups()):
        raise Ambiguous.of("entry.score-or-percentage", text=quote_text(text))
    ns, ew = (_side(text, part, declarer, board) for part in plain.split("/"))
    return SlipEntry(None, ns, ew)


def _side(text: str, part: str, declarer: Seat | None, board: BoardNumber | None) -> SideOutcome:
    if _ONE_AWARD.fullmatch(part):
        return _award(text, part)
    return TableScore(_score(part, declarer, board))


def _parse_weighted(text: str, plain: str, declarer: Seat | None, board: BoardNumber | None) -> Weighted:
    matches = [_PART.fullmatch(part) for part in re.split(r"[,;、]", plain)]
    parts = [(_score(m[2], declarer, board), Fraction(m[1]) / 100) for m in matches if m is not None]
    if len(parts) != len(matches):
        raise Malformed.of("result.malformed", text=quote_text(text))
    if sum(weight for _, weight in parts) != 1:
        raise Refused.of(
            "entry.weights", text=quote_text(text), total=plain_string(sum((w for _, w in parts), Fraction()) * 100)
        )
    return Weighted(tuple(parts))


def _score(part: str, declarer: Seat | None, board: BoardNumber | None) -> int:
    result = parse_result(part, declarer=declarer)
    if isinstance(result, RawScore):
        check_points(result.ns)
    if board is not None:
        return ns_score(result, board)
    score = ns_score_at(result, Vulnerability.NONE)
    if score != ns_score_at(result, Vulnerability.BOTH):
        raise Ambiguous.of("entry.contract-without-board", text=quote_text(part))
    return score
