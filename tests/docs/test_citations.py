"""Every citation in the code leads to a page of this repository, and every page of docs/rules can be followed.

The documents themselves are not part of the repository; what they say stands in docs/rules in our own words.
`tests.docs.citations` tells which forms of citations there are.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.docs.citations import (
    LENGTHS,
    REQUIREMENTS,
    ROOT,
    RULES,
    Passage,
    citations,
    cited_by,
    citing_files,
    covered_passages,
    figures_named,
    nameless,
    requirements_named,
    requirements_told,
    told_by,
)
from tests.tables import for_each

pytestmark = pytest.mark.slow

OUTSIDE = re.compile(
    r"\b(?:SCORING|MOVEMENTS|REQUIREMENTS|GLOSSARY|EVENING|PEERS|CLI|DESIGN|STYLE|ANOMALIES)\.md\b"
    r"|requirements\.json|\.\./shared|(?<!tests/)\bspec/|\bspecification of (?:scoring|movements)"
    r"|\bvectors/|sources/\d|\b\d-(?:jcbl|wikibooks|abf)-\w+|\b00[0-3]:\d+"
)
"""Papers and folders outside the repository, on the machines of its authors."""

SECTION = re.compile(r"^### (R-\d{3}) \S[^\n]*\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
SECTIONS = [match for page in sorted(REQUIREMENTS.glob("*.md")) for match in SECTION.finditer(page.read_text("utf-8"))]


def untold(cited: tuple[Passage, ...], pages: tuple[Passage, ...]) -> list[str]:
    """Returns the cited passages that no page covers, each once for each file."""
    return sorted({str(passage) for passage in cited if not any(passage.overlaps(other) for other in pages)})


class TestRequirements:
    def test_each_that_is_named_has_its_section(self) -> None:
        """A number in source, tests or pages stands in docs/rules/requirements."""
        sections = requirements_told()
        assert {number: where for number, where in requirements_named().items() if number not in sections} == {}

    def test_they_are_numbered_without_a_gap_and_told_once(self) -> None:
        numbers = Counter(match[1] for match in SECTIONS)
        assert sorted(numbers) == [f"R-{number:03}" for number in range(1, len(numbers) + 1)]
        assert set(numbers.values()) == {1}

    @for_each("part", ["*What the source says:* ", "*Source:* ", "*In the program:* "])
    def test_each_section_has_its_parts(self, part: str) -> None:
        assert [match[1] for match in SECTIONS if match[2].count(part) != 1] == []

    def test_each_section_begins_with_what_the_program_must_do(self) -> None:
        assert [match[1] for match in SECTIONS if match[2].lstrip().startswith("*")] == []


class TestPassages:
    def test_every_cited_passage_is_told_on_a_page(self) -> None:
        assert untold(citations(), covered_passages()) == []

    def test_there_are_citations_of_every_document(self) -> None:
        """The reader finds them: about this many were there when it was written."""
        counts = Counter(passage.document for passage in citations())
        least = {"manual": 2500, "regulations summary": 300, "scoring page": 250, "guidance": 25}
        assert {name: counts[name] >= least[name] for name in LENGTHS} == dict.fromkeys(LENGTHS, True)

    def test_lines_alone_have_a_document_before_them(self) -> None:
        assert nameless() == ()

    def test_the_pages_name_lines_that_there_are(self) -> None:
        assert [str(one) for one in covered_passages() if not 1 <= one.first <= one.last <= LENGTHS[one.document]] == []

    def test_every_source_line_of_a_page_can_be_read(self) -> None:
        sources = [
            (page.name, line)
            for page in RULES.rglob("*.md")
            for line in re.findall(r"^\*Source:\*.*(?:\n(?!\n).+)*", page.read_text(encoding="utf-8"), re.MULTILINE)
        ]
        assert len(sources) > 400
        for name, line in sources:
            parts = line.split(";")
            assert all(list(told_by(f"*Source:* {part.removeprefix('*Source:*')}", name)) for part in parts), line

    def test_every_figure_that_is_named_is_told(self) -> None:
        page = (RULES / "passages.md").read_text(encoding="utf-8")
        rows = {int(number) for number in re.findall(r"^\| (\d+) \| \d+(?:-\d+)? \|", page, re.MULTILINE)}
        assert {number: where for number, where in figures_named().items() if number not in rows} == {}


class TestOutside:
    def test_no_file_names_a_paper_that_is_not_here(self) -> None:
        matches = [
            f"{path.relative_to(ROOT)}: {match.group()}"
            for path in (*citing_files(), *sorted(RULES.rglob("*.md")))
            for match in OUTSIDE.finditer(path.read_text(encoding="utf-8"))
        ]
        assert matches == []

    @for_each("text", ["SCORING.md", "../shared/x", "spec/SCORING", "002:9", "vectors/scoring"])
    def test_such_a_name_is_seen(self, text: str) -> None:
        assert OUTSIDE.search(f"as in {text}, it says")

    def test_links_into_a_page_lead_to_a_heading(self) -> None:
        for page in sorted(RULES.rglob("*.md")):
            for name, part in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8")):
                text = ((page.parent / name) if name else page).read_text(encoding="utf-8")
                headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
                assert part in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


class TestReader:
    """The forms of the table of `tests.docs.citations`."""

    @for_each(
        "text, passages",
        [
            ("JCBL director's manual 3.3, lines 843-866 and 918.", ["manual 843-866", "manual 918"]),
            ("the manual (line 1311); regulations summary 2 1), line 73", ["manual 1311", "regulations summary 73"]),
            (
                "Regulations summary, lines 61-75.\n\n    Removed (line 73).",
                ["regulations summary 61-75", "regulations summary 73"],
            ),
            ("lines 16-17 of the regulations summary", ["regulations summary 16-17"]),
            ("manual 910 says", ["manual 910"]),
            ("Wikibooks scoring,\n# lines 202-226: thresholds", ["scoring page 202-226"]),
            ("guidance on Law 12C1(c), lines 27-36", ["guidance 27-36"]),
            ('"JCBL manual, lines "\n    "1297-1301"', ["manual 1297-1301"]),
            ("manual, lines 1552-1564, 8 boards a round", ["manual 1552-1564"]),
            ("| manual | rule |\n|---|---|\n| lines 3533-3540 | groups |", ["manual 3533-3540"]),
            ('"""Line 3382: five or six."""', ["manual 3382"]),
            ('problem.where == "line 12"', []),
            ("club.toml, line 4", []),
            ("90 lines, 11 totals", []),
            ("the ACBLscore manual, 2006", []),
            ("regulations summary 2 6) (1), line 103", ["regulations summary 103"]),
        ],
    )
    def test_a_form(self, text: str, passages: list[str]) -> None:
        assert {str(passage).removesuffix(" (x)") for passage in cited_by(text, "x")} == set(passages)

    def test_what_a_page_tells(self) -> None:
        page = "*Source:* manual 736-740, 746;\nregulations summary 61-69\n\n*In the program:* page 3\n"
        assert [str(one) for one in told_by(page, "x")] == [
            "manual 736-740 (x)",
            "manual 746 (x)",
            "regulations summary 61-69 (x)",
        ]

    def test_a_passage_that_no_page_tells_is_found(self) -> None:
        """One line beyond the passage told, or the same lines of another document."""
        pages = tuple(told_by("*Source:* manual 100-110\n", "page"))
        cited = tuple(cited_by("manual, lines 110-120. Manual, line 111. Regulations summary, line 105.", "code"))
        assert untold(cited, pages) == ["manual 111 (code)", "regulations summary 105 (code)"]
