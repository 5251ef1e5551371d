"""`movement import` and `movement export`: own sheets of the club from files of other programs, and back."""

from __future__ import annotations

import json
from pathlib import Path

from arrowswitch.core.movements.families.registry import make
from arrowswitch.formats.movement.foreign import read_movements
from arrowswitch.tournament.sheets.workbench import Workbench
from tests.foreign_movements import EBUSCORE, FILES, GRID
from tests.tables import for_each
from tests.unit.cli.runner import Notebook, cli


def bench(services: Notebook) -> Workbench:
    store = services.tournament
    return Workbench(store.store, store.clock, store.chance)


class TestImport:
    @for_each("form", FILES, ids=str)
    def test_every_format(self, form: str, tmp_path: Path) -> None:
        services = Notebook()
        (tmp_path / "home.dat").write_bytes(FILES[form])  # type: ignore[index]  # the formats are texts
        answer = cli("movement", "import", "home.dat", services=services, folder=tmp_path)
        assert answer.code == 0, answer.err
        assert "The checker found no faults." in answer.out
        assert len(bench(services).sheets()) == 1

    def test_several_and_their_names(self, tmp_path: Path) -> None:
        services = Notebook()
        (tmp_path / "both.txt").write_text(EBUSCORE + EBUSCORE.replace("Home", "Away"))
        plain = cli("movement", "import", "both.txt", "--json", services=services, folder=tmp_path).json
        assert [one["name"] for one in plain] == ["H2 Home", "H2 Away"]
        assert {row.sheet_id for row in bench(services).sheets()} == {one["id"] for one in plain}

    def test_boards_of_numbered_sets(self, tmp_path: Path) -> None:
        services = Notebook()
        (tmp_path / "grid.tsv").write_text(GRID)
        answer = cli("movement", "import", "grid.tsv", "--boards-per-round", "4", services=services, folder=tmp_path)
        assert "Each set has 4 boards here" in answer.out
        assert bench(services).sheets()[0].name == "grid"
        none = cli("movement", "import", "grid.tsv", "--boards-per-round", "0", services=services, folder=tmp_path)
        assert (none.code, "--boards-per-round takes 1 to 99." in none.err) == (1, True)

    def test_what_is_wrong_is_named_and_nothing_is_stored(self, tmp_path: Path) -> None:
        services = Notebook()
        (tmp_path / "grid.tsv").write_text(GRID.replace("4-2 2", "4-2"))
        answer = cli("movement", "import", "grid.tsv", services=services, folder=tmp_path)
        assert answer.code == 1
        assert "line 3: Round 2, table 2: “4-2” is not a meeting." in answer.err
        assert not bench(services).sheets()


class TestExport:
    @for_each("form, reads", [("ebuscore", "[Eight]"), ("csv", "# family: howell"), ("json", "{")])
    def test_an_own_sheet_in_every_format(self, form: str, reads: str, tmp_path: Path) -> None:
        services, howell = Notebook(), make("howell", pairs=8)
        (tmp_path / "eight.json").write_text(cli("movement", "show", "howell", "--pairs", "8", "--json").out)
        cli("movement", "import", "eight.json", services=services, folder=tmp_path)
        name = bench(services).sheets()[0].name
        printed = cli("movement", "export", name, "--format", form, services=services, folder=tmp_path).out
        assert printed.startswith(reads.replace("Eight", "eight"))
        [again] = read_movements(printed.encode())
        assert again.movement.meetings == howell.meetings

    def test_a_registered_sheet_into_a_file(self, tmp_path: Path) -> None:
        answer = cli("movement", "export", "PHW 6 11R", "-o", "six.txt", folder=tmp_path)
        assert answer.out.strip() == "PHW 6 11R is in six.txt."
        assert (tmp_path / "six.txt").read_text().startswith("[PHW 6 11R]\n0,6,22,2,11\n")
        checked = cli("movement", "check", "six.txt", "--json", folder=tmp_path)
        assert len(json.loads(checked.out)["meetings"]) == 66

    def test_what_there_is_not(self, tmp_path: Path) -> None:
        assert "There is no sheet Nobody’s" in cli("movement", "export", "Nobody’s", services=Notebook()).err
        (tmp_path / "both.txt").write_text(EBUSCORE * 2)
        assert "names 2 sheets" in cli("movement", "export", "both.txt", folder=tmp_path).err
        assert "names 2 sheets" in cli("movement", "check", "both.txt", folder=tmp_path).err
