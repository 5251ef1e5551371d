"""Damaged and invented texts and files for every reader.

Each reader has samples; `damage` makes more of them by bytes, pieces and what is awkward in any format. A reader
answers with what it found or with a Mistake, within bounds of time and of memory that are measured for each sample.
"""

from __future__ import annotations

import gc
import io
import json
import os
import random
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

import openpyxl

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.deals.conditions import parse_condition
from arrowswitch.core.deals.deal import parse_deal
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.auction import parse_auction
from arrowswitch.core.game.pads import parse_deal as parse_pad_deal
from arrowswitch.core.game.play import parse_cards
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.editing.base_row import parse_base_row
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.recovery.accidents import parse_accidents
from arrowswitch.core.movements.sessions.format import plan_to_plain
from arrowswitch.core.movements.sessions.schemes import again
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.core.scoring.teams.slip import parse_match_slip
from arrowswitch.formats.federation.bundle import reports_in
from arrowswitch.formats.federation.json_report import read_report, write_report
from arrowswitch.formats.movement.foreign import read_movements
from arrowswitch.formats.movement.movement_file import read_movement_file, read_plan_file
from arrowswitch.formats.movement.movement_text import format_movement_text, parse_movement_text
from arrowswitch.formats.pairing.draw_file import read_draw_file
from arrowswitch.formats.pairing.knockout_file import read_knockout_file
from arrowswitch.formats.pairing.league_file import read_league_file
from arrowswitch.formats.results.datums import read_datums
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.regulations import load_text
from arrowswitch.regulations.guides.reading import read_guide
from arrowswitch.regulations.scale_table import parse_scale_table
from arrowswitch.regulations.scales import load_scale_text
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.reporting.report import Letter, report_to_send
from arrowswitch.tournament.service.archive import archived_event, pack_event
from arrowswitch.web.desk.entries.csv import read_entries
from arrowswitch.web.desk.league.form import parse_dates
from arrowswitch.web.desk.register.csv import read_register
from arrowswitch.web.desk.results.reading import read as read_typed
from arrowswitch.web.desk.rulings.routes import parse_amount
from tests.builders import START, mitchell_evening, new_evening
from tests.foreign_movements import FILES
from tests.fuzzed_files import foreign_readers

SLOW = 2.0
"""Seconds of processor time that a reader may take for a sample of these sizes."""
MUCH = 200_000
"""Kilobytes of memory that a reader may take at once for a sample, beyond what the process has before."""
LONG = 100_000
"""Characters that all faults of a file may have together."""
AWKWARD = (
    *(
        "",
        "\x00",
        "\ufeff",
        "\ud800",
        "\u202e",
        "\U00020bb7",
        "'",
        '"',
        "\\",
        "\n",
        "\r",
        "\t",
        ",",
        ";",
        "/",
        "|",
        "=",
    ),
    *("-0", "0", "1e99999999", "9" * 4301, "-1", "1.5", "１２", "½", "NaN", "Infinity", "null", "true", "[]", "{}"),
    *("[" * 2000, "(" * 2000, "A" * 10_000, "♠", "=cmd", "%s", "{0}", "<script>", "../..", "ﬁ", "٣", "²"),
)
"""Texts that are in no sample, and break careless readers."""

UNREADABLE = "format.unreadable"
"""The refusal of a reader that did not expect an exception: no answer of which its author thought."""
VALUE = re.compile(rb'"[^"\n]*"|[-+]?[0-9]+(?:\.[0-9]+)?|true|false|null|(?<=>)[^<>\n]+(?=<)')
"""A value in the texts that programs write: in quotes, a number, a word, between two tags."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader with samples that it reads. A sample comes the more often the shorter it is, by this power of its
    length."""

    name: str
    read: Callable[[bytes], object]
    samples: tuple[bytes, ...]
    power: int = 2

    def sample(self, chance: random.Random) -> bytes:
        """Returns one of the samples: one of half the length comes four times as often, since it is read sooner.

        >>> reader = Reader("", len, (b"x" * 50, b"x" * 101))
        >>> short = sum(len(reader.sample(random.Random(at))) == 50 for at in range(1000))
        >>> 750 < short < 850
        True
        """
        return chance.choices(self.samples, [1 / (len(one) + 1) ** self.power for one in self.samples])[0]


