"""Arrows: patterns as text, the measure, the library, the searches and their bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Impossible, Problem, Refused
from arrowswitch.core.movements.arrow_patterns import (
    ArrowPattern,
    arrow_problems,
    format_arrow,
    parse_arrow,
    shortened_arrow,
)
from arrowswitch.core.movements.arrows import library
from arrowswitch.core.movements.arrows.fairness_words import arrow_phrases, fairness_phrases
from arrowswitch.core.movements.arrows.library import ArrowKey, StoredArrow, arrow_key, parse_arrows, stored_arrows
from arrowswitch.core.movements.arrows.measure import ArrowSheet, RoundMeasure
from arrowswitch.core.movements.arrows.report import arrow_report
from arrowswitch.core.movements.arrows.turned import arrow_sheet, arrows_by_twos, best_rounds, without_turned_cards
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.cuts import shorten_movement
from arrowswitch.core.movements.families.registry import family_named, make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, translate
from tests.movements import competition
from tests.rotation import examples
from tests.tables import for_each
from tools.searches.arrows import (
    best_cards,
    best_of_all_rounds,
    least_possible,
    near_rounds,
    patterns_of,
    proved_cards,
)
from tools.searches.libraries import format_arrows

ONE_FIELD: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("appendix-mitchell", {"tables": 10, "rounds": 7}),
    ("appendix-mitchell", {"pairs": 19, "rounds": 7}),
    ("one-and-a-half-appendix", {"tables": 8}),
    ("rover-mitchell", {"tables": 7}),
    ("rover-mitchell", {"tables": 8, "base": "relay"}),
    ("web-mitchell", {"tables": 14}),
)
SMALL: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("scrambled-mitchell", {"tables": 3}),
    ("scrambled-mitchell", {"tables": 4, "base": "skip"}),
    ("scrambled-mitchell", {"tables": 4, "base": "relay"}),
    ("scrambled-mitchell", {"tables": 5, "rounds": 3}),
    ("scrambled-mitchell", {"tables": 4, "base": "relay", "phantom": "ns"}),
)

rounds_drawn = st.sets(st.integers(1, 30)).map(lambda found: tuple(sorted(found)))
cards_drawn = st.sets(st.tuples(st.integers(1, 30), st.integers(1, 40)))


@st.composite
def patterns(draw: st.DrawFn) -> ArrowPattern:
    rounds = draw(rounds_drawn)
    return ArrowPattern(rounds, tuple(sorted(card for card in draw(cards_drawn) if card[0] not in rounds)))


def plain_sheet(family: str, **options: Any) -> ArrowSheet:
    return arrow_sheet(without_turned_cards(make(family, **{"arrow": "1", **options})))


def squares(movement: Movement) -> int:
    """Returns the sum of squared coefficients by `fairness`, counted in sets."""
    total = sum(c * c for c in competition(movement).values())
    whole, rest = divmod(total, movement.boards_per_round**2)
    assert rest == 0
    return whole


def every_card(sheet: ArrowSheet) -> int:
    """Returns the least sum over all turnings of single cards; the first card of a set stays, which loses nothing."""
    free, seen = [], set()
    for encounter in sheet.encounters:
        if encounter.board_set in seen:
            free.append((encounter.round, encounter.table))
        seen.add(encounter.board_set)
    choices = product((False, True), repeat=len(free))
    turned = (tuple(card for card, is_it in zip(free, choice, strict=True) if is_it) for choice in choices)
    return min(sheet.squares(ArrowPattern(cards=cards)) for cards in turned)


class TestText:
    @given(patterns())
    def test_what_is_written_is_read_as_the_same(self, pattern: ArrowPattern) -> None:
        assert parse_arrow(format_arrow(pattern)) == pattern

    @for_each("text", ["", "x", "2,", "2:", "2:1.", "2.1", ":1", "1;2", "2:1,4:", "1234"])
    def test_what_is_no_pattern(self, text: str) -> None:
        assert parse_arrow(text) is None
        assert [problem.code for problem in arrow_problems(text, 9, 9)] == ["movement.refused.arrow"]

    def test_a_card_of_a_turned_round_says_nothing_new(self) -> None:
        assert parse_arrow("3,3:1.2,4:1") == ArrowPattern((3,), ((4, 1),))

    def test_rounds_and_tables_must_exist(self) -> None:
        assert list(arrow_problems("1:9,8,0", 7, 8)) == [
            Problem("movement.refused.arrow-round", {"round": 0, "most": 7}, "arrow"),
            Problem("movement.refused.arrow-round", {"round": 8, "most": 7}, "arrow"),
            Problem("arrows.table", {"table": 9, "most": 8}, "arrow"),
        ]
        assert list(arrow_problems("documents", 7, 8)) == []

    def test_a_sheet_that_ends_early_keeps_the_rounds_before(self) -> None:
        assert [shortened_arrow(text, 4) for text in ("2,6", "4:1.2,5:3", "6", "?")] == ["2", "4:1.2", "none", "?"]

    def test_a_movement_with_single_cards_can_be_cut(self) -> None:
        whole = make("scrambled-mitchell", tables=7, arrow="2:1.4,6:2,7:1")
        part = shorten_movement(whole, 5)
        assert part.options["arrow"] == "2:1.4"
        assert (part.arrow_switched, whole.arrow_switched) == ((), ())
        assert {(m.round, m.table) for m in part.meetings if int(m.ns[0]) > 7} == {(2, 1), (2, 4)}


class TestMeasure:
    @given(st.sampled_from([*ONE_FIELD, *SMALL]), st.data())
    @settings(max_examples=examples(40), deadline=None)
    def test_it_is_the_sum_that_fairness_counts(self, form: tuple[str, dict[str, Any]], data: st.DataObject) -> None:
        """Any cards turned: the sum over all twos of C squared, and s from it."""
        plain = without_turned_cards(make(form[0], **form[1], arrow="1"))
        places = [(m.round, m.table) for m in plain.meetings]
        cards = tuple(sorted(data.draw(st.sets(st.sampled_from(places), min_size=1))))
        movement = make(form[0], **form[1], arrow=format_arrow(ArrowPattern(cards=cards)))
        sheet = arrow_sheet(plain)
        assert sheet.squares(ArrowPattern(cards=cards)) == squares(movement)
        assert sheet.balance_squared(squares(movement)) == fairness(movement).balance_squared

    @for_each("form", [*ONE_FIELD, *SMALL], ids=str)
    def test_rounds_are_judged_as_their_tables_are(self, form: tuple[str, dict[str, Any]]) -> None:
        """The quadratic form against the plain sum, for every pattern of up to two rounds."""
        sheet = plain_sheet(form[0], **form[1])
        listed = [chosen for size in range(3) for chosen in combinations(range(1, sheet.rounds + 1), size)]
        sums = RoundMeasure(sheet).squares(patterns_of(sheet.rounds, listed))
        assert sums.tolist() == [sheet.squares(ArrowPattern(rounds)) for rounds in listed]


class TestLibrary:
    @pytest.mark.parametrize("family", sorted({key.family for key, _ in stored_arrows()}))
    def test_every_stored_sum_is_that_of_the_movement(self, family: str) -> None:
        """Each pattern is put on the movement it is stored for, and measured again; the bound is never above."""
        count = 0
        for (key, _), entry in stored_arrows().items():
            if key.family == family:
                sheet = arrow_sheet(without_turned_cards(family_named(family).maker(**_options(key), arrow="1")))
                assert entry.squares == sheet.squares(entry.pattern), entry
                assert entry.bound <= entry.squares, entry
                count += 1
        assert count > 5

    def test_a_stored_pattern_gives_the_balance_that_fairness_tells(self) -> None:
        """Every ninth pattern of up to 14 tables, by the movement as it is handed out and `fairness`."""
        entries = [entry for entry in stored_arrows().values() if entry.key.tables <= 14]
        for entry in entries[::9]:
            arrow = {"rounds": "best", "tables": "tables"}[entry.kind]
            movement = make(entry.key.family, **_options(entry.key), arrow=arrow)
            assert squares(movement) == entry.squares
            assert movement.options["arrow"] == format_arrow(entry.pattern)

    def test_whole_rounds_are_proven_again_by_trying_all(self) -> None:
        """Brute force over every pattern, round 1 included, for all stored sheets of up to six rounds."""
        again = [e for e in stored_arrows().values() if e.kind == "rounds" and e.key.rounds <= 6 and e.key.tables <= 10]
        for entry in again:
            sheet = arrow_sheet(
                without_turned_cards(family_named(entry.key.family).maker(**_options(entry.key), arrow="1"))
            )
            numbers = range(1, sheet.rounds + 1)
            every = [chosen for size in range(sheet.rounds + 1) for chosen in combinations(numbers, size)]
            assert entry.squares == entry.bound == min(sheet.squares(ArrowPattern(chosen)) for chosen in every)
        assert len(again) > 40

    def test_single_cards_of_five_tables_are_proven_again_by_trying_all(self) -> None:
        """5 tables, 5 rounds: one card of each set may stay, so 4 x 5 = 20 cards and 1,048,576 ways to turn them."""
        sheet = plain_sheet("scrambled-mitchell", tables=5)
        entry = stored_arrows()[ArrowKey("scrambled-mitchell", 5, 5, "straight", "none"), "tables"]
        assert entry.squares == entry.bound == _least_by_bits(sheet)

    def test_single_cards_are_never_less_even_than_whole_rounds(self) -> None:
        stored = stored_arrows()
        cards = {key: entry for (key, kind), entry in stored.items() if kind == "tables"}
        assert len(cards) > 200
        assert all(entry.squares <= stored[key, "rounds"].squares for key, entry in cards.items())

    def test_it_is_written_as_it_is_read(self) -> None:
        entries = tuple(stored_arrows().values())
        assert parse_arrows(f"# head\n{format_arrows(reversed(entries))}") == parse_arrows(format_arrows(entries))

    def test_patterns_that_are_read_one_by_one_are_the_whole_library(self) -> None:
        """Each is found under the key that its line begins with, in the order of the lines."""
        stored = stored_arrows()
        entries = parse_arrows((Path(library.__file__).parent / "arrows.csv").read_text(encoding="utf-8"))
        assert list(stored.items()) == [((entry.key, entry.kind), entry) for entry in entries]
        assert len(stored) == len(entries)
        assert stored.get((ArrowKey("howell", 5, 5, "straight", "none"), "tables")) is None

    @pytest.mark.parametrize("line", ["a;b", "f;7;7;-;none;rounds;1;1;2:;found"])
    def test_what_is_no_line(self, line: str) -> None:
        with pytest.raises(Impossible):
            parse_arrows(f"head\n{line}")

    def test_a_key_tells_sheets_apart(self) -> None:
        skip = make("scrambled-mitchell", tables=8, base="skip", skip_after=4)
        assert arrow_key(skip) == ArrowKey("scrambled-mitchell", 8, 7, "skip4", "none")
        assert arrow_key(make("howell", tables=7)) is None


class TestAgainstTheDocuments:
    @for_each(
        "family, tables, rounds",
        [
            *(("scrambled-mitchell", tables, rounds) for tables in (8, 9) for rounds in range(1, 9)),
            ("two-session-mitchell", 8, 8),
            ("two-session-mitchell", 9, 8),
        ],
    )
    def test_never_worse_than_the_printed_sheets(self, family: str, tables: int, rounds: int) -> None:
        ours = make(family, tables=tables, rounds=rounds, base="sheet")
        printed = make(family, tables=tables, rounds=rounds, base="sheet", arrow="documents")
        assert squares(ours) <= squares(printed)

    @for_each("tables", range(5, 18))
    def test_never_worse_than_either_printed_pattern_continued(self, tables: int) -> None:
        """R-071: the registered sizes 5 to 17 ("arrow E type", line 3444, not printed): every second round as in the
        8-table sheet, and two by two as in the 9-table sheet."""
        ours = make("scrambled-mitchell", tables=tables)
        by_twos = format_arrow(ArrowPattern(arrows_by_twos(ours.rounds)))
        for arrow in ("alternate", by_twos, "none"):
            assert squares(ours) < squares(make("scrambled-mitchell", tables=tables, arrow=arrow))

    def test_one_turned_round_is_proven_best_at_eight_tables(self) -> None:
        """8 tables: 1792 by turning the last round. The spectrum bounds any cards: eigenvalues 64 of the heads with a
        trace of 128 over 8 sets, 8 x 8^2 + 64^2 = 4608, less 16 x 8^2 on the diagonal, and half of it: 1792."""
        sheet = plain_sheet("scrambled-mitchell", tables=8)
        assert best_rounds(sheet) == ArrowPattern((8,))
        assert sheet.squares(ArrowPattern((8,))) == least_possible(sheet) == 1792

    def test_the_printed_pattern_is_taken_where_nothing_is_fairer(self) -> None:
        """One round of the 9-table sheet: nobody turns, in the printed sheet as in the best."""
        assert make("scrambled-mitchell", tables=9, rounds=1).arrow_switched == ()


class TestOneField:
    @for_each("form", ONE_FIELD, ids=str)
    def test_a_movement_of_two_fields_can_have_one_winner(self, form: tuple[str, dict[str, Any]]) -> None:
        """R-071: numbered through, one field, the same opponents on the same sets; it can be made again."""
        two_winners = make(form[0], **form[1], numbering="continuing")
        one_winner = make(form[0], **form[1], arrow="best")
        assert one_winner.fields == (two_winners.fields[0] + two_winners.fields[1],)
        assert {(m.round, m.board_set, frozenset(m.contestants)) for m in one_winner.meetings} == {
            (m.round, m.board_set, frozenset(m.contestants)) for m in two_winners.meetings
        }
        assert is_sound(one_winner)
        assert make(one_winner.family, **one_winner.options) == one_winner
        unturned_one = make(form[0], **form[1], arrow=str(one_winner.rounds))
        assert squares(one_winner) <= squares(unturned_one)

    def test_east_west_may_start_at_another_number(self) -> None:
        movement = make("web-mitchell", tables=14, arrow="best", ew_from=21)
        assert movement.contestants[14] == "21"
        with pytest.raises(Refused):
            make("web-mitchell", tables=14, ew_from=21)

    def test_a_phantom_at_a_two_session_mitchell_is_minded(self) -> None:
        """14 pairs without the fifth: every pattern of the 6 rounds is compared when it is made."""
        best = make("two-session-mitchell", tables=7, phantom="5")
        for arrow in ("none", "1", "2,4", "6", "3,5,6"):
            assert squares(best) <= squares(make("two-session-mitchell", tables=7, phantom="5", arrow=arrow))

    def test_many_rounds_that_nobody_searched(self) -> None:
        """31 tables, 31 rounds: the best of a list, so never worse than the documents' patterns or none."""
        sheet = plain_sheet("scrambled-mitchell", tables=31)
        best = sheet.squares(best_rounds(sheet))
        for rounds in ((), tuple(range(2, 32, 2)), arrows_by_twos(31)):
            assert best <= sheet.squares(ArrowPattern(rounds))


