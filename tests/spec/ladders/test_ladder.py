"""A season's ladder over published games: what counts, what is left out, and what a correction changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from arrowswitch.core.awards.ladder import JoinBy, LadderBy, LadderCount
from arrowswitch.core.errors import Refused
from arrowswitch.tournament.ladders.counting import Ladder
from arrowswitch.tournament.ladders.ladders import Ladders
from arrowswitch.tournament.model.club_values.ladders import LadderOf, LadderRules
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.club_values.points import ExpelledPlayer
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.points.points import Points
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.service.service import Tournament
from tests.builders import Evening
from tests.spec.points.test_report import SIX, game, services

TODAY = date(2026, 12, 31)
RULES = LadderRules("2026", "2026-01-01", "2026-12-31", count=LadderCount(best=2, least=2))


def season(tournament: Tournament, games: int = 3) -> list[Evening]:
    """Plays and publishes games of six pairs, one a month."""
    games_ = [game(tournament, f"2026-0{at + 4}-10", seed=at + 3) for at in range(games)]
    for evening in games_:
        evening.do(Publish())
    return games_


def ladder_of(tournament: Tournament, rules: LadderRules = RULES) -> Ladder:
    ladders = Ladders(tournament, Points(tournament))
    return ladders.ladder_on(ladders.make(rules), TODAY)


def percents(evenings: list[Evening]) -> dict[str, list[Fraction]]:
    """Returns each player's percentages as the rankings show them."""
    by_name: dict[str, list[Fraction]] = {}
    for evening in evenings:
        for _, rows in ranking(evening.state).groups:
            for row in rows:
                assert row.standing.percent is not None
                for name in row.names:
                    by_name.setdefault(name, []).append(row.standing.percent)
    return by_name


def values(ladder: Ladder) -> dict[str, Fraction]:
    return {" ".join(person.name for person in line.people): line.value for line in ladder.lines}


def test_the_mean_of_the_best_two_of_three() -> None:
    tournament = services()
    means = percents(season(tournament))
    ladder = ladder_of(tournament)
    wanted = {name: sum(sorted(own)[-2:], Fraction(0)) / 2 for name, own in means.items()}
    by_name = values(ladder)
    assert by_name.keys() == means.keys()
    assert max(abs(by_name[name] - wanted[name]) for name in means) <= Fraction(1, 200)
    assert [line.value for line in ladder.lines] == sorted((line.value for line in ladder.lines), reverse=True)
    assert {(len(line.items), line.results_counted) for line in ladder.lines} == {(3, 2)}


def test_pairs_places_and_sums() -> None:
    """Points for places, all of them: what a pair has is what its two players have."""
    tournament = services()
    season(tournament)
    count = LadderCount(best=0, least=1, join=JoinBy.SUM)
    by_place = replace(RULES, by=LadderBy.PLACES, count=count, places=(10, 6, 3, 1))
    players = values(ladder_of(tournament, by_place))
    pairs = ladder_of(tournament, replace(by_place, of=LadderOf.PAIRS))
    assert len(pairs.lines) == len(SIX)
    assert sum(players.values()) == 3 * 2 * (10 + 6 + 3 + 1)
    for line in pairs.lines:
        assert {players[person.name] for person in line.people} == {line.value}


def test_what_is_not_published_or_left_out_does_not_count() -> None:
    tournament = services()
    evenings = season(tournament)
    game(tournament, "2026-09-10")
    rules = replace(RULES, left_out=(evenings[0].event_id,))
    assert {len(line.items) for line in ladder_of(tournament, rules).lines} == {2}
    assert ladder_of(tournament, replace(RULES, word="選手権")).lines == ()
    assert ladder_of(tournament, replace(RULES, word="GAME")).lines != ()
    assert ladder_of(tournament, replace(RULES, last="2026-04-30")).ranked_lines == ()
    few = ladder_of(tournament, replace(RULES, count=LadderCount(least=4)))
    assert few.ranked_lines == ()
    assert len(few.others) == 12
    tournament.links.make(LinkKind.EVENT, evenings[1].event_id)
    assert {len(line.items) for line in ladder_of(tournament).lines} == {2}
    assert {len(line.items) for line in ladder_of(tournament, replace(RULES, is_public=False)).lines} == {3}


