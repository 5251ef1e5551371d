"""What changed between two reports of an event."""

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
            one = "left" if who in olds else "added"
            known = olds.get(who) or news[who]
            was, now = (known["players"] if who in all_of else "" for all_of in (olds, news))
            yield ReportChange(one, who, before=was, after=now)
            continue
        for what in olds[who]:
            if olds[who][what] != news[who][what]:
                yield ReportChange(what, who, before=olds[who][what], after=news[who][what])
    yield from _results(before, after)


def _facts(report: Report) -> dict[str, _Facts]:
    return {_who(one): _told(one) for one in report.contestants}


def _who(one: ReportedContestant) -> str:
    """Returns what a contestant is called: the number, with the section and the side where there are such."""
    side = "" if one.side is None or one.number.startswith(tuple(Side)) else f"{one.side.value} "
    return f"{side}{one.section}{one.number}"


def _told(one: ReportedContestant) -> _Facts:
    points = (player.points for player in one.players)
    return {
        "rank": written_rank(one.rank, is_tied=one.is_tied) if one.rank else "",
        "total": decimal_string(one.total),
        "percent": "" if one.percent is None else decimal_string(one.percent),
        "players": ", ".join(f"{player.name} {player.number}".strip() for player in one.players),
        "points": ", ".join("" if one is None else decimal_string(one) for one in points).strip(", "),
    }


def _results(before: Report, after: Report) -> Iterator[ReportChange]:
    olds, news = ({_key(one): one for one in report.results} for report in (before, after))
    for key in sorted({*olds, *news}):
        old, new = _said(olds.get(key)), _said(news.get(key))
        if old != new:
            session, section, _, table, board = key
            yield ReportChange("result", f"{session} {section}{table} #{board}", before=old, after=new)


def _key(one: ReportedResult) -> _Key:
    return one.session, one.section, one.round, one.table, one.board


def _said(one: ReportedResult | None) -> str:
    return "" if one is None else f"{'+'.join(one.ns)} - {'+'.join(one.ew)}: {one.text}"


def _text(value: object) -> str:
    return "" if value is None else str(value)
