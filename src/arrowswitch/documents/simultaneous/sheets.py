"""The sheets of a simultaneous event (manual, line 4206): the ranking over all clubs, and the commentary sheet.

The commentary has each deal with how often each score was made over the whole field, what it brought North-South, and
what the organiser wrote. Scores that were made with other cards are none of the field's and are left out.
"""

from __future__ import annotations

from datetime import date, datetime

from arrowswitch.core.errors import NotFound
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.frame import Document, Frame, Model, frame_of_file
from arrowswitch.documents.job import Letterhead
from arrowswitch.documents.typesetting import typeset
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import Locale, format_date, translate
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deal
from arrowswitch.tournament.simultaneous.rows import FieldRow, ScoreCount
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous, how_field_awarded


def field_ranking_sheet(
    scored: ScoredSimultaneous, locale: Locale, printed_at: datetime, letterhead: Letterhead
) -> bytes:
    """Returns the ranking of the whole field as a PDF."""
    labels = {name: translate(f"simultaneous.sheet.{name}", {}, locale) for name in ("names", "club", "boards")}
    labels |= {name: translate(f"desk.simultaneous.{name}", {}, locale) for name in ("rank", "total")}
    counts = {"clubs": len(scored.sent), "pairs": len(scored.rows), "results": scored.results}
    notes = [translate("simultaneous.sheet.of", {**counts}, locale)]
    if scored.is_provisional:
        notes.append(translate("simultaneous.sheet.provisional", {"n": scored.awaited}, locale))
    words = Words(locale, printed_at.tzinfo)
    notes += [words.phrase(one) for one in how_field_awarded(scored)]
    labels["points"] = translate("desk.ranking.col-mp", {}, locale)
    has_points = scored.has_points
    lines = tuple(_row(row, words) for row in scored.rows)
    sheet: Model = {"lines": lines, "has_points": has_points, "notes": tuple(notes)}
    head = _frame(scored, "ranking", locale, printed_at, letterhead)
    return typeset("field_ranking", Document(head, labels, sheet), printed_at)


def commentary_sheet(scored: ScoredSimultaneous, locale: Locale, printed_at: datetime, letterhead: Letterhead) -> bytes:
    """Returns the commentary as a PDF; raises NotFound (`simultaneous.no-deals`)."""
    if scored.of.deals is None:
        raise NotFound.of("simultaneous.no-deals")
    deals, counts = scored.of.deals.deal_set, dict(scored.counts())
    boards = tuple(
        _board(shown_deal(board, deals.deals[board]), counts.get(board, ()), scored.of.comments.get(board, ""), locale)
        for board in deals.boards
    )
    labels = {
        "score": translate("desk.simultaneous.ns-score", {}, locale),
        "often": translate("simultaneous.sheet.often", {}, locale),
        "ns": translate("desk.simultaneous.ns", {}, locale),
    }
    head = _frame(scored, "commentary", locale, printed_at, letterhead)
    return typeset("field_commentary", Document(head, labels, {"boards": boards}), printed_at)


def _frame(
    scored: ScoredSimultaneous, title: str, locale: Locale, printed_at: datetime, letterhead: Letterhead
) -> Frame:
    words, of = Words(locale, printed_at.tzinfo), scored.of
    days = " – ".join(format_date(date.fromisoformat(day), locale) for day in (of.date, of.last_date) if day)
    return frame_of_file(
        translate(f"simultaneous.sheet.{title}", {}, locale), f"{of.name}　{days}", words, printed_at, letterhead
    )


def _row(row: FieldRow, words: Words) -> Model:
    standing = row.standing
    return {
        "rank": standing.written_rank,
        "names": f"{standing.number} {words.partners(row.pair.people)}",
        "club": one_line(row.club.name),
        "boards": str(standing.boards),
        "total": decimal_string(standing.total),
        "percent": "–" if standing.percent is None else decimal_string(standing.percent),
        "points": decimal_string(row.master_points) if row.master_points else "",
    }


def _board(deal: ShownDeal, counts: tuple[ScoreCount, ...], comment: str, locale: Locale) -> Model:
    return {
        "board": str(deal.board),
        "dealer": translate("desk.hands.dealer", {"seat": deal.dealer.value}, locale),
        "vulnerability": translate(f"desk.vul.{deal.vulnerability.value}", {}, locale),
        "hands": {
            seat: tuple({"suit": suit, "ranks": ranks or "–"} for suit, ranks in hand.suits)
            for seat, hand in deal.hands.items()
        },
        "counts": tuple(
            (str(one.score), str(one.n), "–" if one.ns is None else decimal_string(one.ns))
            for one in counts
            if not one.is_other_cards
        ),
        "comment": tuple(_printable(line) for line in comment.splitlines() if line.strip()),
    }


def _printable(line: str) -> str:
    """Returns a line of a text of any length without signs that print nothing."""
    return "".join(sign for sign in line.strip() if sign.isprintable())
