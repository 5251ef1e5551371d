"""A league as a JSON file: teams, dates, venues, wishes, and what has been played; the input of `arrowswitch league`.

    {"name": "Autumn League", "boards": 24, "scale": "wbf-25", "legs": 1, "time": "13:00", "minutes": 240,
     "teams": [{"number": "1", "name": "Alder", "venue": "Club House"}, ...],
     "dates": ["2026-09-06", ...],                                       without the free weeks
     "venues": [{"name": "Club House", "matches": 2, "on": {"2026-09-06": 1}}],
     "not_on": [{"team": "1", "date": "2026-09-06", "only_home": true}],
     "fixtures": [{"date": "2026-09-06", "home": "1", "away": "2"}],     the whole schedule, when there is one already
     "kept": [...],                                                      or single matches that it must have
     "results": [{"home": "1", "away": "2", "imps": [45, 32]}, {"home": "3", "away": "4", "forfeit": ["4"]}],
     "postponed": [{"home": "5", "away": "6", "to": "2026-09-20" or null}],
     "penalties": [{"team": "3", "amount": "1.5", "unit": "vp"}], "withdrawn": [],
     "rank_by": "points" or "wins", "tie_breaks": ["direct-match", ...],
     "up": 1, "down": 1, "divisions": [{"name": "Division 1", "teams": [...], ...}, ...]}

With divisions each has its own teams, wishes and results, and takes from the file what it does not say itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.league.days import Day
from arrowswitch.core.pairing.league.league import Block, Fixture, League, Room
from arrowswitch.core.pairing.league.season import SeasonMatch
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.teams.match import Totals
from arrowswitch.core.scoring.teams.results import TeamMatch, TeamPenalty
from arrowswitch.core.scoring.teams.rules import TeamRules, TeamsRankBy, TieBreak
from arrowswitch.formats.json.values import JsonValues, Object, json_object

_BOARDS, _MINUTES = 24, 240
_OWN = ("divisions", "up", "down")


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered for a match, by the home and the away team: its IMPs, who forfeited it, or its new date."""

    where: str
    home: Number
    away: Number
    imps: tuple[Fraction, Fraction] | None = None
    forfeited_by: tuple[Number, ...] = ()
    is_postponed: bool = False
    to: date | None = None


@dataclass(frozen=True, slots=True)
class Division:
    """A league of a file. `fixtures` are empty when the schedule is still to be made; `scale` is a name."""

    name: str
    league: League
    names: Mapping[Number, str]
    boards: int
    scale: str
    begins: time | None
    minutes: int
    fixtures: tuple[Fixture, ...]
    entered: tuple[Entered, ...]
    penalties: tuple[TeamPenalty, ...]
    withdrawn: frozenset[Number]
    rules: TeamRules

    def season_matches(self, fixtures: tuple[Fixture, ...]) -> tuple[SeasonMatch, ...]:
        """Returns the matches of a schedule with what was entered for each, the earliest of the same two first.

        Raises Malformed: `league-file.no-fixture` for what belongs to no match.
        """
        results = [one for one in self.entered if not one.is_postponed]
        moved = [one for one in self.entered if one.is_postponed]
        found = []
        for at, fixture in enumerate(fixtures, start=1):
            result, later = _taken(results, fixture), _taken(moved, fixture)
            is_moved = later is not None
            match = None if result is None else _team_match(result, at, self.boards)
            found.append(SeasonMatch(fixture, match, is_moved, None if later is None else later.to))
        reader = JsonValues()
        for one in (*results, *moved):
            reader.wrong("no-fixture", one.where, "", home=one.home, away=one.away)
        reader.check()
        return tuple(found)


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """A file of one league or of several divisions, the highest first, and how many go up and down between them."""

    name: str
    divisions: tuple[Division, ...]
    up: int
    down: int


def read_league_file(content: bytes) -> LeagueFile:
    """Returns the leagues of a JSON file; raises Malformed with every problem and its place (`json_values`)."""
    data = json_object(content)
    reader = JsonValues()
    given = [
        (place, {**{key: value for key, value in data.items() if key not in _OWN}, **own})
        for place, own in reader.objects(data, "divisions")
    ]
    divisions = tuple(_division(reader, place, item) for place, item in given or [("", data)])
    up, down = (reader.whole(data, name, 0, least=0) for name in ("up", "down"))
    name = reader.text(data, "name")
    reader.check()
    return LeagueFile(name, divisions, up, down)


def _taken(entered: list[Entered], fixture: Fixture) -> Entered | None:
    found = next((one for one in entered if (one.home, one.away) == fixture.teams), None)
    if found is not None:
        entered.remove(found)
    return found


def _team_match(entered: Entered, round_number: int, boards: int) -> TeamMatch:
    parts = () if entered.imps is None else (Totals(boards, points=entered.imps),)
    return TeamMatch(entered.home, entered.away, parts, round_number, boards, forfeited_by=entered.forfeited_by)


