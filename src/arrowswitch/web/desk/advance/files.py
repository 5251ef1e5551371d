"""The list of entrants as a file, and the list of fees for the bank: as CSV, or as a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from arrowswitch.core.scoring.amounts import money_string
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.formats.tables import workbook_of
from arrowswitch.tournament.advance.listed import ListedAdvance
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.web.desk.register.csv import points_text

_NUMERIC = ("place", "points", "due", "paid", "left")
Rows = list[tuple[str, ...]]


def list_rows(rows: Sequence[ListedAdvance], zone: tzinfo, currency: str) -> Rows:
    """Returns everybody, heading first; the columns of the people are those that the desk reads again. Amounts are in
    the currency that their headings name."""
    most = max((len(row.entry.people) for row in rows), default=2)
    heads = [head for place in range(1, most + 1) for head in (f"name {place}", f"number {place}")]
    table: Rows = [("standing", "place", "team name", *heads, "points", "flight", "note")]
    table[0] += (_head("due", currency), _head("paid", currency), "reference")
    for row in rows:
        people = [text for person in row.entry.people for text in (person.name, person.number)] + [""] * 2 * most
        table.append(
            (
                row.standing.value,
                str(row.place),
                row.entry.name,
                *people[: 2 * most],
                points_text(seed_points(row.entry)),
                row.entry.flight,
                row.entry.note,
                money_string(row.fee.due),
                money_string(row.fee.total_paid),
                row.reference,
            )
        )
    return table


def bank_rows(rows: Sequence[ListedAdvance], zone: tzinfo, currency: str) -> Rows:
    """Returns a line for each payment with its day at the club, and one for what is open of each entry, less than
    nothing where money is to be given back."""
    due, paid, left = (_head(name, currency) for name in ("due", "paid", "left"))
    table: Rows = [("reference", "names", due, paid, "by", "date", left, "note")]
    for row in rows:
        names, fee_due = " - ".join(row.entry.names), money_string(row.fee.due)
        for payment in row.fee.payments:
            day = "" if payment.at is None else payment.at.astimezone(zone).date().isoformat()
            table.append(
                (row.reference, names, fee_due, money_string(payment.amount), payment.by.value, day, "", payment.note)
            )
        if row.fee.left:
            table.append((row.reference, names, fee_due, "", "", "", money_string(row.fee.left), ""))
    return table


def _head(name: str, currency: str) -> str:
    return f"{name} ({currency})" if currency else name


def as_file(rows: Rows, extension: str) -> bytes:
    """Returns rows as a file that spreadsheets open: `csv` or `xlsx`."""
    head, *lines = rows
    if extension == "xlsx":
        return workbook_of(rows, [name for name in head if name.split(" (")[0] in _NUMERIC])
    return csv_text(head, lines).encode("utf-8-sig")