class TestSearch:
    @for_each("form", SMALL, ids=str)
    def test_no_cards_are_below_the_bound_and_the_searches_find_the_best(
        self, form: tuple[str, dict[str, Any]]
    ) -> None:
        """Every turning of single cards is tried."""
        sheet = plain_sheet(form[0], **form[1])
        least = every_card(sheet)
        assert least_possible(sheet) <= least
        searched = best_cards(sheet, ArrowPattern(), seed=1, tries=8, steps=300)
        assert searched.squares == sheet.squares(searched.pattern) == least
        proved = proved_cards(sheet, ArrowPattern(), work=20, seed=1)
        assert (proved.squares, proved.bound, proved.is_proven) == (least, least, True)
        assert sheet.squares(proved.pattern) == least
        assert proved_cards(sheet, searched.pattern, work=20, seed=1).pattern == searched.pattern

    def test_without_time_nothing_is_proved_and_nothing_lost(self) -> None:
        sheet = plain_sheet("scrambled-mitchell", tables=6)
        start = ArrowPattern((6,))
        proved = proved_cards(sheet, start, work=0, seed=1)
        assert proved.squares <= sheet.squares(start)
        assert proved.bound <= proved.squares

    def test_round_by_round_is_as_good_as_all_where_all_are_tried(self) -> None:
        for tables in (7, 10, 11):
            sheet = plain_sheet("scrambled-mitchell", tables=tables)
            assert best_of_all_rounds(sheet).squares <= near_rounds(sheet).squares <= sheet.squares(ArrowPattern())

    def test_a_search_step_by_step_from_a_long_sheet(self) -> None:
        """15 rounds: neither turning one more, one fewer, nor exchanging one makes it better."""
        sheet = plain_sheet("scrambled-mitchell", tables=15)
        best = near_rounds(sheet)
        assert best.squares == sheet.squares(best.pattern) <= sheet.squares(best_rounds(sheet))
        for number in range(1, 16):
            near = tuple(sorted({*best.pattern.rounds} ^ {number}))
            assert best.squares <= sheet.squares(ArrowPattern(near))

    def test_a_search_exchanges_rounds(self) -> None:
        """16 tables with a relay: of the usual patterns one of the last rounds is best; 14 and 16 are better still."""
        sheet = plain_sheet("scrambled-mitchell", tables=16)
        best = near_rounds(sheet)
        assert best.squares < sheet.squares(best_rounds(sheet))
        assert best.pattern == ArrowPattern((14, 16))

    def test_a_search_that_reaches_the_bound_ends(self) -> None:
        sheet = plain_sheet("scrambled-mitchell", tables=8)
        best = best_cards(sheet, ArrowPattern((8,)), seed=1, tries=10**9, steps=1)
        assert (best.squares, best.bound) == (1792, 1792)


