"""`simultaneous`: a field over many clubs at the organiser's, and a club's file on its way there."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import PurePath

from arrowswitch.cli.console import Console
from arrowswitch.cli.deal_files import read_deals
from arrowswitch.cli.federation.sending import Sending
from arrowswitch.cli.files import read_file
from arrowswitch.cli.parser import Commands
from arrowswitch.core.awards.masterpoints import TiedAwards
from arrowswitch.core.errors import Mistake, NotFound, NotNow, Problem, Refused
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.foreign import ForeignResults
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.untrusted import reading
from arrowswitch.formats.detect import read_results
from arrowswitch.formats.kinds import Wanted
from arrowswitch.formats.results.foreign import foreign_results
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.tournament.model.club_values.simultaneous import FieldClub, SentBy, SimultaneousField, UploadTaken
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.simultaneous.fields import FieldPaper, Simultaneous, closing_time
from arrowswitch.tournament.simultaneous.rows import FieldRow
from arrowswitch.tournament.simultaneous.scored import scored_club

_REGULATIONS = "jcbl-2008"
_COLUMNS = ("rank", "number", "pair", "club", "boards", "total", "percent")
_POINTS, _IN_FIELD = "points", "in-field"
"""The columns behind the others: masterpoints where the field has given some; of one club the place in the field."""


def add_commands(commands: Commands) -> None:
    """Adds the commands of this group."""
    group = commands.group("simultaneous")
    make = group.add("make", _make)
    make.add_argument("name", help=make.words("cli.simultaneous.name"))
    make.add_argument("--date", required=True, metavar="DATE", help=make.words("cli.simultaneous.date"))
    make.add_argument("--last-date", default="", metavar="DATE", help=make.words("cli.simultaneous.last-date"))
    make.add_argument("--boards", type=int, required=True, metavar="N", help=make.words("cli.simultaneous.boards"))
    make.add_argument("--method", default=Method.MATCHPOINTS.value, help=make.words("cli.simultaneous.method"))
    make.add_argument("--regulations", default=_REGULATIONS, metavar="NAME", help=make.words("cli.simultaneous.rules"))
    make.add_argument("--deals", metavar="FILE", help=make.words("cli.simultaneous.deals"))
    make.add_argument("--fingerprint", default="", metavar="HEX", help=make.words("cli.simultaneous.fingerprint"))
    make.add_argument("--table", metavar="FILE", help=make.words("cli.simultaneous.table"))
    make.add_argument("--closes", default="", metavar="TIME", help=make.words("cli.simultaneous.closes"))
    make.add_argument("--class", dest="game_class", type=int, metavar="N", help=make.words("cli.simultaneous.class"))
    make.add_argument(
        "--tied",
        choices=[one.value for one in TiedAwards],
        default=TiedAwards.MEAN.value,
        help=make.words("cli.simultaneous.tied"),
    )
    clubs = group.add("clubs", _clubs)
    clubs.add_argument("names", nargs="+", help=clubs.words("cli.simultaneous.club-names"))
    add = group.add("add", _add)
    add.add_argument("files", nargs="+", metavar="FILE", help=add.words("cli.simultaneous.files"))
    add.add_argument("--club", metavar="CLUB", help=add.words("cli.simultaneous.club"))
    add.add_argument("--nonetheless", action="store_true", help=add.words("cli.simultaneous.nonetheless"))
    out = group.add("out", _out)
    out.add_argument("club", help=out.words("cli.simultaneous.club"))
    out.add_argument("--why", default="", help=out.words("cli.simultaneous.why"))
    out.add_argument("--back", action="store_true", help=out.words("cli.simultaneous.back"))
    standings = group.add("standings", _standings)
    standings.add_argument("--club", metavar="CLUB", help=standings.words("cli.simultaneous.of-club"))
    send = group.add("send", _send)
    send.add_argument("file", metavar="FILE", help=send.words("cli.simultaneous.send-file"))
    send.add_argument("link", metavar="LINK", help=send.words("cli.simultaneous.send-to"))
    send.add_argument("--every", type=int, default=0, metavar="SECONDS", help=send.words("cli.simultaneous.every"))
    for parser in (clubs, add, out, standings):
        parser.add_argument("--field", metavar="NAME", help=parser.words("cli.simultaneous.field"))
    for parser in (make, clubs, add, out, standings):
        parser.add_argument("--database", help=parser.words("cli.serve.database"))


def read_elsewhere(data: bytes, name: str) -> ForeignResults:
    """Returns the results of a file of any format."""
    return foreign_results(read_results(data, name))


def _open_fields(options: argparse.Namespace, console: Console) -> AbstractContextManager[Simultaneous]:
    return console.services.simultaneous(options.database)


def _make(options: argparse.Namespace, console: Console) -> None:
    if options.method not in {method.value for method in Method}:
        raise Refused.of("simultaneous.method")
    deals = None
    if options.deals:
        deal_set = read_deals(console, options.deals).deals
        texts = {board: deal_set.deals[board].pbn for board in deal_set.boards if board <= options.boards}
        deals = PlacedDeals(texts, source=PurePath(options.deals).name)
    with _open_fields(options, console) as fields:
        made = fields.make(
            SimultaneousField(
                name=options.name,
                date=options.date,
                boards=options.boards,
                method=Method(options.method),
                regulations=options.regulations,
                last_date=options.last_date,
                closes_at=closing_time(options.closes, console.services.zone(options.database)),
                fingerprint=options.fingerprint or ("" if deals is None else deals.fingerprint),
                deals=deals,
                game_class=options.game_class,
                tied_awards=TiedAwards(options.tied),
                tables={} if options.table is None else read_frequencies(read_file(console, options.table)),
            )
        )
    plain = {"field": made.paper_id, "name": made.value.name, "fingerprint": made.value.fingerprint}
    console.answer(plain, "cli.simultaneous.made", name=made.value.name)


def _clubs(options: argparse.Namespace, console: Console) -> None:
    """Adds clubs, and prints the end of each club's link, which is shown only this once."""
    with _open_fields(options, console) as fields:
        paper = _field(options, fields)
        secrets = fields.add_clubs(paper.paper_id, options.names)
        clubs = [club for club in fields.get(paper.paper_id).value.clubs if club.number in secrets]
    links = {club.number: f"/with/{secrets[club.number]}/simultaneous" for club in clubs}
    if console.is_json:
        console.json([{"number": one.number, "name": one.name, "link": links[one.number]} for one in clubs])
        return
    for club in clubs:
        console.line(f"{club.number:>4}  {club.name}  {links[club.number]}")


