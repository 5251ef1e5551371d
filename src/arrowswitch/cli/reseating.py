"""`reseat`: new seats for a session after withdrawals, late arrivals or new entries; each proposal has its price."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime

from arrowswitch.cli.console import Console
from arrowswitch.cli.event_files import read_ledger
from arrowswitch.cli.files import write_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.slices.entries import EntrySet
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.plans.decide import reseatings, seated_by
from arrowswitch.tournament.plans.reseating import Reseating, fits_plan, price_of
from arrowswitch.tournament.scored.lines import scored_numbers

Ledger = tuple[LedgerEntry, ...]


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    reseat = commands.add("reseat", _reseat)
    reseat.add_argument("file", metavar="FILE", help=reseat.words("cli.reseat.file"))
    reseat.add_argument("--session", type=int, metavar="N", help=reseat.words("cli.reseat.session"))
    reseat.add_argument("--without", nargs="+", default=(), metavar="PAIR", help=reseat.words("cli.reseat.without"))
    reseat.add_argument("--take", metavar="NAME", help=reseat.words("cli.reseat.take"))
    reseat.add_argument("-o", "--out", help=reseat.words("cli.reseat.out"))


def _reseat(options: argparse.Namespace, console: Console) -> None:
    """Prints the proposals; with `--out` writes the event with the one that is taken, or with the first."""
    if options.take is not None and options.out is None:
        raise Refused.of("cli.reseat.no-out", "--take")
    ledger = read_ledger(console, options.file)
    state = state_of(ledger)
    session = _next_session(state) if options.session is None else SessionNumber(options.session)
    gone = _withdrawals(state, session, options.without)
    ledger = _with(ledger, gone)
    state = state_of(ledger)
    proposals = reseatings(state, session)
    if options.out is None:
        _print(state, session, proposals, console)
        return
    name = proposals[0].name if options.take is None else options.take
    if name not in [one.name for one in proposals]:
        names = ", ".join(one.name for one in proposals)
        raise NotFound.of("cli.reseat.unknown", "--take", name=name, known=names)
    ledger = _with(ledger, seated_by(state, session, name))
    write_file(console, options.out, event_file.dump(ledger).encode())
    plain = {"file": options.out, "session": session, "taken": name, "entries": len(ledger)}
    console.answer(plain, "cli.reseat.done", name=options.out, session=session, taken=name)


def _next_session(state: EventState) -> SessionNumber:
    """Returns the first session that is not begun; raises Refused (`cli.reseat.none-open`) when all are."""
    for number, session in sorted(state.sessions.items()):
        if not session.is_started and number > 1:
            return number
    raise Refused.of("cli.reseat.none-open")


def _withdrawals(state: EventState, session: SessionNumber, pairs: tuple[str, ...]) -> tuple[Fact, ...]:
    """Returns the withdrawals of pairs, named by their numbers in the session before (`A7`, `7` of one section)."""
    before = state.sessions.get(session - 1)
    by_number = {} if before is None else scored_numbers(before)
    withdrawals = []
    for written in dict.fromkeys(one.upper() for one in pairs):
        who = by_number.get(Number(written))
        if who is None:
            raise NotFound.of("cli.reseat.nobody", "--without", number=written, session=session - 1)
        withdrawals.append(EntrySet(replace(state.entries[who], is_withdrawn=True)))
    return tuple(withdrawals)


def _with(ledger: Ledger, facts: tuple[Fact, ...]) -> Ledger:
    """Returns the ledger with one entry more, where there is something to tell."""
    if not facts:
        return ledger
    now = datetime.now(UTC)
    return (*ledger, LedgerEntry(len(ledger) + 1, now, Stamp(f"reseat-{now.isoformat()}-{len(ledger)}"), facts))


def _print(state: EventState, session: SessionNumber, proposals: tuple[Reseating, ...], console: Console) -> None:
    if console.is_json:
        plain = [_plain(state, session, reseating, console) for reseating in proposals]
        console.json({"session": session, "as_planned": fits_plan(state, session), "proposals": plain})
        return
    console.say("cli.reseat.fits" if fits_plan(state, session) else "cli.reseat.other", session=session)
    for place, reseating in enumerate(proposals, start=1):
        console.line(f"{place}. {reseating.name}")
        for problem in price_of(state, session, reseating):
            console.line(f"   {console.problem(problem)}")


def _plain(state: EventState, session: SessionNumber, proposal: Reseating, console: Console) -> dict[str, object]:
    """Returns a proposal with the seat of each pair and its price, in numbers and in words."""

    def names(who: EntryId) -> list[str]:
        return list(state.entries[who].names)

    sections = [
        {"section": letter, "family": sheet.family, "tables": sheet.tables, "rounds": sheet.rounds}
        for letter, sheet in proposal.sheets.items()
    ]
    seats = [
        {"section": place.section, "number": place.number, "names": names(who)}
        for place, who in sorted(proposal.seats.items(), key=lambda seat: seat[0])
    ]
    return {
        "name": proposal.name,
        "sections": sections,
        "moved": proposal.moved,
        "new": proposal.newly,
        "met_again": [[names(who) for who in both] for both in proposal.met],
        "out_again": [names(who) for who in proposal.out],
        "wishes_lost": [names(who) for who in proposal.wishes],
        "sitting_out": proposal.sitting,
        "why": [console.problem(problem) for problem in price_of(state, session, proposal)],
        "seats": seats,
    }
