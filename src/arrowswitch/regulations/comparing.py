"""Two editions of regulations side by side, and own values written as a file that inherits the others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.regulations.toml_text import exact_number

Plain = object
"""A value as `to_plain` has it: a text, a whole number, a truth value, or a list of these."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One value of regulations with the clause it comes from; `key` as in files (`averages.plus`)."""

    key: str
    value: Plain
    clause: str

    @property
    def section(self) -> str:
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        return self.key.partition(".")[2]

    @property
    def text(self) -> str:
        """Returns the value as written: a list with commas, truth values as `yes` and `no`."""
        return value_text(self.value)


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that two editions have differently; None where one of them does not have it at all."""

    key: str
    before: Rule | None
    after: Rule | None


def rules_in(plain: Mapping[str, object]) -> tuple[Rule, ...]:
    """Returns every value of plain regulations (`to_plain`) in the order of the file; headings and scales are none."""
    return tuple(
        Rule(f"{section}.{name}", entry["value"], str(entry.get("clause", "")))
        for section, entries in plain.items()
        if isinstance(entries, Mapping)
        for name, entry in entries.items()
        if isinstance(entry, Mapping) and "value" in entry
    )


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[Difference, ...]:
    """Returns every value that differs between two plain regulations; clauses are not compared where values are equal.
    Scales differ as a whole, under the key `scales`."""
    own = {rule.key: rule for rule in rules_in(before)}
    other = {rule.key: rule for rule in rules_in(after)}
    return tuple(
        Difference(key, own.get(key), other.get(key))
        for key in dict.fromkeys((*own, *other))
        if key not in own or key not in other or own[key].value != other[key].value
    )


def value_text(value: Plain) -> str:
    """Returns a plain value as a form shows it.

    >>> value_text([70, 60, 50]), value_text(True), value_text("1/2")
    ('70, 60, 50', 'yes', '1/2')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(value_text(item) for item in value)
    return str(value)


def value_typed(typed: str, like: Plain) -> Plain:
    """Returns the value of a form's text, of the kind of `like`. An unreadable text remains a text, and reading the
    file reports its problem.

    >>> value_typed("70, 60,50", [65]), value_typed("no", True), value_typed("2.5", 2), value_typed("many", 2)
    ([70, 60, 50], False, '5/2', 'many')
    """
    text = " ".join(typed.replace("、", ",").split())
    if isinstance(like, bool):
        return {"yes": True, "no": False}.get(text.casefold(), text)
    if isinstance(like, list | tuple):
        return [_number(part.strip()) for part in text.split(",") if part.strip()]
    is_number = not isinstance(like, str) or exact_number(like) is not None
    return _number(text) if is_number else text


def toml_text(heading: Mapping[str, str], base: str, changed: Mapping[str, tuple[Plain, str]]) -> str:
    """Returns a file of regulations that inherits `base`: its headings, and the values changed with their clauses."""
    lines = [f"{key} = {_toml(value)}" for key, value in heading.items()]
    lines.append(f"inherits = {_toml(base)}")
    sections: dict[str, list[str]] = {}
    for key, (value, clause) in changed.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, []).append(f"{name} = {{ value = {_toml(value)}, clause = {_toml(clause)} }}")
    for section, entries in sections.items():
        lines += ["", f"[{section}]", *entries]
    return "\n".join(lines) + "\n"


def _number(text: str) -> int | str:
    number = exact_number(text)
    if number is None:
        return text
    return number.numerator if number.denominator == 1 else str(number)


def _toml(value: Plain) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False).replace("\x7f", "")
