"""The event file: whether it is as the program wrote it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.model.places import Place
from arrowswitch.web.app import create_app
from tests.builders import mitchell_evening, new_evening
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.web.client import open_desk


class TestChangedOutside:
    """A change made outside the program is found, and where it is."""

    def text(self) -> str:
        evening = mitchell_evening()
        return event_file.dump(evening.tournament.ledger(evening.event_id))

    def test_what_the_program_wrote_is_whole_also_in_another_layout(self) -> None:
        text = self.text()
        again = json.dumps(json.loads(text), indent=3)
        assert (event_file.changes_outside(text), event_file.changes_outside(again)) == ((), ())
        assert event_file.load(again) == event_file.load(text)

    def test_each_changed_entry_is_told(self) -> None:
        plain = json.loads(self.text())
        for seq in (3, 4, 7):
            plain["ledger"][seq - 1]["stamp"]["author"] = "somebody"
        problems = event_file.changes_outside(json.dumps(plain))
        assert [(one.code, one.params) for one in problems] == [("file.entries-changed", {"numbers": "3–4, 7"})]

    def test_entries_that_are_gone_or_came_are_told(self) -> None:
        plain = json.loads(self.text())
        count = len(plain["ledger"])
        last = plain["ledger"].pop()
        assert event_file.changes_outside(json.dumps(plain))[0].params == {"numbers": str(count)}
        plain["ledger"] += [last, {**last, "seq": count + 1}]
        assert event_file.changes_outside(json.dumps(plain))[0].params == {"numbers": str(count + 1)}

    def test_a_file_without_links_tells_nothing(self) -> None:
        plain = json.loads(self.text())
        del plain["links"]
        assert event_file.changes_outside(json.dumps(plain)) == ()
        assert event_file.load(json.dumps(plain))

    def test_the_commands_say_it(self, tmp_path: Path) -> None:
        text = self.text()
        (tmp_path / "whole.json").write_text(text, encoding="utf-8")
        (tmp_path / "changed.json").write_text(text.replace('"author":"', '"author":"x', 1), encoding="utf-8")
        whole = cli("check", "whole.json", folder=tmp_path)
        assert (whole.code, "all as the program wrote" in whole.out) == (0, True)
        changed = cli("check", "changed.json", folder=tmp_path)
        assert (changed.code, changed.out, "(no. 1 of its ledger)" in changed.err) == (1, "", True)
        assert "(no. 1 of its ledger)" in cli("score", "changed.json", folder=tmp_path).out

    def test_the_page_says_it(self) -> None:
        text = self.text().replace('"author":"', '"author":"x', 1)
        with open_desk(create_app(new_evening().tournament)) as desk:
            sent = {"file": ("evening.json", text.encode())}
            stored = desk.post("/events/import", {"command_id": "c"}, files=sent)
            assert "記録1番" in stored.text


class TestNames:
    """Texts that become part of an address or a file's name are checked before anything is stored."""

    @for_each("text", ["../../x", "a b", "x" * 65, "", "é", "e1\n", "<b>", "a/b", "?x=1"])
    def test_an_id_is_letters_and_digits(self, text: str) -> None:
        evening = mitchell_evening()
        file = evening.tournament.export(evening.event_id)
        for old in (evening.event_id, next(iter(evening.state.entries))):
            with pytest.raises(Malformed) as caught:
                event_file.load(file.replace(json.dumps(old), json.dumps(text)), "e.json")
            assert {problem.code for problem in caught.value.problems} == {"file.id"}
            assert {problem.where for problem in caught.value.problems} == {"e.json"}

    @for_each("text", ["NS 1", "9" * 21, "", "/", "NS1\n"])
    def test_a_number_is_what_can_be_typed(self, text: str) -> None:
        evening = mitchell_evening()
        file = evening.tournament.export(evening.event_id)
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        number = movement.contestants[0]
        with pytest.raises(Malformed) as caught:
            event_file.load(file.replace(json.dumps(number), json.dumps(text)))
        (problem,) = caught.value.problems
        assert problem.code == "file.number"
        assert problem.params["text"] == text[:39] + ("…" if len(text) > 40 else "")
