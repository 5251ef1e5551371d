"""The prizes as they are read out: from the lowest place to the winner, large enough for a microphone in a dark room.

Manual, line 1197 (who is placed); the table is the organiser's. Where the federation's office gives the masterpoints
(line 3919) the foot says so.
"""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.entries.names import team_name, team_players
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, VERSION, PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import at_version
from arrowswitch.documents.words import Words, one_line
from arrowswitch.i18n import language_of, translate
from arrowswitch.tournament.prizes.awarded import PrizeGroup, PrizeLine, PrizesView, prizes


def prizes_of_job(job: PrintJob) -> tuple[PrintJob, PrizesView]:
    """Returns the job with the state that is shown, and its prizes; raises Refused (`prizes.no-results`) before the
    first result."""
    at = at_version(job)
    view = prizes(at.state, job.consolation)
    if not view.groups:
        raise Refused.of("prizes.no-results")
    return at, view


INFO = SheetInfo(
    "prize-list",
    (SIZE, VERSION),
    is_of_event=True,
    needs=prizes_of_job,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the list; raises Refused as `prizes_of_job`."""
    at, view = prizes_of_job(job)
    flags = {"provisional": view.is_provisional, "office": view.has_office_points}
    name = one_line(view.beside)
    beside = (translate("prizes.with-consolation", {"name": name}, words.locale),) if name else ()
    notes = (*beside, *(words(f"prize-list.{name}") for name, is_so in flags.items() if is_so))
    sheet: Model = {"groups": prize_groups(view, words), "notes": notes}
    return Document(frame(INFO, at, words), {}, sheet)


def prize_groups(view: PrizesView, words: Words) -> tuple[Model, ...]:
    """Returns the groups as they are read out, in words."""
    return tuple(
        {"title": _title(group, words), "lines": tuple(_line(line, group, words) for line in group.lines)}
        for group in view.aloud
    )


def _title(group: PrizeGroup, words: Words) -> str:
    session = "" if group.session is None else translate("prizes.session", {"n": group.session}, words.locale)
    name = translate(f"prizes.title.{group.rule.of.value}", {"name": group.name}, words.locale)
    return "　".join(
        part for part in (group.event, session, name, "" if group.side is None else words.side(group.side)) if part
    )


def _line(line: PrizeLine, group: PrizeGroup, words: Words) -> Model:
    prize, standing = line.prize, line.standing
    code, params = ("places", {"first": prize.place, "last": prize.last})
    if not line.is_shared:
        code, params = ("place", {"place": prize.place})
    people = () if line.entry is None else line.entry.people
    language = language_of(words.locale)
    readings = [one_line(person.kana) for person in people if person.kana and language.person(person) == person.name]
    result = decimal_string(standing.total)
    if group.by_percent and standing.percent is not None:
        result = f"{decimal_string(standing.percent)} %"
    return {
        "place": translate(f"prizes.{code}", params, words.locale),
        "names": team_name(line.entry, words),
        "players": team_players(line.entry, words),
        "reading": language.between_partners.join(readings),
        "number": line.number,
        "result": result,
        "rank": translate("prizes.rank", {"rank": prize.rank}, words.locale) if line.by_rank else "",
        "things": words.list_text(one_line(thing) for thing in prize.prizes),
    }
