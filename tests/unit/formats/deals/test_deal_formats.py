"""Files of deals: byte for byte as others write them, read back, and every fault told (R-323, R-324)."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.deals.deal import Deal, DealSet, parse_deal
from arrowswitch.core.deals.dealing import Seed, deal_boards
from arrowswitch.core.deals.numbering import DEALS, deal_of
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.formats.deals.deal_file import DealFile
from arrowswitch.formats.deals.formats import DEAL_FORMATS, DealFormat, deal_format
from tests.rotation import choose, examples
from tests.tables import for_each

SAME = json.loads(
    (Path(__file__).parents[3] / "data" / "standards" / "formats" / "same_36_deals.json").read_text(encoding="utf-8")
)
SET = DealSet({board: parse_deal(text) for board, text in enumerate(SAME["deals"], start=1)})
EACH = pytest.mark.parametrize("form", DEAL_FORMATS, ids=lambda form: form.name)


def faults(form: str, data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        deal_format(f"x.{form}").read(data)
    return [(problem.code, problem.where) for problem in caught.value.problems]


def notes(file: DealFile) -> list[tuple[str, str]]:
    return [(note.code, note.where) for note in file.notes]


@for_each("form", DEAL_FORMATS, ids=lambda form: form.name)
def test_the_same_36_deals(form: DealFormat) -> None:
    """R-324: written to the bytes of the field's program, wherever it writes the format, and read to the same deals."""
    data = form.write(SET)
    if form.name in SAME["sha256"]:
        assert hashlib.sha256(data).hexdigest() == SAME["sha256"][form.name]
    file = form.read(data)
    assert file.deals == SET
    assert ("deals.numbered", "") not in notes(file) or not form.has_numbers
    assert [problem.code for problem in form.not_held(SET)] == []


def test_every_sample_is_written() -> None:
    assert set(SAME["sha256"]) <= {form.name for form in DEAL_FORMATS}
    assert len(SAME["sha256"]) == 12


@EACH
@settings(max_examples=examples(40))
@given(st.lists(st.integers(0, DEALS - 1), min_size=1, max_size=4, unique=True), st.integers(1, 90))
def test_any_deals_are_read_back(form: DealFormat, numbers: list[int], first: int) -> None:
    """Board numbers stay where a format holds them; where it does not, they are counted from 1 and that is said."""
    start = first if form.has_numbers else 1
    deals = DealSet({start + place: deal_of(number) for place, number in enumerate(numbers)})
    assert form.read(form.write(deals)).deals == deals


def test_lost_numbers_are_told() -> None:
    later = DealSet({5: SET.deals[1], 6: SET.deals[2]})
    for form in DEAL_FORMATS:
        assert [problem.code for problem in form.not_held(later)] == (
            [] if form.has_numbers else ["deals.numbers-lost"]
        )