def _division(reader: JsonValues, where: str, data: Object) -> Division:
    teams = _teams(reader, where, data)
    fixtures = tuple(_fixture(reader, at, one, teams) for at, one in reader.objects(data, "fixtures", where))
    league = League(
        teams=tuple(teams),
        dates=tuple(reader.day(one, at) for at, one in reader.items(data, "dates", where)),
        legs=reader.whole(data, "legs", 1, where),
        venues={number: venue for number, (_, venue) in teams.items()},
        rooms=tuple(_room(reader, at, one) for at, one in reader.objects(data, "venues", where)),
        blocks=tuple(_block(reader, at, one) for at, one in reader.objects(data, "not_on", where)),
        kept=tuple(_fixture(reader, at, one, teams) for at, one in reader.objects(data, "kept", where)),
    )
    entered = [_entered(reader, at, one) for at, one in reader.objects(data, "results", where)]
    entered += [_postponed(reader, at, one) for at, one in reader.objects(data, "postponed", where)]
    penalties = tuple(_penalty(reader, at, one) for at, one in reader.objects(data, "penalties", where))
    withdrawn = frozenset(reader.number(one, at) for at, one in reader.items(data, "withdrawn", where))
    return Division(
        name=reader.text(data, "name", where),
        league=league,
        names={number: name for number, (name, _) in teams.items()},
        boards=reader.whole(data, "boards", _BOARDS, where),
        scale=reader.text(data, "scale", where),
        begins=_begins(reader, where, data),
        minutes=reader.whole(data, "minutes", _MINUTES, where),
        fixtures=fixtures,
        entered=tuple(entered),
        penalties=penalties,
        withdrawn=withdrawn,
        rules=_rules(reader, where, data),
    )


def _teams(reader: JsonValues, where: str, data: Object) -> dict[Number, tuple[str, str]]:
    found: dict[Number, tuple[str, str]] = {}
    for place, item in reader.objects(data, "teams", where):
        number = reader.number(item.get("number"), f"{place}number")
        if number in found:
            reader.wrong("team-twice", place, number)
        found[number] = (reader.text(item, "name", place) or number, reader.text(item, "venue", place))
    return found


def _fixture(reader: JsonValues, place: str, item: Object, teams: Mapping[Number, tuple[str, str]]) -> Fixture:
    home, away = (reader.number(item.get(side), place + side) for side in ("home", "away"))
    for number in (home, away):
        if number not in teams:
            reader.wrong("unknown-team", place, number)
    venue = reader.text(item, "venue", place) or teams.get(home, ("", ""))[1]
    return Fixture(reader.day(item.get("date"), f"{place}date"), home, away, venue)


def _room(reader: JsonValues, place: str, item: Object) -> Room:
    given = item.get("on", {})
    if not isinstance(given, dict):
        reader.wrong("object", f"{place}on", given)
        given = {}
    on: dict[Day, int] = {
        reader.day(day, f"{place}on"): reader.whole(given, day, 0, f"{place}on.", least=0) for day in given
    }
    return Room(reader.text(item, "name", place), reader.whole(item, "matches", 1, place, least=0), on)


def _block(reader: JsonValues, place: str, item: Object) -> Block:
    number = reader.number(item.get("team"), f"{place}team")
    return Block(number, reader.day(item.get("date"), f"{place}date"), reader.flag(item, "only_home", place))


def _entered(reader: JsonValues, place: str, item: Object) -> Entered:
    home, away = (reader.number(item.get(side), place + side) for side in ("home", "away"))
    forfeited = tuple(reader.number(one, at) for at, one in reader.items(item, "forfeit", place))
    imps = None if forfeited and "imps" not in item else reader.both(item.get("imps"), f"{place}imps")
    return Entered(place, home, away, imps, forfeited)


def _postponed(reader: JsonValues, place: str, item: Object) -> Entered:
    home, away = (reader.number(item.get(side), place + side) for side in ("home", "away"))
    to = None if item.get("to") is None else reader.day(item["to"], f"{place}to")
    return Entered(place, home, away, is_postponed=True, to=to)


def _penalty(reader: JsonValues, place: str, item: Object) -> TeamPenalty:
    number = reader.number(item.get("team"), f"{place}team")
    unit = reader.choice(item.get("unit"), f"{place}unit", PenaltyUnit, PenaltyUnit.VP)
    amount = reader.amount(item.get("amount"), f"{place}amount")
    return TeamPenalty(number, amount, unit, reason=reader.text(item, "reason", place))


def _begins(reader: JsonValues, where: str, data: Object) -> time | None:
    text = reader.text(data, "time", where)
    try:
        return time.fromisoformat(text) if text else None
    except ValueError:
        reader.wrong("time", f"{where}time", text)
        return None


def _rules(reader: JsonValues, where: str, data: Object) -> TeamRules:
    rank_by = reader.choice(data.get("rank_by"), f"{where}rank_by", TeamsRankBy, TeamsRankBy.POINTS)
    breaks = tuple(
        reader.choice(one, at, TieBreak, TieBreak.DIRECT_MATCH) for at, one in reader.items(data, "tie_breaks", where)
    )
    return TeamRules(rank_by=rank_by, tie_breaks=breaks)