class TestReport:
    def test_whole_rounds_beside_cards_and_the_printed_sheet(self) -> None:
        report = arrow_report(make("scrambled-mitchell", tables=9))
        assert report is not None
        assert report.used == report.rounds
        assert (report.rounds.is_proven, str(report.rounds.balance)) == (True, "0.2750")
        assert report.printed is not None
        assert str(report.printed.balance) == "1.4016"
        plain = report.to_plain()
        assert plain["used"] == {"arrow": "9", "balance": "0.2750", "bound": "0.2750", "proven": True}
        assert plain["printed"] == {"arrow": "3,4,7,8", "balance": "1.4016", "bound": "0.2750", "proven": False}

    def test_a_sheet_that_starts_later_is_the_same_sheet(self) -> None:
        """Round 9 of the sheet is turned, whichever round is played first."""
        later = arrow_report(make("scrambled-mitchell", tables=9, start=3))
        assert later == arrow_report(make("scrambled-mitchell", tables=9))

    def test_there_is_none_without_arrows_or_comparisons(self) -> None:
        assert arrow_report(make("mitchell", tables=7)) is None
        assert arrow_report(make("web-mitchell", tables=14)) is None
        assert arrow_report(make("scrambled-mitchell", tables=5, rounds=1)) is None

    @for_each(
        "options, codes",
        [
            ({"tables": 8}, ["arrows.rounds", "arrows.proven", "arrows.cards-proven", "arrows.documents"]),
            ({"tables": 11}, ["arrows.rounds", "arrows.proven", "arrows.best-cards"]),
            ({"tables": 7, "arrow": "2,4"}, ["arrows.rounds", "arrows.best-rounds", "arrows.best-cards"]),
            ({"tables": 3, "arrow": "1"}, ["arrows.rounds", "arrows.best-rounds-none", "arrows.best-cards"]),
            ({"tables": 3}, ["arrows.none", "arrows.proven", "arrows.best-cards"]),
            ({"tables": 11, "arrow": "tables"}, ["arrows.cards", "arrows.bound"]),
            ({"tables": 5, "arrow": "tables"}, ["arrows.cards", "arrows.cards-proven"]),
            ({"tables": 11, "arrow": "2:1"}, ["arrows.cards", "arrows.best-cards"]),
            ({"tables": 7, "rounds": 3, "arrow": "1:1,2:2.3"}, ["arrows.cards", "arrows.best-rounds-none"]),
            ({"tables": 29, "rounds": 15}, ["arrows.rounds", "arrows.best-known"]),
        ],
    )
    def test_what_is_said(self, options: dict[str, int | str], codes: list[str]) -> None:
        report = arrow_report(make("scrambled-mitchell", **options))
        assert report is not None
        phrases = arrow_phrases(report)
        assert [phrase.code for phrase in phrases] == codes
        assert all(translate(phrase.code, phrase.params, locale) for phrase in phrases for locale in Locale)

    def test_cards_of_a_sheet_without_stored_ones(self) -> None:
        """The printed appendix Mitchell of 9 tables turns single cards; with a phantom nothing is stored for it."""
        report = arrow_report(make("two-session-mitchell", tables=9, phantom="last", arrow="documents"))
        assert report is not None
        assert report.cards is None
        assert [phrase.code for phrase in arrow_phrases(report)] == ["arrows.cards", "arrows.best-rounds"]
        best = replace(report, rounds=report.used)
        assert [phrase.code for phrase in arrow_phrases(best)] == ["arrows.cards", "arrows.best-known"]

    def test_a_bound_for_whole_rounds_is_told(self) -> None:
        report = arrow_report(make("scrambled-mitchell", tables=11))
        assert report is not None
        unproven = replace(report.rounds, is_proven=False)
        phrases = arrow_phrases(replace(report, used=unproven, rounds=unproven, cards=None))
        assert [phrase.code for phrase in phrases] == ["arrows.rounds", "arrows.bound"]

    @for_each(
        "family, options",
        [
            ("scrambled-mitchell", {"pairs": 13}),
            ("mitchell", {"pairs": 13}),
            ("individual", {"players": 8}),
            ("individual", {"players": 9}),
            ("awl", {"teams": 9}),
            ("howell", {"pairs": 12}),
            ("interwoven-howell", {"tables": 5}),
            ("relay-mitchell", {"pairs": 15}),
            ("rover-mitchell", {"tables": 7}),
        ],
    )
    def test_fairness_in_words(self, family: str, options: dict[str, int]) -> None:
        phrases = fairness_phrases(make(family, **options))
        codes = [phrase.code for phrase in phrases]
        assert ("fairness.sides" in codes) is (family != "awl")
        assert ("fairness.one-side" in codes) is (family == "individual")
        assert all(translate(phrase.code, phrase.params, locale) for phrase in phrases for locale in Locale)


