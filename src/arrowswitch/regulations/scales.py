"""The scales of victory points that come with the program (`scales/`), and reading any other.

A file contains the kind of the scale, its source, and the table:

    name = "club-20"
    title = "Our club, 10-10 to 20-0"
    kind = "bands"
    source = "announcement of 2026"
    vps = [[10, 10], [11, 9], [12, 8]]
    [columns]
    8 = { from = [0, 3, 7], source = "page 2" }

`from` are the margins from which each pair of `vps` is given. A column may be for `6-8` or `3+` boards. `bonus` goes
to the winner on top; `inherits` takes another scale's values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Malformed, NotFound, ParamValue, Problem
from arrowswitch.core.scoring.scales import Pair, Scale, ScaleColumn, ScaleKind, ScaleUnit
from arrowswitch.regulations.toml_text import Source, exact_number, merge_values, parse, source_of

_SUFFIX = ".toml"
_TEXTS = ("name", "title", "source")
_KEYS = (*_TEXTS, "kind", "unit", "places", "vps", "columns", "stake", "bonus")
_BOARDS = re.compile(r"(\d{1,9})(?:(\+)|-(\d{1,9}))?", re.ASCII)


def scale_names() -> tuple[str, ...]:
    """Returns the names of all scales that come with the program."""
    names = (file.name.removesuffix(_SUFFIX) for file in _folder().iterdir() if file.name.endswith(_SUFFIX))
    return tuple(sorted(names, key=lambda name: number_order(Number(name))))


@cache
def load_scale(name: str) -> Scale:
    """Returns the scale of a name of `scale_names()`; raises NotFound (`scale.unknown`) for any other."""
    return load_scale_text(_text_of(name), f"{name}{_SUFFIX}")


def load_scale_text(toml: str, where: str) -> Scale:
    """Returns the scale in a TOML text; `where` is the file's name for messages.

    Raises Malformed with all problems (`regulations.syntax` and those of `scale_from_plain`), NotFound
    (`scale.unknown`) for the scale inherited.
    """
    plain = parse(toml, where)
    source = source_of(toml, where)
    parent = plain.pop("inherits", None)
    if parent is not None:
        plain = merge_values(parse(_text_of(str(parent), source.where("inherits")), f"{parent}{_SUFFIX}"), plain)
    return scale_from_plain(plain, source)


def scale_to_plain(scale: Scale) -> dict[str, Any]:
    """Returns a scale as dictionaries, lists, texts and whole numbers, ready for JSON."""
    return {
        "name": scale.name,
        "title": scale.title,
        "kind": scale.kind.value,
        "unit": scale.unit.value,
        "source": scale.source,
        "places": scale.places,
        "vps": [[_number(value) for value in pair] for pair in scale.pairs],
        "columns": {one.boards: {"from": list(one.starts), "source": one.source} for one in scale.columns},
        "stake": scale.stake,
        "bonus": _number(scale.bonus),
    }


def scale_from_plain(plain: Mapping[str, object], source: Source | None = None) -> Scale:
    """Returns the scale that `scale_to_plain` or a file wrote.

    Raises Malformed with all problems: `scale.unknown-key`, `.missing-key`, `.wrong-value` and `.uneven`.
    """
    return _Reader(plain, source or Source("scale")).scale()


class _Reader:
    """Reads plain data into a scale and collects the problems."""

    def __init__(self, plain: Mapping[str, object], source: Source) -> None:
        self._plain = plain
        self._source = source
        self._problems: list[Problem] = []

    def scale(self) -> Scale:
        """Returns the scale; raises Malformed with all problems."""
        for key in self._plain:
            if key not in _KEYS:
                self._problem("unknown-key", str(key), known=", ".join(_KEYS))
        name, title, source = (self._text(key) for key in _TEXTS)
        kind = self._choice("kind", tuple(ScaleKind))
        unit = self._choice("unit", tuple(ScaleUnit)) if "unit" in self._plain else ScaleUnit.IMPS
        pairs = self._pairs() if kind == ScaleKind.BANDS else ()
        columns = self._columns(len(pairs)) if kind == ScaleKind.BANDS else ()
        stake = self._whole("stake", 1) if kind == ScaleKind.STAKE else 0
        bonus = Fraction(self._whole("bonus", 0) if "bonus" in self._plain else 0)
        places = self._whole("places", 0) if "places" in self._plain else 0
        Malformed.check(self._problems)
        return Scale(
            name=name,
            title=title,
            kind=ScaleKind(kind),
            source=source,
            unit=ScaleUnit(unit),
            places=places,
            pairs=pairs,
            columns=columns,
            stake=stake,
            bonus=bonus,
        )

    def _text(self, key: str) -> str:
        value = self._get(key)
        return value if isinstance(value, str) and value.strip() else self._wrong(key)

    def _whole(self, key: str, least: int) -> int:
        value = self._get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self._wrong(key)
        return least

    def _choice(self, key: str, choices: tuple[str, ...]) -> str:
        value = self._get(key)
        return next((choice for choice in choices if choice == value), "") or self._wrong(key)

    def _pairs(self) -> tuple[Pair, ...]:
        value = self._get("vps")
        rows = [_amounts(row) for row in value] if isinstance(value, list) else []
        pairs = tuple((row[0], row[1]) for row in rows if row is not None and len(row) == 2)
        if not pairs or len(pairs) != len(rows):
            self._wrong("vps")
        return pairs

    def _columns(self, count: int) -> tuple[ScaleColumn, ...]:
        value = self._get("columns")
        if not isinstance(value, Mapping) or not value:
            self._wrong("columns")
            return ()
        columns = [self._column(str(key), entry, count) for key, entry in value.items()]
        return tuple(column for column in columns if column is not None)

    def _column(self, boards: str, entry: object, count: int) -> ScaleColumn | None:
        key = f"columns.{boards}"
        size = _BOARDS.fullmatch(boards)
        plain: Mapping[str, object] = entry if isinstance(entry, Mapping) else {}
        starts, source = _whole_numbers(plain.get("from")), plain.get("source")
        if size is None or starts is None or not isinstance(source, str):
            self._problem("wrong-value", key)
            return None
        if len(starts) != count or starts[0] != 0 or any(one >= other for one, other in pairwise(starts)):
            self._problem("uneven", key, count=count)
            return None
        least = int(size[1])
        return ScaleColumn(least, None if size[2] else int(size[3] or least), starts, source)

    def _get(self, key: str) -> object:
        if key not in self._plain:
            self._problem("missing-key", key)
        return self._plain.get(key)

    def _wrong(self, key: str) -> str:
        if key in self._plain:
            self._problem("wrong-value", key)
        return ""

    def _problem(self, code: str, key: str, **params: ParamValue) -> None:
        self._problems.append(Problem(f"scale.{code}", {"key": key, **params}, self._source.where(key)))


def _text_of(name: str, where: str = "") -> str:
    if name not in scale_names():
        raise NotFound.of("scale.unknown", where, name=name, known=", ".join(scale_names()))
    return (_folder() / f"{name}{_SUFFIX}").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return files("arrowswitch.regulations") / "scales"


def _whole_numbers(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, list) or not value:
        return None
    return tuple(value) if all(isinstance(item, int) and not isinstance(item, bool) for item in value) else None


def _amounts(value: object) -> tuple[Fraction, ...] | None:
    numbers = tuple(exact_number(item) for item in value) if isinstance(value, list) else (None,)
    amounts = tuple(amount for amount in numbers if amount is not None and amount >= 0)
    return amounts if len(amounts) == len(numbers) else None


def _number(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)
