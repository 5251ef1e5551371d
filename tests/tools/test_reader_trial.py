"""The trial of readers finds one that dies, one that hangs, one that fails and one that hides its failure."""

from __future__ import annotations

import os
import time

import pytest

from arrowswitch.core.untrusted import reading
from tests import reader_trial
from tests.fuzzed import MUCH, Reader
from tests.reader_trial import Trial, try_reader

COUNT = 40
SAMPLE = (b"name,mp\nOak,1\n" * 3,)


def trial_of(read: object) -> Trial:
    return try_reader(Reader("own", read, SAMPLE), 1, COUNT)  # type: ignore[arg-type]  # a function of bytes


def is_odd(data: bytes) -> bool:
    return len(data) % 4 == 1


def test_a_reader_that_answers_reads_every_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_trial, "BATCH", 7)
    trial = trial_of(len)
    assert (trial.read, trial.faults) == (COUNT, {})
    assert f"own, seed 1: {COUNT} samples" in str(trial)


def test_a_reader_that_ends_its_process_is_named_and_the_next_sample_is_read() -> None:
    trial = trial_of(lambda data: os._exit(7) if is_odd(data) else None)
    assert trial.read == COUNT
    assert "exit code 7" in trial.faults["the process died"]


def test_a_reader_that_takes_much_memory_is_named() -> None:
    """The memory is that of the process that reads, not that of its parent."""
    trial = trial_of(lambda data: len(bytes([1]) * (MUCH * 1500)) if is_odd(data) else None)
    assert trial.read == COUNT
    assert any(" MB" in one for one in trial.faults.values())


def test_a_reader_without_an_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_trial, "LONGEST", 0.05)
    started = time.monotonic()
    trial = try_reader(Reader("own", lambda data: time.sleep(60), SAMPLE), 1, 2)
    assert (trial.read, list(trial.faults)) == (2, ["the process died"])
    assert time.monotonic() - started < 30


def test_an_unexpected_exception_is_named_with_its_sample() -> None:
    def read(data: bytes) -> None:
        if is_odd(data):
            raise IndexError

    assert "seed 1, sample" in trial_of(read).faults["IndexError"]


def test_an_exception_that_became_a_refusal_is_named_too() -> None:
    def read(data: bytes) -> None:
        with reading("own.csv"):
            if is_odd(data):
                raise IndexError

    assert "IndexError" in trial_of(read).faults["unreadable"]
