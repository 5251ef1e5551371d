"""How a value is written as JSON, and read from the JSON of any version.

Everything that is read goes the same way (`StoredForm.load`): the version it was written in, the steps from there to
the newest one, the validation of the newest form, the domain's value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Generic, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from arrowswitch.core import json_text
from arrowswitch.core.errors import Impossible, Malformed, ParamValue, Problem
from arrowswitch.tournament.model.stored.mapping import stored_type, to_domain, to_stored
from arrowswitch.tournament.model.stored.upgrades import VERSION, Steps

_Domain = TypeVar("_Domain")
_FIELD = Problem("file.field")


@dataclass(frozen=True, slots=True)
class StoredForm(Generic[_Domain]):
    """How one kind of value is stored: `shape` is its type, in the domain or as it is stored in the newest version;
    `steps` bring older versions up.

    `problem` is that of a place that cannot be read; where it is and what is wrong there are its parameters.
    """

    shape: object
    steps: Steps = field(default_factory=dict, hash=False)
    problem: Problem = _FIELD
    version: int = VERSION

    def dump(self, value: _Domain, indent: int | None = None) -> str:
        """Returns the JSON text of a value, in the newest version."""
        convert, write = _writing(self.shape)
        return write(value if convert is None else convert(value), indent=indent).decode()

    def load(self, text: str, version: int, where: str = "") -> _Domain:
        """Returns the value of a JSON text that was written in a version.

        Raises Malformed with every problem and its place; `file.newer` where the version is not known yet.
        """
        try:
            stored = _adapter(self.shape).validate_json(self.brought_up(text, version, where))
        except ValidationError as error:
            Malformed.check(self._problems(error, where))
            raise Impossible("a validation that fails without a problem") from error
        convert = to_domain(stored_type(self.shape))
        return cast(_Domain, stored if convert is None else convert(stored))

    def brought_up(self, text: str, version: int, where: str = "") -> str:
        """Returns the JSON text of any version as it is in the newest one; raises as `load`."""
        if version > self.version:
            raise Malformed.of("file.newer", where=where, version=version)
        if version == self.version:
            return text
        plain = plain_json(text, where)
        for older in range(version, self.version):
            plain = self._apply_step(plain, older)
        return json.dumps(plain, ensure_ascii=False)

    def schema(self) -> dict[str, Any]:
        """Returns the JSON schema of the newest version; it calls the stored classes as the domain does."""
        return _adapter(self.shape).json_schema(mode="serialization")

    def _problems(self, error: ValidationError, where: str) -> Iterator[Problem]:
        for detail in error.errors(include_url=False, include_input=False):
            params: dict[str, ParamValue] = {"field": ".".join(map(str, detail["loc"])), "detail": detail["msg"]}
            yield replace(self.problem, params=params, where=where)

    def _apply_step(self, plain: object, older: int) -> object:
        """Returns plain JSON after a step; for a list, each of its values after the step."""
        if isinstance(plain, list):
            return [self._apply_step(value, older) for value in plain]
        return self.steps[older](plain) if isinstance(plain, dict) and older in self.steps else plain


def plain_json(text: str, where: str = "") -> object:
    """Returns the content of a JSON text. Raises Malformed (`file.not-json`) with the place of the error."""
    try:
        return json_text.plain_json(text)
    except json_text.NotJson as error:
        raise Malformed.of("file.not-json", where=where, line=error.line, column=error.column) from error


@cache
def _writing(shape: object) -> tuple[Callable[[Any], Any] | None, Callable[..., bytes]]:
    """Returns the conversion of a value to its stored form, and the function that writes that as JSON."""
    return to_stored(stored_type(shape)), _adapter(shape).serializer.to_json


@cache
def _adapter(shape: object) -> TypeAdapter[object]:
    adapter: TypeAdapter[object] = TypeAdapter(stored_type(shape))  # type: ignore[arg-type]  # also a tuple of a class
    return adapter
