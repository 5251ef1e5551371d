"""The ruling guides: every way through them ends in a ruling with its law, and Law 27 decides as the guidance does.

Guidance on Law 27, lines 68-149: the paragraphs, the eight examples, the six steps.
"""

from __future__ import annotations

from arrowswitch.i18n import Locale, has_code, translate
from arrowswitch.regulations.guides import guide_names, load_guide
from arrowswitch.regulations.guides.checking import faults, ways
from arrowswitch.regulations.guides.citing import citation_words, law_words
from arrowswitch.regulations.guides.reading import read_citation
from arrowswitch.regulations.guides.tree import EDITIONS, GuideWalk, Score, tick_keys, walk, walked_through
from tests.tables import for_each

LANGUAGES = tuple(locale.value for locale in Locale)
LAW_27 = load_guide("insufficient-bid")


def stages(end: GuideWalk) -> list[int]:
    """Returns the numbered steps of the procedure that have to be ticked on a way."""
    nodes = (*(one.step for one in end.passed), end.at)
    return sorted(tick.stage for node in nodes for _, tick in tick_keys(node, end.edition) if tick.stage)


class TestEveryGuide:
    @for_each("name", guide_names())
    def test_the_checker_finds_nothing(self, name: str) -> None:
        assert faults(load_guide(name), LANGUAGES) == ()

    @for_each("name", guide_names())
    @for_each("edition", EDITIONS)
    def test_every_way_ends_in_a_ruling_with_its_law(self, name: str, edition: int) -> None:
        """R-346. Walked by the answers, as a director walks it."""
        guide = load_guide(name)
        walked = list(ways(guide, edition))
        assert walked
        for *answers, end in walked:
            way = walked_through(guide, answers, edition)
            assert way.ruling is not None
            assert (way.ruling.name, way.unread) == (end, ())
            assert way.ruling.law
            assert way.ruling.cites

    @for_each("name", guide_names())
    def test_it_is_called_by_its_file_and_leads_on_to_guides_that_there_are(self, name: str) -> None:
        guide = load_guide(name)
        assert guide.name == name
        assert {one.guide for one in guide.rulings.values() if one.guide} <= set(guide_names())
        assert all(has_code(f"offence.kind.{one.offence}") for one in guide.rulings.values() if one.offence)

    @for_each("name", guide_names())
    def test_its_sources_are_laws_and_documents(self, name: str) -> None:
        guide = load_guide(name)
        for node in guide.nodes:
            assert {cite.document for cite in node.cites} <= {"law", "manual", "summary", "guidance"}, node.name
            for cite in node.cites:
                words = citation_words(cite)
                assert all(translate(words.code, words.params, locale) for locale in Locale)


