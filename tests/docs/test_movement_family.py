"""The page about movement families is true: its example is applied to a copy of the program, which is then run."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from arrowswitch.core.movements.families.family import Family
from arrowswitch.i18n import Locale
from tests.architecture.source_tree import ROOT
from tests.begun_language import run_with

PAGE = (ROOT / "docs" / "howto" / "movement-family.md").read_text(encoding="utf-8")
EXAMPLE = "".join(re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
CHANGED = frozenset(Path(name) for name in re.findall(r"^\+\+\+ b/(.+)$", EXAMPLE, re.MULTILINE))
SOURCE = Path("src")
FAMILIES = SOURCE / "arrowswitch" / "core" / "movements" / "families"
NAME = "novice-mitchell"
TRIAL = f"""
import json

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import Severity, faults
from arrowswitch.core.movements.choosing.candidates import candidates
from arrowswitch.core.movements.choosing.chooser import choose
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families import registry
from arrowswitch.i18n import Locale, problems_text, translate


def refusal(**size):
    try:
        registry.make("{NAME}", **size)
    except Refused as refused:
        return {{locale.value: list(problems_text(refused, locale)) for locale in Locale}}


def families(choices):
    return list(dict.fromkeys(choice.family for choice in choices))


movement = registry.make("{NAME}", pairs=14)
facts = {{
    "registry": registry.__file__,
    "names": {{locale.value: translate("movement.family.{NAME}", {{}}, locale) for locale in Locale}},
    "tables": refusal(tables=8),
    "rounds": refusal(tables=7, rounds=4),
    "odd": refusal(pairs=13),
    "made": [movement.family, movement.tables, movement.rounds],
    "faults": [str(fault) for fault in faults(movement) if fault.severity is Severity.FAULT],
    "is_made_again": registry.make("{NAME}", **movement.options) == movement,
    "requested": families(candidates(14, Wishes(rounds=3))),
    "usual": families(candidates(14, Wishes())),
    "offered": families(choice.movement for choice in choose(14, Wishes(rounds=3))),
}}
print(json.dumps(facts))
"""


def copy_program(folder: Path) -> None:
    """Links the program into `folder`; the files that the example changes are copies, and so are their folders."""
    own_folders = {parent for path in CHANGED for parent in path.parents if SOURCE in (parent, *parent.parents)}
    for own in sorted(own_folders):
        (folder / own).mkdir()
        for path in (ROOT / own).iterdir():
            inner = own / path.name
            if inner in CHANGED:
                (folder / inner).write_bytes(path.read_bytes())
            elif inner not in own_folders and path.name != "__pycache__":
                (folder / inner).symlink_to(path, target_is_directory=path.is_dir())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of a copy of the program to which the example is applied."""
    folder = tmp_path_factory.mktemp("family")
    copy_program(folder)
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    subprocess.run(["git", "apply", "-"], cwd=folder, input=EXAMPLE, encoding="utf-8", env=environment, check=True)
    return folder


@pytest.fixture(scope="module")
def facts(copy: Path) -> Mapping[str, Any]:
    """Returns the answers of the copy of the program about the family."""
    done = run_with(copy / "src", "-c", TRIAL)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["registry"].startswith(str(copy))
    return answer


def test_the_example_adds_a_module_an_entry_and_texts() -> None:
    """And changes nothing else, such as the chooser."""
    locales = SOURCE / "arrowswitch" / "i18n" / "locales"
    texts = {locales / locale.value / "LC_MESSAGES" / "movement.po" for locale in Locale}
    assert {FAMILIES / "novice_mitchell.py", FAMILIES / "catalogue.py"} | texts == CHANGED


def test_the_family_has_a_name_in_every_language(facts: Mapping[str, Any]) -> None:
    assert facts["names"] == {"en": "Novice Mitchell", "ja": "初心者ミッチェル"}


def test_the_registry_refuses_other_sizes_in_words(facts: Mapping[str, Any]) -> None:
    assert facts["tables"]["en"] == ["tables: This movement cannot be played at 8 tables: it is for 5, 7, 9."]
    assert "8テーブルではできません" in facts["tables"]["ja"][0]
    assert facts["rounds"]["en"] == [
        "rounds: This movement cannot be played in 4 rounds at this size. Possible numbers of rounds: 3."
    ]
    assert facts["odd"]["en"] == [f"{NAME} cannot take 13 pairs. Add or remove one, or choose another movement."]


def test_the_registry_makes_it_and_the_checker_finds_no_fault(facts: Mapping[str, Any]) -> None:
    assert facts["made"] == [NAME, 7, 3]
    assert facts["faults"] == []
    assert facts["is_made_again"]


def test_the_chooser_offers_it_at_its_place(facts: Mapping[str, Any]) -> None:
    assert facts["requested"] == ["mitchell", "scrambled-mitchell", NAME]
    assert NAME in facts["offered"]
    assert NAME not in facts["usual"]


def test_the_page_describes_every_field_of_a_family() -> None:
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("| "))
    assert [field.name for field in fields(Family) if f"`{field.name}`" not in table] == []
