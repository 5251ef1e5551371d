"""Values stored as a text or an object in their own notation: results and awards as directors write them, edits of a
sheet in their plain form. Each survives a round trip."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, get_args

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.game.notation import format_result, parse_result
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.plain import edit_from_plain, edit_to_plain
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.tournament.model.values.result_texts import format_award, parse_award


def _read_by(parse: Callable[[str], object]) -> Callable[[object], object]:
    """Returns the reader of a text, which refuses what is no text with its place in the file."""

    def read(value: object) -> object:
        if value is None:
            return None
        if not isinstance(value, str):
            raise ValueError("a text is needed")
        try:
            return parse(value)
        except Mistake as mistake:
            raise ValueError(str(mistake)) from mistake

    return read


def _edit_from_plain(value: object) -> object:
    if not isinstance(value, dict):
        return value
    try:
        return edit_from_plain(value)
    except Mistake as mistake:
        raise ValueError(str(mistake)) from mistake


def _edit_to_plain(edit: Edit | None) -> Mapping[str, object] | None:
    return None if edit is None else edit_to_plain(edit)


_FEW_DIGITS = re.compile(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?")


@lru_cache(maxsize=1 << 12)
def _fraction(text: str) -> Fraction | str:
    return Fraction(text) if _FEW_DIGITS.fullmatch(text) else text


def _read_fraction(value: object) -> object:
    """Returns the fraction of a text in digits. Every other value is left to the validation."""
    return _fraction(value) if isinstance(value, str) else value


_TEXT = WithJsonSchema({"type": "string"})

ResultText = Annotated[TableResult, BeforeValidator(_read_by(parse_result)), PlainSerializer(format_result), _TEXT]
"""A table result stored in the directors' notation."""

AwardText = Annotated[SideOutcome, BeforeValidator(_read_by(parse_award)), PlainSerializer(format_award), _TEXT]
"""An award stored as its short text."""

EditPlain = Annotated[
    Edit | None,
    BeforeValidator(_edit_from_plain),
    PlainSerializer(_edit_to_plain),
    WithJsonSchema({"type": ["object", "null"]}),
]
"""An edit stored in its plain form; None is a step of an older program that only said something."""

FractionText = Annotated[Fraction, BeforeValidator(_read_fraction)]
"""A fraction, read once from each text: most are the same few."""

NOTATIONS: Mapping[type, object] = {
    Fraction: FractionText,
    **dict.fromkeys(get_args(TableResult), ResultText),
    **dict.fromkeys(get_args(SideOutcome), AwardText),
}
"""How classes of the domain are stored that are not stored field by field."""
