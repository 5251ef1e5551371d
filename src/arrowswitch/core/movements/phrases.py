"""A sentence for people as a message code and its parameters, the words being made at the edge; and times in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from arrowswitch.core.errors import ParamValue


@dataclass(frozen=True, slots=True)
class Phrase:
    """A message code and what fills its placeholders. Two phrases are equal when both are."""

    code: str
    params: Mapping[str, ParamValue] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, code: str, **params: ParamValue) -> Phrase:
        """Returns the phrase of `code` with `params`."""
        return cls(code, params)


def hours(minutes: int) -> str:
    """Returns minutes as hours and minutes: `3:15`."""
    return f"{minutes // 60}:{minutes % 60:02}"
