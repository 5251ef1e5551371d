"""The changes between two reports of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.core.game.seats import Side
from arrowswitch.core.reporting.report import Report, ReportChange, ReportedContestant, ReportedResult
from arrowswitch.core.scoring.amounts import decimal_string, written_rank

_EVENT = ("name", "date", "venue", "grade", "form", "kind", "method", "director", "game_class", "sessions")
_Facts = Mapping[str, str]
_Key = tuple[int, str, int, int, int]


def changes_between(before: Report, after: Report) -> tuple[ReportChange, ...]:
    """Returns every difference: of the event, of each contestant (rank, total, players, masterpoints), of results."""
    return tuple(_changes(before, after))


def _changes(before: Report, after: Report) -> Iterator[ReportChange]:
    for name in _EVENT:
        old, new = (_text(getattr(report.event, name)) for report in (before, after))
        if old != new:
            yield ReportChange(name.replace("_", "-"), before=old, after=new)
    olds, news = _facts(before), _facts(after)
    for who in {**olds, **news}:
        if who not in news or who not in olds:
            change = "left" if who in olds else "added"
            contestant = olds.get(who) or news[who]
            was, now = (contestant["players"] if who in all_of else "" for all_of in (olds, news))
            yield ReportChange(change, who, before=was, after=now)
            continue
        for what in olds[who]:
            if olds[who][what] != news[who][what]:
                yield ReportChange(what, who, before=olds[who][what], after=news[who][what])
    yield from _results(before, after)


def _facts(report: Report) -> dict[str, _Facts]:
    return {_who(one): _contestant_facts(one) for one in report.contestants}


def _who(contestant: ReportedContestant) -> str:
    """Returns the label of a contestant: the number, with its section and side if there are any."""
    side = "" if contestant.side is None or contestant.number.startswith(tuple(Side)) else f"{contestant.side.value} "
    return f"{side}{contestant.section}{contestant.number}"


def _contestant_facts(contestant: ReportedContestant) -> _Facts:
    points = (player.points for player in contestant.players)
    return {
        "rank": written_rank(contestant.rank, is_tied=contestant.is_tied) if contestant.rank else "",
        "total": decimal_string(contestant.total),
        "percent": "" if contestant.percent is None else decimal_string(contestant.percent),
        "players": ", ".join(f"{player.name} {player.number}".strip() for player in contestant.players),
        "points": ", ".join("" if contestant is None else decimal_string(contestant) for contestant in points).strip(
            ", "
        ),
    }


def _results(before: Report, after: Report) -> Iterator[ReportChange]:
    olds, news = ({_key(one): one for one in report.results} for report in (before, after))
    for key in sorted({*olds, *news}):
        old, new = _result_text(olds.get(key)), _result_text(news.get(key))
        if old != new:
            session, section, _, table, board = key
            yield ReportChange("result", f"{session} {section}{table} #{board}", before=old, after=new)


def _key(result: ReportedResult) -> _Key:
    return result.session, result.section, result.round, result.table, result.board


def _result_text(result: ReportedResult | None) -> str:
    return "" if result is None else f"{'+'.join(result.ns)} - {'+'.join(result.ew)}: {result.text}"


def _text(value: object) -> str:
    return "" if value is None else str(value)
