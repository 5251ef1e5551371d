"""`merge`: copies of one event, scored on computers that do not see each other, made one event file again."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import Telling, words
from arrowswitch.tournament.history.times import with_times_in
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.service.merging import Keep, MergeConflict, compare_copies, merge_copies

_LATER = "later"


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    merge = commands.add("merge", _merge)
    merge.add_argument("first", metavar="FILE", help=merge.words("cli.merge.first"))
    merge.add_argument("others", metavar="OTHER", nargs="+", help=merge.words("cli.merge.others"))
    merge.add_argument("-o", "--out", required=True, help=merge.words("cli.merge.out"))
    merge.add_argument("--keep", choices=[*Keep, _LATER], help=merge.words("cli.merge.keep"))


def _merge(options: argparse.Namespace, console: Console) -> None:
    """Merges the copies into the first; raises Refused with each conflict where `--keep` decides none."""
    options.file = options.first
    ledger = read_ledger(console, options.first)
    conflicts = 0
    for place, name in enumerate(options.others):
        options.file = name
        theirs = read_ledger(console, name)
        comparison = compare_copies(ledger, theirs)
        if comparison.conflicts and options.keep is None:
            raise Refused(*(_conflict_problem(one, ledger, theirs, console) for one in comparison.conflicts))
        keep = {one.key: one.proposed if options.keep == _LATER else Keep(options.keep) for one in comparison.conflicts}
        now = datetime.now(UTC)
        stamp = Stamp(f"merge-{now.isoformat()}-{place}", device=name[:40])
        ledger, conflicts = merge_copies(ledger, theirs, keep, stamp, now), conflicts + len(comparison.conflicts)
    write_file(console, options.out, event_file.dump(ledger).encode())
    plain = {"file": options.out, "entries": len(ledger), "conflicts": conflicts}
    console.answer(plain, "cli.merge.done", name=options.out, entries=len(ledger), conflicts=conflicts)


def _conflict_problem(
    conflict: MergeConflict, ours: tuple[LedgerEntry, ...], theirs: tuple[LedgerEntry, ...], console: Console
) -> Problem:
    """Returns a conflict in words, with the entry of each copy."""
    sides = ((conflict.ours, ours), (conflict.theirs, theirs))
    mine, other = (
        console.text("desk.merge.taken-back")
        if found is None
        else console.problem(with_times_in(words(found[1], found[0], Telling.of(ledger)), None))
        for found, ledger in sides
    )
    return Problem("merge.conflict", {"ours": mine, "theirs": other})
