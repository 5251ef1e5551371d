"""The pages of the boards of a result package: the index of a session's boards, each board with its hand, its analysis
and the results of the field, and all hands of a session on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import side_text
from arrowswitch.core.game.boards import BoardNumber, dealer, vulnerability
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.documents.deals.hand_records import deal_model
from arrowswitch.documents.frame import Model
from arrowswitch.documents.publication import plots
from arrowswitch.documents.publication.comparison import field_average
from arrowswitch.documents.publication.material import Link, Material, Page, Part, neighbours, session_title
from arrowswitch.documents.publication.replay import replay_address
from arrowswitch.documents.publication.won import signed_text, worth_text
from arrowswitch.documents.results import travellers
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import shown_deals
from arrowswitch.tournament.model.views import CellView, TravellerView
from arrowswitch.tournament.records.shown import ShownRecord, records_of


@dataclass(frozen=True, slots=True)
class _Session:
    """A session whose boards are shown: its travellers, and the hands that are public."""

    made: Material
    number: SessionNumber
    views: tuple[TravellerView, ...]
    deals: Mapping[str, Model]
    words: Words

    @property
    def links(self) -> list[Link]:
        """Returns the address and the title of each board's page, in the order of the travellers."""
        return [Link(board_page(self.number, view.board), self.title_of(view)) for view in self.views]

    def title_of(self, view: TravellerView) -> str:
        """Returns the title of a board."""
        return self.words("package.board", board=view.board)

    def page_title(self, title: str) -> str:
        """Returns the title with the session, if there are several."""
        return session_title(self.made, title, self.number, self.words)


def board_page(session: SessionNumber, board: BoardNumber | str) -> str:
    """Returns the name of a board's page."""
    return f"board-{session}-{board}"


def board_pages(made: Material, words: Words) -> Iterator[Page]:
    """Yields the index of the boards of each session, and each board as the field played it."""
    for number in made.sessions:
        if made.travellers[number]:
            session = _Session(
                made=made,
                number=number,
                views=made.travellers[number],
                deals=deals_of(made, number, words),
                words=words,
            )
            yield _index(session)
            links = session.links
            for at, view in enumerate(session.views):
                before, after = neighbours(links, at)
                yield Page(
                    name=links[at].page,
                    title=session.page_title(links[at].text),
                    tab="boards",
                    parts=tuple(_board_parts(session, view)),
                    before=before,
                    after=after,
                    is_listed=False,
                )


def hand_pages(made: Material, words: Words) -> Iterator[Page]:
    """Yields the hands of each session on one page, as they are printed."""
    for session in made.hands:
        deals = tuple(deals_of(made, session, words).values())
        title = session_title(made, words("hand-records.title"), session, words)
        part = Part(kind="hands", sheet={"deals": deals}, labels=hand_labels(words), session=session)
        yield Page(name=f"hands-{session}", title=title, tab="boards", parts=(part,), is_wide=True)


def deals_of(made: Material, session: SessionNumber, words: Words) -> dict[str, Model]:
    """Returns the public hands of a session by board, with their analysis and the address for playing them again."""
    if session not in made.hands:
        return {}
    deals = made.state.deals.placed[session].deal_set.deals
    return {
        str(deal.board): {**deal_model(deal, (), words), "replay": replay_address(deal.board, deals[deal.board])}
        for deal in shown_deals(made.state, session)
    }


def hand_labels(words: Words) -> dict[str, str]:
    """Returns the texts next to a hand."""
    labels = words.labels("hand-records", "par", "lead")
    return {
        **labels,
        "makes": translate("desk.deals.makes", {}, words.locale),
        "replay": words("package.replay"),
    }


def _index(session: _Session) -> Page:
    words = session.words
    analyses = session.made.analyses(session.number)
    rows = []
    for view, link in zip(session.views, session.links, strict=True):
        average, analysis = field_average(view), analyses.get(view.board)
        rows.append(
            {
                "page": link.page,
                "board": str(view.board),
                "dealer": dealer(view.board).value,
                "vulnerable": words(f"private.vul-{vulnerability(view.board).value}"),
                "par": "" if analysis is None else signed_text(str(analysis.par.score)),
                "average": "" if average is None else signed_text(str(average)),
                "results": str(sum(cell.entry is not None for cell in view.cells)),
            }
        )
    sheet: Model = {"rows": tuple(rows), "has_par": bool(analyses), "session": session.number}
    labels = words.labels("package", "board-column", "dealer", "average", "par", "results-column", "own-result")
    labels["vul"] = words("private.vul")
    if not session.made.privates:
        labels["own-result"] = ""
    part = Part(kind="boards", sheet=sheet, labels=labels, session=session.number)
    title = session.page_title(words("package.boards"))
    return Page(name=f"boards-{session.number}", title=title, tab="boards", parts=(part,))


