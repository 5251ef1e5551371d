"""The registered master sheets: every id in every size, made and judged by the checker.

Manual, lines 3433-3475 (the list as of July 2006, `jtos_registered.json`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Mistake, NotFound, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.listed.registered import RegisteredGame, entries, is_registered, make_registered
from arrowswitch.core.movements.listed.registered_list import Unit, registered_ids
from arrowswitch.core.movements.listed.team_list import team_list
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.team_plan import TeamForm
from tests.movements import vector
from tests.rotation import rotate
from tests.tables import for_each

PRINTED = vector("jtos_registered")["entries"]
UNITS = {"tables": Unit.TABLES, "teams": Unit.TEAMS, "players": Unit.PLAYERS}
SESSIONS = {"1セッション用 SRR": 1, "2セッション用 SRR": 2, "3セッション用 SRR": 3, "4セッション用 SRR": 4}


def printed_sheets() -> Iterator[tuple[str, int, int | None, int, str]]:
    """Yields every id and size of the print: id, size, rounds, sessions, and `STAGGER` for that sheet."""
    for entry in PRINTED:
        word = "STAGGER" if entry["name_en"] == "stagger" else ""
        sessions = SESSIONS.get(entry["group"] or "", 2 if entry["ids"] == ["SRRP"] else 1)
        sizes: Any = entry["sizes"]
        by_column = sizes if isinstance(sizes, dict) else {"": sizes}
        for column, those in by_column.items():
            for sheet_id in entry["ids"]:
                for size in those:
                    if column.endswith("_sessions"):
                        yield sheet_id, size, None, int(column[0]), word
                    else:
                        yield sheet_id, size, int(column) if column else None, sessions, word


SHEETS = sorted(set(printed_sheets()), key=str)


def sheet_note(sheet_id: str, size: int, rounds: int | None, sessions: int, word: str) -> str:
    parts = [
        sheet_id,
        str(size),
        *([f"{rounds}R"] if rounds else []),
        *([f"{sessions}S"] if sheet_id == "PMISCNF" else []),
    ]
    return " ".join([*parts, word]).strip()


def teams_of(movement: Movement) -> int:
    """Returns how many teams play: a pair with a letter (3A, 3B) is half a team."""
    if movement.kind is ContestantKind.TEAM:
        return len(movement.contestants)
    return len({number[:-1] for number in movement.contestants})


def codes(text: str) -> list[str]:
    with pytest.raises(Mistake) as caught:
        make_registered(text)
    return [problem.code for problem in caught.value.problems]


class TestEverySheet:
    def test_the_list_is_whole(self) -> None:
        """R-086: 28 ids, each size of the print and none besides."""
        assert set(registered_ids()) == {sheet_id for entry in PRINTED for sheet_id in entry["ids"]}
        assert len(registered_ids()) == 28
        made = {(one.sheet_id, one.size, one.sessions, one.word) for one in entries()}
        assert made == {(sheet_id, size, sessions, word) for sheet_id, size, _, sessions, word in SHEETS}
        lines = {(sheet_id, entry["line"]) for entry in PRINTED for sheet_id in entry["ids"]}
        assert {(one.sheet_id, one.line) for one in entries()} == lines

    @rotate(
        "sheet", SHEETS, by=lambda sheet: (sheet[0], sheet[1] // 8, *sheet[2:]), ids=lambda sheet: sheet_note(*sheet)
    )
    def test_every_size_is_made_and_sound(self, sheet: tuple[str, int, int | None, int, str]) -> None:
        """R-086: a movement for each session, as large as asked, in as many rounds, judged by the checker; the boards
        of a session are those of its rounds, the same number in each."""
        units = {entry_id: UNITS[entry["unit"].split()[0]] for entry in PRINTED for entry_id in entry["ids"]}
        sheet_id, size, rounds, sessions, word = sheet
        game = make_registered(sheet_note(*sheet))
        assert len(game.movements) == sessions
        assert game.sheet.word == word
        for movement in game.movements:
            assert is_sound(movement)
            assert rounds in (None, movement.rounds)
            self._check_size(movement, units[sheet_id], size)
            assert {len(group) for group in movement.board_sets} == {movement.boards_per_round}
            self._check_boards(movement)

    def _check_size(self, movement: Movement, unit: Unit, size: int) -> None:
        if unit is Unit.TABLES:
            assert movement.tables == size
        elif unit is Unit.TEAMS:
            assert (movement.tables, teams_of(movement)) == (size, size)
        else:
            assert len(movement.contestants) == size

    def _check_boards(self, movement: Movement) -> None:
        """Everybody plays the boards of a round in every round, or sits it out."""
        for number in movement.contestants:
            played = [len(movement.boards_of(m)) if m is not None else None for m in movement.itinerary(number)]
            assert set(played) <= {movement.boards_per_round, None}
            assert len(played) == movement.rounds

    @for_each("sheet_id", ["PHW", "IIS", "PMSC", "PMAX"])
    def test_every_number_of_rounds(self, sheet_id: str) -> None:
        """R-086: where a size has sheets of several rounds, each opens by its rounds."""
        several = [one for one in entries(sheet_id) if one.rounds is not None]
        assert several
        for size in {one.size for one in several}:
            rounds = [one.rounds or 0 for one in several if one.size == size]
            assert rounds == sorted(rounds, reverse=True)
        for variant in several:
            game = make_registered(variant.label)
            assert game.sheet == variant
            assert game.movements[0].rounds == variant.rounds
            assert is_sound(game.movements[0])

    @for_each(
        "sheet_id, word, form",
        [
            ("TP1S", "", TeamForm.EVERY_PAIR),
            ("TF1S", "", TeamForm.HOWELL),
            ("TP2S", "", TeamForm.EVERY_PAIR),
            ("TF2S", "", TeamForm.EVERY_TEAM),
            ("TF2S", "STAGGER", TeamForm.STAGGER),
            ("TF3S", "", TeamForm.EVERY_TEAM),
            ("SRRP", "", TeamForm.TEAMS_AND_PAIRS),
        ],
    )
    def test_rounds_and_boards_are_those_of_the_lists(self, sheet_id: str, word: str, form: TeamForm) -> None:
        """R-086: the lists of team games (lines 3085-3096, 3380-3425) name rounds for these ids and sizes: every
        registered size that they have is played in just these rounds, with as many boards."""
        compared = 0
        for printed in (one for one in SHEETS if one[0] == sheet_id and one[4] == word):
            game = make_registered(sheet_note(*printed))
            rows = [row for row in team_list() if (row.teams, row.form) == (printed[1], form)]
            rows = [row for row in rows if len(row.rounds) == len(game.movements)]
            for row in rows:
                compared += 1
                assert tuple(movement.rounds for movement in game.movements) == row.rounds, printed
                plan = game.plan
                assert plan is not None
                boards = plan.with_boards(row.boards_per_round).boards_played
                assert boards == tuple(rounds * row.boards_per_round for rounds in row.rounds)
        assert compared


class TestIds:
    """A sheet is opened by its id (line 3475)."""

    def test_the_howell_of_six_tables_in_eleven_rounds(self) -> None:
        """R-334: "PHW 6 11R"."""
        game = make_registered("PHW 6 11R")
        [movement] = game.movements
        assert (movement.family, movement.tables, movement.rounds) == ("howell", 6, 11)
        assert len({frozenset((m.ns[0], m.ew[0])) for m in movement.meetings}) == 66
        assert game.sheet.label == "PHW 6 11R"
        assert game.plan is None

    @for_each("text", ["phw 6 11r", "ＰＨＷ　６　１１Ｒ", "  PHW  6T 11R "])
    def test_written_carelessly(self, text: str) -> None:
        """R-334: small, wide and spaced letters are the same."""
        assert make_registered(text) == make_registered("PHW 6 11R")

    @for_each(
        "text, families, rounds",
        [
            ("PMT 7", ["mitchell"], [7]),
            ("PMSK 8", ["skip-mitchell"], [7]),
            ("PMRV 9 8R", ["rover-mitchell"], [8]),
            ("PMAX 14", ["appendix-mitchell"], [13]),
            ("PMAX 14 10R", ["appendix-mitchell"], [10]),
            ("PMISCNF 7", ["houston", "houston"], [6, 7]),
            ("PMISCNF 7 4S", ["houston"] * 4, [3, 3, 3, 4]),
            ("TFAWL 15", ["awl"], [14]),
            ("TFAWL 16 14R", ["awl"], [14]),
            ("TF2S 8 STAGGER", ["stagger", "stagger"], [3, 4]),
            ("TF2S 6", ["stagger", "stagger"], [2, 3]),
            ("TP2S 6", ["round-robin", "round-robin"], [5, 5]),
        ],
    )
    def test_others(self, text: str, families: list[str], rounds: list[int]) -> None:
        """R-334: sessions, rounds and the stagger, which shares its id with the round robin (line 3467)."""
        game: RegisteredGame = make_registered(text)
        assert [movement.family for movement in game.movements] == families
        assert [movement.rounds for movement in game.movements] == rounds

    def test_sections_of_one_size(self) -> None:
        """R-334, R-085: variants of 13 tables differ."""
        first, third = make_registered("PMSC 13").movements[0], make_registered("PMSC 13 V3").movements[0]
        assert first != third
        assert (first.tables, first.rounds, third.rounds) == (13, 13, 13)

    @for_each("teams, several", [(6, 1), (7, 3), (8, 2), (9, 3), (10, 3), (11, 2)])
    def test_teams_and_pairs_have_several_sheets(self, teams: int, several: int) -> None:
        """R-409: lines 3380-3387: each sheet is listed and opens by its number, both sessions of it, and all differ."""
        listed = [sheet.label for sheet in entries("SRRP") if sheet.size == teams]
        assert listed == [f"SRRP {teams}", *(f"SRRP {teams} V{n}" for n in range(2, several + 1))]
        games = [make_registered(text) for text in listed]
        assert make_registered(f"SRRP {teams} V1").movements == games[0].movements
        for variant, game in enumerate(games, start=1):
            assert [movement.options.get("variant", 1) for movement in game.movements] == [variant, variant]
            assert [movement.rounds for movement in game.movements] == [teams - 1, teams - 1]
        meetings = {frozenset(movement.meetings) for game in games for movement in game.movements}
        assert len(meetings) == 2 * several

    @for_each("text", ["", "PHW", "6 PHW", "PHW 6 11X-", "PHW 6 11R; rm", "PHW 6666", "howell 6."])
    def test_what_is_no_id(self, text: str) -> None:
        """R-334: the refusal shows how it is written."""
        with pytest.raises(Malformed) as caught:
            make_registered(text)
        assert [problem.code for problem in caught.value.problems] == ["registered.unreadable"]

    def test_an_id_that_is_not_there(self) -> None:
        """R-334: the ids there are stand in the refusal, for a sheet and for the list."""
        with pytest.raises(NotFound) as caught:
            make_registered("PXX 6")
        assert "PMAX" in str(caught.value.problems[0].params["ids"])
        with pytest.raises(NotFound):
            entries("pxx")

    @for_each(
        "text, code, there_are",
        [
            ("PHW 13", "registered.size", "3-12"),
            ("PMRE 7", "registered.size", "6, 8, 10, 12, 14, 16"),
            ("PHW 6 3R", "registered.rounds", "7, 8, 9, 10, 11"),
            ("PMAX 11 13R", "registered.rounds", "10"),
            ("PMISCNF 6 5R", "registered.rounds", "-"),
            ("TFAWL 15 13R", "registered.rounds", "4, 6, 8, 10, 12, 14"),
            ("PMISCNF 11 2S", "registered.sessions", "4"),
            ("PMSC 13 V13", "registered.variant", "12"),
            ("PHW 6 V1", "registered.variant", "0"),
            ("SRRP 9 V4", "registered.variant", "3"),
            ("SRRP 5 V2", "registered.variant", "1"),
            ("TFAWL 15 V1", "registered.variant", "0"),
            ("TF2S 8 SWISS", "registered.word", "STAGGER"),
            ("PHW 6 STAGGER", "registered.word", "-"),
        ],
    )
    def test_what_there_is_not(self, text: str, code: str, there_are: str) -> None:
        """R-334: and what there is instead."""
        with pytest.raises(Refused) as caught:
            make_registered(text)
        [problem] = caught.value.problems
        assert problem.code == code
        assert there_are in [str(value) for value in problem.params.values()]

    def test_rounds_that_a_family_refuses(self) -> None:
        """R-334: a rover of 9 tables in 10 rounds is refused by its own rule."""
        assert codes("PMRV 9 10R") != []

    def test_families_are_no_ids(self) -> None:
        """R-334: `movement show` takes both."""
        assert [is_registered(text) for text in ("PHW 6 11R", "phw", "", "howell")] == [True, True, False, False]
