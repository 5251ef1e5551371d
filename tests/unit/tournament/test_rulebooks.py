"""The club's own regulations: copied, changed with clauses, refused with line, key and reason, taken into an event."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arrowswitch import regulations
from arrowswitch.core.errors import Mistake, NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import Ties
from arrowswitch.regulations.comparing import differences
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.rulings import GiveAward
from arrowswitch.tournament.model.slices.settings import ChangeSettings, RenewRules
from arrowswitch.tournament.ranking.rankings import traveller
from arrowswitch.tournament.rulebooks.event_rules import departures_of
from arrowswitch.tournament.rulebooks.shelf import Rulebooks
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, FixedClock, new_evening

CLAUSE = "クラブ総会 2026-04-01"


@pytest.fixture
def books() -> Rulebooks:
    return Rulebooks(MemoryStore(), FixedClock())


def copy_rules(books: Rulebooks) -> Rulebooks:
    books.copy("jcbl-2008", "our-club", "Our club", Stamp("c1", "director"))
    return books


def list_refusals(books: Rulebooks, **values: str) -> list[tuple[str, str]]:
    """Returns the codes and keys that changes of the copy are refused for."""
    version = books.own()[0].version
    typed = {key.replace("__", ".").replace("_", "-"): (value, CLAUSE) for key, value in values.items()}
    with pytest.raises(Mistake) as mistake:
        books.change("our-club", typed, "Our club", version, Stamp("wrong"))
    return [(one.code, str(one.params.get("key", ""))) for one in mistake.value.problems]


class TestCopies:
    def test_a_copy_says_the_same(self, books: Rulebooks) -> None:
        """A copy differs in its name, title and edition only."""
        copy_rules(books)
        assert books.names()[-1] == books.playable()[-1] == "our-club"
        assert not differences(
            regulations.to_plain(regulations.load("jcbl-2008")), regulations.to_plain(books.load("our-club"))
        )
        assert (books.load("our-club").title, books.load("our-club").body) == (
            "Our club",
            regulations.load("jcbl-2008").body,
        )

    def test_a_copy_of_a_copy_takes_the_changes_along(self, books: Rulebooks) -> None:
        copy_rules(books).change("our-club", {"averages.plus": ("65", CLAUSE)}, "Our club", 1, Stamp("c2"))
        books.copy("our-club", "finals", "Finals", Stamp("c3"))
        assert books.load("finals").scoring.averages.plus == 65
        assert [change.key for change in books.changes("finals")] == ["averages.plus"]
        assert books.load("finals").clause("averages.plus") == CLAUSE

    def test_the_same_command_makes_one(self, books: Rulebooks) -> None:
        assert copy_rules(copy_rules(books)).own()[0].version == 1

    def test_names_and_titles(self, books: Rulebooks) -> None:
        for name, title, codes in (
            ("Our Club", "x", ["rulebook.name"]),
            ("ebu", "", ["rulebook.taken", "rulebook.title"]),
        ):
            with pytest.raises(Refused) as mistake:
                books.copy("jcbl-2008", name, title, Stamp("x"))
            assert [one.code for one in mistake.value.problems] == codes
        with pytest.raises(NotFound, match=r"rulebook\.unknown"):
            books.copy("nobody", "our-club", "x", Stamp("x"))

    def test_deleting(self, books: Rulebooks) -> None:
        copy_rules(books).delete("our-club")
        assert books.own() == ()
        with pytest.raises(Refused, match=r"rulebook\.not-own"):
            books.delete("ebu")


class TestChanges:
    def test_values_of_every_kind(self, books: Rulebooks) -> None:
        """Numbers, fractions, choices, truth values and lists; each keeps its clause, and the difference is listed."""
        values = {
            "averages.plus": ("62.5", CLAUSE),
            "ranking.ties": ("next-follows", CLAUSE),
            "fouled.allows-simple": ("no", CLAUSE),
            "fouled.percents-of-two": ("70, 50", CLAUSE),
            "penalties.conduct-first": ("1/4", CLAUSE),
        }
        copy_rules(books).change("our-club", values, "Club, 2nd edition", 1, Stamp("c2", "chief"))
        read = books.load("our-club")
        assert read.scoring.averages.plus == Fraction(125, 2)
        assert read.scoring.ranking.ties is Ties.NEXT_FOLLOWS
        assert not read.scoring.fouled.allows_simple
        assert read.scoring.fouled.percents_of_two == (Fraction(70), Fraction(50))
        assert read.penalties.conduct_first == Fraction(1, 4)
        assert {change.key for change in books.changes("our-club")} == set(values)
        assert (books.own()[0].who, books.own()[0].title) == ("chief", "Club, 2nd edition")

    def test_back_to_the_original_is_no_change(self, books: Rulebooks) -> None:
        copy_rules(books).change("our-club", {"averages.plus": ("65", CLAUSE)}, "Our club", 1, Stamp("c2"))
        books.change("our-club", {"averages.plus": ("60", "whatever")}, "Our club", 2, Stamp("c3"))
        assert books.changes("our-club") == ()
        assert books.load("our-club").clause("averages.plus").startswith("JCBL")

    def test_wrong_values_are_all_told_by_key(self, books: Rulebooks) -> None:
        """Each with its key; nothing is stored."""
        copy_rules(books)
        problems = list_refusals(books, averages__plus="many", ranking__ties="as-you-like", boards__points_per_win="3")
        assert set(problems) == {
            ("regulations.not-a-number", "averages.plus"),
            ("regulations.not-a-choice", "ranking.ties"),
            ("regulations.not-a-choice", "boards.points-per-win"),
        }
        assert list_refusals(books, averages__plus="45") == [("regulations.wrong-order", "averages.plus")]
        assert list_refusals(books, fouled__allows_simple="perhaps") == [
            ("regulations.not-true-or-false", "fouled.allows-simple")
        ]
        assert books.changes("our-club") == ()

    def test_a_change_needs_its_own_clause(self, books: Rulebooks) -> None:
        """A changed value under the old clause would be a wrong citation."""
        old = regulations.load("jcbl-2008").clause("averages.plus")
        with pytest.raises(Mistake) as mistake:
            copy_rules(books).change("our-club", {"averages.plus": ("65", old)}, "Our club", 1, Stamp("x"))
        assert [one.code for one in mistake.value.problems] == ["regulations.missing-clause"]

    def test_two_people_at_once(self, books: Rulebooks) -> None:
        copy_rules(books).change("our-club", {}, "Our club", 1, Stamp("c2"))
        with pytest.raises(Refused, match=r"rulebook\.changed-meanwhile"):
            books.change("our-club", {}, "Our club", 1, Stamp("c3"))
        assert books.change("our-club", {}, "Our club", 1, Stamp("c2")).version == 2
        with pytest.raises(Mistake, match=r"rulebook\.title"):
            books.change("our-club", {}, " ", 2, Stamp("c4"))


class TestFiles:
    TEXT = (
        'name = "our-club"\ntitle = "Club"\ninherits = "jcbl-2008"\n\n[averages]\nplus = { value = 65, clause = "x" }\n'
    )

    def test_a_file_is_taken(self, books: Rulebooks) -> None:
        books.take_in(self.TEXT, "club.toml", Stamp("c1"))
        assert books.load("our-club").scoring.averages.plus == 65

    def test_a_bad_file_is_refused_with_line_key_and_reason(self, books: Rulebooks) -> None:
        with pytest.raises(Mistake) as mistake:
            books.take_in(self.TEXT.replace("65", '"many"'), "club.toml", Stamp("c1"))
        problem = mistake.value.problems[0]
        assert (problem.code, problem.params["key"]) == ("regulations.not-a-number", "averages.plus")
        assert problem.where == "club.toml, line 6"
        assert books.own() == ()

    def test_it_must_inherit(self, books: Rulebooks) -> None:
        text = regulations.text_of("jcbl-2008").replace('name = "jcbl-2008"', 'name = "whole"')
        with pytest.raises(Refused, match=r"rulebook\.no-base"):
            books.take_in(text, "club.toml", Stamp("c1"))
        with pytest.raises(Refused, match=r"rulebook\.too-long"):
            books.take_in(text * 40, "club.toml", Stamp("c1"))

    def test_a_backup_holds_them(self) -> None:
        evening = new_evening()
        copy_rules(evening.tournament.rulebooks)
        packed = archive.pack(evening.tournament).content
        fresh = Tournament(MemoryStore(), FixedClock(), CountingChance())
        archive.restore(fresh, packed, Stamp("r"))
        archive.restore(fresh, packed, Stamp("r2"))
        assert fresh.rulebooks.own() == evening.tournament.rulebooks.own()


class TestEvents:
    def test_the_next_adjustment_uses_the_changed_value(self) -> None:
        """R-211: average plus becomes 70 %; after renewal in the event A+ is worth 70 % in place of 60 %."""
        store = MemoryStore()
        copy_rules(Rulebooks(store, FixedClock()))
        evening = new_evening(6, store=store, regulations="our-club")
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all(("P",))
        books = evening.tournament.rulebooks
        books.change("our-club", {"averages.plus": ("70", CLAUSE)}, "Our club", 1, Stamp("c2"))
        evening.do(GiveAward(Slot(1, "A", 1, 1, 1), "A+", "A-", "12C2"), "R-211")

        def plus() -> Fraction | None:
            cells = traveller(evening.state, 1, 1).cells
            return next(c.ns_points.percent for c in cells if c.slot.round == c.slot.table == 1 and c.ns_points)

        assert plus() == 60
        changes = departures_of(evening.state, books)
        assert changes is not None
        assert [(one.key, one.before and one.before.value) for one in changes] == [("averages.plus", 60)]
        with pytest.raises(Refused, match=r"rulebook\.needs-reason"):
            evening.do(RenewRules())
        evening.do(RenewRules(), "総会の決定")
        assert plus() == 70
        assert departures_of(evening.state, books) == ()
        version = evening.state.seq
        evening.do(RenewRules())
        assert evening.state.seq == version

    def test_other_regulations_are_taken_until_the_final_publication(self) -> None:
        """The changes are listed before; a reason is needed in play, and after the final publication it is too late."""
        evening = new_evening(6, regulations="jcbl-2008")
        evening.do(RenewRules(regulations="ebu"))
        assert (evening.state.settings.scoring.regulations, evening.state.rules["name"]) == ("ebu", "ebu")
        evening.start(make("mitchell", tables=3, boards_per_round=2))
        evening.play_all(("P",))
        changes = departures_of(evening.state, evening.tournament.rulebooks, "wbf-2017")
        assert changes
        with pytest.raises(Refused, match=r"rulebook\.needs-reason"):
            evening.do(RenewRules(regulations="wbf-2017"))
        with pytest.raises(NotFound, match=r"rulebook\.unknown"):
            evening.do(RenewRules(regulations="moon-2099"), "reason")
        evening.do(RenewRules(regulations="wbf-2017"), "announced so")
        assert evening.state.settings.scoring.regulations == "wbf-2017"
        assert departures_of(evening.state, evening.tournament.rulebooks) == ()
        evening.do(Publish())
        evening.clock.forward(60 * 24 * 30)
        evening.do(Finalise())
        with pytest.raises(Refused, match=r"rulebook\.final"):
            evening.do(RenewRules(regulations="jcbl-2008"), "too late")

    def test_an_event_outlives_its_regulations(self) -> None:
        """The copy goes on counting when the club's regulations are deleted; other settings can still be changed."""
        evening = new_evening()
        books = copy_rules(evening.tournament.rulebooks)
        settings = Settings("例会", "2026-11-21", scoring=ScoringSettings(regulations="our-club"))
        evening.do(ChangeSettings(settings))
        books.delete("our-club")
        assert departures_of(evening.state, books) is None
        assert evening.do(
            ChangeSettings(Settings("新例会", "2026-11-21", scoring=ScoringSettings(regulations="our-club")))
        ).rules["title"] == ("Our club")
        copy = evening.tournament.copy(evening.event_id, settings, Stamp("copy"))
        assert evening.tournament.state(copy).rules["title"] == "Our club"
        with pytest.raises(Refused, match=r"settings\.regulations"):
            evening.tournament.create(settings, Stamp("new"))
