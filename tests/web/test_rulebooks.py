"""Regulations at the desk: read, copied, changed, refused next to the fields, used in an event."""

from __future__ import annotations

import re

import pytest

from arrowswitch import regulations
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PairTieBreak
from arrowswitch.core.scoring.team_rules import TieBreak as TeamTieBreak
from arrowswitch.i18n import Locale, all_codes, translate
from arrowswitch.i18n.language import language_of
from arrowswitch.regulations.comparing import rules_in
from arrowswitch.tournament.history.history import next_undo
from arrowswitch.tournament.model.settings import ScoringSettings, Settings
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from tests.builders import PAIRS, Evening, person
from tests.rotation import rotate
from tests.web.client import Desk, foreign, list_codes_shown, visible

OURS = "/regulations/of/our-club"


def copy(desk: Desk) -> None:
    answer = desk.send("/regulations/of/jcbl-2008", "/regulations/copy", name="our-club", title="クラブの規定")
    assert "クラブの規定" in answer.text


@rotate("locale", Locale)
@pytest.mark.parametrize("path", ["/regulations", "/regulations/of/jcbl-2008", "/regulations/of/acbl", OURS])
def test_every_page_is_in_its_language(desk: Desk, locale: Locale, path: str) -> None:
    copy(desk)
    page = desk.page(path, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, "Delete “クラブの規定” クラブの規定, our club") == []


def test_each_number_has_its_clause(desk: Desk) -> None:
    """R-211: average plus is 60, by lines 16-17 of the regulations summary; it cannot be changed there."""
    page = desk.page("/regulations/of/wbf-2017", Locale.EN)
    assert translate("desk.rule.plus", {}, Locale.EN) in page.texts
    html = desk.get("/regulations/of/jcbl-2008?lang=en").text
    assert "part 2, chapter 4, section 14" in html
    assert "value-averages.plus" not in html


def test_an_event_reads_its_rules_in_words(desk: Desk, evening: Evening) -> None:
    """The names of a file of regulations stand where such a file is made, not on the page of an event."""
    event = desk.get(f"/events/{evening.event_id}/regulations?lang=ja").text
    assert "uses-session-percent" not in event
    assert translate("desk.rule.uses-session-percent", {}, Locale.JA) in event
    assert "uses-session-percent" in desk.get("/regulations/of/jcbl-2008?lang=ja").text


@rotate("locale", Locale)
def test_values_are_read_in_words(locale: Locale) -> None:
    """R-211: every value of a file, and every list of values, has words; scales have their names."""
    codes = set(all_codes())
    named = [rule for name in regulations.names() for rule in rules_in(regulations.to_plain(regulations.load(name)))]
    texts = {one for rule in named for one in rule.text.split(", ") if re.search("[a-z]", one)}
    texts |= {str(one) for kind in (PairTieBreak, TeamTieBreak) for one in kind}
    codes_of = {one: f"desk.rule-value.{one}" for one in texts if f"desk.form.scale.{one}" not in codes}
    assert [code for code in codes_of.values() if code not in codes] == []
    assert [one for one, code in codes_of.items() if "-" in one and translate(code, {}, locale) == one] == []


@rotate("locale", Locale)
def test_tie_breaks_are_told_one_after_the_other(desk: Desk, locale: Locale) -> None:
    page = desk.page("/regulations/of/ebu", locale)
    words = [translate(f"desk.rule-value.{one}", {}, locale) for one in ("direct-match", "opponents", "boards-won")]
    assert language_of(locale).between_items.join(words) in page.texts
    assert "direct-match" not in page.text


def test_why_play_is_scored_by_other_rules_is_asked_for_before_it_is_sent(desk: Desk, evening: Evening) -> None:
    path = f"/events/{evening.event_id}/regulations?to=ebu"
    assert 'id="others-reason"' not in desk.get(path).text
    for first, second in PAIRS[:6]:
        evening.do(AddEntry((person(first), person(second))))
    evening.start(make("howell", pairs=6))
    assert re.search('<input id="others-reason"[^>]* required', desk.get(path).text)


def test_changes_have_a_column_where_there_are_any(desk: Desk) -> None:
    """The bodies' own regulations change nothing; a copy of the club's says how much it does."""
    heading = f"<th>{translate('desk.rules.changes', {}, Locale.JA)}</th>"
    assert heading not in desk.get("/regulations?lang=ja").text.partition("<main")[2].partition("<details")[0]
    copy(desk)
    assert desk.get("/regulations?lang=ja").text.partition("<main")[2].partition("<details")[0].count(heading) == 1


def test_an_own_copy_is_changed(desk: Desk, evening: Evening) -> None:
    """R-211: one value changed with its clause; the difference to the original is listed, and a file can be
    exported."""
    copy(desk)
    fields = {"value-averages.plus": "65", "clause-averages.plus": "総会 2026-04-01"}
    desk.send(OURS, "/regulations/change", 200, **fields)
    assert evening.tournament.rulebooks.load("our-club").scoring.averages.plus == 65
    page = desk.page(OURS)
    assert translate("desk.rules.differences", {"n": 1}, Locale.JA) in page.texts
    file = desk.get("/regulations/file?name=our-club").text
    assert 'plus = { value = 65, clause = "総会 2026-04-01" }' in file
    assert (
        translate(
            "desk.rules.changes-of", {"n": 1, "base": translate("desk.regulations.jcbl-2008", {}, Locale.JA)}, Locale.JA
        )
        in desk.page("/regulations").texts
    )