def damage(sample: bytes, chance: random.Random) -> bytes:
    """Returns a sample with one to three faults: a changed byte, a piece removed, doubled or moved, an awkward text, or
    one value in place of another.
    """
    data = sample
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(data) + 1)
        to = min(len(data), at + chance.choice((1, 1, 2, 5, 20, 200)))
        match chance.randrange(8):
            case 0:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[to:]
            case 2:
                data = data[:to] + data[at:to] * chance.choice((1, 2, 50)) + data[to:]
            case 3:
                there = chance.randrange(len(data) + 1)
                data = data[:there] + data[at:to] + data[there:]
            case 4:
                piece = chance.choice(AWKWARD).encode("utf-8", errors="surrogatepass")
                data = data[:at] + piece + data[at if chance.random() < 1 / 2 else to :]
            case 5:
                data = data[:at]
            case _:
                data = _other_value(data, at, chance)
    return data


def _other_value(data: bytes, at: int, chance: random.Random) -> bytes:
    """Returns a file with another value at the next place of one: it is well formed still, and means something else."""
    match = VALUE.search(data, at)
    if match is None:
        return data
    other = VALUE.search(data, chance.randrange(len(data)))
    if other is not None and chance.random() < 1 / 2:
        value = other.group()
    else:
        value = chance.choice(AWKWARD).encode("utf-8", errors="surrogatepass")
        if data[match.start()] == data[match.end() - 1] == b'"'[0]:
            value = json.dumps(value.decode("utf-8", errors="replace")).encode()
    return data[: match.start()] + value + data[match.end() :]


@dataclass(slots=True)
class Most:
    """The cost of the dearest samples of a reader: seconds of processor time, and kilobytes of memory."""

    seconds: float = 0.0
    kilobytes: int = 0


class Memory:
    """The most memory that this process has in use at once since a moment; nothing where Linux does not tell it."""

    def __init__(self) -> None:
        self._files: tuple[int, int] | None = None
        self.open()

    def open(self) -> None:
        """Opens the numbers of this process: a fork has those of its parent until then."""
        if os.access("/proc/self/clear_refs", os.W_OK):
            self._files = (os.open("/proc/self/status", os.O_RDONLY), os.open("/proc/self/clear_refs", os.O_WRONLY))

    def begin(self) -> int:
        """Forgets the most there was, and returns the kilobytes in use now."""
        if self._files is None:
            return 0
        os.pwrite(self._files[1], b"5", 0)
        return self.most()

    def most(self) -> int:
        """Returns the most kilobytes in use since the beginning."""
        if self._files is None:
            return 0
        status = os.pread(self._files[0], 8192, 0)
        return int(status[status.index(b"VmHWM:") + 6 :].split(None, 1)[0])


MEMORY = Memory()


def trouble(reader: Reader, data: bytes, most: Most | None = None) -> str:
    """Returns the fault in a reader's answer, or an empty text; notes its cost in `most`.

    The collector of garbage would go through all that other tests of the process left behind: that is no time of the
    reader's.
    """
    gc.disable()
    before = MEMORY.begin()
    began = time.process_time()
    try:
        reader.read(data)
        message = ""
    except Mistake as mistake:
        if any(problem.code == UNREADABLE for problem in mistake.problems):
            return f"unreadable: {mistake.__cause__!r}"[:200]
        message = str(mistake)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        took = time.process_time() - began
        needed = MEMORY.most() - before
        gc.enable()
    if most is not None:
        most.seconds, most.kilobytes = max(most.seconds, took), max(most.kilobytes, needed)
    if len(message) > LONG:
        return f"told in {len(message)} characters"
    if needed > MUCH:
        return f"took {needed // 1000} MB"
    return f"took {took:.1f} s" if took > SLOW else ""


def sample_numbered(reader: Reader, seed: int, number: int) -> bytes:
    """Returns the damaged sample of a number, always the same one."""
    chance = random.Random(f"{seed} {reader.name} {number}")
    return damage(reader.sample(chance), chance)


