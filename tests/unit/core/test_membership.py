"""Membership numbers: what counts as the same one, at every place that compares them."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.membership import is_same_number, number_key
from arrowswitch.tournament.entries.decide import is_same
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.identity import ForgottenIdentity, ToldIdentity
from arrowswitch.tournament.register.known import KnownPeople
from arrowswitch.tournament.register.search import fold_text
from arrowswitch.web.desk.entries.naming import person_from_outside, person_typed
from tests.tables import for_each

SAME = [
    ("12345", "12 345"),
    ("12345", "１２３４５"),
    ("12345", "12\u00a0345\u3000"),
    ("NOR-12345", "nor-12345"),
    ("NOR-12345", "ＮＯＲ－１２３４５"),
    ("NOR-12345", "NOR–12345"),
    ("NOR-12345", "NOR−12345"),
    ("NOR-12345", "norー12345"),
    ("ア-7", "あ-7"),
    ("ｱ-7", "ア-7"),
    ("STRASSE1", "straße1"),
    ("Å12", "A\u030a12"),
]
OTHER = [
    ("7", "007"),
    ("12345", "12346"),
    ("NOR12345", "SWE12345"),
    ("12-3", "1-23"),
    ("A1", "Å1"),
    ("", ""),
    (" ", ""),
]


def left_of(*marks: str) -> Forgotten:
    """Returns the record that stays of a forgotten player."""
    return Forgotten("f", datetime(2026, 11, 21, tzinfo=UTC), "s", marks, "（氏名削除）", "")


same_numbers = for_each("number, other", SAME)


class TestTheSame:
    """The register, the entries and records of forgotten players match any way of typing a number."""

    @same_numbers
    def test_by_itself(self, number: str, other: str) -> None:
        assert is_same_number(number, other)

    @same_numbers
    def test_of_an_entry(self, number: str, other: str) -> None:
        assert is_same(Person("Oak", number), Person("Alder", other))

    @same_numbers
    def test_in_the_register(self, number: str, other: str) -> None:
        player = Player(PlayerId("p"), Person("Oak", number))
        assert KnownPeople((player,)).who(Person("Alder", other)).player is player
        assert person_from_outside("Oak", other, (player,)).player_id == "p"
        entry = person_typed(other, "", (player,), "player1", [])
        assert entry is not None
        assert entry.player_id == "p"

    @same_numbers
    def test_of_somebody_forgotten(self, number: str, other: str) -> None:
        identity = ToldIdentity.of((Person("Oak", number),))
        assert identity.has_number(other)
        assert ForgottenIdentity(left_of(*identity.marks("s"))).has_number(other)


@for_each("number, other", OTHER)
def test_others(number: str, other: str) -> None:
    """Zeros in front count, as a club may have both; and no number is nobody's."""
    assert not is_same_number(number, other)


def test_marks_of_earlier_versions_are_still_known() -> None:
    """They are of the number as a search folds it."""
    mark = hmac.new(b"s", f"number:{fold_text('NOR–7')}".encode(), hashlib.sha256).hexdigest()
    assert ForgottenIdentity(left_of(mark)).has_number("nor–7")


@given(st.text(max_size=12))
def test_blanks_are_nothing(text: str) -> None:
    key = number_key(text)
    assert number_key(f" {text}\t") == key
    assert not any(sign.isspace() for sign in key)
