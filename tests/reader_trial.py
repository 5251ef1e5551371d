"""Damaged samples in great numbers: each reader in a guarded process of its own, which reads them in batches.

The process has a limit of memory. A batch that takes too long ends it, and what ends it (a signal, the memory, the
time) is a fault with the number of the sample; a new process goes on with the next one. The fork has the program and
the samples already, so that a process costs some milliseconds and a sample none.
"""

from __future__ import annotations

import mmap
import multiprocessing
import resource
import struct
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from tests.fuzzed import MEMORY, Most, Reader, sample_numbered, trouble

MOST_MEMORY = 3_000_000_000
"""Bytes of addresses that a process may have."""
LONGEST = 60.0
"""Seconds in which a process that reads no further sample is ended."""
BATCH = 500
_NUMBER = struct.Struct("q")


@dataclass(slots=True)
class Trial:
    """A reader's trial: the samples that it read, what the dearest took, and its faults by kind, each with the number
    of its sample, the whole text of the fault and the beginning of the sample."""

    reader: Reader
    seed: int
    read: int = 0
    seconds: float = 0.0
    most: Most = field(default_factory=Most)
    faults: dict[str, str] = field(default_factory=dict)

    def add_fault(self, number: int, wrong: str) -> None:
        """Adds a fault, the first of its kind."""
        beginning = sample_numbered(self.reader, self.seed, number)[:200]
        kind, _, _ = wrong.partition(":")
        self.faults.setdefault(kind, f"seed {self.seed}, sample {number}: {wrong}\n    {beginning!r}")

    def __str__(self) -> str:
        took = f"at most {self.most.seconds:.2f} s and {self.most.kilobytes / 1000:.1f} MB each"
        head = f"{self.reader.name}, seed {self.seed}: {self.read} samples in {self.seconds:.0f} s, {took}"
        lines = [f"{head}; {len(self.faults)} unexpected", *(f"  {one}" for one in self.faults.values())]
        return "\n".join(lines)


def try_reader(reader: Reader, seed: int, count: int, seconds: float = float("inf")) -> Trial:
    """Reads `count` damaged samples in guarded processes, fewer if `seconds` of processor time are over before."""
    trial = Trial(reader, seed)
    while trial.read < count and trial.seconds < seconds:
        _run_process(trial, count, seconds)
    return trial


def _run_process(trial: Trial, count: int, seconds: float) -> None:
    """Reads on in a process of its own until all is read or the process dies."""
    place = mmap.mmap(-1, _NUMBER.size)
    place[:] = _NUMBER.pack(trial.read)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_read, args=(trial, count, seconds, place, theirs))
    process.start()
    theirs.close()
    is_ended = False
    while not is_ended:
        before = place[:]
        try:
            if ours.poll(LONGEST):
                trial.read, trial.seconds, most, faults, is_ended = ours.recv()
                trial.most = Most(max(most[0], trial.most.seconds), max(most[1], trial.most.kilobytes))
                for number, wrong in faults:
                    trial.add_fault(number, wrong)
            elif place[:] == before:
                process.kill()
        except EOFError:
            break
    process.join()
    if not is_ended:
        (number,) = _NUMBER.unpack(place[:])
        trial.add_fault(number, f"the process died: exit code {process.exitcode}")
        trial.read = number + 1


def _read(trial: Trial, count: int, seconds: float, place: mmap.mmap, answers: Connection) -> None:
    """Reads samples from the trial's number on, and sends what was unexpected after each batch."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    MEMORY.open()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    began, at, most = time.process_time() - trial.seconds, trial.read, Most()
    while at < count:
        faults = []
        for number in range(at, min(at + BATCH, count)):
            place[:] = _NUMBER.pack(number)
            wrong = trouble(trial.reader, sample_numbered(trial.reader, trial.seed, number), most)
            if wrong:
                faults.append((number, wrong))
        at = min(at + BATCH, count)
        took = time.process_time() - began
        is_ended = at >= count or took >= seconds
        answers.send((at, took, (most.seconds, most.kilobytes), faults, is_ended))
        if is_ended:
            return