def test_boards_played_unevenly_are_told() -> None:
    """A Howell of 13 rounds that ends after 5: some boards were played at more tables than others."""
    codes = [phrase.code for phrase in fairness_phrases(shorten_movement(make("howell", tables=7), 5))]
    assert "fairness.plays" in codes


def test_stationary_pairs_that_change_sides_are_told() -> None:
    """R-089: in the 9-table sheet 10 to 18 stay and change sides before rounds 3, 5, 7 and 9; in a Mitchell nobody."""
    sheet = make("scrambled-mitchell", tables=9, arrow="documents")
    (phrase,) = (phrase for phrase in fairness_phrases(sheet) if phrase.code == "fairness.turning")
    assert phrase.params == {"numbers": "10, 11, 12, 13, 14, 15, 16, 17, 18", "rounds": "3, 5, 7, 9"}
    assert "before rounds 3, 5, 7, 9" in translate(phrase.code, phrase.params, Locale.EN)
    assert "fairness.turning" not in [phrase.code for phrase in fairness_phrases(make("mitchell", tables=7))]


def _options(key: ArrowKey) -> dict[str, int | str]:
    """Returns the options with which the family's maker makes the sheet of `key`."""
    options: dict[str, int | str] = {"tables": key.tables, "rounds": key.rounds}
    if key.base.startswith("skip") and key.family == "scrambled-mitchell":
        options |= {"base": "skip", "skip_after": int(key.base.removeprefix("skip"))}
    elif key.base != "-":
        options["base"] = key.base
    return options | ({} if key.phantom == "none" else {"phantom": key.phantom})