def test_a_wrong_value_is_told_beside_its_field(desk: Desk, evening: Evening) -> None:
    """The typed text stays, the reason is next to it, and nothing is changed."""
    copy(desk)
    answer = desk.send(
        OURS, "/regulations/change", 422, **{"value-averages.plus": "たくさん", "clause-averages.plus": "x"}
    )
    assert 'value="たくさん"' in answer.text
    assert answer.text.count('class="field-error"') == 1
    assert evening.tournament.rulebooks.changes("our-club") == ()


@rotate("locale", Locale)
def test_a_changed_value_without_a_source_is_refused_in_words(desk: Desk, evening: Evening, locale: Locale) -> None:
    """R-211: the field asks for the document or the decision, and speaks of no file."""
    copy(desk)
    form = desk.page(OURS).form("/regulations/change")
    fields = {**form, "value-averages.plus": "65", "clause-averages.plus": ""}
    answer = desk.post(f"/regulations/change?lang={locale.value}", fields)
    assert answer.status_code == 422
    text = visible(answer.text)
    assert translate("rulebook.no-source", {"key": "averages.plus"}, locale) in text
    assert "our-club.toml" not in text
    assert evening.tournament.rulebooks.changes("our-club") == ()


def test_a_copy_that_cannot_be_named_so(desk: Desk) -> None:
    answer = desk.send("/regulations/of/ebu", "/regulations/copy", 422, name="EBU!", title="x")
    assert 'value="EBU!"' in answer.text
    assert desk.get("/regulations/of/nobody").status_code == 404


def test_files(desk: Desk, evening: Evening) -> None:
    """A file comes in; a bad one is refused with its line and changes nothing."""
    good = 'name = "our-club"\ntitle = "Club"\ninherits = "ebu"\n[averages]\nplus = { value = 65, clause = "x" }\n'
    for text, status in ((good.replace("65", '"?"'), 422), ("\x00\xff", 422), (good, 200)):
        sent = text.encode("latin-1")
        answer = desk.post("/regulations/import", files={"file": ("club.toml", sent, "application/toml")})
        assert answer.status_code == status
        if '"?"' in text:
            assert "club.toml" in answer.text
            assert "averages.plus" in answer.text
    assert [one.base for one in evening.tournament.rulebooks.own()] == ["ebu"]


def test_deleting(desk: Desk, evening: Evening) -> None:
    copy(desk)
    desk.send(OURS, "/regulations/delete")
    assert evening.tournament.rulebooks.own() == ()


def test_an_event_takes_the_present_edition_over(desk: Desk, evening: Evening) -> None:
    """R-211: own regulations can be chosen; after a change the settings page shows that the event's copy differs."""
    copy(desk)
    evening.do(ChangeSettings(Settings("水曜例会", "2026-11-21", scoring=ScoringSettings(regulations="our-club"))))
    base = f"/events/{evening.event_id}"
    assert "our-club" in desk.get(f"{base}/settings").text
    assert translate("desk.rules.same", {}, Locale.JA) in desk.page(f"{base}/settings").texts
    desk.send(OURS, "/regulations/change", 200, **{"value-averages.plus": "65", "clause-averages.plus": "総会"})
    for locale in Locale:
        page = desk.page(f"{base}/regulations", locale)
        assert list_codes_shown(page) == []
        assert translate("desk.rules.differs", {"n": 1}, locale) in page.texts
        assert translate("desk.rules.now", {"value": "65"}, locale) in page.texts
    desk.send(f"{base}/regulations", f"{base}/regulations")
    assert evening.state.rules["averages"]["plus"]["value"] == 65  # type: ignore[index]  # plain data of the file
    assert translate("desk.rules.same", {}, Locale.JA) in desk.page(f"{base}/regulations").texts
    desk.send(OURS, "/regulations/delete")
    assert translate("desk.rules.edition-gone", {}, Locale.JA) in desk.page(f"{base}/settings").texts
    with pytest.raises(Mistake):
        evening.tournament.rulebooks.load("our-club")


@rotate("locale", Locale)
def test_what_other_regulations_change_is_shown_before_they_are_taken(
    desk: Desk, evening: Evening, locale: Locale
) -> None:
    path = f"/events/{evening.event_id}/regulations"
    assert list_codes_shown(desk.page(path, locale)) == []
    page = desk.page(f"{path}?to=ebu", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, expected="水曜例会") == []
    assert translate("desk.rules.others-then", {}, locale) in page.text
    answer = desk.send(f"{path}?to=ebu", path)
    assert answer.url.path == path
    assert evening.state.settings.scoring.regulations == "ebu"
    undo = next_undo(evening.tournament.ledger(evening.event_id))
    assert undo is not None
    assert [one.code for one in undo.what] == ["history.settings-changed.rules"]