class TestLaw27:
    """R-350 to R-353."""

    @for_each(
        "case, outcomes",
        [
            ("a", {"27B1(b)"}),
            ("b", {"27B1(b)"}),
            ("c", {"27B1(a)", "27B1(b)", "27B2"}),
            ("d", {"27B1(b)"}),
            ("e", {"27B1(b)"}),
            ("f", {"27B1(b)"}),
            ("g", {"27B1(a)", "27B1(b)", "27D"}),
            ("h", {"27B1(b)"}),
        ],
    )
    def test_an_example_comes_to_what_the_guidance_states(self, case: str, outcomes: set[str]) -> None:
        """Guidance on Law 27, lines 89-137: (c) bid, double, pass; (g) meant, missed, and what it gained."""
        examples = [one for one in LAW_27.examples if one.case == case]
        ends = [walked_through(LAW_27, one.answers, one.edition).ruling for one in examples]
        assert {end.law for end in ends if end is not None} == outcomes

    def test_only_the_pass_that_hides_the_hearts_silences_partner(self) -> None:
        silenced = [one.name for one in LAW_27.examples if one.ruling == "b2"]
        assert silenced == ["c-pass"]

    def test_the_six_steps_are_ticked_before_a_correction_is_ruled(self) -> None:
        """R-352: all six under 27B1; under 27B2 and B3 nobody is asked to call back, so five."""
        counted: dict[str, list[int]] = {}
        for *answers, end in ways(LAW_27, 2007):
            counted[end] = stages(walked_through(LAW_27, answers, 2007))
        assert counted["b1a"] == counted["b1b"] == [1, 2, 3, 4, 5, 6]
        assert counted["b2"] == counted["b3"] == [1, 2, 3, 4, 5]
        assert counted["accepted"] == [1, 2, 3, 4]

    def test_no_answer_is_taken_while_a_tick_is_open(self) -> None:
        answers = ("meant", "in-turn", "done", "not-accepted")
        way = walk(LAW_27, answers, {"enquire-1", "enquire-3"}, 2007)
        assert (way.at.name, way.lacking) == ("enquire", ("enquire-2",))
        assert way.unread == ("done", "not-accepted")

    def test_the_slip_of_the_fingers_comes_first(self) -> None:
        """R-352: Law 25A before Law 27."""
        assert "25A" in {cite.place for cite in LAW_27.start.cites}
        end = walked_through(LAW_27, ("slip",), 2007)
        assert end.ruling is not None
        assert end.ruling.law == "25A"

    def test_an_adjustment_afterwards_takes_nothing_of_what_27b2_would_have_brought(self) -> None:
        """R-353: the text says so in both languages, and the score is an assigned one."""
        ruling = LAW_27.rulings["d-adjusted"]
        assert ruling.score is Score.ASSIGNED
        assert any("27条B項2" in text.words["ja"] and "27B2" in text.words["en"] for text in ruling.says)

    @for_each(
        "answers, law",
        [
            (("same-denomination", "same-shown"), "27B1(a)"),
            (("same-denomination", "other-shown", "comparable"), "27B1(b)"),
            (("other-call", "different"), "27B2"),
            (("double", "different"), "27B3"),
        ],
    )
    def test_the_edition_of_2017_asks_for_comparable_calls(self, answers: tuple[str, ...], law: str) -> None:
        end = walked_through(LAW_27, ("meant", "in-turn", "done", "not-accepted", *answers), 2017)
        assert end.ruling is not None
        assert end.ruling.law == law

    def test_lead_penalties_are_those_of_the_edition(self) -> None:
        texts = {
            edition: [text.words["en"] for text in LAW_27.rulings["b2"].lead if text.edition == edition]
            for edition in EDITIONS
        }
        assert any("ask for that suit" in line for line in texts[2007])
        assert not any("ask for that suit" in line for line in texts[2017])


@for_each(
    "place, ja, en",
    [
        ("27B1(b)", "規則第27条B項1(b)", "Law 27B1(b)"),
        ("16", "規則第16条", "Law 16"),
        ("12C1(c)", "規則第12条C項1(c)", "Law 12C1(c)"),
    ],
)
def test_a_law_is_named_as_the_documents_name_it(place: str, ja: str, en: str) -> None:
    words = law_words(place)
    assert [translate(words.code, words.params, locale) for locale in (Locale.JA, Locale.EN)] == [ja, en]


@for_each(
    "text, ja, en",
    [
        ("manual, lines 2803-2817", "JCBL マニュアル第4部第3章", "JCBL manual, part 4, chapter 3"),
        ("regulations summary 2 4), lines 85-89", "JCBL 競技会運営規則の要約 2 4)", "JCBL regulations summary 2 4)"),
        ("guidance on Law 27D, lines 85-87", "豪州・NZ ガイダンス 第27条D項", "Australian and NZ guidance, Law 27D"),
        ("House rules 4", "House rules 4", "House rules 4"),
    ],
)
def test_a_document_is_named_by_its_chapter(text: str, ja: str, en: str) -> None:
    words = citation_words(read_citation(text))
    assert [translate(words.code, words.params, locale) for locale in (Locale.JA, Locale.EN)] == [ja, en]
