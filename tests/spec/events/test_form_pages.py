"""The questions of pages and sheets to the form of an event: contestants, divisions, and the forms to choose from."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import has_code
from arrowswitch.tournament.forms.choices import (
    FORM_CHOICES,
    PAIRS,
    choice_of,
    choices_by_part,
    methods_of,
    with_choice,
    with_form,
)
from arrowswitch.tournament.forms.contestants import BY_KIND, Contestants
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import EventForm, PointLimit
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.values.matches import EightScoring, MatchSettings
from arrowswitch.tournament.model.values.people import Entry, Person
from tests.tables import for_each

ONE = (
    "sheet.slip.{}",
    "sheet.form.{}",
    "sheet.ranking.number-{}",
    "sheet.director-summary.entered-{}",
    "sheet.notice.movement-text-{}",
    "desk.rulings.{}",
)
"""The codes of texts about one contestant."""
MANY = ("desk.fact.{}", "desk.choice.few-{}", "desk.plan.choices-{}", "desk.numbers.title-{}", "desk.draw.who-{}")
"""The codes of texts about several contestants."""
ENTRIES = ("{}help", "{}search", "{}pair", "{}pairs")
"""The codes of texts on the page of entries."""


def settings_of(form: EventForm) -> Settings:
    return Settings(
        "Autumn Cup", "2026-11-28", kind=form.kind, form=form, scoring=ScoringSettings(method=form.methods[0])
    )


class TestContestants:
    @for_each("contestants", list(BY_KIND.values()))
    def test_every_text_about_them_has_words(self, contestants: Contestants) -> None:
        codes = [code.format(contestants.name) for code in ONE]
        codes += [code.format(contestants.plural) for code in MANY]
        codes += [code.format(contestants.entry_codes) for code in ENTRIES]
        codes += [contestants.label(1), contestants.label(2)]
        assert [code for code in codes if not has_code(code)] == []

    @for_each("kind", list(ContestantKind))
    def test_they_are_named_by_their_kind(self, kind: ContestantKind) -> None:
        assert BY_KIND[kind].name == kind.value

    @for_each(
        "form, people, eight",
        [
            (EventForm.MATCHPOINT_PAIRS, (1, 2), (1, 2)),
            (EventForm.INDIVIDUAL, (1, 1), (1, 1)),
            (EventForm.BAM_TEAMS, (4, 8), (8, 12)),
        ],
    )
    def test_the_people_of_an_entry(self, form: EventForm, people: tuple[int, int], eight: tuple[int, int]) -> None:
        entrants = form_of(settings_of(form)).entrants(settings_of(form))
        assert entrants.people_of(MatchSettings()) == people
        assert entrants.people_of(MatchSettings(eight=EightScoring.CROSS)) == eight

    def test_pairs_enter_an_even_chance_event_and_meet_as_teams(self) -> None:
        settings = settings_of(EventForm.EVEN_CHANCE_TEAMS)
        form = form_of(settings)
        assert (form.entrants(settings).name, form.opponents(settings).name) == ("pair", "team")
        assert form.opponents(settings).rooms == ("open", "closed")

    def test_an_entry_of_four_in_an_event_of_pairs_is_a_team(self) -> None:
        settings = settings_of(EventForm.EVEN_CHANCE_TEAMS)
        entries = [Entry(EntryId("e"), tuple(map(Person, names))) for names in ("A", "AB", "ABCD")]
        contestants = [form_of(settings).contestants_of(settings, entry) for entry in entries]
        assert [sort.name for sort in contestants] == ["pair", "pair", "team"]
        assert [sort.has_captain for sort in contestants] == [False, False, True]

    @for_each("form", [form for form in EventForm if form is not EventForm.EVEN_CHANCE_TEAMS])
    def test_in_all_other_forms_the_entrants_meet(self, form: EventForm) -> None:
        settings = settings_of(form)
        assert form_of(settings).opponents(settings) is form_of(settings).entrants(settings)


class TestPoints:
    @for_each(
        "form, asks",
        [(EventForm.IMP_PAIRS, False), (EventForm.EVEN_CHANCE_TEAMS, True), (EventForm.KNOCKOUT_TEAMS, True)],
    )
    def test_seeds_need_points(self, form: EventForm, asks: bool) -> None:
        settings = settings_of(form)
        assert form_of(settings).asks_points(settings) is asks

    def test_limits_need_points(self) -> None:
        limits = (PointLimit("A"), PointLimit("B", 300))
        plain = settings_of(EventForm.IMP_PAIRS)
        assert form_of(plain).asks_points(replace(plain, division=replace(plain.division, strata=limits)))
        assert form_of(plain).asks_points(replace(plain, division=replace(plain.division, flights=limits)))


@for_each(
    "form, division",
    [
        (EventForm.MATCHPOINT_PAIRS, FieldDivision.GROUPS),
        (EventForm.SWISS_PAIRS, None),
        (EventForm.SWISS_TEAMS, None),
        (EventForm.EVEN_CHANCE_TEAMS, FieldDivision.EVEN_CHANCE),
        (EventForm.TEAMS_AND_PAIRS, FieldDivision.FLIGHTS),
        (EventForm.BAM_TEAMS, None),
        (EventForm.KNOCKOUT_TEAMS, None),
        (EventForm.LEAGUE, None),
    ],
)
def test_how_a_field_is_divided(form: EventForm, division: FieldDivision | None) -> None:
    assert form_of(settings_of(form)).division(settings_of(form)) is division


class TestChoices:
    @for_each("form", list(EventForm))
    def test_every_form_can_be_chosen(self, form: EventForm) -> None:
        choice = choice_of(settings_of(form))
        assert choice in FORM_CHOICES
        assert set(form.methods) <= set(methods_of(choice))
        assert has_code(form_of(settings_of(form)).name_code(settings_of(form)))

    def test_plain_games_of_pairs_are_one_choice(self) -> None:
        plain = [form for form in EventForm if choice_of(settings_of(form)) == PAIRS]
        assert plain == [
            EventForm.MATCHPOINT_PAIRS,
            EventForm.IMP_PAIRS,
            EventForm.TOTAL_POINT_PAIRS,
            EventForm.HOUSTON_PAIRS,
        ]

    @for_each("choice", FORM_CHOICES)
    def test_settings_with_a_choice_stand_for_it(self, choice: str) -> None:
        settings = with_choice(settings_of(EventForm.LEAGUE), choice)
        assert choice_of(settings) == choice
        assert settings.kind is settings.event_form.kind
        assert settings.scoring.method in settings.event_form.methods

    def test_a_choice_uses_the_parts_of_its_forms(self) -> None:
        parts = choices_by_part()
        assert parts["handicap"] == ("handicap-pairs",)
        assert parts["knockout"] == ("knockout-teams", "double-knockout-teams")
        assert parts["swiss"] == ("swiss-pairs", "swiss-teams", "even-chance-teams")
        assert PAIRS in parts["club-rule"]

    def test_a_form_that_follows_from_the_method_stays_open(self) -> None:
        plain = Settings("Club Night", "2026-11-28", scoring=ScoringSettings(method=Method.IMPS))
        assert with_form(plain, EventForm.IMP_PAIRS).form is None
        assert with_form(plain, EventForm.SWISS_TEAMS).form is EventForm.SWISS_TEAMS
        assert with_form(plain, EventForm.SWISS_TEAMS).kind is ContestantKind.TEAM
        assert with_form(settings_of(EventForm.LEAGUE), None) == replace(
            settings_of(EventForm.LEAGUE), form=None, kind=ContestantKind.PAIR
        )
