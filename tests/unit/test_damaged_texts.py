"""Every reader answers what is damaged with a Mistake, soon: `tools/try-readers` does a hundred thousand of each.

`ARROWSWITCH_DAMAGED` says how many of each are tried (200 unless it does), `ARROWSWITCH_DAMAGED_SEED` which.
"""

from __future__ import annotations

import os
import random

import pytest

from tests.fuzzed import Reader, damaged, readers, trouble

COUNT = int(os.environ.get("ARROWSWITCH_DAMAGED", "200"))
SEED = int(os.environ.get("ARROWSWITCH_DAMAGED_SEED", "1"))
READERS = tuple(readers())


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_the_samples_are_read(reader: Reader) -> None:
    for sample in reader.samples:
        reader.read(sample)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_what_is_damaged_is_answered(reader: Reader) -> None:
    found: dict[str, bytes] = {}
    for at in range(COUNT):
        chance = random.Random(f"{SEED} {reader.name} {at}")
        data = damaged(chance.choice(reader.samples), chance)
        wrong = trouble(reader, data)
        if wrong:
            found.setdefault(wrong.split(":")[0], data[:300])
    assert found == {}