def _add(options: argparse.Namespace, console: Console) -> int:
    """Imports files of clubs, each whole or not at all. Returns 1 if any was refused."""
    outcomes: list[dict[str, object]] = []
    refused = 0
    with _open_fields(options, console) as fields:
        paper = _field(options, fields)
        for name in options.files:
            try:
                club = _club(paper, options.club or PurePath(name).stem)
                data = read_file(console, name, Wanted.RESULTS)
                with reading(name):
                    upload = fields.take(
                        paper.paper_id,
                        club.number,
                        data,
                        PurePath(name).name,
                        read_elsewhere,
                        SentBy.ORGANISER,
                        nonetheless=options.nonetheless,
                    )
            except Mistake as mistake:
                refused += 1
                outcomes.append({"file": name, "problems": [console.problem(one) for one in mistake.problems]})
                if not console.is_json:
                    console.complain(mistake.problems, name)
                continue
            outcomes.append(_report_upload(console, name, club, upload))
    if console.is_json:
        console.json(outcomes)
    return 1 if refused else 0


def _report_upload(console: Console, name: str, club: FieldClub, upload: UploadTaken) -> dict[str, object]:
    notes = [console.problem(note) for note in upload.notes]
    if not console.is_json:
        console.say("cli.simultaneous.taken", name=name, club=club.name, n=upload.results, changed=upload.changed)
        for note in notes:
            console.line(f"  {note}")
    return {
        "file": name,
        "club": club.number,
        "results": upload.results,
        "changed": upload.changed,
        "notes": notes,
        "problems": [],
    }


def _out(options: argparse.Namespace, console: Console) -> None:
    """Takes a club out whole, or brings it back."""
    with _open_fields(options, console) as fields:
        paper = _field(options, fields)
        club = _club(paper, options.club)
        if options.back:
            fields.bring_back(paper.paper_id, club.number)
        else:
            fields.take_out(paper.paper_id, club.number, options.why)
    code = "cli.simultaneous.is-back" if options.back else "cli.simultaneous.is-out"
    console.answer({"club": club.number, "out": not options.back}, code, club=club.name)


