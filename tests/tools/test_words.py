"""The words lint: each rule with sentences before and after, the counts in a small tree, and subjects of commits."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tools.words.__main__ import find_faults, find_in_text, main
from tools.words.counts import Key, count_faults, find_rises, format_counts, lower_bounds, parse_counts
from tools.words.history import COUNTS, list_files
from tools.words.modules import read_module
from tools.words.rules import read_rules

ROOT = Path(__file__).resolve().parents[2]


def list_places(text: str, suffix: str = ".py") -> list[tuple[int, str, str]]:
    """Returns the line, the rule and the words of each place that breaks a rule."""
    return sorted((match.line, match.rule, match.words) for match in find_in_text(suffix, text, read_rules()))


def list_rules(text: str, suffix: str = ".py") -> list[str]:
    return [rule for _, rule, _ in list_places(text, suffix)]


class TestDocstrings:
    @pytest.mark.parametrize(
        ("before", "rule", "after"),
        [
            ("Tells whether play of the session has begun.", "predicate", "True once play of the session has begun."),
            ("Returns whether play has begun.", "predicate", "True if play has begun."),
            ("Returns what stays.", "headless", "Returns the boards that stay."),
            ("Returns who sits out.", "headless", "Returns the pairs that sit out."),
            ("Yields which rows differ.", "headless", "Yields the rows that differ."),
            ("What the club has set.", "headless", "The settings of the club."),
            ("Who is in the field.", "headless", "The players in the field."),
            ("Says why.", "headless", "Explains the refusal."),
            ("Plays a round. What is left over goes on.", "headless", "Plays a round. The boards left over go on."),
            ("Sends mail to who entered.", "headless", "Sends mail to the players who entered."),
            ("Lists the slips; a bad one is told.", "passive", "Lists the slips and the bad ones."),
            ("Refuses a name that somebody has.", "word", "Refuses a name that another player has."),
            ("Returns so many boards.", "word", "Returns this many boards."),
            ("Computes the draw anew.", "word", "Computes the draw again."),
            ("Puts a table beside another.", "word", "Puts a table next to another."),
            ("Reads a sheet that says how to move.", "thing", "Reads a sheet with the moves."),
            ("Reads the event; old files know no flights.", "thing", "Reads the event; old files have no flights."),
            ("Prints the private score of a pair.", "term", "Prints the scorecard of a pair."),
            ("Opens the program to the rest of the house.", "metaphor", "Exports the functions of the package."),
        ],
    )
    def test_before_and_after(self, before: str, rule: str, after: str) -> None:
        assert list_rules(f'def play() -> None:\n    """{before}"""\n') == [rule]
        assert list_rules(f'def play() -> None:\n    """{after}"""\n') == []

    def test_a_docstring_may_begin_a_module_a_class_or_follow_a_value(self) -> None:
        text = '"""Tells whether."""\nclass A:\n    """Tells whether."""\n    b = 1\n    """Tells whether."""\n'
        assert [line for line, _, _ in list_places(text)] == [1, 3, 5]

    def test_the_line_is_that_of_the_words(self) -> None:
        text = '"""Sends a slip.\n\nEvery other\nerror is\ntold."""\n'
        assert list_places(text) == [(4, "passive", "is told")]

    def test_words_in_one_text_do_not_join_those_in_the_next(self) -> None:
        assert list_rules("# Reads the file\n\nx = 1  # says nothing\n") == []

    @pytest.mark.parametrize(
        "text",
        [
            '"""Returns the `told` and `somebody` of a page."""',
            'text = "somebody is told whatever"',
            '"""Checks whether the sheet is whole; raises Malformed."""',
            '"""Asks: what is left?"""',
            '"""What is left?"""',
            '"""Stands next to the table; besides, a foretold tale."""',
        ],
    )
    def test_code_values_and_questions_are_left_alone(self, text: str) -> None:
        assert list_rules(text + "\n") == []


class TestPagesAndMessages:
    @pytest.mark.parametrize(
        ("before", "rules", "after"),
        [
            (
                "On the computer that runs it, whoever sits there is the director, and nothing is asked.",
                ["word"],
                "On the host computer nobody logs in: the person at the keyboard is the director.",
            ),
            (
                "Who may do what stands in a table, against whom it is guarded in *Safe at the door*.",
                ["headless", "headless", "metaphor"],
                "Permissions are listed in roles.md; the threat model is in security.md.",
            ),
            (
                "A fault changes nothing, and every faulty line is told; a number that stands twice is told as well.",
                ["passive", "passive"],
                "If any line is wrong, nothing is imported and every bad line is listed.",
            ),
            (
                "Under the same name with another number stands somebody else.",
                ["word"],
                "Players who share a name but not a number are treated as different people.",
            ),
            (
                "null is as good as a key that is left out.",
                ["word"],
                "null means the same as a missing key.",
            ),
            (
                "nothing of yours was stored. Look at what stands there now.",
                ["headless", "word"],
                "Your changes were not saved. Reload the page and check the new values.",
            ),
            (
                "The numbers are told when the deals are released.",
                ["passive"],
                "Details appear once deals are released.",
            ),
            ("“{text}” is no mail address.", ["word"], "“{text}” is not a valid email address."),
            (
                "Takes down what nobody has to decide: which sheet was really played.",
                ["word"],
                "Records the sheet that was actually played.",
            ),
            (
                "**Who is replaced in a pair of two who joined** keeps no link to it.",
                ["headless"],
                "**Replaced players** lose their entry link.",
            ),
        ],
    )
    def test_before_and_after(self, before: str, rules: list[str], after: str) -> None:
        assert sorted(list_rules(before, ".md")) == rules
        assert sorted(list_rules(f'msgid "a.b"\nmsgstr "{before}"\n', ".po")) == rules
        assert list_rules(after, ".md") == []
        assert list_rules(f'msgid "somebody.told"\nmsgstr "{after}"\n', ".po") == []

    def test_questions_and_headings_of_a_page_may_begin_with_who_or_what(self) -> None:
        assert list_rules("## What works today\n\nWho plays next? What is left over?\n", ".md") == []

    def test_code_and_quotations_of_a_page_are_left_alone(self) -> None:
        text = "Write `somebody` so.\n\n```\nwhoever\n```\n\n> whatever they said\n\n[here](docs/somebody.md)\n"
        assert list_rules(text, ".md") == []

    def test_a_message_over_several_lines_is_one_text(self) -> None:
        text = 'msgid "a"\nmsgstr[0] ""\n"Every bad line is "\n"told."\nmsgstr[1] "Whoever comes."\n'
        assert list_places(text, ".po") == [(3, "passive", "is told"), (5, "word", "whoever")]

    def test_a_generated_page_is_checked_at_its_source(self) -> None:
        assert list_rules("<!-- Made by `make docs` from the program. -->\nSomebody is told.\n", ".md") == []


class TestOtherFiles:
    @pytest.mark.parametrize(
        ("suffix", "text", "lines"),
        [
            (
                ".js",
                'const a = "somebody // anew";\n// What somebody\n// sends.\n/** @param {x} y told\n * anew */\n',
                [2, 2, 5],
            ),
            (".css", 'a::before { content: "anew"; }\n/* somebody */\n', [2]),
            (".typ", 'let a = "somebody"\n// anew\n', [2]),
            (".html", "{# Anew. #}\n<p title='somebody'>{{ somebody }}\nwhoever</p>\n<!-- anew -->\n", [1, 3, 4]),
            (".toml", '# Somebody.\nen = "anew"\nja = "somebody"\n"somebody" = 1\n', [1, 2]),
            ("", "run: ## tell somebody\n\techo somebody\n# Anew.\n", [1, 3]),
            ("", "#!/usr/bin/env python3\n# Anew.\nsomebody = 'anew'\n", [2]),
        ],
    )
    def test_comments_and_text_are_read(self, suffix: str, text: str, lines: list[int]) -> None:
        assert [line for line, _, _ in list_places(text, suffix)] == lines

    def test_help_of_commands_is_read(self) -> None:
        text = 'parser.add_argument("--anew", help="computes anew")\nlog("anew", help="anew")\n'
        assert list_places(text) == [(1, "word", "anew")]

    @pytest.mark.parametrize(
        ("suffix", "text", "names"),
        [
            (".js", "const told = 1;\nfunction shown() {}\nconst entry = told;\n", ["told", "shown"]),
            (".typ", "#let told(body) = body\n#let size = 1\n", ["told"]),
            (".html", "{% for one in page.rows %}{% set entry = one %}{% endfor %}\n", ["one"]),
        ],
    )
    def test_names_of_other_languages(self, suffix: str, text: str, names: list[str]) -> None:
        assert [words for _, rule, words in list_places(text, suffix) if rule in {"participle", "vague-name"}] == names


class TestNames:
    @pytest.mark.parametrize("name", ["told", "_shown", "made", "scored", "_placed", "written"])
    def test_a_function_is_no_bare_participle(self, name: str) -> None:
        assert list_rules(f"def {name}(): pass\n") == ["participle"]
        assert list_rules(f"class A:\n    async def {name}(self): pass\n") == ["participle"]

    @pytest.mark.parametrize(
        "name", ["format_history_line", "is_told", "made_movement", "read", "split", "seed", "_need", "speed"]
    )
    def test_a_verb_and_a_noun_is_a_name(self, name: str) -> None:
        assert list_rules(f"def {name}(): pass\n") == []

    @pytest.mark.parametrize(
        "text",
        [
            "one = 1",
            "one: int = 1",
            "_one = 1",
            "a, *one = b",
            "for one in b: pass",
            "for a, (one, c) in b: pass",
            "def play(one): pass",
            "def play(*, one=1): pass",
            "def play(**one): pass",
            "with a as one: pass",
            "try: pass\nexcept A as one: pass",
            "if (one := 1): pass",
            "match a:\n    case B(c=one): pass",
            "class A:\n    one: int",
            "class A:\n    def play(self):\n        self.one = 1",
            "if a:\n    while b:\n        one = 1",
            "one = 1\none = 2",
        ],
    )
    def test_a_name_that_outlives_a_comprehension_has_a_noun(self, text: str) -> None:
        assert list_rules(text + "\n") == ["vague-name"]

    @pytest.mark.parametrize(
        "text",
        [
            "a = [one for one in b]",
            "a = {one: 1 for one in b if one}",
            "a = lambda one: one",
            "a = f(one=1)",
            "a.one = 1",
            "one += 1",
            "entry_one = 1",
        ],
    )
    def test_a_name_within_an_expression_is_free(self, text: str) -> None:
        assert list_rules(text + "\n") == []

    def test_a_stored_field_keeps_its_name_in_its_class_alone(self) -> None:
        field = "kept: int = 20"
        assert list_rules(f"class BackupPlan:\n    {field}\n") == []
        assert (
            list_rules(f"class Division:\n    told: int = 20\nclass Backup:\n    {field}\n{field}\n")
            == ["vague-name"] * 3
        )
        assert list_rules(f"class BackupPlan:\n    def read(self):\n        {field}\n") == ["vague-name"]

    def test_every_stored_field_is_in_the_code_and_has_a_reason(self) -> None:
        fields = set()
        for path in (ROOT / "src").rglob("*.py"):
            _, names = read_module(path.read_text(encoding="utf-8"))
            fields |= {f"{name.owner}.{name.text}" for name in names if name.owner}
        stored = read_rules().names["stored"]
        assert stored.keys() <= fields
        assert all(reason for reason in stored.values())

    def test_a_name_counts_once_in_each_function(self) -> None:
        assert list_rules("def a(one):\n    one = 1\n    def b():\n        one = 2\n") == ["vague-name", "vague-name"]


def test_counts_are_read_as_they_are_written() -> None:
    counts = {Key("src/b", "word"): 2, Key("src/a", "word"): 1, Key("src/a", "term"): 0}
    text = format_counts(counts)
    assert text.splitlines()[1:] == ["src/a word 1", "src/b word 2"]
    assert parse_counts(text) == {Key("src/b", "word"): 2, Key("src/a", "word"): 1}


@pytest.mark.parametrize("text", ["src/a word 3\nsrc/a word 2\n", "src/a word 2\nsrc/a word 3\n"])
def test_of_two_lines_that_a_merge_left_the_lower_applies(text: str) -> None:
    assert parse_counts(text) == {Key("src/a", "word"): 2}


def test_bounds_only_fall() -> None:
    bounds = {Key("a", "word"): 3, Key("b", "word"): 1, Key("c", "word"): 1}
    counts = {Key("a", "word"): 2, Key("b", "word"): 2, Key("d", "word"): 1}
    assert find_rises(counts, bounds) == {Key("b", "word"): 2, Key("d", "word"): 1}
    assert lower_bounds(counts, bounds) == {Key("a", "word"): 2, Key("b", "word"): 1, Key("c", "word"): 0}


BAD = '"""Returns somebody."""\n'
WORSE = BAD + "# Whoever it is.\n"
GOOD = '"""Returns a player."""\n'


def run_git(root: Path, *arguments: str) -> str:
    """Runs git in a small repository, without the settings of the machine."""
    settings = [
        "user.name=A",
        "user.email=a@example.org",
        "commit.gpgsign=false",
        "core.hooksPath=",
        "init.defaultBranch=main",
    ]
    command = ["git", *(part for setting in settings for part in ("-c", setting)), *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


def write(root: Path, **files: str) -> None:
    """Writes modules of the package `src/core`."""
    for name, text in files.items():
        path = root / "src" / "core" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def commit(root: Path, subject: str) -> None:
    run_git(root, "add", "--all")
    run_git(root, "commit", "--quiet", "--allow-empty", "--message", subject)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree without git: one package with one place, which its count allows."""
    root = tmp_path / "tree"
    write(root, a=BAD)
    (root / COUNTS).parent.mkdir(parents=True)
    (root / COUNTS).write_text("src/core word 1\n", encoding="utf-8")
    return root


