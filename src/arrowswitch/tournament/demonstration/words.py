"""The invented club of the demonstration in each language: its players, events and teams. All of them are invented."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.tournament.model.values.people import Player, PlayerId
from arrowswitch.tournament.rehearsal.playing import invented_people

MEMBERS = 60
_GIVEN = ("Ada", "Ben", "Cleo", "Dora", "Ezra", "Finn", "Greta", "Hugo", "Iris", "Jude", "Kit", "Lena")
_FAMILY = ("Spadewise", "Heartsome", "Diamondly", "Clubbish", "Notrumpton")


@dataclass(frozen=True, slots=True)
class DemoWords:
    """The texts of the demonstration in one language; `forms` has the name of a past event of each form."""

    club: str
    hall: str
    swiss: str
    bracket: str
    ladder: str
    weekly: str
    team: str
    by_lot: str
    forms: Mapping[str, str]
    screens: tuple[str, str, str]


ENGLISH = DemoWords(
    club="Example Bridge Club",
    hall="Example Hall",
    swiss="Autumn Swiss Teams",
    bracket="Challenge Cup",
    ladder="Weekly ladder",
    weekly="Weekly Game",
    team="Team {letter}",
    by_lot="by lot",
    forms={
        "imp-pairs": "IMP Pairs",
        "total-point-pairs": "Total Point Evening",
        "houston-pairs": "Houston Pairs",
        "swiss-pairs": "Spring Swiss Pairs",
        "stratified-pairs": "Stratified Pairs",
        "handicap-pairs": "Handicap Pairs",
        "simultaneous-pairs": "Simultaneous Pairs",
        "team-of-pairs": "Team of Pairs",
        "individual": "Individual Championship",
        "team-match": "Friendly Match",
        "round-robin-teams": "Team Round Robin",
        "short-round-robin-teams": "Short Round Robin",
        "swiss-teams": "Spring Swiss Teams",
        "bam-teams": "Board-a-Match Teams",
        "bam-vp-teams": "Board-a-Match Teams in Victory Points",
        "knockout-teams": "Spring Knockout",
        "double-knockout-teams": "Double Knockout",
        "teams-and-pairs": "Teams and Pairs",
        "even-chance-teams": "Even-Chance Teams",
        "league": "Town League",
    },
    screens=("Entrance", "Playing room", "Bar"),
)
JAPANESE = DemoWords(
    club="見本ブリッジクラブ",
    hall="見本会館",
    swiss="秋のスイスチーム戦",
    bracket="チャレンジカップ",
    ladder="ウィークリーラダー",
    weekly="ウィークリーゲーム",
    team="チーム{letter}",
    by_lot="抽選による",
    forms={
        "imp-pairs": "IMPペア戦",
        "total-point-pairs": "トータルポイントの夕べ",
        "houston-pairs": "ヒューストンペア戦",
        "swiss-pairs": "春のスイスペア戦",
        "stratified-pairs": "ストラティファイドペア戦",
        "handicap-pairs": "ハンディキャップペア戦",
        "simultaneous-pairs": "同時大会",
        "team-of-pairs": "チームオブペア",
        "individual": "個人選手権",
        "team-match": "親善試合",
        "round-robin-teams": "総当たりチーム戦",
        "short-round-robin-teams": "短縮総当たりチーム戦",
        "swiss-teams": "春のスイスチーム戦",
        "bam-teams": "ボードアマッチ戦",
        "bam-vp-teams": "ボードアマッチVP戦",
        "knockout-teams": "春のノックアウト",
        "double-knockout-teams": "ダブルノックアウト",
        "teams-and-pairs": "チームとペア",
        "even-chance-teams": "イーブンチャンスチーム戦",
        "league": "市民リーグ",
    },
    screens=("入口", "会場", "休憩所"),
)


def words_of(language: str) -> DemoWords:
    """Returns the texts in a language: Japanese for `ja`, otherwise English."""
    return JAPANESE if language == "ja" else ENGLISH


def demo_players(language: str) -> tuple[Player, ...]:
    """Returns the register of the invented club, with names of the language.

    >>> [player.person.name for player in demo_players("en")[:2]]
    ['Ada Spadewise', 'Ben Heartsome']
    """
    people = invented_people(MEMBERS)
    if language != "ja":
        people = tuple(replace(person, name=_english_name(at), kana="", roman="") for at, person in enumerate(people))
    club = words_of(language).club
    players = []
    for person in people:
        player_id = PlayerId(f"demo-{person.number}")
        players.append(Player(player_id, replace(person, player_id=player_id), club))
    return tuple(players)


def _english_name(at: int) -> str:
    """Returns a name of the 60 that no other place has: 12 given names and 5 family names have no common divisor."""
    return f"{_GIVEN[at % len(_GIVEN)]} {_FAMILY[at % len(_FAMILY)]}"
