"""The words of the demonstration, from the catalogues of a language."""

from __future__ import annotations

from arrowswitch.i18n.locales import Locale
from arrowswitch.i18n.messages import translate
from arrowswitch.tournament.demonstration.words import TEAM_LETTERS, DemoWords
from arrowswitch.tournament.model.forms import EventForm


def demo_words(locale: Locale) -> DemoWords:
    """Returns the words of the demonstration in a language."""

    def word(code: str, letter: str = "") -> str:
        return translate(code, {"letter": letter} if letter else {}, locale)

    return DemoWords(
        club=word("demo.word.club"),
        hall=word("demo.word.hall"),
        weekly=word("demo.word.weekly"),
        swiss=word("demo.word.swiss"),
        bracket=word("demo.word.bracket"),
        ladder=word("demo.word.ladder"),
        by_lot=word("demo.word.by-lot"),
        teams=tuple(word("demo.word.team", letter) for letter in TEAM_LETTERS),
        screens=(word("demo.word.entrance"), word("demo.word.room"), word("demo.word.bar")),
        forms={form: word(f"form.name.{form.value}") for form in EventForm},
    )