def readers() -> Iterator[Reader]:
    """Yields every reader with its samples."""
    yield from _event_readers()
    yield from _list_readers()
    yield from _json_readers()
    yield from _federation_readers()
    yield from _text_readers()
    yield from (Reader(*one) for one in foreign_readers())


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Returns a reader of bytes for one of texts: a form sends characters, never halves of them."""
    return lambda data: read(data.decode("utf-8", errors="replace"))


def _event_readers() -> Iterator[Reader]:
    evening = mitchell_evening()
    evening.play_all()
    ledger = evening.tournament.ledger(evening.event_id)
    texts = tuple([event_file.dump(one).encode() for one in (ledger, _short_ledger(), _entries_alone())])
    yield Reader("event file", _text(event_file.load), texts)
    yield Reader("changes of an event file", _text(_changes), texts)
    packed = pack_event(ledger, ClubSettings("Club"), START)
    plain = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive, zipfile.ZipFile(plain, "w") as stored:
        for name in archive.namelist():
            stored.writestr(name, archive.read(name))
    yield Reader("archive", archived_event, (packed, plain.getvalue()))


def _short_ledger() -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an evening of two tables, of which a round is scored."""
    evening = new_evening(4)
    evening.start(make("howell", pairs=4))
    evening.enter(1, 1, 1, "4SN=")
    return evening.tournament.ledger(evening.event_id)


def _federation_readers() -> Iterator[Reader]:
    """Yields the reader of reports, with one of an evening of two tables, and that of many in one ZIP file."""
    evening = new_evening(4)
    evening.start(make("howell", pairs=4))
    evening.play_all()
    ledger = evening.tournament.ledger(evening.event_id)
    report = write_report(report_to_send(evening.state, ledger, Letter("Club A")))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as bundle:
        bundle.writestr("report.json", report)
    yield Reader("report", read_report, (report,))
    yield Reader("reports in a ZIP file", lambda data: list(reports_in("reports.zip", data)), (packed.getvalue(),))


