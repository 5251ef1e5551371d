"""Reckons the arithmetic of an explanation again, from its text alone.

A small evaluator that shares nothing with the program: it finds the formulas in a text (`2 × 1/2 = 1`, `20/7 ≈ 2.8571`,
`20/7 → 2.86`, `370 points are 9 IMPs`; `3 (#7)` is the score of board 7), works out the left side in exact fractions,
and makes sure that the right side equals it. A value behind `=` alone (`Average plus = 3`) is stated by the text and
taken as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import ceil

from arrowswitch.core.scoring.steps import Step
from arrowswitch.i18n import Locale, translate

TOKEN = re.compile(r"\d+(?:\.\d+)?|max|min|median|[-+×/()^,=≈→⇒]")
CONVERSIONS = (" points are ", " 点の差は ")
IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""Law 78B: the least difference of 1, 2 ... 24 IMPs."""


def _decimals(places: int, mode: str) -> Callable[[Fraction], Fraction]:
    def round_square_root(value: Fraction) -> Fraction:
        with localcontext() as context:
            context.prec = 60
            exact = Decimal(value.numerator) / Decimal(value.denominator)
            return Fraction(exact.quantize(Decimal(1).scaleb(-places), rounding=mode))

    return round_square_root


def _to_multiple(step: int, halves: str) -> Callable[[Fraction], Fraction]:
    def round_to_step(value: Fraction) -> Fraction:
        units, rest = divmod(abs(value), step)
        is_odd = units % 2 == 1
        above = (
            (halves == "up" and rest > 0)
            or rest * 2 > step
            or (rest * 2 == step and (halves == "away" or (halves == "even" and is_odd)))
        )
        return Fraction(units + above) * step * (-1 if value < 0 else 1)

    return round_to_step