def test_a_correction_counts_when_it_is_published() -> None:
    """The rating and the percentages are those of a house that played it so from the beginning."""
    tournament = services()
    evenings = season(tournament)
    rating = replace(RULES, by=LadderBy.RATING, count=LadderCount(least=1))
    ladders = Ladders(tournament, Points(tournament))
    papers = [ladders.make(RULES), ladders.make(rating)]
    before = [ladders.ladder_on(paper, TODAY) for paper in papers]
    first = evenings[0]
    for slot in [*first.state.results][:8]:
        first.do(EnterResult(slot, "-1100", correction=CorrectionReason.TYPING_ERROR))
    assert [ladders.ladder_on(paper, TODAY) for paper in papers] == before
    first.do(Publish())
    after = [ladders.ladder_on(paper, TODAY) for paper in papers]
    assert after != before
    assert after == [ladder_of(tournament, RULES), ladder_of(tournament, rating)]
    for ladder in (before[1], after[1]):
        assert sum(values(ladder).values()) == 1500 * 12


def test_who_is_expelled_or_forgotten_stands_in_no_list() -> None:
    tournament = services()
    season(tournament)
    points = Points(tournament)
    expelled, forgotten = SIX[0][0], SIX[1][0]
    before = values(ladder_of(tournament))
    code = next(iter(Ladders(tournament, points).people(TODAY).find_by_name(forgotten.name, 5))).code
    points.expelled.save("one", ExpelledPlayer(expelled, "2026-10-01"))
    tournament.forget(ForgetWish(forgotten, None, "匿名", "Anonymous"), Stamp("forget", "director"))
    after = values(ladder_of(tournament))
    assert set(before) - set(after) == {expelled.name, forgotten.name}
    assert set(after) < set(before)
    people = Ladders(tournament, points).people(TODAY)
    assert people.page(code) is None
    assert people.find_by_name(expelled.name, 5) == ()
    pairs = ladder_of(tournament, replace(RULES, of=LadderOf.PAIRS))
    assert len(pairs.lines) == len(SIX) - 2


def test_somebody_s_own_page_has_everything_once() -> None:
    tournament = services()
    evenings = season(tournament)
    people = Ladders(tournament, Points(tournament)).people(TODAY)
    me, partner = SIX[2]
    (person,) = people.find_by_name(me.name, 5)
    page = people.page(person.code)
    assert page is not None
    assert [one.result.percent for one in page.results] == list(reversed(percents(evenings)[me.name]))
    assert [(one.who.person.name, one.times) for one in page.partners] == [(partner.name, 3)]
    assert page.partners[0].code == people.find_by_name(partner.name, 5)[0].code
    mine, theirs = page.all_boards
    played = [
        entry
        for evening in evenings
        for entry in evening.state.results.values()
        if any(
            (who := evening.state.entry_at(entry.slot.place, number)) is not None and me.name in who.names
            for number in (*entry.ns, *entry.ew)
        )
    ]
    with_contract = [entry for entry in played if hasattr(entry.result, "contract")]
    assert with_contract
    assert mine.boards + theirs.boards == len(with_contract)
    assert 0 <= mine.made <= mine.boards


def test_rules_that_make_no_sense_are_told_at_once() -> None:
    tournament = services()
    ladders = Ladders(tournament, Points(tournament))
    wrong = LadderRules("", "2026-13-01", "x", by=LadderBy.PLACES, places=(1, 2), count=LadderCount(-1, 0))
    with pytest.raises(Refused) as refused:
        ladders.make(wrong)
    assert {one.where for one in refused.value.problems} == {"name", "first", "last", "best", "least", "places"}
    assert ladders.all() == ()