def _send(options: argparse.Namespace, console: Console) -> None:
    """Sends a file once, or after each change until the command is stopped. Every refusal is printed."""
    sending = Sending(options.link, console.locale, console.services.courier())
    sent = b""
    while True:
        data = read_file(console, options.file, Wanted.RESULTS)
        try:
            if data != sent:
                count = sending.send(data)
                console.answer({"file": options.file, "results": count}, "cli.simultaneous.was-sent", n=count)
                console.out.flush()
                sent = data
        except Refused as refused:
            if not options.every:
                raise
            console.complain(refused.problems, options.file)
            sent = sent if isinstance(refused, NotNow) else data
        if not options.every:
            return
        time.sleep(max(options.every, 1))


def _standings(options: argparse.Namespace, console: Console) -> None:
    """Prints the ranking of the whole field, or a club's own with the places in the field."""
    with _open_fields(options, console) as fields:
        paper = _field(options, fields)
        scored = fields.score_now(paper.paper_id)
        rows = scored.rows
        if options.club:
            club = _club(paper, options.club)
            results = fields.upload(paper.paper_id, club.number).results
            rows = () if results is None else scored_club(paper.value, club, results)
    overall = {row.standing.number: row for row in scored.rows}
    rows = tuple(replace(row, master_points=overall[row.standing.number].master_points) for row in rows)
    if console.is_json:
        plain = {
            "field": paper.paper_id,
            "name": paper.value.name,
            "clubs": len(scored.sent),
            "results": scored.results,
            "awaited": scored.awaited,
            "provisional": scored.is_provisional,
        }
        plain_rows = ({**_plain(row), "field_rank": overall[row.standing.number].standing.rank} for row in rows)
        console.json_with(plain, "ranking", plain_rows)
        return
    console.say("cli.simultaneous.heading", name=paper.value.name, n=len(scored.sent), results=scored.results)
    if scored.awaited:
        console.line(console.problem(Problem("simultaneous.awaited", {"n": scored.awaited})))
    further: dict[str, Callable[[FieldRow], str]] = {}
    if any(row.master_points is not None for row in rows):
        further[_POINTS] = _points
    if options.club:
        further[_IN_FIELD] = lambda row: overall[row.standing.number].standing.written_rank
    cells = [(*_cells(row), *(told(row) for told in further.values())) for row in rows]
    console.table(
        "cli.simultaneous.head-", (*_COLUMNS, *further), cells, right=(0, 4, 5, 6, *range(7, 7 + len(further)))
    )


def _plain(row: FieldRow) -> dict[str, object]:
    standing = row.standing
    return {
        "rank": standing.rank,
        "tied": standing.is_tied,
        "number": standing.number,
        "club": row.club.number,
        "club_name": row.club.name,
        "names": [person.name for person in row.pair.people],
        "boards": standing.boards,
        "total": decimal_string(standing.total),
        "percent": None if standing.percent is None else decimal_string(standing.percent),
        "master_points": None if row.master_points is None else decimal_string(row.master_points),
    }


def _points(row: FieldRow) -> str:
    return decimal_string(row.master_points) if row.master_points else ""


def _cells(row: FieldRow) -> tuple[str, ...]:
    standing = row.standing
    return (
        standing.written_rank,
        standing.number,
        " - ".join(person.name for person in row.pair.people),
        row.club.name,
        str(standing.boards),
        decimal_string(standing.total),
        "" if standing.percent is None else decimal_string(standing.percent),
    )


def _field(options: argparse.Namespace, fields: Simultaneous) -> FieldPaper:
    """Returns the field with the requested name or id; without a request, the only field.

    Raises NotFound (`simultaneous.no-field`) and Refused (`simultaneous.several`).
    """
    papers = fields.all()
    if options.field:
        papers = tuple(one for one in papers if options.field in (one.paper_id, one.value.name))
    if not papers:
        raise NotFound.of("simultaneous.no-field")
    if len(papers) > 1:
        raise Refused.of("simultaneous.several", names=", ".join(one.value.name for one in papers[:10]))
    return papers[0]


def _club(paper: FieldPaper, called: str) -> FieldClub:
    """Returns the club of a number or a name; a file that is called so is its club's.

    Raises NotFound (`simultaneous.no-club-called`).
    """
    wanted = called.casefold()
    for club in paper.value.clubs:
        if wanted in (str(club.number), club.name.casefold()):
            return club
    raise NotFound.of("simultaneous.no-club-called", name=called[:80])