RULES: tuple[tuple[str, Callable[[Fraction], Fraction]], ...] = (
    ("to a whole number, halves up|小数第1位を四捨五入", _decimals(0, ROUND_HALF_UP)),
    ("to one decimal, halves up|小数第2位を四捨五入", _decimals(1, ROUND_HALF_UP)),
    ("to two decimals, halves up|小数第3位を四捨五入", _decimals(2, ROUND_HALF_UP)),
    ("to one decimal, halves to even|小数第1位までに丸め（ちょうど半分は偶数へ）", _decimals(1, ROUND_HALF_EVEN)),
    ("to two decimals, halves to even|小数第2位までに丸め（ちょうど半分は偶数へ）", _decimals(2, ROUND_HALF_EVEN)),
    ("rounded up|端数切り上げ", lambda value: Fraction(ceil(value))),
)
LISTED: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "max": max,
    "min": min,
    "median": lambda values: (sorted(values)[(len(values) - 1) // 2] + sorted(values)[len(values) // 2]) / 2,
}
NEXT = re.compile(r"next multiple of (\d+), away|次の (\d+) の倍数に")
MULTIPLE = re.compile(
    r"multiple of (\d+), halves (away|towards|to even)|(\d+) 点単位に.*0 (?:から|に)(遠い|近い)|(\d+) 点単位に"
)
ROW = re.compile(
    r"(?:margin of|差) (\S+?)[:：].* (\d+)(?: to (\d+)| から (\d+) まで| and more| 以上).*?(?:bring|勝者) ([\d.]+)"
    r"(?: to the winner and |・敗者 )([\d.]+)"
)
FORMULA = re.compile(r"(?:margin of|差) (\S+?)[:： ].*R\^\((\d+) / X\).*√(\d+)[, ]")


@dataclass(frozen=True)
class Reckoned:
    """One chain of a text: its addends, its value (`exact` before rounding), whether that is a percentage, and the text
    behind it."""

    text: str
    addends: tuple[Fraction, ...]
    exact: Fraction
    value: Fraction
    is_percent: bool
    rest: str


class _Expression:
    """Works out an expression in fractions: sums, products, brackets, the larger and the smaller of two."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self) -> Fraction:
        value = self.product()
        while self.peek() in ("+", "-") and self.peek():
            sign = self.take()
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self) -> Fraction:
        value = self.power()
        while self.peek() in ("×", "/") and self.peek():
            sign = self.take()
            other = self.power()
            value = value * other if sign == "×" else value / other
        return value

    def power(self) -> Fraction:
        value = self.atom()
        if self.peek() == "^":
            self.take()
            value **= int(self.atom())
        return value

    def atom(self) -> Fraction:
        token = self.take() if self.peek() else ""
        if token == "-":
            return -self.atom()
        if token in LISTED:
            self._expect("(")
            values = [self.sum()]
            while self.peek() == ",":
                self.take()
                values.append(self.sum())
            self._expect(")")
            return LISTED[token](values)
        if token == "(":
            value = self.sum()
            self._expect(")")
            return value
        if not token or not token[0].isdigit():
            raise ValueError(token)
        return Fraction(token)

    def _expect(self, wanted: str) -> None:
        if not self.peek() or self.take() != wanted:
            raise ValueError(wanted)


def whole(tokens: Sequence[str]) -> Fraction | None:
    """Returns the value of the longest end of the tokens that is an expression, None when none is."""
    for start in range(len(tokens)):
        expression = _Expression(tokens[start:])
        try:
            value = expression.sum()
        except ValueError:
            continue
        if expression.at == len(expression.tokens):
            return value
    return None


def prefix(tokens: Sequence[str]) -> Fraction:
    """Returns the value of the expression that the tokens begin with."""
    return _Expression(tokens).sum()


def addends(tokens: Sequence[str]) -> tuple[Fraction, ...]:
    """Returns the addends of a sum, without signs; empty if the tokens are no plain sum."""
    if {"×", "(", ")", ","} & set(tokens) or not tokens:
        return ()
    parts = "".join(tokens).replace("-", "+").strip("+").split("+")
    return tuple(prefix(TOKEN.findall(part)) for part in parts)


def imps_of(points: Fraction) -> int:
    """Returns the IMPs of a difference by Law 78B."""
    size = sum(abs(points) >= step for step in IMP_STEPS)
    return -size if points < 0 else size


FRACTION = re.compile(r"\d+/\d+(?: ≈ -?\d+\.\d+)?")
NUMBER = re.compile(r"\d+/\d+|\d+(?:\.\d+)?…?")
WRITTEN = re.compile(r"(?<![\d.])\d+(?:\.\d+)?"), re.compile(r"(?<![\d.])\d+/\d+(?![\d.]\d)")
SIGNS = str.maketrans("", "", "()-…")


def exact_words(steps: Iterable[Step], locale: Locale) -> list[str]:
    """Returns the exact texts of steps, after making sure that a player reads the same with every number rounded to two
    decimals and no fraction; the exact number in front of an arrow may be left out."""
    both = [[translate(step.code, params, locale) for params in (step.exact_params, step.params)] for step in steps]
    for exact, read in both:
        _make_sure_it_reads_the_same(exact, read)
    return [exact for exact, _ in both]


@cache
def _make_sure_it_reads_the_same(exact: str, read: str) -> None:
    assert not re.search(r"\d/\d|\.\d{3}", read), read
    expected = exact if "→" in read else re.sub(r"-?(?:\d+/\d+|\d+(?:\.\d+)?) → ", "", exact)
    expected = FRACTION.sub(lambda one: one[0].partition(" ")[0], expected)
    both = expected, read
    assert len({NUMBER.sub("", one).translate(SIGNS) for one in both}) == 1, both
    for wanted, number in zip(NUMBER.findall(expected), NUMBER.findall(read), strict=True):
        least, most = (0, Fraction(1, 100)) if number.endswith("…") else (Fraction(-1, 200), Fraction(1, 200))
        assert least <= Fraction(wanted) - Fraction(number.rstrip("…")) <= most, both


@cache
def reckon(text: str) -> tuple[Reckoned, ...]:
    """Returns every chain of a text after making sure that each of its steps is right."""
    plain = re.sub(r" \(#\d+\)", "", text).replace("−", "-").replace("＝", "=")
    for words in CONVERSIONS:
        plain = plain.replace(words, " ⇒ ")
    runs: list[tuple[list[str], str]] = [([], "")]
    at = 0
    for match in TOKEN.finditer(plain):
        if plain[at : match.start()].strip():
            runs[-1] = (runs[-1][0], plain[at : match.start()])
            runs.append(([], ""))
        runs[-1][0].append(match[0])
        at = match.end()
    runs[-1] = (runs[-1][0], plain[at:])
    ends = [sum(len(token) for token in tokens) for tokens, _ in runs]
    chains: list[Reckoned] = []
    squeezed = plain.replace(" ", "")
    at = 0
    for (tokens, after), length in zip(runs, ends, strict=True):
        at += length
        if {"=", "→", "⇒"} & set(tokens):
            chains.append(_chain(tokens, after, text, squeezed[at:]))
        at += len(after.replace(" ", ""))
    return tuple(chains)


def _chain(tokens: list[str], after: str, text: str, rest: str) -> Reckoned:
    signs = [i for i, token in enumerate(tokens) if token in "=≈→⇒"]
    ends = [*signs[1:], len(tokens)]
    value = whole(tokens[: signs[0]])
    exact = value
    for sign, end in zip(signs, ends, strict=True):
        right = prefix(tokens[sign + 1 : end])
        kind = tokens[sign]
        if value is None:
            assert kind == "=", text
            value = exact = right
        elif kind == "=":
            assert value == right, f"{text!r}: {value} and not {right}"
        elif kind == "≈":
            places = len(tokens[sign + 1].partition(".")[2]) if tokens[sign + 1] != "-" else 4
            assert abs(value - right) <= Fraction(1, 2 * 10 ** min(places, 4)), text
        elif kind == "→":
            exact, value = value, right
            assert rule_of(text)(exact) == right, f"{text!r}: {rule_of(text)(exact)} and not {right}"
        else:
            assert imps_of(value) == right, text
            exact = value = right
    assert value is not None
    assert exact is not None
    return Reckoned(text, addends(tokens[: signs[0]]), exact, value, after.strip().startswith("%"), rest)


def rule_of(text: str) -> Callable[[Fraction], Fraction]:
    """Returns the rounding that a text names."""
    for words, rule in RULES:
        if any(one.casefold() in text.casefold() for one in words.split("|")):
            return rule
    following = NEXT.search(text)
    if following is not None:
        return _to_multiple(int(following[1] or following[2]), "up")
    match = MULTIPLE.search(text)
    assert match is not None, f"no rounding is named: {text!r}"
    step = int(next(group for group in (match[1], match[3], match[5]) if group))
    halves = {"away": "away", "towards": "towards", "to even": "even", "遠い": "away", "近い": "towards"}
    return _to_multiple(step, halves.get(match[2] or match[4] or "", "even"))


def read_victory_points(text: str) -> None:
    """Makes sure that the row or the formula which a text names gives the victory points it arrives at."""
    stated = reckon(text)[-1].value
    row = ROW.search(text)
    if row is not None:
        margin, first, last = Fraction(row[1]), int(row[2]), row[3] or row[4]
        assert first <= abs(margin) <= (int(last) if last else 10**6), text
        assert stated == Fraction(row[5] if margin >= 0 else row[6]), text
        return
    match = FORMULA.search(text)
    if match is None:
        return
    with localcontext() as context:
        context.prec = 50
        base = Decimal(5).sqrt() - 2
        exact = 10 + 10 * (1 - base ** (int(match[2]) / (15 * Decimal(int(match[3])).sqrt()))) / (1 - base)
    winner = stated if not match[1].startswith("-") else 20 - stated
    assert abs(winner - min(Fraction(exact), Fraction(20))) <= Fraction(16, 1000), text


def amounts(texts: Sequence[str]) -> list[Reckoned]:
    """Returns every chain of an explanation that arrives at an amount; percentages are reckoned and left out."""
    for text in texts:
        if "R^(" in text or "margin of" in text or "差 " in text:
            read_victory_points(text)
    return [chain for text in texts for chain in reckon(without_formula(text)) if not chain.is_percent]


def percents(texts: Sequence[str]) -> list[Reckoned]:
    """Returns every chain of an explanation that arrives at a percentage."""
    return [chain for text in texts for chain in reckon(without_formula(text)) if chain.is_percent]


def without_formula(text: str) -> str:
    """Returns a text without the formula in letters, which `read_victory_points` reads."""
    return re.sub(r"10 \+ 10 × \(1 − R.*√\d+", "", text)


def is_used_later(chain: Reckoned, texts: Sequence[str]) -> bool:
    """True if the value of a chain is used somewhere after it: a result that nothing follows from is a story."""
    value = abs(chain.value)
    wanted = {str(value)}
    if not 10**8 % value.denominator:
        wanted.add(f"{Decimal(value.numerator) / value.denominator:.8f}".rstrip("0").rstrip("."))
    later = " ".join([chain.rest, *texts[[without_formula(text) for text in texts].index(chain.text) + 1 :]])
    return not value or any(not wanted.isdisjoint(written.findall(later)) for written in WRITTEN)
