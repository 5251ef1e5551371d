"""The opening words of the director and the notes for players (R-131, R-133; manual, lines 626-658 and 3856)."""

from __future__ import annotations

import re

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale
from tests.builders import new_evening
from tests.form_events import cases, play_case
from tests.paper import job_of, model, open_part, print_paper
from tests.rotation import choose, rotate


class TestOpeningWords:
    """R-131, line 3856: thanks, the conditions of contest, and then play begins."""

    def test_thanks_come_first_and_the_start_last(self) -> None:
        evening = new_evening(10, director="高木 N.")
        evening.start(make("mitchell", tables=5))
        text = print_paper("opening-words", job_of(evening, remark="Coffee is free"), Locale.EN).text
        spoken = ("thank you all for coming", "I am 高木 N.", "conditions of contest", "Laws of 2007", "pair numbers")
        places = [text.index(words) for words in (*spoken, "Coffee is free", "Please start")]
        assert places == sorted(places)

    def test_they_can_be_printed_before_anything_else(self) -> None:
        """Without a movement there are no calls; a condition that is not settled is a gap."""
        text = print_paper("opening-words", job_of(new_evening()), Locale.EN).text
        assert "Chosen by the number of entries" in text
        assert "pair numbers" not in text

    def test_the_conditions_are_those_of_the_announcement(self) -> None:
        for case in choose(cases(), "opening words", by=lambda case: (case.form,), cells=2)[:2]:
            job = job_of(play_case(case))
            spoken, published = (open_part(model(sheet, job).sheet) for sheet in ("opening-words", "announcement"))
            assert list(spoken.conditions) == list(published.conditions), case


class TestPlayingNotes:
    """R-133, lines 626-658: from the pockets and back into them, in this order."""

    @rotate("locale", Locale)
    def test_the_steps_in_order(self, locale: Locale) -> None:
        text = re.sub(r"\s", "", print_paper("playing-notes", job_of(new_evening()), locale).text)
        steps = {
            Locale.EN: (
                "countthemfacedown",
                "dealer",
                "leadsfacedown",
                "towardsyourpartner",
                "Agreethe",
                "shuffle",
                "score",
            ),
            Locale.JA: (
                "伏せたまま数えます",
                "ディーラー",
                "左隣の人",
                "縦に",
                "トリック数を合意",
                "シャッフル",
                "スコアは",
            ),
        }[locale]
        places = [text.index(step) for step in steps]
        assert places == sorted(places)
