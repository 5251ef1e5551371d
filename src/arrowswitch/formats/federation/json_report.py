"""Writes a report as JSON, and reads one from any program: every problem is reported with its line."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from typing import cast

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.reporting.report import Report
from arrowswitch.formats.federation.shapes import FORMAT, VERSION, ReportInFile, in_core
from arrowswitch.formats.json.values import Object, json_object, read_values

_DECIMALS = 4
_END = "\n}"


def write_report(report: Report) -> bytes:
    """Returns the report as a file; what is as usual is left out. Each result has one line, at the end: a field of
    clubs has more than a hundred thousand."""
    plain = {"format": FORMAT, "format_version": VERSION, **cast(Object, _plain(replace(report, results=())))}
    head = json.dumps(plain, ensure_ascii=False, indent=1)
    if not report.results:
        return head.encode()
    lines = ",\n  ".join(json.dumps(_plain(one), ensure_ascii=False) for one in report.results)
    return f'{head.removesuffix(_END)},\n "results": [\n  {lines}\n ]{_END}'.encode()


def read_report(data: bytes) -> Report:
    """Returns the report of a file.

    Raises Malformed with every problem and its line: what `text_of` and `json_object` raise, `federation.not-report`
    for another file, `federation.newer` for one of a later version, those of the values (`json-file.*`), and
    `federation.date`.
    """
    plain = json_object(data)
    if plain.get("format") != FORMAT:
        raise Malformed.of("federation.not-report")
    version = plain.get("format_version")
    if version != VERSION:
        raise Malformed.of("federation.newer", version=str(version)[:20], known=VERSION)
    rules = [] if _is_day(plain) else [Problem("federation.date", {}, "event.date")]
    return cast(Report, in_core(read_values(ReportInFile, plain, data, rules)))


def _is_day(plain: Object) -> bool:
    event = plain.get("event")
    day = event.get("date") if isinstance(event, dict) else None
    if not isinstance(day, str):
        return True
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return amount_of(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        entries = ((field, getattr(value, field.name)) for field in fields(value))
        return {field.name: _plain(one) for field, one in entries if field.default is MISSING or one != field.default}
    return value


def amount_of(amount: Fraction) -> int | str:
    """Returns an exact amount as the file writes it.

    >>> amount_of(Fraction(3)), amount_of(Fraction(247, 4)), amount_of(Fraction(1, 3)), amount_of(Fraction(-1, 2))
    (3, '61.75', '1/3', '-0.5')
    """
    if amount.denominator == 1:
        return int(amount)
    scaled = amount * 10**_DECIMALS
    if scaled.denominator != 1:
        return f"{amount.numerator}/{amount.denominator}"
    whole, rest = divmod(abs(int(scaled)), 10**_DECIMALS)
    return f"{'-' if amount < 0 else ''}{whole}.{rest:0{_DECIMALS}d}".rstrip("0")
