"""Every reader answers what is damaged with a Mistake, soon: `tools/try-readers` does a hundred thousand of each.

1,000 damaged samples of each reader are tried in `make exhaustive`, and a fifth of them in `make test`.
`ARROWSWITCH_DAMAGED` sets another number, and prints a line for each reader; `ARROWSWITCH_DAMAGED_SEED` chooses others.
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterable
from functools import cache

import pytest

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.notation import quote_text
from arrowswitch.formats.reading import iso_date
from tests.found_readers import NOT_TRIED, found_readers, untried_readers
from tests.fuzzed import MUCH, Most, Reader, readers, sample_numbered, trouble
from tests.rotation import is_exhaustive, rotation_seed
from tests.tables import for_each

COUNT = int(os.environ.get("ARROWSWITCH_DAMAGED", "1000"))
SEED = int(os.environ.get("ARROWSWITCH_DAMAGED_SEED", "1"))
ONE_IN = 10
"""The part of the samples that `make test` tries; which ones rotates."""


@cache
def every_reader() -> tuple[Reader, ...]:
    return tuple(readers())


def reader_named(name: str) -> Reader:
    return next(reader for reader in every_reader() if reader.name == name)


@pytest.mark.slow
@for_each("reader", every_reader, ids=lambda reader: reader.name)
def test_the_samples_are_read(reader: Reader) -> None:
    assert reader.samples
    for sample in reader.samples:
        reader.read(sample)


FOUND = (
    ("register", b"\xef\xbb\xbf", "desk.file.empty"),
    ("entries", b"\xef\xbb\xbf", "desk.file.empty"),
    ("register", "氏名,よみ\n春川,".encode() + b"A" * 200_000, "format.long-line"),
    ("entries", b"name1,name2\nAlder," + b"A" * 200_000, "format.long-line"),
    ("register", b"name,mp\n" + b"1,x\n" * 2_000, "format.more"),
    ("entries", b"name1,name2,number\nAlder,Oak,1\n" + b"2\n" * 1_900, "format.more"),
    ("frequencies", b"board,score,count\n1,420,3\n" + b"0,2\n" * 2_500, "format.more"),
    ("datums", b"board;datum\n" + b"1;x\n" * 2_500, "format.more"),
    ("base row", b"14-1 1, 6-9 2" + b",2" * 2_500, "format.more"),
)
"""Files found by sweeps of a hundred thousand, and similar ones: the reader, the file, and the last message."""


@pytest.mark.slow
@for_each("name, data, code", FOUND)
def test_what_was_found_is_answered(name: str, data: bytes, code: str) -> None:
    reader = reader_named(name)
    assert trouble(reader, data) == ""
    with pytest.raises(Mistake) as caught:
        reader.read(data)
    assert caught.value.problems[-1].code == code


def test_a_place_of_thousands_of_digits_is_no_place() -> None:
    reader = reader_named("results json")
    sample = next(one for one in reader.samples if b'"rank": "1' in one)
    assert trouble(reader, sample.replace(b'"rank": "1', b'"rank": "' + b"9" * 4302, 1)) == ""


@for_each("text", ["20/11/" + "2" * 4301, "2" * 4301 + "/11/2026", "2026-11-" + "2" * 4301])
def test_a_day_of_thousands_of_digits_is_no_date(text: str) -> None:
    assert iso_date(text) == quote_text(text)


def test_a_column_of_thousands_of_digits_is_told() -> None:
    reader = reader_named("results pbn")
    sample = next(one for one in reader.samples if re.search(rb"\\\d+[LR]", one))
    assert trouble(reader, re.sub(rb"\\\d+", lambda _: b"\\" + b"2" * 4301, sample)) == ""


def test_a_row_that_ends_before_the_board_has_none() -> None:
    reader = reader_named("results csv")
    with pytest.raises(Malformed):
        reader.read(b"score,ns,ew,board\r\n-50,1,2,1\r\n100\r\n")


def is_whole_run() -> bool:
    """True if this run is exhaustive or was given a count."""
    return is_exhaustive() or "ARROWSWITCH_DAMAGED" in os.environ


def samples_to_try(reader: Reader) -> Iterable[int]:
    """Returns the numbers of the damaged samples that this run tries: all if it is exhaustive or was given a count."""
    if is_whole_run():
        return range(COUNT)
    return random.Random(f"{rotation_seed()} {reader.name}").sample(range(COUNT), COUNT // ONE_IN)


@pytest.mark.slow
@for_each("reader", every_reader, ids=lambda reader: reader.name)
def test_what_is_damaged_is_answered(reader: Reader) -> None:
    troubles: dict[str, bytes] = {}
    most = Most()
    tried = samples_to_try(reader)
    for at in tried:
        data = sample_numbered(reader, SEED, at)
        wrong = trouble(reader, data, most)
        if wrong:
            troubles.setdefault(wrong.split(":")[0], data[:300])
    if "ARROWSWITCH_DAMAGED" in os.environ:
        took = f"at most {most.seconds:.2f} s and {most.kilobytes / 1000:.1f} MB"
        sys.stdout.write(f"{reader.name}: {COUNT} samples, {took}, {len(troubles)} kinds of trouble\n")
        sys.stdout.flush()
    assert troubles == {}


@pytest.mark.slow
def test_every_reader_of_the_program_answers_anything() -> None:
    """Readers that are found in the program itself, with the samples of all others: a new one is in the list by itself.
    A tenth of the samples of each in `make test`."""
    faults: dict[str, str] = {}
    for reader in found_readers(every_reader()):
        for at in list(samples_to_try(reader))[:: 1 if is_whole_run() else ONE_IN]:
            wrong = trouble(reader, sample_numbered(reader, SEED, at))
            if wrong:
                faults.setdefault(reader.name, wrong)
    assert faults == {}


@pytest.mark.slow
def test_the_list_of_readers_is_found() -> None:
    names = {reader.name.rpartition(".")[2] for reader in found_readers(every_reader())}
    assert names >= {"read_results", "reports_of", "looked_through", "event_file_contents", "read_rows", "parse_xml"}
    assert names >= {"read_elsewhere", "source_of", "load_text"}, "bound by partial, and read by commands"
    assert untried_readers() == frozenset()
    assert {name for name in NOT_TRIED if name.rpartition(".")[2] in names} == set()


def test_a_reader_that_takes_much_is_told() -> None:
    """Half of what is allowed is well, and is noted; twice is not, also when it was given back at once."""
    most = Most()
    assert trouble(Reader("half", lambda data: data * (MUCH * 500), ()), b"1", most) == ""
    assert most.kilobytes > MUCH / 4
    assert " MB" in trouble(Reader("twice", lambda data: len(data * (MUCH * 2000)), ()), b"1")
