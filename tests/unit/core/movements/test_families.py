"""The register of families: one entry point, clear refusals, and every offer can be made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Impossible, NotFound, Refused
from arrowswitch.core.movements.board_sets import usual_boards_per_round
from arrowswitch.core.movements.families import registry as families
from arrowswitch.core.movements.families.mitchell import mitchell
from arrowswitch.core.movements.families.registry import FAMILIES, Family, Option, family_named, make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.i18n import Locale, has_code, problems_text
from tests.tables import for_each


def problems(name: str, **options: object) -> list[str]:
    """Returns the codes of the problems of a refusal, which must have words."""
    with pytest.raises(Refused) as caught:
        make(name, **options)  # type: ignore[arg-type]  # what a command line or file may hand in by mistake
    assert all(problems_text(caught.value, locale) for locale in Locale)
    return [problem.code for problem in caught.value.problems]


class TestNames:
    @for_each("family", FAMILIES, ids=lambda family: family.name)
    def test_every_family_has_a_name_in_both_languages(self, family: Family) -> None:
        assert has_code(family.name_code)
        assert family_named(family.name) is family
        assert family.tables == tuple(sorted(set(family.tables)))

    def test_an_unknown_family_is_not_found(self) -> None:
        with pytest.raises(NotFound) as caught:
            make("mitchel", tables=7)
        assert "mitchell" in str(caught.value.problems[0].params["families"])
        assert all(problems_text(caught.value, locale) for locale in Locale)


class TestOptions:
    def test_all_problems_are_told_at_once(self) -> None:
        assert problems("mitchell", rounds=0, phantom="west", colour="red") == [
            "movement.option-number",
            "movement.option-choice",
            "movement.option-unknown",
            "movement.option-missing",
        ]

    @for_each(
        "options, code",
        [
            ({"tables": "7"}, "movement.option-number"),
            ({"tables": True}, "movement.option-number"),
            ({"tables": 7, "boards_per_round": 100}, "movement.option-most"),
            ({"tables": 7, "arrow": 3}, "movement.option-text"),
            ({"pairs": "13"}, "movement.option-number"),
            ({"pairs": 0}, "movement.option-number"),
            ({"pairs": 14, "tables": 8}, "movement.sizes-differ"),
        ],
    )
    def test_a_wrong_value_is_refused(self, options: dict[str, object], code: str) -> None:
        assert problems("scrambled-mitchell", **options) == [code]

    def test_what_is_not_given_may_be_none(self) -> None:
        assert make("mitchell", tables=7, rounds=None, phantom=None) == make("mitchell", tables=7)

    def test_pairs_stand_for_tables_and_an_odd_number_brings_a_phantom(self) -> None:
        assert make("mitchell", pairs=14) == make("mitchell", tables=7)
        assert make("mitchell", pairs=13) == make("mitchell", tables=7, phantom="ns")
        assert make("mitchell", pairs=13, phantom="ew").phantom == "EW7"

    def test_a_family_without_a_phantom_refuses_an_odd_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        even = Family("even", ContestantKind.PAIR, mitchell, (7,), (Option("tables"),))
        monkeypatch.setattr(families, "_BY_NAME", {"even": even})
        assert make("even", pairs=14).tables == 7
        assert problems("even", pairs=13) == ["movement.odd-refused"]

    def test_a_number_without_bounds_may_be_any(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loose = Family(
            "loose", ContestantKind.PAIR, mitchell, (7,), (Option("tables"), Option("rounds", is_required=True))
        )
        monkeypatch.setattr(families, "_BY_NAME", {"loose": loose})
        assert make("loose", tables=7, rounds=3).rounds == 3
        assert problems("loose", tables=7) == ["movement.option-missing"]
        assert problems("loose", tables="7", rounds=3) == ["movement.option-number"]


class TestSizes:
    """The registry refuses what a family does not declare; the maker is not called."""

    @for_each("family", FAMILIES, ids=lambda family: family.name)
    def test_other_numbers_of_tables_are_refused(self, family: Family) -> None:
        """In words, and before the maker is called."""
        for tables in {*range(1, 110)} - set(family.tables):
            assert len(problems(family.name, tables=tables)) == 1

    @for_each("family", [family for family in FAMILIES if family.rounds is not None], ids=lambda family: family.name)
    def test_other_numbers_of_rounds_are_refused(self, family: Family) -> None:
        assert family.rounds is not None
        for tables in family.tables[:12]:
            possible = family.rounds(tables)
            assert possible
            for rounds in {*range(1, 2 * tables + 2)} - set(possible):
                assert len(problems(family.name, tables=tables, rounds=rounds)) == 1

    @for_each("family", [family for family in FAMILIES if family.rounds is not None], ids=lambda family: family.name)
    def test_every_number_of_rounds_that_is_declared_can_be_made(self, family: Family) -> None:
        """For the smallest and some larger numbers of tables; without an arrow, whose search takes long."""
        assert family.rounds is not None
        still: dict[str, int | str] = {"arrow": "none"} if family.option("arrow") else {}
        for tables in family.tables[:7:2]:
            for rounds in family.rounds(tables):
                assert make(family.name, tables=tables, rounds=rounds, boards_per_round=1, **still).rounds == rounds

    def test_a_refusal_lists_the_sizes_that_there_are(self) -> None:
        with pytest.raises(Refused) as caught:
            make("rover-mitchell", tables=4)
        assert problems_text(caught.value, Locale.EN) == (
            "tables: This movement cannot be played at 4 tables: it is for 5–26.",
        )

    def test_a_reason_of_the_family_says_more(self) -> None:
        assert problems("skip-mitchell", tables=9) == ["movement.refused.odd-tables"]
        assert problems("mitchell", pairs=15, rounds=8) == ["movement.refused.even-half-table"]
        assert problems("individual", players=84) == ["individual.players"]

    def test_rounds_without_a_reason_are_refused_with_those_that_there_are(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        options = (Option("tables"), Option("rounds"))
        short = Family("short", ContestantKind.PAIR, mitchell, (7, 9), options, rounds=lambda tables: (3, tables))
        monkeypatch.setattr(families, "_BY_NAME", {"short": short})
        assert make("short", tables=9, rounds=3).rounds == 3
        with pytest.raises(Refused) as caught:
            make("short", tables=9, rounds=4)
        problem = caught.value.problems[0]
        assert (problem.code, problem.params["possible"]) == ("movement.refused.other-rounds", "3, 9")

    def test_a_size_is_counted_in_the_contestants_of_the_family(self) -> None:
        assert problems("awl", pairs=8) == ["movement.other-kind", "movement.option-missing"]

    @for_each(
        "declared, named",
        [
            (Family("wrong", ContestantKind.TEAM, mitchell, (7,), (Option("tables"),)), "pair"),
            (Family("wrong", ContestantKind.PAIR, lambda tables: mitchell(tables + 2), (7,), (Option("tables"),)), "9"),
        ],
        ids=lambda value: str(getattr(value, "kind", value)),
    )
    def test_a_maker_makes_what_its_family_declares(self, declared: Family, named: str) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(families, "_BY_NAME", {"wrong": declared})
            with pytest.raises(Impossible, match=named):
                make("wrong", tables=7)


def test_a_maker_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker replays everything that is made: a pair against itself is our own defect, not the user's."""

    def wrong(tables: int) -> Movement:
        side = (Number("1"),)
        return Movement(
            "wrong", ContestantKind.PAIR, side, tables, 1, ((1,),), (Meeting(1, 1, side, side, 1),), (side,)
        )

    family = Family("wrong", ContestantKind.PAIR, wrong, (1,), (Option("tables"),))
    monkeypatch.setattr(families, "_BY_NAME", {"wrong": family})
    with pytest.raises(Impossible, match="met-itself"):
        make("wrong", tables=1)


@given(st.integers(1, 60))
def test_a_round_has_two_to_six_boards(rounds: int) -> None:
    boards = usual_boards_per_round(rounds)
    assert 2 <= boards <= 6
    assert boards == 2 or rounds * boards <= 27
