"""A long Swiss of teams, lived by the pages alone, with everything that happens once in a weekend: a team comes late,
another forfeits, a third withdraws, a ruling is weighted, a penalty is in victory points, and a result of round 2 is
corrected after round 4 has been drawn.

At the end the pages are read as a person reads them: ranks, penalties and totals of the ranking, and the points of each
row of the cross table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from arrowswitch.tournament.matches.views import MatchView, matches
from tests.browser.evenings.pages import Element
from tests.browser.evenings.walking import fill, keys_of_table, play_round
from tests.browser.evenings.walking_teams import TeamEvening

ROUNDS = 8
LATE_AFTER, FORFEIT_IN, RULED_IN, WITHDRAWN_AFTER = 1, 3, 3, 5
CORRECTED, CORRECTED_AFTER_DRAW = 2, 4
WEIGHTED = "50%420, 30%-50, 20%170"
TYPED_WHOLE = (1, CORRECTED_AFTER_DRAW)
"""All slips of these rounds are typed; of the others those of the first table, and the rest come in by the same
command."""


class RankedRow(NamedTuple):
    """A row of the ranking as the page shows it."""

    rank: str
    penalty: Fraction
    total: Fraction


@dataclass
class LongSwiss(TeamEvening):
    """A director in front of a Swiss of eight rounds; `look` is called with the name of each main page while it is
    shown."""

    look: Callable[[str], None] = field(default=lambda name: None)

    def live(self, teams: int) -> None:
        """Plays the event from the entries to the final ranking."""
        self.begin("swiss-teams", teams, rounds=str(ROUNDS))
        walker = self.walker
        walker.tab("draw")
        if walker.page.root.by_id("seeds") is not None:
            walker.press("/draw/numbers")
        for number in range(1, ROUNDS + 1):
            assert self.draw(), f"round {number} is not offered"
            if number == CORRECTED_AFTER_DRAW:
                self.correct_round()
            self.look(f"draw-{number}")
            walker.press("/draw/start")
            self.play_round(number)
            if number == LATE_AFTER:
                assert self.come_late(), "a team that comes after round 1 plays from round 2 on"
            if number == WITHDRAWN_AFTER:
                walker.tab("entries")
                walker.press("/withdraw", at=teams - 1)
            walker.tab("draw")
        assert not self.draw(), "all rounds have been played"
        self.fine()
        self.publish()

    def play_round(self, number: int) -> None:
        """Plays a round: its slips are typed, in one round a team forfeits and a board gets a weighted ruling."""
        self.walker.tab("scores")
        if number == FORFEIT_IN:
            self.forfeit(number)
            self.walker.tab("scores")
        assert play_round(self.walker, self.results, number, None if number in TYPED_WHOLE else 1)
        fill(self.walker)
        if number == RULED_IN:
            self.rule_weighted(number)

    def matches_of(self, number: int) -> list[MatchView]:
        """Returns the matches of two of a round."""
        return [one for one in matches(self.state) if number in one.rounds and not one.in_triangle]

    def forfeit(self, number: int) -> None:
        """Notes on the page of the last match of a round that its second team forfeits."""
        match = self.matches_of(number)[-1]
        walker = self.walker
        walker.tab("matches")
        walker.follow(rf"/matches/{number}/({match.home}|{match.away})\b")
        walker.typed += " left for the train"
        walker.press(f"/matches/{number}/{match.away}/forfeit", {"reason": "left for the train"})

    def rule_weighted(self, number: int) -> None:
        """Gives a weighted score for both sides on the first slip of a round."""
        walker = self.walker
        walker.open_slot(keys_of_table(walker, number)[0])
        walker.typed += " misinformation"
        walker.press("/award", {"ns_text": WEIGHTED, "ew_text": "", "reason": "misinformation", "law": "12C1c"})

    def correct_round(self) -> None:
        """Corrects a result of an earlier round after the next one was drawn, and goes back to the draw."""
        walker = self.walker
        walker.open_slot(keys_of_table(walker, CORRECTED)[0])
        text = next(text for text in ("3NT= N", "4S= N") if text not in walker.text)
        walker.typed += " misread"
        walker.press("/result", {"text": text, "correction": "typing-error", "reason": "misread"})
        walker.tab("draw")
        walker.follow(rf"/draw\?round={CORRECTED_AFTER_DRAW}$")

    def fine(self) -> None:
        """Gives the first team of the list one victory point of penalty."""
        walker = self.walker
        walker.tab("rulings")
        form = walker.page.forms("/rulings/penalty")[-1]
        number = form.all("select", lambda one: one.get("name") == "number")[0].all("option")[1].get("value")
        walker.typed += " slow play"
        walker.press("/rulings/penalty", {"number": number, "amount": "1", "unit": "vp", "reason": "slow play"})

    # The pages at the end

    def ranking(self) -> Mapping[str, RankedRow]:
        """Returns the ranking as its page shows it, by number."""
        self.walker.tab("ranking")
        self.look("ranking")
        [table] = self.walker.page.root.all("table", lambda one: "ranking-table" in one.get("class"))
        rows = {}
        for row in table.all("tbody")[0].all("tr"):
            cells = row.all("td")
            rows[cells[1].text] = RankedRow(cells[0].text, _amount(cells[3].text), _amount(cells[-1].text))
        return rows

    def cross_sums(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """Returns the total of each row of the cross table, and the sum of its cells, by number."""
        self.walker.tab("cross")
        self.look("cross")
        [table] = self.walker.page.root.all("table", lambda one: one.get("class") == "cross")
        sums = {}
        for row in table.all("tbody")[0].all("tr"):
            cells = row.all("td")
            number = cells[1].all("a")[0].get("href").rpartition("/")[2]
            sums[number] = (_amount(cells[2].text), sum((_points(cell) for cell in cells[3:]), Fraction(0)))
        return sums


def _points(cell: Element) -> Fraction:
    """Returns the points that stand in a cell, above the small print."""
    small = " ".join(one.text for one in cell.all("small"))
    marks = " ".join(one.text for one in cell.all("span", lambda one: one.get("class") == "mark"))
    text = cell.text.removesuffix(small).strip().removesuffix(marks).strip() if small else cell.text
    return _amount(text)


def _amount(text: str) -> Fraction:
    written = re.sub(r"[^\d.]", "", text)
    return Fraction(written) if written else Fraction(0)
