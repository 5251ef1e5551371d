"""A rehearsal: an event played by itself with invented players and plausible results from a seed.

For the demonstration, and for trying a set-up out before the evening. Every board gets a likely contract; most tables
reach it and take about the same tricks, a few stop lower, go higher, or play something else.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from arrowswitch.core.game.contracts import Contract, Denomination, Doubling, PassedOut, Played, TableResult
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.game.seats import Seat
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.values.people import Person

_FAMILY = (
    ("春川", "はるかわ", "Harukawa"),
    ("夏山", "なつやま", "Natsuyama"),
    ("秋沢", "あきざわ", "Akizawa"),
    ("冬木", "ふゆき", "Fuyuki"),
    ("青井", "あおい", "Aoi"),
    ("緑川", "みどりかわ", "Midorikawa"),
    ("白石", "しらいし", "Shiraishi"),
    ("黒木", "くろき", "Kuroki"),
    ("朝原", "あさはら", "Asahara"),
    ("夕月", "ゆうづき", "Yuzuki"),
    ("星野", "ほしの", "Hoshino"),
    ("空木", "うつぎ", "Utsugi"),
    ("風間", "かざま", "Kazama"),
    ("月野", "つきの", "Tsukino"),
    ("花園", "はなぞの", "Hanazono"),
    ("鳥羽", "とば", "Toba"),
    ("海野", "うみの", "Umino"),
    ("山辺", "やまべ", "Yamabe"),
    ("雨宮", "あめみや", "Amemiya"),
    ("虹村", "にじむら", "Nijimura"),
    ("雪平", "ゆきひら", "Yukihira"),
    ("氷室", "ひむろ", "Himuro"),
    ("砂原", "すなはら", "Sunahara"),
    ("岩間", "いわま", "Iwama"),
    ("霧島", "きりしま", "Kirishima"),
    ("霞沢", "かすみざわ", "Kasumizawa"),
    ("森下", "もりした", "Morishita"),
    ("林田", "はやしだ", "Hayashida"),
)
_GIVEN = (
    ("一葉", "かずは", "Kazuha"),
    ("二葉", "ふたば", "Futaba"),
    ("三葉", "みつば", "Mitsuba"),
    ("四葉", "よつば", "Yotsuba"),
    ("五葉", "いつは", "Itsuha"),
    ("六葉", "むつは", "Mutsuha"),
    ("七葉", "ななは", "Nanaha"),
)


@dataclass(frozen=True, slots=True)
class _Habit:
    """The usual result of a board."""

    contract: Contract
    tricks: int


def invented_people(count: int) -> tuple[Person, ...]:
    """Returns the given number of invented players with numbers, readings and roman names; none of them exists."""
    people = []
    for place in range(count):
        family, first_name = _FAMILY[place % len(_FAMILY)], _GIVEN[(place // len(_FAMILY) + place) % len(_GIVEN)]
        people.append(
            Person(
                name=f"{family[0]} {first_name[0]}",
                number=str(90001 + place),
                kana=f"{family[1]} {first_name[1]}",
                roman=f"{first_name[2]} {family[2]}",
                master_points=(place * 7919) % 40000,
            )
        )
    return tuple(people)


def plausible_result_text(slot: Slot, seed: int) -> str:
    """Returns a result for a slot as a director types it; the same slot and seed give the same one."""
    return format_result(plausible_result(slot, seed))


def plausible_result(slot: Slot, seed: int) -> TableResult:
    """Returns a result for a slot; the same slot and seed give the same one."""
    habit = _habit(random.Random(f"{seed}/{slot.board}"))
    chance = random.Random(f"{seed}/{slot}")
    luck = chance.random()
    if luck < 0.02:
        return PassedOut()
    tricks = min(13, max(0, habit.tricks + chance.choice((-1, 0, 0, 0, 0, 1))))
    contract = habit.contract
    if luck < 0.15:
        contract = replace(contract, level=min(7, contract.level + 1))
    elif luck < 0.30:
        contract = replace(contract, level=max(1, contract.level - 1))
    elif luck < 0.40:
        contract = replace(contract, declarer=contract.declarer.partner)
    elif luck < 0.45 and tricks < contract.level + 6:
        contract = replace(contract, doubling=Doubling.DOUBLED)
    return Played(contract, tricks)


def _habit(chance: random.Random) -> _Habit:
    level = chance.choice((1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 6))
    denomination = chance.choice(tuple(Denomination))
    declarer = chance.choice(tuple(Seat))
    tricks = min(13, level + 6 + chance.choice((-2, -1, 0, 0, 0, 1, 1)))
    return _Habit(Contract(level, denomination, Doubling.UNDOUBLED, declarer), tricks)
