"""The report of `make audit` on pinned parts: ranges, age, and the import of a newer copy of a database."""

from __future__ import annotations

import json
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.tables import for_each
from tools.parts.__main__ import CLEAN, FILES, FRESH_DAYS, KEPT, OPEN, UNREAD, main
from tools.parts.advisories import format_kept, parse_pins, parse_record, read_kept

REQUIREMENTS = Path(__file__).resolve().parents[2] / "requirements"
TODAY = date(2026, 11, 24)


def record(*events: dict[str, str], **changes: Any) -> dict[str, Any]:
    """Returns a record of the database on a part called oak."""
    package = {"ecosystem": "PyPI", "name": "Oak"}
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}] if events else []
    affected = [{"package": package, "ranges": ranges, "versions": changes.pop("versions", [])}]
    advisory = {"id": "TEST-1", "modified": "2026-11-20T10:00:00Z", "aliases": ["CVE-0"], "details": "A\nhole."}
    return {**advisory, "affected": affected, **changes}


def is_open(advisory: dict[str, Any], version: str) -> bool:
    return any(one.is_open_in(version) for one in parse_record(advisory, {"oak"}))


class TestRanges:
    @for_each(
        "version, expected",
        [("0.9", False), ("1.0", True), ("1.9.9", True), ("1.10", True), ("2.0rc1", True), ("2.0", False)],
    )
    def test_from_introduced_to_fixed(self, version: str, expected: bool) -> None:
        assert is_open(record({"introduced": "1.0"}, {"fixed": "2.0"}), version) is expected

    @pytest.mark.parametrize(("version", "expected"), [("1.5", True), ("1.6", False)])
    def test_the_last_that_is_affected_is(self, version: str, expected: bool) -> None:
        assert is_open(record({"introduced": "0"}, {"last_affected": "1.5"}), version) is expected

    @for_each("version, expected", [("1.5", True), ("2.5", False), ("3.0", True), ("4.0", False)])
    def test_a_hole_may_come_back(self, version: str, expected: bool) -> None:
        events = [{"introduced": "3.0"}, {"fixed": "4.0"}, {"introduced": "1.0"}, {"fixed": "2.0"}]
        assert is_open(record(*events), version) is expected

    def test_one_without_an_end_is_open_for_ever(self) -> None:
        assert is_open(record({"introduced": "0"}), "99.0")

    def test_versions_are_listed_where_no_range_says_them(self) -> None:
        advisory = record(versions=["1.0", "1.1"])
        assert (is_open(advisory, "1.1.0"), is_open(advisory, "1.2")) == (True, False)

    def test_what_was_withdrawn_is_no_hole(self) -> None:
        assert not is_open(record({"introduced": "0"}, withdrawn="2026-11-21T00:00:00Z"), "1.0")

    def test_commits_and_other_languages_are_passed_over(self) -> None:
        advisory = record({"introduced": "0"})
        advisory["affected"][0]["ranges"][0]["type"] = "GIT"
        assert not is_open(advisory, "1.0")
        other = record({"introduced": "0"})
        other["affected"][0]["package"]["ecosystem"] = "npm"
        assert not is_open(other, "1.0")


class TestAudit:
    def folder(self, path: Path, *records: dict[str, Any]) -> Path:
        """Returns a folder with a pin of oak 1.5, and a database of some records next to it."""
        path.joinpath("database").mkdir()
        for at, advisory in enumerate(records):
            path.joinpath("database", f"{at}.json").write_text(json.dumps(advisory), encoding="utf-8")
        for name in FILES:
            path.joinpath(name).write_text(f"oak==1.5 \\\n    --hash=sha256:{'0' * 64}\n" if "run" in name else "")
        path.joinpath(KEPT).write_text(
            '{"source": "Trees", "licence": "free", "newest": "2026-01-01", "records": []}', encoding="utf-8"
        )
        return path

    def test_nothing_is_known_of_the_pins_of_the_house(self) -> None:
        """The advisories in the repository are of some day; the target tells which."""
        advisories = read_kept(REQUIREMENTS / KEPT)
        pins = [pin for name in FILES for pin in parse_pins((REQUIREMENTS / name).read_text(encoding="utf-8"))]
        assert len(pins) > 90
        assert {"pillow", "jinja2", "starlette"} <= {one.part for one in advisories.records}
        assert [(pin, one.name) for pin, one in advisories.open_in(pins)] == []

    def test_an_old_version_of_a_part_of_the_house_is_seen(self) -> None:
        """PYSEC-2023-83: Starlette before 0.27.0."""
        advisories = read_kept(REQUIREMENTS / KEPT)
        assert "PYSEC-2023-83" in [one.name for _, one in advisories.open_in(parse_pins("starlette==0.26.1"))]

    def test_how_old_the_advisories_are_is_told(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--folder", str(self.folder(tmp_path))], TODAY) == CLEAN
        output = capsys.readouterr().out
        assert "1 parts, 0 advisories about them, 0 open." in output
        assert "those of 2026-01-01 (Trees; free), 327 days old" in output
        assert f"more than {FRESH_DAYS} days" in output

    def test_newer_ones_are_taken_and_kept(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        folder = self.folder(tmp_path, record({"introduced": "1.0"}, {"fixed": "2.0"}))
        options = ["--folder", str(folder)]
        assert main([*options, "--from", str(folder / "database")], TODAY) == OPEN
        output = capsys.readouterr().out
        assert "oak 1.5: TEST-1, CVE-0 A hole." in output
        assert "2026-11-20" in output
        assert "more than" not in output
        assert main(options, TODAY) == OPEN
        advisories = read_kept(folder / KEPT)
        assert format_kept(advisories) == (folder / KEPT).read_text(encoding="utf-8")

    def test_a_zip_file_and_yaml_do_as_well(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        packed = tmp_path / "all.zip"
        with zipfile.ZipFile(packed, "w") as file:
            file.writestr("README.md", "no record")
            file.writestr("oak/TEST-1.yaml", json.dumps(record({"introduced": "0"})))
        assert main(["--folder", str(folder), "--from", str(packed)], TODAY) == OPEN

    def test_a_folder_without_records_changes_nothing(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        folder = self.folder(tmp_path)
        before = (folder / KEPT).read_bytes()
        assert main(["--folder", str(folder), "--from", str(folder / "database")], TODAY) == UNREAD
        assert "holds no record" in capsys.readouterr().err
        assert (folder / KEPT).read_bytes() == before
