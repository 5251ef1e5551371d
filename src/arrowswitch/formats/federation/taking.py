"""Reads many report files one after another: each is a report with its digest, or what is wrong with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.reporting.report import Report
from arrowswitch.core.untrusted import reading
from arrowswitch.formats.federation.bundle import reports_in
from arrowswitch.formats.federation.json_report import read_report
from arrowswitch.formats.json.values import json_object

_ABOUT_ITSELF = ("made_at", "program", "seq")


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A file that was read: its name, and its report with its digest, or everything that is wrong with it."""

    name: str
    report: Report | None
    digest: str = ""
    problems: tuple[Problem, ...] = ()


def read_reports(files: Iterable[tuple[str, bytes]]) -> Iterator[ReadReport]:
    """Yields the reports of each file, those of ZIPs one by one. An error in a file does not affect the others."""
    for name, data in files:
        try:
            with reading():
                for inner, content in reports_in(name, data):
                    yield _read(inner, content)
        except Mistake as mistake:
            yield ReadReport(name, None, problems=mistake.problems)


def reports_of(content: bytes, name: str) -> tuple[ReadReport, ...]:
    """Returns the reports of one file, those of a ZIP one by one."""
    return tuple(read_reports(((name, content),)))


def digest_of(content: bytes) -> str:
    """Returns the digest that distinguishes report files: of all content except the time and the program of the
    file."""
    content_values = {name: value for name, value in json_object(content).items() if name not in _ABOUT_ITSELF}
    return hashlib.sha256(json.dumps(content_values, sort_keys=True).encode()).hexdigest()


def _read(name: str, content: bytes) -> ReadReport:
    try:
        with reading():
            return ReadReport(name, read_report(content), digest_of(content))
    except Mistake as mistake:
        return ReadReport(name, None, problems=mistake.problems)
