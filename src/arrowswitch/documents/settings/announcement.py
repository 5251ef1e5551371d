"""The announcement of an event with its conditions of contest, from the settings and the regulations (R-027, R-059,
R-404).

JCBL director's manual 3.3, lines 770-774: date, venue, eligibility, conditions, fee, and whether to enter beforehand
are published before the game; 2790: the conditions are printed. Facts that are not in the settings are options; missing
ones are printed as marked gaps to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from arrowswitch.core.errors import Problem
from arrowswitch.core.pairing.swiss.conditions import Triangle
from arrowswitch.core.pairing.swiss.openings import FirstRounds
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.documents.codes import with_code
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.matches.conditions import team_averages, team_conditions, team_ranking
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.movement.room_needs import room_needs
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.forms.drawing import has_standby
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.plans.day import day_of, session_minutes
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.settings.grade import scale_title

ELIGIBILITY = SheetOption("eligibility")
FEE = SheetOption("fee")
ADVANCE_ENTRY = SheetOption("advance-entry")
CONTACT = SheetOption("contact")
REMARK = SheetOption("remark")
SESSIONS = SheetOption("sessions", ("one-day", "days-apart"))
INFO = SheetInfo(
    "announcement",
    (ELIGIBILITY, FEE, ADVANCE_ENTRY, CONTACT, REMARK, SESSIONS),
    needs=PrintJob.sections,
    moment=PrintMoment.BEFORE,
)
LONGEST = 200


def document(job: PrintJob, words: Words) -> Document:
    """Returns the announcement of the event. It can be printed as soon as the event exists."""
    settings = job.state.settings
    items = (
        _item("date", words("notice.when", date=words.day(settings.date), time=settings.announcement.starts_at), words),
        *_day(job, words),
        _item("venue", settings.announcement.venue, words),
        _item("eligibility", job.option(ELIGIBILITY) or settings.announcement.eligibility, words),
        *_limits(settings, rules_of(job.state), words),
        _item("fee", job.option(FEE) or settings.announcement.fee or _fee(job, words), words),
        _item("advance-entry", job.option(ADVANCE_ENTRY) or _advance_entry(job, words), words),
        *(_item(o.name, job.option(o), words) for o in (CONTACT, REMARK) if job.option(o)),
        *([_item("director", settings.announcement.director, words)] if settings.announcement.director else []),
        *_fingerprints(job, words),
    )
    model = {"items": items, "conditions": conditions(job, words)}
    head = frame(INFO, job, words, title=one_line(settings.name))
    coded = with_code(head, job.reachable.players, words("frame.code-players"))
    return Document(coded, words.labels("notice", "conditions", "missing"), model)


def _fee(job: PrintJob, words: Words) -> str:
    """Returns the fee that the conditions of advance entry ask for."""
    terms = job.state.advance.terms
    if terms is None or terms.fee is None:
        return ""
    code = "advance.fee-each" if terms.is_fee_each else "advance.fee-entry"
    return words.phrase(Problem(code, {"amount": terms.amount(terms.fee)}))


def _advance_entry(job: PrintJob, words: Words) -> str:
    """Returns the conditions of advance entry: the closing time and the number of places."""
    terms = job.state.advance.terms
    if terms is None or not terms.is_open:
        return ""
    closes = terms.closes_at
    until = words("notice.advance-until", time=words.deadline(closes)) if closes else words("notice.advance-open")
    return until if terms.most is None else words.list_text((until, words("notice.advance-most", n=terms.most)))


def _fingerprints(job: PrintJob, words: Words) -> Iterator[Model]:
    """Yields the fingerprint of each session's deals: who reads it before play can see afterwards that nobody changed a
    card."""
    placed = sorted(job.state.deals.placed.items())
    for session, deals in placed:
        if deals.fingerprint:
            name = words("notice.fingerprint-of", session=session) if len(placed) > 1 else words("notice.fingerprint")
            yield {"name": name, "text": deals.shown_fingerprint, "is_missing": False}


def conditions(job: PrintJob, words: Words) -> tuple[Model, ...]:
    """Returns the conditions of contest, each with its name; those that are not settled are marked as missing."""
    settings, rules = job.state.settings, rules_of(job.state)
    ranking = rules.scoring.ranking
    lines = [
        _item("kind", _form_text(settings, words), words),
        _item(
            "regulations",
            words("notice.rules", title=words.regulations(rules.name, rules.title), laws=rules.laws),
            words,
        ),
        _item("movement", _movement_text(job, words), words),
        _item(
            "pace",
            words(
                "notice.pace-text",
                board=settings.play.pace.minutes_per_board,
                round=settings.play.pace.minutes_per_round,
            ),
            words,
        ),
        _item("averages", _averages_text(job, rules, words), words),
        _item("ranking", _ranking_text(job.state.settings, rules, words), words),
        _item("places", words("notice.places-text", percent=plain_string(ranking.placed_percent)), words),
        *_matches(job, rules, words),
        *(_swiss(settings, words) if form_of(settings).draws_by_ranking else ()),
        _item("corrections", _corrections_text(settings, rules, words), words),
    ]
    return tuple(lines)


def _matches(job: PrintJob, rules: Regulations, words: Words) -> Iterator[Model]:
    """Yields the conditions of matches: those of teams, or the scale of pairs."""
    name = job.state.settings.scoring.scale
    title = words.scale(name, scale_title(job.state.settings))
    if name and title and not _has_matches(job.state.settings):
        yield _item("scale", title, words)
    for name, text in team_conditions(job.state, rules, words):
        yield _item(name, text, words)


def _has_matches(settings: Settings) -> bool:
    """True if the conditions of matches count in the event, in place of those of pairs."""
    return "matches" in form_of(settings).parts_used(settings)


def _form_text(settings: Settings, words: Words) -> str:
    form = form_of(settings)
    if settings.form is None and "method" in form.parts_used(settings):
        entrants = form.entrants(settings).name
        return words(f"notice.method-{entrants}-{settings.scoring.method}", sessions=settings.sessions)
    name = words.phrase(Problem(form.name_code(settings)))
    return words("notice.form-text", form=name, sessions=settings.sessions)


def _day(job: PrintJob, words: Words) -> Iterator[Model]:
    """Yields when the sessions of a day begin and end, where the event has several and they are played on one day."""
    if job.option(SESSIONS) == "one-day" and (day := day_of(job.state, session_minutes(job.state))) is not None:
        times = (
            words("notice.session", n=number, time=session.time_span)
            for number, session in enumerate(day.sessions, start=1)
        )
        yield _item("sessions", words.list_text(times), words)


def _limits(settings: Settings, rules: Regulations, words: Words) -> Iterator[Model]:
    """Yields the limits of strata and flights, in master points, and the least number of pairs of the lowest stratum;
    missing where the form needs them."""
    least = rules.scoring.ranking.least_lowest_stratum
    needed = "strata" in form_of(settings).parts_used(settings)
    for name, limits in (("strata", settings.division.strata), ("flights", settings.division.flights)):
        if limits or (name == "strata" and needed):
            text = words.list_text(_limit(limit, words) for limit in limits)
            if limits and name == "strata" and least:
                text = words("notice.limits-least", limits=text, least=least, name=limits[-1].name)
            yield _item(name, text, words)


def _limit(limit: PointLimit, words: Words) -> str:
    if limit.most is None:
        return words("notice.limit-open", name=limit.name)
    return words("notice.limit", name=limit.name, most=limit.most)


def _swiss(settings: Settings, words: Words) -> Iterator[Model]:
    """Yields the conditions of a Swiss; those that are not fixed are missing."""
    conditions = settings.conditions
    yield _item("swiss-rounds", _number_text(conditions.rounds), words)
    rematch = _choice_text("rematch", conditions.rematch, words)
    if conditions.rematch_number is not None:
        rematch = words("notice.with-number", text=rematch, number=conditions.rematch_number)
    yield _item("rematch", rematch, words)
    yield _item("rank-base", _choice_text("rank-base", conditions.rank_base, words), words)
    first_rounds = FirstRounds.of(conditions.openings)
    if first_rounds is not FirstRounds.BY_SEEDS:
        yield _item("first-rounds", _choice_text("first-rounds", first_rounds, words), words)
    yield _item("last-round", _choice_text("last-round", conditions.last_round, words), words)
    if conditions.missed is not MissedRounds.NOTHING:
        yield _item("missed", _choice_text("missed", conditions.missed, words), words)
    if has_standby(settings):
        yield _item("triangle", _choice_text("odd-pairs", conditions.odd_pairs, words), words)
    else:
        yield _item("triangle", _choice_text("triangle", conditions.triangle, words), words)
    if conditions.triangle not in (None, Triangle.NONE):
        yield _item("triangle-limit", _number_text(conditions.triangle_limit), words)


def _choice_text(name: str, value: StrEnum | None, words: Words) -> str:
    return "" if value is None else words.phrase(Problem(f"swiss.{name}.{value.value}"))


def _number_text(value: int | None) -> str:
    return "" if value is None else str(value)


def _movement_text(job: PrintJob, words: Words) -> str:
    settings = job.state.settings
    sections = job.state.session(job.session).sections.values()
    played = [(section.letter, section.movement) for section in sections if section.movement is not None]
    if not played:
        return words("notice.movement-open", minutes=settings.play.minutes)
    return words.list_text(
        words(
            f"notice.movement-text-{job.opponents.name}",
            family=words.sheet(movement),
            tables=room_needs(job, letter, movement).tables,
            rounds=movement.rounds,
            boards=movement.rounds * movement.boards_per_round,
        )
        for letter, movement in played
    )


def _averages_text(job: PrintJob, rules: Regulations, words: Words) -> str:
    if _has_matches(job.state.settings):
        return team_averages(job.state, rules, words)
    averages = rules.scoring.averages
    values = {"plus": plain_string(averages.plus), "average": plain_string(averages.average)}
    return words("notice.averages-text", **values, minus=plain_string(averages.minus))


def _ranking_text(settings: Settings, rules: Regulations, words: Words) -> str:
    if _has_matches(settings):
        return words(f"notice.team-ranking-{team_ranking(settings, rules)}")
    factored = rules.scoring.totals.factoring
    return words(f"notice.ranking-{rules.scoring.ranking.by}-{'factored' if factored is Factoring.UP else 'plain'}")


def _corrections_text(settings: Settings, rules: Regulations, words: Words) -> str:
    minutes = settings.scoring.correction_minutes
    if minutes is None:
        minutes = rules.corrections.minutes_for(settings.event_class)
    return words("notice.until-next-game") if minutes is None else words("notice.until-minutes", n=minutes)


def _item(name: str, text: str, words: Words) -> Model:
    line = one_line(text, LONGEST)
    return {"name": words(f"notice.{name}"), "text": line, "is_missing": not line}
