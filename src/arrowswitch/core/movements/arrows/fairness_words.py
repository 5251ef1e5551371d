"""The measures of fairness and the known facts about arrows as sentences for a director, worded in `fairness`.

`docs/manual/en/fairness.md` explains the measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.arrow_patterns import ArrowPattern, format_arrow
from arrowswitch.core.movements.arrows.report import ArrowReport, KnownArrow, arrow_report
from arrowswitch.core.movements.checking.fairness import Fairness, Span, fairness
from arrowswitch.core.movements.checking.left_right import SidesReport
from arrowswitch.core.movements.guide.cards import turning_stationary
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.phrases import Phrase


def fairness_phrases(movement: Movement) -> tuple[Phrase, ...]:
    """Returns the phrases about the fairness of `movement`: comparisons first, arrows last."""
    measures, report = fairness(movement), arrow_report(movement)
    phrases = [*_comparisons(measures, movement), *_play(measures, movement)]
    if measures.players is not None:
        phrases += _players(measures.players)
    if report is not None:
        phrases += arrow_phrases(report)
    return tuple(phrases)


def arrow_phrases(report: ArrowReport) -> tuple[Phrase, ...]:
    """Returns the phrases about the turned cards, a better pattern if there is one, and the printed sheet."""
    used, phrases = report.used, [_arrow_phrase(report.used.pattern)]
    if used.pattern.cards:
        phrases.append(_of_cards(report))
    else:
        phrases.append(_of_rounds(report))
        if report.cards is not None and report.cards.balance < used.balance:
            phrases.append(_better_cards(report.cards))
        elif report.cards is not None and report.cards.is_proven:
            phrases.append(Phrase("arrows.cards-proven"))
    if report.printed is not None and report.printed.pattern != used.pattern:
        arrow, balance = format_arrow(report.printed.pattern), str(report.printed.balance)
        phrases.append(Phrase.of("arrows.documents", rounds=arrow, balance=balance))
    return tuple(phrases)


def _comparisons(fairness: Fairness, movement: Movement) -> Iterator[Phrase]:
    if fairness.balance is not None:
        yield Phrase.of("fairness.balance", balance=str(fairness.balance))
    if movement.kind is not ContestantKind.TEAM:
        yield _span("fairness.same-way", fairness.same_way)
        if fairness.opposite_ways.most:
            yield _span("fairness.opposite-ways", fairness.opposite_ways)


def _play(fairness: Fairness, movement: Movement) -> Iterator[Phrase]:
    yield _span("fairness.meetings", fairness.meetings)
    yield _span("fairness.missed", fairness.opponents_missed)
    if movement.kind is not ContestantKind.TEAM:
        ns, ew = fairness.rounds_ns, fairness.rounds_ew
        yield Phrase.of("fairness.sides", least=ns.least, most=ns.most, ew_least=ew.least, ew_most=ew.most)
    if fairness.sit_outs.most:
        yield _span("fairness.sit-outs", fairness.sit_outs)
    if fairness.plays.least != fairness.plays.most:
        yield _span("fairness.plays", fairness.plays)
    if fairness.stationary:
        yield Phrase.of("fairness.stationary", numbers=", ".join(fairness.stationary))
    else:
        yield Phrase("fairness.nobody-stationary")
    turning: dict[tuple[RoundNumber, ...], list[Number]] = {}
    for number, rounds in turning_stationary(movement).items():
        turning.setdefault(rounds, []).append(number)
    for rounds, numbers in turning.items():
        yield Phrase.of("fairness.turning", numbers=", ".join(numbers), rounds=", ".join(map(str, rounds)))


def _players(report: SidesReport) -> Iterator[Phrase]:
    yield Phrase.of("fairness.partners", counts=_format_counts(report.partners))
    yield Phrase.of("fairness.opponents", counts=_format_counts(report.opponents))
    again = sum(twos for times, twos in report.opponents.items() if times > 1)
    yield Phrase.of("fairness.one-side", n=len(report.one_side), all=again)


def _arrow_phrase(pattern: ArrowPattern) -> Phrase:
    arrow = format_arrow(pattern)
    if pattern.cards:
        return Phrase.of("arrows.cards", cards=arrow)
    return Phrase.of("arrows.rounds", rounds=arrow) if pattern.rounds else Phrase("arrows.none")


def _of_rounds(report: ArrowReport) -> Phrase:
    best = report.rounds
    if best.balance < report.used.balance:
        if not best.pattern.rounds:
            return Phrase.of("arrows.best-rounds-none", balance=str(best.balance))
        return Phrase.of("arrows.best-rounds", rounds=format_arrow(best.pattern), balance=str(best.balance))
    if best.is_proven:
        return Phrase("arrows.proven")
    return Phrase("arrows.best-known") if best.bound is None else Phrase.of("arrows.bound", bound=str(best.bound))


def _of_cards(report: ArrowReport) -> Phrase:
    best = min((known for known in (report.cards, report.rounds) if known is not None), key=lambda one: one.balance)
    if best.balance < report.used.balance:
        return _better_cards(best) if best.pattern.cards else _of_rounds(report)
    if report.used.is_proven:
        return Phrase("arrows.cards-proven")
    bound = report.used.bound
    return Phrase("arrows.best-known") if bound is None else Phrase.of("arrows.bound", bound=str(bound))


def _better_cards(cards: KnownArrow) -> Phrase:
    return Phrase.of("arrows.best-cards", balance=str(cards.balance), bound=str(cards.bound))


def _span(code: str, span: Span) -> Phrase:
    return Phrase.of(code, least=span.least, most=span.most)


def _format_counts(counts: Mapping[int, int]) -> str:
    """Returns `times: twos` for each number of times.

    >>> _format_counts({0: 4, 2: 28})
    '0: 4, 2: 28'
    """
    return ", ".join(f"{times}: {twos}" for times, twos in counts.items())
