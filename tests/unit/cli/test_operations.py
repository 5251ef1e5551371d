"""`serve`, `demo`, `backup`, `restore`, `print`: handed to the other packages."""

from pathlib import Path

from arrowswitch.i18n.locales import Locale
from tests.unit.cli.runner import Notebook, cli


def test_serve_and_demo() -> None:
    services = Notebook()
    assert cli("serve", "--host", "0.0.0.0", "--port", "80", "--database", "x.db", services=services).code == 0
    demo = cli("demo", "--no-browser", services=services)
    assert demo.code == 0
    assert demo.err == "Preparing the demonstration …\n"
    assert services.calls == [("serve", "0.0.0.0", 80, "x.db", False), ("demo", "127.0.0.1", 8642, "en", False)]


def test_further_names_of_the_computer() -> None:
    services = Notebook()
    assert cli("serve", "--name", "club.example", "--name", "desk", services=services).code == 0
    assert services.calls == [("serve", "127.0.0.1", 8642, None, "club.example", "desk", False)]


def test_the_name_in_the_network_can_be_switched_off() -> None:
    services = Notebook()
    assert cli("serve", "--no-local-name", services=services).code == 0
    assert cli("demo", "--no-browser", "--no-local-name", services=services).code == 0
    assert [asked[-1] for asked in services.calls] == ["not announced"] * 2


def test_a_port_that_is_none() -> None:
    assert "70000" in cli("serve", "--port", "70000").err


def test_backup_and_restore(tmp_path: Path) -> None:
    services = Notebook()
    assert cli("backup", "b.zip", folder=tmp_path, services=services).out == "b.zip: 3 events saved.\n"
    (tmp_path / "b.zip").write_text("")
    outcome = cli("restore", "b.zip", "--json", folder=tmp_path, services=services)
    assert outcome.json == {"file": "b.zip", "events": 3, "left_out": []}
    assert services.calls == [("backup", "b.zip", None), ("restore", "b.zip", None)]
    assert cli("restore", "none.zip", folder=tmp_path).code == 1


def test_print_lists_sheets() -> None:
    assert "Ranking" in cli("print", "--list").out
    assert "順位表" in cli("print", "--list", "--lang", "ja").out
    assert cli("print", "--list", "--json").json == [
        {"sheet": "ranking", "title": "Ranking", "options": {"size": ["normal", "large"], "section": []}}
    ]


def test_print_makes_a_pdf(tmp_path: Path) -> None:
    (tmp_path / "e.json").write_bytes(b"{}")
    services = Notebook()
    words = ("print", "ranking", "e.json", "-o", "r.pdf", "--option", "size=large", "--lang", "ja")
    outcome = cli(*words, folder=tmp_path, services=services)
    assert (outcome.code, outcome.err) == (0, "")
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF")
    assert services.calls == [("print", "ranking", b"{}", Locale.JA, {"size": "large"}, None)]
    assert cli(*words, "--json", folder=tmp_path).json == {"sheet": "ranking", "file": "r.pdf", "bytes": 14}


def test_print_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "e.json").write_bytes(b"{}")
    assert cli("print", "poster", "e.json", "-o", "r.pdf", folder=tmp_path).code == 1
    assert cli("print", "ranking", "none.json", "-o", "r.pdf", folder=tmp_path).code == 1
    assert cli("print", "ranking", "e.json", "-o", "r.pdf", "--option", "size", folder=tmp_path).code == 1
    assert not (tmp_path / "r.pdf").exists()
    (tmp_path / "folder").mkdir()
    assert "folder" in cli("print", "ranking", "e.json", "-o", "folder", folder=tmp_path).err
    assert cli("print", "ranking", "e.json", "-o", "none/r.pdf", folder=tmp_path).code == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
