"""The changes of `make mutants` in a module, the code that it leaves alone, and the tests that it runs."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.tables import for_each
from tools.mutants.changes import Change, changes_of, is_real
from tools.mutants.loaded import NOT_SEEN, SEEN, TOO_LONG, UNKNOWN, Job, exchange, try_all
from tools.mutants.sight import Sight, TimedTest, digest
from tools.mutants.trial import Verdict, copy_tree, judge, within


def changed_texts(text: str, kind: str = "") -> list[str]:
    """Returns a one-line module after each of its changes."""
    return [one.apply_to(text) for one in changes_of("a.py", text) if is_real(one, text) and one.kind.startswith(kind)]


class TestWhatIsChanged:
    @for_each(
        "before, kind, after",
        [
            ("x = a < b", "comparison", ["x = a <= b"]),
            ("x = a >= b", "comparison", ["x = a > b"]),
            ("x = a == b", "comparison", ["x = a != b"]),
            ("x = a not in b", "comparison", ["x = a in b"]),
            ("x = a is b", "comparison", ["x = a is not b"]),
            ("x = a < b < c", "comparison", ["x = a <= b < c", "x = a < b <= c"]),
            ("x = (a) - (b)", "arithmetic", ["x = (a) + (b)"]),
            ("x = a // b", "arithmetic", ["x = a * b"]),
            ("x += y", "arithmetic", ["x -= y"]),
            ("x = a and b or c", "and or", ["x = a or b or c", "x = a and b and c"]),
            ("x = not a", "dropped not", ["x = (a)"]),
            ("x = -a", "dropped minus", ["x = (a)"]),
            ("x = 7", "constant", ["x = 6", "x = 8"]),
            ("x = 0", "constant", ["x = 1"]),
            ("x = True", "truth", ["x = False"]),
            ("x = a[b:c]", "bound", ["x = a[(b) + 1:c]", "x = a[(b) - 1:c]", "x = a[b:(c) + 1]", "x = a[b:(c) - 1]"]),
            ("x = range(n)", "bound", ["x = range((n) + 1)", "x = range((n) - 1)"]),
            ("x = f(a, b, c)", "swapped", ["x = f(b, a, c)", "x = f(a, c, b)"]),
            ("x = a if b else c", "removed", ["x = a if False else c", "x = a if True else c"]),
            ("x = [a for a in b if c]", "removed", ["x = [a for a in b if True]"]),
            ("if a: b()", "removed", ["if False: b()", "if True: b()"]),
            ("while a: b()", "removed", ["while False: b()"]),
            ("def f() -> bool: return a", "opposite", ["def f() -> bool: return not (a)"]),
            ("def f() -> tuple[int, ...]: return a", "emptied", ["def f() -> tuple[int, ...]: return ()"]),
            ("def f(): return a", "emptied", ["def f(): return None"]),
        ],
    )
    def test_each_kind(self, before: str, kind: str, after: list[str]) -> None:
        assert changed_texts(before, kind) == after

    def test_a_place_after_wide_letters(self) -> None:
        assert changed_texts("x = ('卓', a < b)", "comparison") == ["x = ('卓', a <= b)"]

    def test_an_operator_on_a_line_of_its_own(self) -> None:
        assert changed_texts("x = (\n    a  # and b\n    and c\n)", "and or") == ["x = (\n    a  # and b\n    or c\n)"]


class TestWhatIsLeftAlone:
    @for_each(
        "text",
        [
            '"""Says 3 < 4."""',
            "raise Malformed.of('score.odd', limit=3)",
            "logger.warning('late', 3)",
            "x: Literal[3]",
            "from a import b",
            "__all__ = ['a'] * 2",
            "T = TypeVar('T', 1, 2)",
            "if TYPE_CHECKING:\n    import a",
            "class Port(Protocol):\n    limit = 3",
            "@dataclass(frozen=True)\nclass A:\n    b: int",
            "def __repr__(self): return 3",
            "x = f'{a < b}'",
            "x = 'a' + b",
            "x = zip(a, strict=True)",
            "match a:\n    case 3:\n        pass",
            "assert a < 3",
        ],
    )
    def test_nothing_is_found(self, text: str) -> None:
        assert changed_texts(text) == []

    def test_a_change_that_does_not_compile_or_is_none_is_not_real(self) -> None:
        assert not is_real(Change("a.py", "constant", 1, 4, 5, "1", 1, 1, True), "x = 1")
        assert not is_real(Change("a.py", "constant", 1, 4, 5, ")", 1, 1, True), "x = 1")


class TestNames:
    def test_an_id_stays_and_no_two_are_alike(self) -> None:
        text = "x = f(1, 2, a < b and c)"
        ids = [change.id for change in changes_of("a.py", text)]
        assert ids == [change.id for change in changes_of("a.py", text)]
        assert len(set(ids)) == len(ids) > 5
        assert set(ids).isdisjoint(change.id for change in changes_of("b.py", text))

    def test_a_change_reads_as_a_diff(self) -> None:
        text = "a = 1\nb = c < d\ne = 2\n"
        (change,) = (one for one in changes_of("a.py", text) if one.kind == "comparison")
        assert (change.line, change.diff(text)) == (2, "-b = c < d\n+b = c <= d")


MODULE = dedent('''\
    LIMIT = 3


    def is_full(count: int) -> bool:
        """Tells it."""
        return (
            count
            >= LIMIT
        )
''')


class TestSight:
    SIGHT = Sight(
        tests={"a.py": {6: frozenset({"slow"}), 8: frozenset({"fast"})}, "b.py": {2: frozenset({"far"})}},
        seconds={"slow": 2.0, "fast": 0.1, "far": 1.0},
        digests={"a.py": digest(MODULE)},
        importers={"a.py": frozenset({"b.py"})},
    )

    def seeing(self, kind: str) -> list[str]:
        change = next(one for one in changes_of("a.py", MODULE) if one.kind == kind)
        return [test.name for test in self.SIGHT.tests_of(change)]

    def test_all_lines_of_a_statement_count_and_the_fastest_test_comes_first(self) -> None:
        assert self.seeing("comparison") == ["fast", "slow"]

    def test_a_table_is_seen_by_the_tests_of_whoever_imports_it(self) -> None:
        assert self.seeing("constant") == ["fast", "far", "slow"]

    def test_a_module_that_changed_since_is_known(self) -> None:
        assert self.SIGHT.is_fresh("a.py", MODULE)
        assert not self.SIGHT.is_fresh("a.py", MODULE + "\n")
        assert not self.SIGHT.is_fresh("new.py", MODULE)


class TestTrial:
    def test_the_time_bounds_the_tests_but_one_is_always_run(self) -> None:
        tests = [TimedTest("a", 1.0), TimedTest("b", 2.0), TimedTest("c", 3.0)]
        assert within(tests, 3.5) == tests[:2]
        assert within(tests, 0.1) == tests[:1]

    def test_a_change_is_seen_or_not_and_taken_back(self, tmp_path: Path) -> None:
        here = tmp_path / "here"
        (here / "src").mkdir(parents=True)
        (here / "src" / "scale.py").write_text(MODULE)
        (here / ".git").mkdir()
        (here / "test_scale.py").write_text(
            "from scale import is_full\n\n"
            "def test_many():\n    assert is_full(4)\n\n"
            "def test_few():\n    assert not is_full(1)\n"
        )
        tree = tmp_path / "tree"
        copy_tree(here, tree)
        assert not (tree / ".git").exists()
        by_kind = {change.kind: change for change in changes_of("src/scale.py", MODULE)}
        tests = [TimedTest("test_scale.py::test_many", 0.01), TimedTest("test_scale.py::test_few", 0.01)]
        assert judge(tree, by_kind["opposite return"], tests, 60).verdict is Verdict.SEEN
        assert judge(tree, by_kind["comparison"], tests, 60).verdict is Verdict.NOT_SEEN
        assert judge(tree, by_kind["comparison"], [], 60).verdict is Verdict.NOT_RUN
        assert (tree / "src" / "scale.py").read_text() == MODULE


class TestLoaded:
    def test_functions_get_the_code_of_the_changed_module(self) -> None:
        before = dedent("""\
            from functools import lru_cache

            @lru_cache
            def limit(of):
                return max(n + 1 for n in of)

            def same(of):
                return of

            class Table:
                @property
                def size(self):
                    return (lambda: 3)()
            """)
        after = before.replace("n + 1", "n - 1").replace("lambda: 3", "lambda: 4")
        module: dict[str, Any] = {}
        exec(compile(before, "elsewhere.py", "exec", dont_inherit=True), module)
        functions = [module["limit"].__wrapped__, module["same"], module["Table"].size.fget]
        assert (module["limit"]((1, 2)), module["Table"]().size) == (3, 3)
        assert exchange(functions, before, after) == 2
        assert (module["limit"]((1, 3)), module["same"](5), module["Table"]().size) == (2, 5, 4)
        assert exchange(functions, after, after) == 0

    def test_one_process_tries_them_all(self, tmp_path: Path) -> None:
        (tmp_path / "src").mkdir()
        (tmp_path / "src" / "scale.py").write_text(MODULE)
        (tmp_path / "test_scale.py").write_text(
            "from scale import is_full\n\n"
            "def test_many():\n    assert is_full(4)\n\n"
            "def test_few():\n    assert not is_full(1)\n"
        )
        (tmp_path / "tools").symlink_to(Path(__file__).resolve().parents[2] / "tools")
        by_kind = {change.kind: change for change in changes_of("src/scale.py", MODULE)}

        def job(kind: str, after: str = "") -> Job:
            return Job(
                id=kind.replace(" ", "-"),
                path="src/scale.py",
                before=MODULE,
                after=after or by_kind[kind].apply_to(MODULE),
                tests=("test_scale.py::test_many", "test_scale.py::test_few"),
                seconds=5,
                patience=100,
            )

        endless = MODULE.replace("return (", "while True: pass\n    return (")
        jobs = [job("opposite return"), job("comparison"), job("constant"), job("endless", endless)]
        heard: list[tuple[str, str]] = []
        outcomes = try_all(tmp_path, jobs, lambda name, answer: heard.append((name, answer)))
        assert outcomes == {
            "opposite-return": SEEN,
            "comparison": NOT_SEEN,
            "constant": UNKNOWN,  # a table of the module is no function's
            "endless": TOO_LONG,
        }
        assert dict(heard) == outcomes
