"""The documentation is true: links, targets, commands and terms exist, and the reference pages are fresh."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arrowswitch.cli.main import build_parser
from tests.tables import for_each

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
READMES = [ROOT / "README.md", ROOT / "README.ja.md"]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def _code_lines(page: Path) -> list[str]:
    blocks = re.findall(r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    indented = re.findall(r"^    (\S.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [line.strip() for block in blocks for line in block.splitlines()] + indented


@for_each("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in local if not (page.parent / link).exists()] == []


def _anchors(page: Path) -> set[str]:
    """Returns the anchors of a page's headings, as a repository's site makes them, and those written as HTML."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    made = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'(?:id|name)="([^"]+)"', text))


@for_each("page", PAGES, ids=lambda page: page.name)
def test_every_anchor_of_a_link_is_a_heading(page: Path) -> None:
    links = re.findall(r"\]\(([^):\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8"))
    targets = [((page.parent / path).resolve() if path else page, anchor) for path, anchor in links]
    assert [
        (path.name, anchor) for path, anchor in targets if path.suffix == ".md" and anchor not in _anchors(path)
    ] == []


def test_every_target_is_described_in_the_contributing_page() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)) - {"help"}
    named = set(re.findall(r"make ([a-z]+)", CONTRIBUTING))
    assert targets == named


def test_both_readmes_have_the_same_commands_and_as_many_parts() -> None:
    english, japanese = READMES
    commands = [re.sub(r"#.*", "", line).strip() for line in _code_lines(english)]
    assert commands == [re.sub(r"#.*", "", line).strip() for line in _code_lines(japanese)]
    for pattern in (r"^## ", r"^\d\. ", r"^\| "):
        counts = [len(re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE)) for page in READMES]
        assert counts[0] == counts[1] > 1, pattern


def test_every_page_of_the_manual_is_in_its_contents_in_both_languages() -> None:
    pages = {
        language: {page.name for page in (ROOT / "docs/manual" / language).glob("*.md")} for language in ("en", "ja")
    }
    assert pages["en"] == pages["ja"]
    for language, names in pages.items():
        contents = (ROOT / "docs/manual" / language / "index.md").read_text(encoding="utf-8")
        assert names - {"index.md"} == set(re.findall(r"\]\(([\w-]+\.md)", contents))


def test_every_howto_is_in_the_contributing_page() -> None:
    howtos = {page.name for page in (ROOT / "docs" / "howto").glob("*.md")}
    assert howtos - set(re.findall(r"docs/howto/([\w-]+\.md)", CONTRIBUTING)) == set()


def test_every_command_that_a_page_shows_is_understood() -> None:
    """Every `arrowswitch ...` line in a code block is parsed by the program's own parser."""
    lines = [line for page in PAGES for line in _code_lines(page) if re.match(r"(\S*/)?arrowswitch\s+\w", line)]
    assert len(lines) >= 5
    for line in lines:
        words = shlex.split(line.split("#")[0])
        build_parser().parse_args(words[1:])


def test_every_command_has_its_section_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    commands = re.findall(r"^## `arrowswitch (\w+)`", reference, re.MULTILINE)
    assert {"points", "imps", "movement", "score", "explain", "print", "serve", "demo"} <= set(commands)


@pytest.mark.exhaustive
def test_the_reference_pages_are_fresh() -> None:
    """`make check` compares them as well."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "make-reference", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_identifier_of_the_glossary_is_used_by_the_program() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    identifiers = re.findall(r"\| `(\w+)` \|$", GLOSSARY, re.MULTILINE)
    assert len(identifiers) > 30
    assert [name for name in identifiers if not re.search(rf"{name}", source, re.IGNORECASE)] == []


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [int(page.name[:4]) for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_version_of_the_program_is_told_in_one_place() -> None:
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