def _entries_alone() -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an evening with two entries, before its movement: a file of two kilobytes."""
    evening = new_evening(2)
    return evening.tournament.ledger(evening.event_id)


def _changes(text: str) -> object:
    event_file.load(text)
    return event_file.changes_outside(text)


def _list_readers() -> Iterator[Reader]:
    register = (
        "番号,氏名,よみ,ローマ字,所属,ポイント\n101,春川 一葉,はるかわ,Harukawa,ことり,12.5\n102,夏山,なつやま,,,\n"
    )
    entries = "name1,name2,number\nAlder,Oak,1\n春川,秋山,2\n"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for line in register.splitlines():
        sheet.append(line.split(","))
    xlsx = io.BytesIO()
    book.save(xlsx)
    yield Reader(
        "register", lambda data: read_register(data, "list.csv"), (register.encode(), register.encode("cp932"))
    )
    yield Reader("register of a workbook", lambda data: read_register(data, "list.xlsx"), (xlsx.getvalue(),))
    yield Reader("entries", lambda data: read_entries(data, "list.csv", ()), (entries.encode(),))
    yield Reader("datums", read_datums, (b"1,420\n2,-50\n3,12.5\n", b"board;datum\n1;100\n"))
    yield Reader("frequencies", read_frequencies, (b"board,score,count\n1,420,3\n1,-50,2\n", b"1,420,3\n2,50,1\n"))


def _json_readers() -> Iterator[Reader]:
    teams = [{"number": str(n), "name": f"Oak {n}", "venue": "Hall"} for n in range(1, 7)]
    results = [{"match": 1, "imps": [45, 32]}, {"match": 2, "results": [[1, 420, -400], [2, 620, None]]}]
    carried = {"match": 3, "carry_over": {"1": 8}, "penalties": [{"team": "1", "amount": 1, "unit": "boards"}]}
    knockout = {"name": "Cup", "teams": teams[:4], "results": [*results, carried]}
    pairs = (("1", "2", 45, 32), ("3", "4", 5, 3))
    played = [{"home": home, "away": away, "imps": [won, lost]} for home, away, won, lost in pairs]
    league = {"name": "League", "teams": teams, "results": played}
    draw = {
        "contestants": [{"number": str(n), "score": str(60 - n)} for n in range(1, 7)],
        "played": [["1", "2"], ["3", "4"], ["5", "6"]],
        "rematch": "never",
    }
    yield Reader("knockout", read_knockout_file, (json.dumps(knockout).encode(),))
    yield Reader("league", read_league_file, (json.dumps(league).encode(),))
    plan = again(make("mitchell", tables=3))
    yield Reader("plan", read_plan_file, (json.dumps(plan_to_plain(plan)).encode(),))
    yield Reader("draw", read_draw_file, (json.dumps(draw).encode(),))


def _text_readers() -> Iterator[Reader]:
    howell = format_movement_text(make("howell", pairs=7)).encode()
    yield Reader("movement text", parse_movement_text, (howell,))
    yield Reader("movement file", read_movement_file, (howell,))
    yield Reader("movements of other programs", read_movements, tuple(FILES.values()))
    room = files("arrowswitch.regulations")
    yield Reader("regulations", _text(lambda text: load_text(text, "own.toml")), ((room / "acbl.toml").read_bytes(),))
    guide = (room / "guides" / "phone.toml").read_bytes()
    yield Reader("guide", _text(lambda text: read_guide(text, "own.toml")), (guide,))
    scale = next(
        path for path in sorted((room / "scales").iterdir(), key=str) if path.name.endswith(".toml")
    ).read_bytes()
    yield Reader("scale", _text(lambda text: load_scale_text(text, "own.toml")), (scale,))
    table = _text(lambda text: parse_scale_table(text, ScaleUnit.IMPS))
    yield Reader(
        "table of a scale",
        table,
        (b"10-10 10.5-9.5 12-8\n8: 0 1 5\n16: 0 2 7",),
    )
    deal = b"N:AKQ2.JT9.876.543 JT98.AKQ.JT9.876 765.876.AKQ.JT92 43.5432.5432.AKQ"
    yield Reader("deal", _text(parse_deal), (deal,))
    yield Reader(
        "condition", _text(parse_condition), (b"hcp(north) >= 15 and hcp(north) <= 17 and shape(north, any 4333)",)
    )
    yield Reader(
        "auction", _text(lambda text: parse_auction(text, Seat.NORTH)), (b"1NT P 3NT P P P", b"1S X XX 2H P P D P P P")
    )
    yield Reader("cards", _text(parse_cards), (b"SA SK S2 S3 H4", "♠A ♠K ♥4".encode()))
    yield Reader("pad", _text(parse_pad_deal), (b"4SX-1 N", b"3NT= W h150", b"P"))
    row = _text(lambda text: parse_base_row(text, ContestantKind.PAIR))
    yield Reader("base row", row, (b"14-1 1, 6-9 2, 11-4 3",))
    yield Reader("accidents", _text(parse_accidents), (b"seats,3,1,2;direction,3,5", b"boards,2,1,4"))
    typed = (b"4SX-1 N", "4スペード=N".encode(), b"A60/40", b"P", b"+420", b"NP")
    yield Reader("slip", _text(lambda text: parse_entry(text)), typed)
    yield Reader("typed result", _text(lambda text: read_typed(text, 5)), typed)
    yield Reader("match slip", _text(parse_match_slip), (b"45-32", b"12.5-7.5v", "４５ー３２".encode()))
    yield Reader("amount", _text(_amount), (b"12.5", b"1/2", b"-3"))
    yield Reader("dates", _text(_dates), (b"2026-04-05, 2026-04-12", "4/5、4/12".encode()))


def _amount(text: str) -> object:
    problems: list[Problem] = []
    amount = parse_amount(text, problems)
    Mistake.check(problems)
    return amount


def _dates(text: str) -> object:
    problems: list[Problem] = []
    dates = parse_dates(text, date(2026, 4, 1), "dates", problems)
    Mistake.check(problems)
    return dates
