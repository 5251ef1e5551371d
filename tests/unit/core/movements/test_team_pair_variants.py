"""Every sheet of teams and pairs: what the rules ask of it, that those for one number of teams differ, where it came
from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.families.team_pairs import BOARDS, team_pairs, team_pairs_facts, variants
from arrowswitch.core.movements.model import Meeting, Movement
from tests.rotation import is_exhaustive
from tests.tables import for_each
from tools.searches.pair_legs import find_legs
from tools.searches.team_pair_sheets import FoundSheet, develop, format_rounds, read, set_sides, turned_evenly
from tools.searches.team_pairs_howell import find_howell
from tools.searches.team_pairs_relayed import find_relayed

EVERY = [(teams, variant) for teams in BOARDS for variant in range(1, variants(teams) + 1)]
WITHOUT_RELAY = {(5, 1), (7, 1), (7, 2), (9, 1), (9, 2), (9, 3), (11, 1)}
SITTING_BOTH_WAYS = [two for two in EVERY if two[1] > 1]

every_sheet = pytest.mark.parametrize(("teams", "variant"), EVERY)
Edges = Iterable[tuple[str, str]]


def both(teams: int, variant: int) -> tuple[Movement, Movement]:
    first, second = (make("team-pairs", tables=teams, session=session, variant=variant) for session in (1, 2))
    return first, second


def team_of(number: str) -> str:
    return number[:-1]


def match_of(meeting: Meeting) -> tuple[str, str]:
    home, other = sorted((team_of(meeting.ns[0]), team_of(meeting.ew[0])))
    return home, other


def rings(edges: Edges) -> tuple[tuple[int, int], ...]:
    """Returns the connected parts of a graph of teams: how many teams and how many halves of matches each has."""
    listed = list(edges)
    near: dict[str, set[str]] = defaultdict(set)
    for team_a, other in listed:
        near[team_a].add(other)
        near[other].add(team_a)
    parts, seen = [], set[str]()
    for start in near:
        if start not in seen:
            part, waiting = set[str](), [start]
            while waiting:
                team = waiting.pop()
                if team not in part:
                    part.add(team)
                    waiting += near[team]
            seen |= part
            parts.append((len(part), sum(one in part for one, _ in listed)))
    return tuple(sorted(parts))


def profile(movement: Movement) -> tuple[object, ...]:
    """Returns the properties that renumbering teams, pairs, rounds or sets cannot change: the rings of matches in a
    round, in two rounds together, and the same of sets."""
    parts: list[object] = []
    by: tuple[Callable[[Meeting], int], ...] = (lambda m: m.round, lambda m: m.board_set)
    for key in by:
        groups: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for meeting in movement.meetings:
            groups[key(meeting)].append(match_of(meeting))
        parts.append(sorted(Counter(map(rings, groups.values())).items()))
        together = (rings({*groups[one], *groups[other]}) for one, other in combinations(groups, 2))
        parts.append(sorted(Counter(together).items()))
    return tuple(parts)


class TestEverySheet:
    """R-409: manual, lines 2633-2652 and 3380-3387."""

    def test_as_many_as_registered(self) -> None:
        assert {teams: variants(teams) for teams in BOARDS} == {4: 1, 5: 1, 6: 1, 7: 3, 8: 2, 9: 3, 10: 3, 11: 2}

    @every_sheet
    def test_size(self, teams: int, variant: int) -> None:
        """An odd number has as many sets as teams, an even number one fewer; rounds are one fewer than teams."""
        for movement in both(teams, variant):
            assert is_sound(movement)
            assert (movement.tables, movement.rounds) == (teams, teams - 1)
            assert len(movement.board_sets) == (teams if teams % 2 else teams - 1)
            assert movement.boards_per_round == {4: 8, 5: 6, 6: 5, 7: 4, 8: 4, 9: 3, 10: 3, 11: 3}[teams]

    @every_sheet
    def test_every_team_meets_every_other_once_in_a_session(self, teams: int, variant: int) -> None:
        """At two tables on one set, each team once North-South and once East-West, with both its pairs."""
        for movement in both(teams, variant):
            matches: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
            for meeting in movement.meetings:
                matches[match_of(meeting)].append(meeting)
            assert len(matches) == teams * (teams - 1) // 2
            for halves in matches.values():
                first, other = halves
                assert first.board_set == other.board_set
                assert team_of(first.ns[0]) == team_of(other.ew[0])
                assert len({*first.contestants, *other.contestants}) == 4

    @every_sheet
    def test_every_pair_meets_all_pairs_of_other_teams_once(self, teams: int, variant: int) -> None:
        met = Counter(frozenset(m.contestants) for movement in both(teams, variant) for m in movement.meetings)
        pairs = [f"{team}{letter}" for team in range(1, teams + 1) for letter in "AB"]
        assert set(met) == {frozenset(two) for two in combinations(pairs, 2) if team_of(two[0]) != team_of(two[1])}
        assert set(met.values()) == {1}

    @every_sheet
    def test_every_pair_plays_every_round_and_each_set_once(self, teams: int, variant: int) -> None:
        """With an odd number of teams each rests one set, and no two the same."""
        for movement in both(teams, variant):
            played: dict[str, list[int]] = defaultdict(list)
            for number in movement.contestants:
                meetings = [meeting for meeting in movement.itinerary(number) if meeting is not None]
                assert len(meetings) == movement.rounds
                played[team_of(number)] += [meeting.board_set for meeting in meetings]
            rests = []
            for sets in played.values():
                assert set(Counter(sets).values()) == {2}
                rests += [s for s in range(1, len(movement.board_sets) + 1) if s not in sets]
            assert len(rests) == len(set(rests)) == (teams if teams % 2 else 0)

    @every_sheet
    def test_boards_are_shared_by_the_two_tables_of_a_match_alone(self, teams: int, variant: int) -> None:
        """A set is never at two matches in one round; a sheet without relay has none at two tables. Four and six teams
        have no such sheet: there two matches share too."""
        sharing = 0
        for movement in both(teams, variant):
            at: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
            for meeting in movement.meetings:
                at[meeting.round, meeting.board_set].append(meeting)
            matches = [{match_of(meeting) for meeting in meetings} for meetings in at.values()]
            assert all(len(here) == 1 for here in matches) or teams in (4, 6)
            shared = [sorted(m.table for m in meetings) for meetings in at.values() if len(meetings) > 1]
            assert all(tables[0] % 2 == 1 and tables[1] == tables[0] + 1 for tables in shared)
            sharing += sum(len(here) for here, meetings in zip(matches, at.values(), strict=True) if len(meetings) > 1)
        assert (sharing == 0) is ((teams, variant) in WITHOUT_RELAY)
        facts = team_pairs_facts(teams, variant)
        assert (facts.at_once, facts.matches) == (sharing, teams * (teams - 1))

    @for_each("teams, variant", SITTING_BOTH_WAYS)
    def test_in_the_further_sheets_every_pair_sits_both_ways(self, teams: int, variant: int) -> None:
        """In each session: never fewer than a third of the rounds less one in one direction."""
        least, most = team_pairs_facts(teams, variant).sides
        assert least >= (teams - 1) // 3 - 1 >= 1
        assert most <= teams - 1 - least + 1

    @for_each("teams", [teams for teams in BOARDS if variants(teams) > 1])
    def test_sheets_for_one_number_of_teams_differ(self, teams: int) -> None:
        """No numbering of teams, pairs, rounds and sets turns one into another, nor one with its sessions exchanged."""
        profiles = [sorted(map(repr, map(profile, both(teams, variant)))) for variant in range(1, variants(teams) + 1)]
        for first, other in combinations(profiles, 2):
            assert first != other

    def test_a_profile_knows_a_sheet_with_other_numbers(self) -> None:
        movement = make("team-pairs", tables=9, variant=2)
        turned = {str(team): str((4 * team) % 9 + 1) for team in range(1, 10)}
        assert len(set(turned.values())) == 9
        renumbered = [
            Meeting(
                round=9 - m.round,
                table=m.table,
                ns=tuple(type(n)(turned[team_of(n)] + n[-1]) for n in m.ns),
                ew=tuple(type(n)(turned[team_of(n)] + n[-1]) for n in m.ew),
                board_set=10 - m.board_set,
            )
            for m in movement.meetings
        ]
        other = Movement(
            movement.family,
            movement.kind,
            movement.contestants,
            movement.tables,
            movement.rounds,
            movement.board_sets,
            tuple(renumbered),
            movement.fields,
        )
        assert profile(other) == profile(movement)


class TestVariantOption:
    def test_the_first_is_the_usual_one(self) -> None:
        """R-409: what was stored without a variant is made again just as it was."""
        for teams in BOARDS:
            usual = make("team-pairs", tables=teams, session=2)
            assert usual == make("team-pairs", tables=teams, session=2, variant=1)
            assert "variant" not in usual.options

    @every_sheet
    def test_its_options_make_it_again(self, teams: int, variant: int) -> None:
        for movement in both(teams, variant):
            assert make(movement.family, **movement.options) == movement

    @for_each("teams, variant", [(9, 4), (9, 0), (8, 3), (5, 2)])
    def test_there_is_no_other(self, teams: int, variant: int) -> None:
        with pytest.raises(Refused, match=r"team-pairs\.variant"):
            team_pairs(teams, 1, variant)


class TestSearches:
    """How the sheets were found (`tools/find-team-pairs`): the quick searches are made again here. That of nine teams
    takes ten seconds, and runs in `make exhaustive` only."""

    @staticmethod
    def _read_stored(teams: int, variant: int) -> list[FoundSheet]:
        entries = data_of("searched/team_pairs")["sheet"]
        [entry] = [one for one in entries if (one["teams"], one["variant"]) == (teams, variant)]
        assert entry["found"]
        assert entry["proof"]
        return [read(entry[name]) for name in ("first", "second")]

    @staticmethod
    def _search_sheets(teams: int) -> Sequence[FoundSheet]:
        if teams == 8:
            howell = find_howell(8, 1, opening=((2, 7), (3, 6), (4, 5)))
            assert howell is not None
            return howell
        legs = find_legs(9, 4)
        assert legs is not None
        return [develop(rows, 9, 4, turns=leg == 1) for leg, rows in enumerate(legs)]

    @pytest.mark.slow
    @pytest.mark.parametrize("teams", [8, 9] if is_exhaustive() else [8])
    def test_the_second_sheet_is_found_again(self, teams: int) -> None:
        sheets = turned_evenly(self._search_sheets(teams), 1)
        assert list(map(format_rounds, sheets)) == list(map(format_rounds, self._read_stored(teams, 2)))

    def test_where_there_is_nothing(self) -> None:
        assert find_howell(4, 3, opening=((1, 2), (1, 3))) is None
        assert find_relayed(3, 2, (1, 1), work=1) is None

    def test_what_is_written_is_read(self) -> None:
        rows = ("1A-2B/2A-1B - 3A-4B", "- 1A-3A -")
        assert format_rounds(read(rows)) == rows

    def test_sides(self) -> None:
        """A is North-South against B; else the teams' distance tells who is."""
        assert format_rounds(set_sides(read(("1B-2A 1A-2A 1B-2B 1A-3A",)), 7)) == ("2A-1B 1A-2A 2B-1B 3A-1A",)