@EACH
def test_damage_is_told_and_never_a_crash(form: DealFormat) -> None:
    """Each line left out, cut and doubled, and a thousand random bytes: a mistake in words, or deals of 52 cards. `make
    test` tries 300 of these files."""
    data = form.write(DealSet({board: SET.deals[board] for board in range(1, 5)}))
    chance = random.Random(form.name)
    damaged = [data[:cut] for cut in range(0, len(data), max(1, len(data) // 60))]
    lines = data.split(b"\n")
    damaged += [b"\n".join([*lines[:at], *lines[at + 1 :]]) for at in range(min(len(lines), 80))]
    damaged += [b"\n".join([*lines[:at], lines[at], *lines[at:]]) for at in range(min(len(lines), 80))]
    for _ in range(1000):
        at = chance.randrange(len(data))
        damaged.append(data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :])
    for each in choose(damaged, f"damage to {form.name}", cells=300):
        with contextlib.suppress(Mistake):
            assert all(isinstance(deal, Deal) for deal in form.read(each).deals.deals.values())


@for_each(
    "form, old, new, expected",
    [
        ("pbn", b"K.A7643.742.AK75", b"K.A7643.742.AK7", [("deal.hand-size", "line 15")]),
        ("pbn", b"J5.KQJ9", b"K5.KQJ9", [("deal.card-twice", "line 15")]),
        ("pbn", b'[Board "2"]', b'[Board "?"]', [("deals.no-board", "line 31")]),
        ("pbn", b'[Board "2"]', b'[Board "1"]', [("deals.board-twice", "line 31")]),
        ("lin", b"SQ986432H82", b"SQ986432H8", [("deal.hand-size", "line 1")]),
        ("lin", b"SQ986432H82", b"HQ986432S82", [("deals.hands", "line 1")]),
        ("rbn", b"K.A7643.742.AK75", b"K.A7643.742", [("deal.suits", "line 2")]),
        ("csv", b'"K","A7643"', b'"K","A764"', [("deal.hand-size", "line 1")]),
        ("csv", b'"K","A7643",', b'"K",', [("deals.cells", "line 1")]),
        ("csv", b'"1","N/-"', b'"x","N/-"', [("deals.no-board", "line 1")]),
        ("json", b"K.A7643.742.AK75", b"K.A7643.742.AK7Z", [("deal.card", "line 8")]),
        ("ber", b"4132", b"5132", [("deals.sign", "deal 1")]),
        ("ber", b"4132", b"4432", [("deal.hand-size", "deal 1"), ("deal.hand-size", "deal 1")]),
        ("bhg", b"BNUV", b"NNUV", [("deal.card-twice", "line 2")]),
        ("bhg", b"BNUV", b"BN-V", [("deals.sign", "line 2")]),
        ("goe", b"23,427", b"23x427", [("deals.number", "line 1")]),
        ("goe", b"23,427,608", b"93,427,608", [("deal.number", "line 1")]),
        ("bri", b"0214", b"0202", [("deal.card-twice", "deal 1")]),
        ("bri", b"0214", b"0299", [("deals.card-number", "deal 1")]),
        ("bri", b"0214", b"02 4", [("deals.sign", "deal 1")]),
        ("dge", b"A7643", b"A7645", [("deal.card-twice", "deal 1")]),
        ("dge", b"\x06K\x03", b"\x03K\x06", [("deals.hands", "deal 1")]),
        ("dup", b"\x06K\x03A7643", b"\x06K\x03A7642", [("deals.halves-differ", "deal 1")]),
        ("dlm", b"Board 01=mj", b"Board 01=mm", [("deals.check", "line 12")]),
        ("dlm", b"Board 01=mj", b"Board 01=m", [("deals.dlm-board", "line 12")]),
        ("dlm", b"Board 02=", b"Bored 02=", [("deals.missing", "")]),
        ("dlm", b"From board=1", b"From board=x", [("deals.head", "")]),
        ("rzd", b"\x24\x00", b"\x25\x00", [("deals.length", "")]),
        ("rzd", b"\x24\x00   ", b"\x24\x00xyz", [("deals.head", "")]),
    ],
)
def test_faults_are_told_with_their_place(form: str, old: bytes, new: bytes, expected: list[tuple[str, str]]) -> None:
    data = deal_format(f"x.{form}").write(SET)
    assert old in data
    assert faults(form, data.replace(old, new, 1)) == expected


def test_every_fault_is_told() -> None:
    data = deal_format("x.pbn").write(SET).replace(b"AK75", b"AK7", 1).replace(b"AKJ42", b"AKJ4Y", 1)
    assert [code for code, _ in faults("pbn", data)] == ["deal.hand-size", "deal.card"]


def test_a_file_without_deals() -> None:
    assert faults("pbn", b'[Event "x"]\n[Board "1"]\n') == [("deals.none", "")]
    assert faults("json", b'{"boards": []}') == [("deals.none", "")]


def test_the_board_number_counts_where_a_file_says_otherwise() -> None:
    data = deal_format("x.pbn").write(DealSet({1: SET.deals[1]}))
    changed = data.replace(b'[Dealer "N"]', b'[Dealer "S"]').replace(b'[Vulnerable "None"]', b'[Vulnerable "Both"]')
    file = deal_format("x.pbn").read(changed)
    assert notes(file) == [("deals.other-dealer", "line 15"), ("deals.other-vulnerable", "line 15")]
    assert file.deals.deals[1] == SET.deals[1]
    lin = deal_format("x.lin").write(DealSet({1: SET.deals[1]})).replace(b"md|3", b"md|1").replace(b"sv|0", b"sv|b")
    assert [code for code, _ in notes(deal_format("x.lin").read(lin))] == [
        "deals.other-dealer",
        "deals.other-vulnerable",
    ]


def test_lin_and_rbn_without_numbers_are_counted() -> None:
    """A deal copied from a web page has no board number; a fourth hand may stand there."""
    lin = b"md|3SQ986432H82DA3CQ2,SAT7HT5DQT986CJT3,SKHA7643D742CAK75,SJ5HKQJ9DKJ5C9864|\n"
    file = deal_format("x.lin").read(lin)
    assert file.deals == DealSet({1: SET.deals[1]})
    assert notes(file) == [("deals.numbered", "")]
    rbn = b"D 19980131\nH N:K.A7643.742.AK75:J5.KQJ9.KJ5.9864:Q986432.82.A3.Q2:\n\nH W:873.A6..:\n"
    assert deal_format("x.rbn").read(rbn).deals == DealSet({1: SET.deals[1]})


def test_json_of_other_forms() -> None:
    text = SET.deals[1].pbn
    for plain in (
        {"deals": {"7": text}},
        {"hands": [{"board": 7, "deal": text}]},
        {"boards": [{"board": 7, "deal": text}]},
    ):
        assert deal_format("x.json").read(json.dumps(plain).encode()).deals == DealSet({7: SET.deals[1]})


def test_equal_boards_are_told() -> None:
    twice = DealSet({1: SET.deals[1], 2: SET.deals[1]})
    assert ("deals.same-cards", "") in notes(deal_format("x.goe").read(deal_format("x.goe").write(twice)))


@for_each(
    "form, boards, code",
    [
        ("dlm", (99, 100), "deals.too-high"),
        ("dlm", (1, 3), "deals.gap"),
        ("cds", (255, 256), "deals.too-high"),
        ("dup", tuple(range(1, 101)), "deals.too-many"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(form: str, boards: tuple[int, ...], code: str) -> None:
    deals = DealSet(dict(deal_boards(Seed("x"), boards)))
    with pytest.raises(Refused, match=code):
        deal_format(f"x.{form}").write(deals)


def test_other_endings_are_refused() -> None:
    with pytest.raises(Refused, match=r"deals\.format"):
        deal_format("deals.doc")


@for_each("form", ["ber", "bri", "dge", "dup", "rzd", "goe", "bhg"])
def test_a_file_with_more_boards_than_any_set_has_is_left_soon(form: str) -> None:
    """Three thousand boards in a row: one fault, and no waiting for the rest."""
    single = deal_format(f"x.{form}").write(DealSet({1: SET.deals[1]}))
    many = single * 3000
    if form == "rzd":
        many = (3000).to_bytes(2, "little") + single[2:13] + single[13:] * 3000
    assert faults(form, many)[0][0] == "deals.board"
