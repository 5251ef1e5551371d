"""A third language that was begun with three files: it is loaded, what it lacks is shown in English, and it is shown to
nobody who did not ask for it. It also has what no language of the program has: properties that are not all there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.i18n import Locale, every_locale, find_locale
from arrowswitch.i18n.locales import OfferedOn, registered_tags
from arrowswitch.i18n.messages import catalogue_folder, room_of, text_forms
from arrowswitch.regulations.guides import load_guide
from tests.begun_language import HEAD, TAG, begin_language, run_with

pytestmark = pytest.mark.slow

MSGID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
LINE = '\nmsgid "{code}"\nmsgstr "{text}"\n'
COUNTED = '\nmsgid "{code}"\nmsgid_plural "{code}"\nmsgstr[0] "{one}"\nmsgstr[1] "{more}"\n'
SHARED = (
    LINE.format(code="board.none", text="XX nie {board}")
    + COUNTED.format(code="desk.access.count", one="XX {n} eins", more="XX {n} mehr")
    + LINE.format(code="desk.language", text="XX Sprache")
    + LINE.format(code="desk.who.nobody", text="")
)
COMMANDS = LINE.format(code="cli.points.answer", text="XX {result} N-S {ns}, E-W {ew}")
TITLE = load_guide("revoke").title["en"]
ASK = load_guide("revoke").start.ask["en"]
REGULATIONS = f'[clauses]\n"Law 12C2(a): average is 50 %" = "XX 50 %"\n\n[guides]\n"{TITLE}" = "XX Revoke"\n'

SCRIPT = """
import json
from arrowswitch.documents import render
from arrowswitch.i18n import Locale, choose_locale, every_locale, find_locale, format_date, language_of, tags_of
from arrowswitch.i18n import translate
from arrowswitch.regulations.guides import guide_words_in, load_guide
from arrowswitch.regulations.wording import clause_in, guide_text
from arrowswitch.core.errors import Impossible, Problem
from arrowswitch.i18n import problem_text
from arrowswitch.web.app import create_app
from datetime import date
import pickle
from tests.builders import mitchell_evening
from tests.paper import job_of, read
from tests.web.client import open_desk

own = find_locale("xx")
tags, guide = tags_of(own), load_guide("revoke")
answers = {
    "offered": [one.value for one in Locale],
    "every": [one.value for one in every_locale()],
    "is one": Locale("xx") is own and pickle.loads(pickle.dumps(own)) is own and own != Locale("en"),
    "chosen": choose_locale("xx, en;q=0.5").value,
    "tags": list(tags),
    "own text": translate("board.none", {"board": 3}, own),
    "own plurals": [translate("desk.access.count", {"n": n}, own) for n in (1, 2)],
    "empty text": translate("desk.who.nobody", {}, own),
    "same catalogue": translate("board.number", {"number": 0}, own),
    "other catalogue": translate("cli.score.head", {"event": "e", "method": "m", "regulations": "r"}, own),
    "command": translate("cli.points.vul", {}, own),
    "place": problem_text(Problem("board.none", {"board": 3}, "line 4"), own),
    "own property": language_of(own).between_partners,
    "date": format_date(date(2026, 11, 21), own),
    "clause": clause_in("Law 12C2(a): average is 50 %", "xx"),
    "guide": [guide_text(guide.title, *tags), guide_text(guide.start.ask, *tags), guide_words_in("XX Revoke", "ja")],
}
try:
    translate("no.such-code", {}, own)
except Impossible:
    answers["unknown code"] = "refused"

evening = mitchell_evening()
answers["sheet"] = read(render("ruling-sheet", job_of(evening, guide="revoke"), own)).text
with open_desk(create_app(evening.tournament)) as desk:
    asked = desk.get("/?lang=xx")
    answers["page"] = [asked.status_code, asked.text]
    answers["kept"] = desk.get("/").text
    answers["guide page"] = desk.get("/guides/revoke").text
with open_desk(create_app(evening.tournament)) as other:
    answers["wished"] = other.get("/", headers={"accept-language": "xx, en;q=0.5"}).text
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun")
    return begin_language(folder, shared=SHARED, cli=COMMANDS, regulations=REGULATIONS)


@pytest.fixture(scope="module")
def answers(copy: Path) -> dict[str, Any]:
    done = run_with(copy, "-c", SCRIPT)
    assert done.returncode == 0, done.stderr
    decoded: dict[str, Any] = json.loads(done.stdout)
    return decoded