@pytest.fixture
def repository(tree: Path) -> Path:
    """The same tree, committed on main."""
    run_git(tree, "init", "--quiet")
    commit(tree, "Add a package")
    return tree


class TestTheCounts:
    def test_a_tree_at_its_counts_passes(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main([], tree) == 0
        assert capsys.readouterr().out == ""

    def test_a_rise_fails_with_the_place_and_the_advice(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(tree, a=WORSE)
        assert main([], tree) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "src/core: 2 places break the rule word, 1 are allowed:"
        assert lines[2].endswith("src/core/a.py:2: word: whoever -> anyone who, the person who, the player who")
        write(tree, a=BAD)
        assert main([], tree) == 0

    def test_a_predicate_in_a_new_package_fails(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tree / "docs").mkdir()
        (tree / "docs" / "rank.py").write_text('"""Tells whether all is in."""\n', encoding="utf-8")
        assert main([], tree) == 1
        assert "docs/rank.py:1: predicate: tells whether -> True if" in capsys.readouterr().out

    def test_another_package_does_not_pay_for_a_rise(self, tree: Path) -> None:
        write(tree, a=GOOD)
        (tree / "src" / "other").mkdir()
        (tree / "src" / "other" / "a.py").write_text(BAD, encoding="utf-8")
        assert main([], tree) == 1

    def test_a_fall_passes_and_is_written_by_fix(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(tree, a=GOOD)
        assert main([], tree) == 0
        assert "`make fix` lowers" in capsys.readouterr().out
        assert main(["--lower"], tree) == 0
        assert parse_counts((tree / COUNTS).read_text(encoding="utf-8")) == {}
        write(tree, a=BAD)
        assert main([], tree) == 1

    def test_fix_writes_no_rise(self, tree: Path) -> None:
        write(tree, a=WORSE)
        assert main(["--lower"], tree) == 0
        assert parse_counts((tree / COUNTS).read_text(encoding="utf-8")) == {Key("src/core", "word"): 1}
        assert main([], tree) == 1
        assert main(["--recount"], tree) == 0
        assert main([], tree) == 0

    def test_exempt_files_are_not_read(self, tree: Path) -> None:
        for name in ("src/core/vendor/a.py", "tests/data/a.md", "src/locales/ja/a.po"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(BAD if name.endswith("py") else 'msgstr "somebody"', encoding="utf-8")
        assert main([], tree) == 0

    def test_places_below_a_folder_are_listed(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["src/core"], tree) == 0
        assert capsys.readouterr().out == "src/core/a.py:1: word: somebody -> someone, a player\n"

    def test_totals_are_printed_by_rule(self, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--totals"], tree) == 0
        assert capsys.readouterr().out.split() == ["1", "word", "1", "in", "all"]


def list_news(text: str) -> list[tuple[str, str]]:
    """Returns the listed places, each as `new` or `old` with its file and line."""
    return re.findall(r"^  (new|old)  src/core/(\w\.py:\d+)", text, re.MULTILINE)


class TestNewPlacesComeFirst:
    def test_of_a_file_that_is_not_committed(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(repository, b=BAD)
        assert main([], repository) == 1
        assert list_news(capsys.readouterr().out) == [("new", "b.py:1"), ("old", "a.py:1")]

    def test_of_a_changed_line(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        write(repository, a=WORSE)
        assert main([], repository) == 1
        assert list_news(capsys.readouterr().out) == [("new", "a.py:2"), ("old", "a.py:1")]

    def test_of_commits_on_a_branch(self, repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run_git(repository, "checkout", "--quiet", "-b", "branch")
        write(repository, b=BAD)
        commit(repository, "Add a module")
        assert main([], repository) == 1
        assert list_news(capsys.readouterr().out) == [("new", "b.py:1"), ("old", "a.py:1")]

    def test_of_commits_on_main_since_the_counts_were_written(
        self, repository: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        write(repository, b=BAD)
        commit(repository, "Add a module")
        assert main([], repository) == 1
        assert list_news(capsys.readouterr().out) == [("new", "b.py:1"), ("old", "a.py:1")]


def test_two_branches_that_lower_a_count_merge(tree: Path) -> None:
    write(tree, b=BAD, c=BAD)
    (tree / COUNTS).write_text("src/core word 3\n", encoding="utf-8")
    (tree / ".gitattributes").write_text((ROOT / ".gitattributes").read_text(encoding="utf-8"), encoding="utf-8")
    run_git(tree, "init", "--quiet")
    commit(tree, "Add a package")
    run_git(tree, "checkout", "--quiet", "-b", "branch")
    write(tree, a=GOOD, b=GOOD)
    main(["--lower"], tree)
    commit(tree, "Rewrite two modules")
    run_git(tree, "checkout", "--quiet", "main")
    write(tree, c=GOOD)
    main(["--lower"], tree)
    commit(tree, "Rewrite a module")
    run_git(tree, "merge", "--quiet", "--no-edit", "branch")
    assert main([], tree) == 0
    assert parse_counts((tree / COUNTS).read_text(encoding="utf-8")) == {Key("src/core", "word"): 1}


class TestSubjects:
    @pytest.mark.parametrize(
        ("subject", "reason"),
        [
            (
                "Let the quick look take one test of each module, and nothing that takes long by its nature",
                "characters",
            ),
            ("Add a page.", "period"),
            ("add a page", "small letter"),
            ("Open the door of the club page", "door"),
            ("Tidy the rooms", "rooms"),
            ("Walk every form", "Walk"),
            ("Measure everything anew", "anew"),
            ("Draw tables at which somebody plays", "somebody"),
            ("Say after the end of entry which line is told", "is told"),
        ],
    )
    def test_a_bad_subject_fails(
        self, repository: Path, capsys: pytest.CaptureFixture[str], subject: str, reason: str
    ) -> None:
        commit(repository, subject)
        assert main([], repository) == 1
        assert reason.lower() in capsys.readouterr().out.lower()

    @pytest.mark.parametrize(
        "subject",
        [
            "Limit `make quick` to one fast test per module",
            "Print the room plan of the Open Room",
            "Look up players by number",
            "Répondre aux événements",
        ],
    )
    def test_a_good_subject_passes(self, repository: Path, subject: str) -> None:
        commit(repository, subject)
        assert main([], repository) == 0

    def test_an_accepted_commit_passes(self, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        commit(repository, "walk every room.")
        hashes = frozenset({run_git(repository, "rev-parse", "HEAD").strip()})
        monkeypatch.setattr("tools.words.__main__.read_rules", lambda: replace(read_rules(), accepted_subjects=hashes))
        assert main([], repository) == 0

    def test_commits_before_the_counts_are_not_checked(self, tmp_path: Path) -> None:
        write(tmp_path, a=GOOD)
        run_git(tmp_path, "init", "--quiet")
        commit(tmp_path, "walk every room.")
        (tmp_path / COUNTS).parent.mkdir(parents=True)
        (tmp_path / COUNTS).write_text("", encoding="utf-8")
        commit(tmp_path, "Add the words lint")
        assert main([], tmp_path) == 0
        commit(tmp_path, "walk every room.")
        assert main([], tmp_path) == 1

    def test_a_branch_that_began_before_the_counts_merges(self, tmp_path: Path) -> None:
        write(tmp_path, a=GOOD)
        run_git(tmp_path, "init", "--quiet")
        commit(tmp_path, "Add a package")
        run_git(tmp_path, "checkout", "--quiet", "-b", "branch")
        commit(tmp_path, "walk every room.")
        run_git(tmp_path, "checkout", "--quiet", "main")
        (tmp_path / COUNTS).parent.mkdir(parents=True)
        (tmp_path / COUNTS).write_text("", encoding="utf-8")
        commit(tmp_path, "Add the words lint")
        run_git(tmp_path, "merge", "--quiet", "--no-edit", "branch")
        assert main([], tmp_path) == 0

    def test_a_shallow_clone_checks_the_commits_it_has(self, repository: Path, tmp_path: Path) -> None:
        for subject in ("walk every room.", "Add a form", "Add a list"):
            commit(repository, subject)
        clone = tmp_path / "clone"
        run_git(tmp_path, "clone", "--quiet", "--depth=2", repository.as_uri(), str(clone))
        assert main([], clone) == 0
        assert main([], repository) == 1


def test_no_count_of_the_project_is_exceeded() -> None:
    """The committed counts are upper bounds; those that fell are lowered by `make fix`."""
    bounds = parse_counts((ROOT / COUNTS).read_text(encoding="utf-8"))
    assert len(list_files(ROOT)) > 1000
    assert find_rises(count_faults(find_faults(ROOT)), bounds) == {}


def test_every_term_of_the_spell_check_is_used_and_they_are_sorted() -> None:
    lines = (ROOT / "tools" / "words" / "terms.txt").read_text(encoding="utf-8").splitlines()
    terms = [line for line in lines if not line.startswith("#")]
    assert terms == sorted(set(terms), key=str.casefold)
    folders = {"docs": "*.md", "src/arrowswitch/i18n/locales/en": "*.po", "src/arrowswitch/regulations": "*.toml"}
    paths = sorted(ROOT.glob("*.md"))
    paths += [path for folder, pattern in folders.items() for path in (ROOT / folder).rglob(pattern)]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in paths).casefold()
    assert [term for term in terms if term.casefold() not in texts] == []
