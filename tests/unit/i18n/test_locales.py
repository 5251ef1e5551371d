"""The choice of a visitor's language."""

from __future__ import annotations

from arrowswitch.i18n import Locale, choose_locale, language_of
from tests.tables import for_each


@for_each(
    "wishes, locale",
    [
        ("ja", Locale.JA),
        ("en", Locale.EN),
        ("en-GB", Locale.EN),
        ("ja_JP.UTF-8", Locale.JA),
        ("en_US.UTF-8", Locale.EN),
        ("ja;q=0.5, en;q=0.9", Locale.EN),
        ("en, ja", Locale.EN),
        ("fr-FR, fr;q=0.9", Locale.JA),
        ("tlh, en;q=0.001", Locale.EN),
        ("en;q=0", Locale.JA),
        ("en;q=nonsense", Locale.JA),
        ("", Locale.JA),
        (None, Locale.JA),
    ],
)
def test_the_heaviest_wish_that_can_be_met_wins(wishes: str | None, locale: Locale) -> None:
    assert choose_locale(wishes) is locale


def test_the_default_can_be_said() -> None:
    assert choose_locale("fr", Locale.EN) is Locale.EN


def test_each_language_says_its_own_name() -> None:
    names = {locale: language_of(locale).own_name for locale in Locale}
    assert (names[Locale.JA], names[Locale.EN]) == ("日本語", "English")
    assert len({*names.values()}) == len(Locale)
    assert all({*locale.others} == {*Locale} - {locale} for locale in Locale)