class TestLoading:
    def test_a_folder_registers_a_language(self, answers: dict[str, Any]) -> None:
        assert answers["every"] == [*every_locale(), TAG]
        assert answers["is one"]

    def test_it_is_offered_to_nobody_who_did_not_ask(self, answers: dict[str, Any]) -> None:
        """Neither the switch of languages nor the wish of a browser leads to it."""
        assert answers["offered"] == [locale.value for locale in Locale]
        assert answers["chosen"] == Locale.EN
        assert '<html lang="en"' in answers["wished"]
        assert "lang=xx" not in answers["wished"]

    def test_a_file_decides_where_a_language_is_offered(self, tmp_path: Path) -> None:
        begun = 'falls_back_to = "en"'
        for tag, lines in (
            ("aa", begun),
            ("bb", 'own_name = "B"'),
            ("cc", f"{begun}\nis_for_devices = true"),
            ("dd", ""),
        ):
            (tmp_path / tag).mkdir()
            if lines:
                (tmp_path / tag / "language.toml").write_text(lines, encoding="utf-8")
        offers = {"aa": OfferedOn.ON_REQUEST, "bb": OfferedOn.EVERYWHERE, "cc": OfferedOn.DEVICES}
        assert registered_tags(str(tmp_path)) == offers

    def test_a_complete_language_is_offered(self, tmp_path: Path) -> None:
        begin_language(tmp_path, shared=SHARED)
        (tmp_path / "arrowswitch" / "i18n" / "locales" / TAG / "language.toml").write_text('own_name = "X"')
        done = run_with(tmp_path, "-c", "from arrowswitch.i18n import Locale; print(*Locale)")
        assert done.stdout.split() == [*(locale.value for locale in Locale), TAG], done.stderr


class TestFallback:
    def test_its_own_texts_are_shown(self, answers: dict[str, Any]) -> None:
        assert answers["own text"] == "XX nie 3"
        assert answers["own plurals"] == ["XX 1 eins", "XX 2 mehr"]
        assert answers["place"] == "line 4: XX nie 3"

    @pytest.mark.parametrize(("what", "code"), [("empty text", "desk.who.nobody"), ("command", "cli.points.vul")])
    def test_a_text_that_is_missing_is_english(self, answers: dict[str, Any], what: str, code: str) -> None:
        assert (answers[what],) == text_forms(code, Locale.EN)

    def test_a_catalogue_that_is_missing_is_english(self, answers: dict[str, Any]) -> None:
        assert answers["same catalogue"].startswith("There is no board 0")
        assert answers["other catalogue"]

    def test_a_code_that_no_language_has_is_refused(self, answers: dict[str, Any]) -> None:
        assert answers["unknown code"] == "refused"

    def test_a_property_that_is_missing_is_english(self, answers: dict[str, Any]) -> None:
        assert answers["own property"] == " + "
        assert answers["date"] == "Sat 21 Nov 2026"

    def test_regulations_and_guides_are_worded_by_their_english_text(self, answers: dict[str, Any]) -> None:
        assert answers["clause"] == "XX 50 %"
        assert answers["guide"] == ["XX Revoke", ASK, load_guide("revoke").title["ja"]]


class TestShown:
    def test_a_page_is_in_both_languages(self, answers: dict[str, Any]) -> None:
        status, html = answers["page"]
        assert status == 200
        assert '<html lang="xx"' in html
        assert "XX Sprache" in html
        assert text_forms("desk.who.nobody", Locale.EN)[0] in html

    def test_it_is_kept_for_the_pages_to_come(self, answers: dict[str, Any]) -> None:
        assert "XX Sprache" in answers["kept"]

    def test_a_guide_is_in_both_languages(self, answers: dict[str, Any]) -> None:
        assert "XX Revoke" in answers["guide page"]
        assert ASK in answers["guide page"]

    def test_a_sheet_is_in_both_languages(self, answers: dict[str, Any]) -> None:
        assert "XX Revoke" in answers["sheet"]
        assert ASK in " ".join(answers["sheet"].split())

    def test_a_command_speaks_it_when_asked(self, copy: Path) -> None:
        points = ("-m", "arrowswitch", "points", "3NT+1", "--by", "N")
        assert run_with(copy, *points, "--lang", TAG).stdout.startswith("XX 3NT +1")
        assert run_with(copy, *points).stdout.startswith("3NT +1")
        assert "show this help" in run_with(copy, *points, "--lang", TAG, "--help").stdout


def unknown_codes(folder: Path) -> list[str]:
    """Returns the codes in a folder of catalogues that the English catalogue of the same name does not have."""
    return [
        f"{file.name}: {code}"
        for file in sorted(folder.glob("*.po"))
        for code in MSGID.findall(file.read_text(encoding="utf-8"))
        if not text_forms(code, Locale.EN) or room_of(code) != file.stem
    ]


def test_begun_languages_of_the_program_have_known_codes_only() -> None:
    folders = [catalogue_folder(locale) for locale in every_locale() if locale not in set(Locale)]
    assert [code for folder in folders for code in unknown_codes(folder)] == []


def test_the_search_finds_an_unknown_code(tmp_path: Path) -> None:
    texts = "".join(LINE.format(code=code, text="XX") for code in ("board.none", "cli.points.vul", "no.such-code"))
    (tmp_path / "shared.po").write_text(HEAD + texts, encoding="utf-8")
    assert unknown_codes(tmp_path) == ["shared.po: cli.points.vul", "shared.po: no.such-code"]


def test_tags_are_looked_up() -> None:
    assert [find_locale(tag) for tag in ("ja", "xx", "", None)] == [Locale.JA, None, None, None]


def test_a_language_is_pickled_by_its_tag() -> None:
    """Python 3.11.2 pickles members of enums by their names, by which it does not find a language that was begun."""
    assert [one.__reduce_ex__(2) for one in Locale] == [(Locale, (one.value,)) for one in Locale]
