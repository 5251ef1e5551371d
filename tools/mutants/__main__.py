"""`make mutants`: changes the program in random places and lists what no test saw."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tools.mutants import loaded, sight, trial
from tools.mutants.changes import Change, changes_of, is_real
from tools.mutants.trial import Outcome, Verdict

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns 0, or 2 if there is nothing to change."""
    options = _parser().parse_args(arguments)
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for room in options.room.split(",")
        for path in _modules(room)
    }
    if not texts:
        print(f"No module stands in {options.room}.", file=sys.stderr)
        return 2
    with ExitStack() as stack:
        trees = [Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tree" for _ in range(options.workers)]
        for tree in trees:
            trial.copy_tree(ROOT, tree)
        folder = sight.folder_of(ROOT, options.tests)
        if options.fresh or not sight.is_drawn(folder):
            print(f"Running {' '.join(options.tests)} once, to learn which test runs which line ...", flush=True)
            sight.draw(trees[0], folder, options.tests, options.workers)
        seen = sight.read(ROOT, folder, texts)
        fresh = {path: text for path, text in texts.items() if seen.is_fresh(path, text)}
        if len(fresh) < len(texts):
            print(
                f"{len(texts) - len(fresh)} modules changed since the tests were watched and are left out; "
                "--fresh draws the map again."
            )
        chosen = _choose_changes(fresh, options)
        print(f"{len(chosen)} changes in {len(fresh)} modules, seed {options.seed}.", flush=True)
        outcomes = _outcomes_by_tier(chosen, texts, seen, trees, options)
    _report(outcomes, texts)
    return 0


def _outcomes_by_tier(
    chosen: Sequence[Change],
    texts: dict[str, str],
    seen: sight.Sight,
    trees: Sequence[Path],
    arguments: argparse.Namespace,
) -> list[Outcome]:
    """Tries the changes with the tests of `make test`, and those that these did not see with all cells."""
    outcomes = []
    if arguments.tier == "test":
        os.environ[sight.SEED] = str(arguments.rotation)
        names = sight.names_of_test_tier(trees[0], arguments.tests)
        outcomes = list(_outcomes(chosen, texts, seen.limited_to(names), trees, arguments.budget))
        print(
            f"{sum(outcome.is_seen for outcome in outcomes)} of {len(outcomes)} were seen by `make test`.", flush=True
        )
    decided = [outcome for outcome in outcomes if outcome.is_seen]
    left = [change for change in chosen if change.id not in {outcome.change.id for outcome in decided}]
    os.environ |= sight.EVERY_CELL
    rest = list(_outcomes(left, texts, seen, trees, arguments.budget))
    if arguments.tier == "test":
        rest = [replace(o, verdict=Verdict.SEEN_BY_EXHAUSTIVE) if o.is_seen else o for o in rest]
    return [*decided, *rest]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many changes (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the choice (default 1)")
    parser.add_argument(
        "--room", default="core,tournament,documents", help="folders or modules of the program, with commas"
    )
    parser.add_argument("--only", default="", metavar="ID", help="run these changes again (ids with commas)")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="the tests that may see a change (default all)")
    parser.add_argument(
        "--tier",
        choices=("test", "exhaustive"),
        default="test",
        help="the tests that try a change first (default test)",
    )
    parser.add_argument("--rotation", type=int, default=1, help="the seed of the cells of `make test` (default 1)")
    parser.add_argument("--fresh", action="store_true", help="learn again which test runs which line")
    parser.add_argument("--workers", type=int, default=2, help="how many changes are tried side by side (default 2)")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests for one change (default 60)")
    return parser


def _modules(room: str) -> list[Path]:
    place = ROOT / sight.PACKAGE / room.strip().strip("/")
    if place.with_suffix(".py").is_file():
        return [place.with_suffix(".py")]
    return sorted(place.rglob("*.py"))


def _choose_changes(texts: dict[str, str], options: argparse.Namespace) -> list[Change]:
    """Returns the changes to try: places by lot, and by lot what becomes of each; or those that were named."""
    everything = [change for path, text in sorted(texts.items()) for change in changes_of(path, text)]
    if options.only:
        wanted = set(options.only.split(","))
        return [change for change in everything if change.id in wanted]
    places: dict[tuple[str, int, int], list[Change]] = {}
    for change in everything:
        places.setdefault((change.path, change.start, change.end), []).append(change)
    lot = random.Random(options.seed)
    drawn = [lot.choice(places[place]) for place in lot.sample(sorted(places), len(places))]
    return list(islice((change for change in drawn if is_real(change, texts[change.path])), options.count))


def _outcomes(
    chosen: Sequence[Change], texts: dict[str, str], seen: sight.Sight, trees: Sequence[Path], budget: float
) -> Iterator[Outcome]:
    """Tries the changes: in forks of a process that has the tests loaded, and those that no test saw there alone."""
    with ThreadPoolExecutor(len(trees)) as pool:
        parts = [chosen[first :: len(trees)] for first in range(len(trees))]
        glanced = dict(
            pair
            for found in pool.map(lambda tree, part: _try_in_forks(tree, part, texts, seen, budget), trees, parts)
            for pair in found.items()
        )
        free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            free.put(tree)

        def attempt(change: Change) -> Outcome:
            if change.id in glanced:
                return glanced[change.id]
            tree = free.get()
            try:
                outcome = trial.judge(tree, change, seen.tests_of(change), budget)
            finally:
                free.put(tree)
            _say(outcome)
            return outcome

        yield from pool.map(attempt, chosen)


def _try_in_forks(
    tree: Path, chosen: Sequence[Change], texts: dict[str, str], seen: sight.Sight, budget: float
) -> dict[str, Outcome]:
    """Returns the changes that a test saw in a fork, by id."""
    by_id = {change.id: change for change in chosen if not change.is_at_import}
    tests = {name: trial.within(seen.tests_of(change), budget) for name, change in by_id.items()}
    jobs = [
        loaded.Job(
            id=name,
            path=change.path,
            before=texts[change.path],
            after=change.apply_to(texts[change.path]),
            tests=tuple(test.name for test in tests[name]),
            seconds=trial.limit(tests[name]),
            patience=trial.BUSY * trial.limit(tests[name]),
        )
        for name, change in by_id.items()
        if tests[name]
    ]
    if not jobs:
        return {}
    verdicts = {loaded.SEEN: Verdict.SEEN, loaded.TOO_LONG: Verdict.TOO_LONG}
    seen_outcomes: dict[str, Outcome] = {}

    def heard(name: str, answer: str) -> None:
        if answer in verdicts:
            seen_outcomes[name] = Outcome(by_id[name], verdicts[answer], len(tests[name]))
            _say(seen_outcomes[name])

    loaded.try_all(tree, jobs, heard)
    return seen_outcomes


def _say(outcome: Outcome) -> None:
    change = outcome.change
    print(f"{change.id} {change.path}:{change.line} {change.kind}: {outcome.verdict.value}", flush=True)


def _report(outcomes: Sequence[Outcome], texts: dict[str, str]) -> None:
    lines = []
    for verdict in (Verdict.SEEN_BY_EXHAUSTIVE, Verdict.NOT_SEEN, Verdict.NOT_RUN):
        for outcome in sorted(
            (o for o in outcomes if o.verdict is verdict), key=lambda o: (o.change.path, o.change.line)
        ):
            change = outcome.change
            ran = (
                f", {outcome.tests} tests" + (" (not all: too slow)" if outcome.is_cut else "") if outcome.tests else ""
            )
            lines += [f"{change.path}:{change.line} {change.kind}: {verdict.value}{ran}  [--only {change.id}]"]
            lines += [f"    {line}" for line in change.diff(texts[change.path]).split("\n")]
    seen = sum(outcome.is_seen for outcome in outcomes)
    wider = sum(outcome.verdict is Verdict.SEEN_BY_EXHAUSTIVE for outcome in outcomes)
    lines.append(
        f"{seen} of {len(outcomes)} changes were seen by a test"
        + (f", {wider} of them by `make exhaustive` alone." if wider else ".")
    )
    folder = ROOT / sight.KEPT
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n" + "\n".join(lines))


if __name__ == "__main__":
    raise SystemExit(main())