def _board_parts(session: _Session, view: TravellerView) -> Iterator[Part]:
    words, made = session.words, session.made
    job = made.of_session(session.number)
    hand = session.deals.get(str(view.board))
    if hand is not None:
        yield Part(kind="hands", sheet={"deals": (hand,)}, labels=hand_labels(words), session=session.number)
    labels = words.labels("traveller", "ns", "ew", "contract", "to-come")
    labels |= words.labels("package", "points", "score", "lead-card", "percent", "average", "par", "own-result")
    field = _field(session, view)
    sheet = field if hand is None else {**field, "facts": ""}  # dealer and vulnerability are in the diagram
    yield Part(kind="traveller", sheet=sheet, labels=labels, session=session.number)
    often = plots.how_often(view, job)
    if often is not None:
        yield Part(kind="often", sheet=often, labels=plots.plot_labels(words), session=session.number)
    if records := tuple(_records(made, view, words)):
        names = {name: translate(f"desk.records.{name}", {}, words.locale) for name in ("auction", "play")}
        yield Part(kind="records", sheet={"records": records}, labels=names, session=session.number)


def _field(session: _Session, view: TravellerView) -> Model:
    """Returns the results of a board with what each was worth to both sides, the best for North-South first."""
    made, words = session.made, session.words
    job = made.of_session(session.number)
    sheet = travellers.filled_traveller(job, view, words)
    lines = sheet["lines"]
    models = lines if isinstance(lines, Sequence) and not isinstance(lines, str) else ()
    leads = {cell.slot: _first_lead(record) for cell, record in records_of(made.state, view)}
    analysis, average = made.analyses(session.number).get(view.board), field_average(view)
    worths = [
        (worth_text(cell.ns_points, job, words), worth_text(cell.ew_points, job, words), leads.get(cell.slot, ""))
        for cell in view.cells
    ]
    return {
        **sheet,
        "has_sections": len(made.state.session(session.number).sections) > 1,
        "has_leads": any(leads.values()),
        "has_percent": any(text.endswith("%") for ns, ew, _ in worths for text in (ns, ew)),
        "par": "" if analysis is None else signed_text(str(analysis.par.score)),
        "average": "" if average is None else signed_text(str(average)),
        "lines": tuple(
            {**line, "ns_worth": ns, "ew_worth": ew, "lead": lead, "who": _pages_at(session, cell)}
            for line, cell, (ns, ew, lead) in zip(models, view.cells, worths, strict=True)
            if isinstance(line, Mapping)
        ),
    }


def _pages_at(session: _Session, cell: CellView) -> str:
    """Returns the pages of both sides of a table, with a space between them."""
    people = session.made.people
    pages = {people.page(session.number, cell.slot.section, one) for one in (*cell.ns.numbers, *cell.ew.numbers)}
    return " ".join(sorted(pages - {""}))


def _first_lead(record: ShownRecord) -> str:
    """Returns the opening lead of a stored play; empty if it is not known."""
    first = record.tricks[0] if record.tricks else None
    card = "" if first is None or first.leader is None else first.cards[first.leader]
    return "" if card == "–" else card


def _records(made: Material, view: TravellerView, words: Words) -> Iterator[Model]:
    """Yields the auctions and plays of a board that are known, without the cards of sealed deals."""
    for cell, record in records_of(made.state, view):
        where = {"ns": side_text(cell.ns.numbers), "ew": side_text(cell.ew.numbers)}
        yield {
            "title": translate("desk.records.of", where, words.locale),
            "rows": tuple(tuple({"text": call.text, "mark": call.mark} for call in row) for row in record.rows),
            "notes": record.notes,
            "tricks": tuple(
                {
                    "leader": "" if trick.leader is None else trick.leader.value,
                    "cards": {seat.value: card for seat, card in trick.cards.items()},
                }
                for trick in record.tricks
            ),
        }
