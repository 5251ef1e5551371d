"""Values made from others by their fields are what a copy field by field gives."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import pytest

from arrowswitch.tournament.model.alike import made_like, replace_fields


@dataclass(frozen=True)
class Source:
    first: int
    second: str = "s"
    third: tuple[int, ...] = ()


@dataclass(frozen=True)
class SameFields:
    third: tuple[int, ...]
    second: str
    first: int


@dataclass(frozen=True)
class WithDefaults:
    second: str
    between: int = 7
    first: int = 0
    behind: str = "b"


@dataclass(frozen=True)
class WithMade:
    second: str
    many: list[int] = field(default_factory=list)
    first: int = 0


@dataclass(frozen=True, kw_only=True)
class ByNameOnly:
    second: str
    first: int = 0


@dataclass(frozen=True)
class OneField:
    first: int


@dataclass(frozen=True)
class WithoutDefault:
    first: int
    missing: int


KINDS = (SameFields, WithDefaults, WithMade, ByNameOnly, OneField)
SOURCE = Source(3, "text", (1, 2))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("others", [{}, {"first": 9}, {"first": 9, "second": "other"}])
def test_fields_come_by_name(kind: type, others: dict[str, object]) -> None:
    own = {one.name for one in fields(kind)}
    wanted = {one.name: getattr(SOURCE, one.name) for one in fields(Source)} | others
    expected = kind(**{name: value for name, value in wanted.items() if name in own})
    named = {name: value for name, value in others.items() if name in own}
    assert made_like(kind, SOURCE, **named) == expected


def test_a_field_that_the_program_makes_is_made_for_each_value() -> None:
    assert made_like(WithMade, SOURCE).many is not made_like(WithMade, SOURCE).many


def test_a_field_in_neither_and_a_field_that_is_unknown_are_refused() -> None:
    with pytest.raises(TypeError, match="missing"):
        made_like(WithoutDefault, SOURCE)
    with pytest.raises(TypeError, match="unknown"):
        made_like(SameFields, SOURCE, unknown=1)


def test_replaced_fields_are_those_of_a_copy() -> None:
    assert replace_fields(SOURCE, second="new", first=1) == Source(1, "new", (1, 2))