def _least_by_bits(sheet: ArrowSheet) -> int:
    """Returns the least sum over all turnings of single cards, a bit for every card but the first of a set."""
    at: dict[int, list[int]] = {}
    for place, encounter in enumerate(sheet.encounters):
        at.setdefault(encounter.board_set, []).append(place)
    free = [place for listed in at.values() for place in listed[1:]]
    numbers = np.arange(2 ** len(free), dtype=np.int32)
    way = {place: (1 - 2 * ((numbers >> bit) & 1)).astype(np.int16) for bit, place in enumerate(free)}
    way |= {listed[0]: np.ones_like(way[free[0]]) for listed in at.values()}
    least = np.zeros(len(numbers), np.int32)
    sides = {(sheet.encounters[p].home, sheet.encounters[p].board_set): (p, 1) for p in way}
    sides |= {(sheet.encounters[p].away, sheet.encounters[p].board_set): (p, -1) for p in way}
    for a, b in combinations(range(sheet.pairs), 2):
        total = np.full(len(numbers), int(sheet.heads[a, b]), np.int16)
        for board_set in at:
            if (a, board_set) in sides and (b, board_set) in sides:
                (first, this), (second, that) = sides[a, board_set], sides[b, board_set]
                total += this * that * way[first] * way[second]
        least += total.astype(np.int32) ** 2
    return int(least.min())


def test_a_balance_is_that_of_its_sum() -> None:
    """8 tables: 120 twos, mean 448/120: 120 x 1792 / 448^2 - 1 = 1/14."""
    assert plain_sheet("scrambled-mitchell", tables=8).balance_squared(1792) == Fraction(1, 14)


def test_a_stored_pattern_tells_whether_it_is_proven() -> None:
    key = ArrowKey("scrambled-mitchell", 8, 8, "sheet", "none")
    assert stored_arrows()[key, "rounds"].is_proven
    assert not StoredArrow(key, "rounds", ArrowPattern(), 8, 4, "").is_proven
