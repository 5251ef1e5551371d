"""A ladder on paper: the lines with a rank, and the rules in words."""

from __future__ import annotations

from datetime import date, datetime

from arrowswitch.core.awards.ladder import LadderBy
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.frame import Document, Model, frame_of_file
from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale, format_date, language_of, translate
from arrowswitch.tournament.ladders.counting import Ladder, LadderLine
from arrowswitch.tournament.model.club_values.ladders import LadderRules


def ladder_sheet(ladder: Ladder, locale: Locale, printed_at: datetime, letterhead: Letterhead) -> bytes:
    """Returns a ladder as a PDF."""
    words, rules = Words(locale, printed_at.tzinfo), ladder.rules
    frame = frame_of_file(rules.name, _period(rules, locale), words, printed_at, letterhead)
    labels = {name: translate(f"ladder.column.{name}", {}, locale) for name in ("rank", "name", "played", "counted")}
    labels["value"] = translate(f"ladder.column.value-{rules.by}", {}, locale)
    sheet: Model = {
        "lines": tuple(_line(line, words) for line in ladder.ranked_lines),
        "notes": (*_rules(rules, locale), translate("ladder.events", {"n": len(ladder.events)}, locale)),
    }
    return typeset("ladder", Document(frame, labels, sheet), printed_at)


def _line(line: LadderLine, words: Words) -> Model:
    return {
        "rank": line.written_rank,
        "name": words.partners(line.people),
        "played": str(len(line.items)),
        "counted": str(line.results_counted),
        "value": decimal_string(line.value),
    }


def _period(rules: LadderRules, locale: Locale) -> str:
    def date_or(text: str, open_code: str) -> str:
        return format_date(date.fromisoformat(text), locale) if text else translate(open_code, {}, locale)

    between = {"first": date_or(rules.first, "points.first-open"), "last": date_or(rules.last, "points.last-open")}
    return translate("points.period", {**between}, locale)


def _rules(rules: LadderRules, locale: Locale) -> tuple[str, ...]:
    """Returns how a ladder counts, in words."""
    places = language_of(locale).between_numbers.join(map(str, rules.places))
    sentences = [
        translate(f"ladder.says.of-{rules.of}", {}, locale),
        translate(f"ladder.says.by-{rules.by}", {"places": places}, locale),
    ]
    if rules.by is not LadderBy.RATING:
        count = rules.count
        code = f"ladder.says.best-{count.join}" if count.best else f"ladder.says.all-{count.join}"
        sentences.append(translate(code, {"n": count.best} if count.best else {}, locale))
    return (*sentences, translate("ladder.says.least", {"n": rules.count.least}, locale))
