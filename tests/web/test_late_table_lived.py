"""Late players who get a table of their own, as a director lives it: told on the recovery page, a plan taken, the names
entered, seats given, results entered, everybody ranked."""

from __future__ import annotations

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from tests.browser.evenings.walking import enter
from tests.rotation import rotate
from tests.web.lived import complete, night


@rotate("locale", Locale)
def test_four_late_players_of_an_individual(locale: Locale) -> None:
    """R-336: eight players, four more from round 2 on, at a third table."""
    with night(8, form="individual", people=1, locale=locale) as lived:
        lived.walker.typed += " Event “オープン” created"
        lived.go("/recovery?mishap=table&what=&round=2")
        plans = [one for one in lived.root.all("article") if "plan" in one.get("class").split()]
        assert plans
        lived.walker.press("/recovery/plan", {})
        lived.go("/entries")
        enter(lived.walker, [(f"Late {word}",) for word in ("Alder", "Birch", "Cedar", "Dogwood")])
        while lived.walker.offers("/seat"):
            lived.walker.press("/seat", {})
            lived.go("/entries")
        complete(lived)
        ranking = lived.ranking()
        assert len(ranking) == 12
        assert lived.walker.tournament is not None
        state = lived.walker.tournament.state(EventId(lived.base.rpartition("/")[2]))
        assert len(state.entries) == 12
