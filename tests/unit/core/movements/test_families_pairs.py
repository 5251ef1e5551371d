"""The newer families: numbers, refusals with words in both languages, sizes by the number of contestants."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.searched.appendix_squares import opponents, orthogonal_sizes
from arrowswitch.i18n import Locale, problems_text
from tests.tables import for_each

PAIRS = (
    ("appendix-mitchell", {"tables": 10, "rounds": 7}),
    ("one-and-a-half-appendix", {"pairs": 17}),
    ("rover-mitchell", {"pairs": 15}),
    ("web-mitchell", {"tables": 14}),
)


class TestNumbers:
    @for_each("family, options", PAIRS)
    def test_east_west_may_continue_after_north_south(self, family: str, options: dict[str, int | str]) -> None:
        plain = make(family, **options)
        movement = make(family, **options, numbering="continuing")
        north_south, east_west = movement.fields
        assert north_south == tuple(str(i) for i in range(1, len(north_south) + 1))
        assert east_west[0] == str(len(north_south) + 1)
        assert [(m.round, m.table, m.board_set) for m in movement.meetings] == [
            (m.round, m.table, m.board_set) for m in plain.meetings
        ]
        assert make(family, **movement.options) == movement

    @for_each("family, options", PAIRS)
    def test_east_west_cannot_begin_among_north_south(self, family: str, options: dict[str, int | str]) -> None:
        for wrong, code in (
            ({"numbering": "continuing", "ew_from": 7}, "movement.refused.ew-from"),
            ({"ew_from": 30}, "movement.refused.ew-from-two-fields"),
        ):
            with pytest.raises(Refused) as caught:
                make(family, **options, **wrong)
            assert [problem.code for problem in caught.value.problems] == [code]

    @pytest.mark.parametrize(("pairs", "phantom"), [(19, "NS10"), (20, None)])
    def test_an_odd_number_has_a_phantom(self, pairs: int, phantom: str | None) -> None:
        movement = make("appendix-mitchell", pairs=pairs, rounds=7)
        assert (movement.tables, movement.phantom) == (10, phantom)

    def test_who_waits_takes_no_table(self) -> None:
        assert make("rover-mitchell", pairs=15).tables == 7
        assert make("one-and-a-half-appendix", pairs=15).tables == 7
        assert make("team-of-pairs", pairs=5).tables == 2


@for_each(
    "family, options, code",
    [
        ("rover-mitchell", {"pairs": 14}, "movement.even-refused"),
        ("rover-mitchell", {"tables": 4}, "movement.refused.tables"),
        ("rover-mitchell", {"tables": 8, "base": "straight"}, "movement.refused.even-tables"),
        ("rover-mitchell", {"tables": 7, "base": "skip"}, "movement.refused.odd-tables"),
        ("rover-mitchell", {"tables": 8, "base": "relay", "rounds": 7}, "movement.refused.cut-relay"),
        ("rover-mitchell", {"tables": 8, "base": "swap"}, "families.rover-swap"),
        ("one-and-a-half-appendix", {"tables": 3}, "movement.refused.tables"),
        ("one-and-a-half-appendix", {"tables": 8, "rounds": 8}, "families.half-appendix-rounds"),
        ("appendix-mitchell", {"tables": 10, "rounds": 14}, "families.appendix-rounds"),
        ("appendix-mitchell", {"tables": 14, "rounds": 7}, "families.appendix-tables"),
        ("web-mitchell", {"tables": 13}, "families.web-tables"),
        ("web-mitchell", {"tables": 14, "rounds": 6}, "families.web-rounds"),
        ("team-of-pairs", {"tables": 3}, "movement.refused.tables"),
        ("team-of-pairs", {"pairs": 4, "rounds": 5}, "families.team-of-pairs-rounds"),
        ("awl", {"teams": 61}, "movement.refused.teams"),
        ("awl", {"teams": 9, "rounds": 7}, "families.awl-rounds"),
        ("awl", {"teams": 9, "play": "1-"}, "families.awl-play"),
        ("awl", {"teams": 9, "play": "1,8", "rounds": 4}, "families.awl-play-rounds"),
        ("awl", {"teams": 9, "play": "1"}, "families.awl-halves"),
        ("stagger", {"teams": 9}, "families.even-teams"),
        ("stagger", {"teams": 8, "rounds": 7}, "families.team-rounds"),
        ("new-england", {"teams": 62}, "families.even-teams"),
        ("mirror-mitchell", {"teams": 12}, "families.mirror-impossible"),
        ("mirror-mitchell", {"teams": 28}, "families.mirror-squares"),
        ("mirror-mitchell", {"teams": 8, "twins": "no"}, "families.mirror-twins"),
        ("round-robin", {"teams": 21}, "movement.refused.teams"),
        ("round-robin", {"teams": 9, "form": "pair", "sessions": 3}, "families.round-robin-sessions"),
        ("round-robin", {"teams": 9, "sessions": 1, "session": 2}, "families.round-robin-session"),
    ],
)
def test_every_refusal_has_words(family: str, options: dict[str, int | str], code: str) -> None:
    with pytest.raises(Refused) as caught:
        make(family, **options)
    assert [problem.code for problem in caught.value.problems] == [code]
    for locale in Locale:
        text = problems_text(caught.value, locale)
        assert text
        assert "{" not in str(text)


@for_each("size", orthogonal_sizes())
def test_visitors_come_once_to_every_table_and_set(size: int) -> None:
    """Two orthogonal squares: every table has every visitor and every set once, and so has every visitor."""
    cells = [(r, t, *cell) for r, row in enumerate(opponents(size)) for t, cell in enumerate(row)]
    for first, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        assert len({(cell[first], cell[other]) for cell in cells}) == size * size
