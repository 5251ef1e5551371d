"""The files that a repository's site and pre-commit read: their commands exist, every system and Python is tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

from tests.tables import for_each

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "tests.yml"
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
SYSTEMS = {"ubuntu-latest", "windows-latest", "macos-latest"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_every_system_runs_the_tests_with_every_python() -> None:
    tested = set()
    for job in read(WORKFLOW)["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        for system in matrix.get("system", [job["runs-on"]]):
            tested |= {(system, python) for python in matrix.get("python", [])}
    assert tested == {(system, python) for system in SYSTEMS for python in PYTHONS}
    with (ROOT / "pyproject.toml").open("rb") as stream:
        assert tomllib.load(stream)["project"]["requires-python"] == f">={PYTHONS[0]}"


def test_an_archive_is_built_and_started_on_every_system() -> None:
    job = read(WORKFLOW)["jobs"]["archive"]
    assert set(job["strategy"]["matrix"]["system"]) == SYSTEMS
    commands = "\n".join(step.get("run", "") for step in job["steps"])
    assert "tests/tools/test_archive.py" in commands
    assert "python -m tools.archive" in commands


def test_targets_that_the_workflow_runs_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    steps = [step.get("run", "") for job in read(WORKFLOW)["jobs"].values() for step in job["steps"]]
    named = set(re.findall(r"make ([a-z]+)", "\n".join(steps)))
    assert {"check", "test"} <= named <= targets


def test_every_hook_runs_a_command_of_make_check() -> None:
    check = re.sub(r"\$\((\w+)\)", "", (ROOT / "Makefile").read_text(encoding="utf-8"))
    hooks = [hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    names = [re.search(r"(tools\.words|cspell|lint-imports|ruff \w+)", hook["entry"]) for hook in hooks]
    assert len(hooks) > 3
    assert [hook["id"] for hook, name in zip(hooks, names, strict=True) if name is None] == []
    assert [name[0] for name in names if name and name[0] not in check and name[0] != "cspell"] == []


@for_each("path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")), ids=lambda path: path.name)
def test_a_form_for_issues_asks_in_both_languages(path: Path) -> None:
    form = read(path)
    assert " / " in form["name"]
    labels = [part["attributes"]["label"] for part in form["body"] if part["type"] != "markdown"]
    assert labels
    assert [label for label in labels if not re.search(r" / .*[\u3040-\u9fff]", label)] == []
