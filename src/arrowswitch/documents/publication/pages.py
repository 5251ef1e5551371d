"""The pages of a result package: which there are, and what each shows.

A page shows the page models of the sheets, as paper does. Boards that are still to be played at any table, and hands
that the director has not released, are left out (R-388, R-406).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from arrowswitch.core.contestants import side_text
from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.documents.deals import hand_records
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Model, Value
from arrowswitch.documents.job import VERSION, PrintJob
from arrowswitch.documents.knockout import bracket_sheet
from arrowswitch.documents.league import event_sheet
from arrowswitch.documents.matches import cross_table, team_result
from arrowswitch.documents.prizes import prize_list
from arrowswitch.documents.publication import plots
from arrowswitch.documents.publication.people import CardOwner, People, newest_session, people_of
from arrowswitch.documents.publication.versions import VersionChanges, version_changes
from arrowswitch.documents.ranking import private_scores, ranking, recap, total
from arrowswitch.documents.ranking.ranked import at_version
from arrowswitch.documents.results import travellers
from arrowswitch.documents.words import Words
from arrowswitch.i18n import translate
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.team_view import TeamView, team_view
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import PrivateView, TravellerView
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.publication.public_boards import is_public, public_boards
from arrowswitch.tournament.ranking.rankings import privates
from arrowswitch.tournament.ranking.rankings import travellers as travellers_of
from arrowswitch.tournament.records.shown import records_of

UNTOLD = "–"
"""The replacement of a reason that the director typed: reasons stay on the desk."""


@dataclass(frozen=True, slots=True)
class Part:
    """A block of a page: which template shows it, its page model with its labels, and the session that it is of."""

    kind: str
    sheet: Value
    labels: Mapping[str, str]
    session: SessionNumber = 1
    title: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A page that is led to, and what the link is called."""

    page: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the name of its file, its title, the tab that it belongs to, its parts, its neighbours, and whether the
    first page lists it (the others are led to by those)."""

    name: str
    title: str
    tab: str
    parts: tuple[Part, ...]
    before: Link | None = None
    after: Link | None = None
    is_wide: bool = False
    is_listed: bool = True


@dataclass(frozen=True, slots=True)
class Material:
    """The data of all languages of a package: the job as the version shows it, everybody, and the views."""

    job: PrintJob
    people: People
    privates: Mapping[tuple[SessionNumber, str, str], PrivateView] = field(default_factory=dict)
    travellers: Mapping[SessionNumber, tuple[TravellerView, ...]] = field(default_factory=dict)
    teams: Mapping[str, TeamView] = field(default_factory=dict)

    @property
    def state(self) -> EventState:
        return self.job.state

    @property
    def sessions(self) -> tuple[SessionNumber, ...]:
        """Returns the sessions that have results."""
        return tuple(number for number in sorted(self.state.sessions) if self.state.is_scored_in(number))

    @property
    def hands(self) -> tuple[SessionNumber, ...]:
        """Returns the sessions whose hands are in the package."""
        return tuple(number for number in sorted(self.state.deals.placed) if number in self.state.deals.released)

    def of_session(self, session: SessionNumber) -> PrintJob:
        """Returns the job for a session."""
        return replace(self.job, session=session)


def told_in_public(published: EventState, now: EventState) -> EventState:
    """Returns the event without the director's own data: typed reasons and notes, and the hands that are sealed now.
    Hands that were released since the version was published are included, with their analysis, and the auctions and
    plays stored meanwhile, if the result is still the published one."""
    released = {number: deals for number, deals in now.deals.placed.items() if number in now.deals.released}
    sealed = now.deals.placed.keys() - released.keys()
    return replace(
        published,
        rulings=replace(
            published.rulings,
            notes={slot: replace(note, text="") for slot, note in published.rulings.notes.items()},
            penalties=tuple(replace(given, reason=UNTOLD) for given in published.rulings.penalties),
            put_off={slot: replace(one, reason="") for slot, one in published.rulings.put_off.items()},
        ),
        matches=replace(
            published.matches, decisions=tuple(replace(one, reason="") for one in published.matches.decisions)
        ),
        results={slot: replace(one, forced=UNTOLD) if one.forced else one for slot, one in published.results.items()},
        deals=replace(
            published.deals,
            placed=released,
            released=frozenset(released),
            analyses={number: found for number, found in now.deals.analyses.items() if number in released},
            records={
                slot: record
                for slot, record in now.deals.records.items()
                if slot.session not in sealed and _result_at(published, slot) == _result_at(now, slot) is not None
            },
        ),
    )


def _result_at(state: EventState, slot: Slot) -> TableResult | None:
    entry = state.results.get(slot)
    return None if entry is None else entry.result


def material(job: PrintJob) -> Material:
    """Returns the data of the pages, without boards that are still to be played at any table."""
    state = job.state
    made = Material(job, people_of(state))
    if form_of(state.settings).contestant_page(state) == "teams":
        teams = {one.page: _told_matches(state, one) for one in made.people.contestants}
        made = replace(made, teams=teams)
    else:
        views: dict[tuple[SessionNumber, str, str], PrivateView] = {
            (session, view.section, view.number): _told_lines(state, session, view)
            for session in made.sessions
            for view in privates(state, session)
        }
        made = replace(made, privates=views)
    public_travellers = {}
    for session in made.sessions:
        public = public_boards(state, session)
        public_travellers[session] = tuple(view for view in travellers_of(state, session) if view.board in public)
    return replace(made, travellers=public_travellers)


def _told_lines(state: EventState, session: SessionNumber, view: PrivateView) -> PrivateView:
    public = public_boards(state, session)
    return replace(view, lines=tuple(line for line in view.lines if line.cell.slot.board in public))


def _told_matches(state: EventState, owner: CardOwner) -> TeamView:
    place, number = owner.places[0]
    view = team_view(state, place, number)
    public_matches = tuple(
        match
        for match in view.matches
        if not match.is_open and is_public(state, (cell.slot for row in match.boards for cell in row.board.cells))
    )
    return replace(view, matches=public_matches)


def pages(made: Material, words: Words) -> tuple[Page, ...]:
    """Returns every page but the first one, in the order of the contents."""
    kinds = (_rankings, _matches, _prizes, _people, _meetings, _boards, _hands, _recaps, _versions)
    return tuple(page for kind in kinds for page in kind(made, words))


def _session_title(made: Material, title: str, session: SessionNumber, words: Words) -> str:
    return title if len(made.state.sessions) == 1 else words("package.of-session", title=title, n=session)


def _rankings(made: Material, words: Words) -> Iterator[Page]:
    """Yields the total, and the ranking of each session."""
    try:
        total_document = total.document(made.job, words) if total.INFO.is_for(made.state) else None
    except Mistake:
        total_document = None
    if total_document is not None:
        session = max(made.sessions)
        part = Part(kind="total", sheet=total_document.sheet, labels=total_document.labels, session=session)
        yield Page(name="total", title=words("total.title"), tab="ranking", parts=(part,))
    sessions = made.sessions[-1:] if form_of(made.state.settings).ranks_matches(made.state) else made.sessions
    for session in reversed(sessions):
        document = ranking.document(made.of_session(session), words)
        title = _session_title(made, words("ranking.title"), session, words)
        part = Part(kind="ranking", sheet=document.sheet, labels=document.labels, session=session)
        yield Page(name=f"ranking-{session}", title=title, tab="ranking", parts=(part,))


def _matches(made: Material, words: Words) -> Iterator[Page]:
    """Yields the cross table, the bracket and the season, of events that have them."""
    job = made.of_session(newest_session(made.state))
    for name, module in (("bracket", bracket_sheet), ("league", event_sheet), ("matches", cross_table)):
        if not module.INFO.is_for(made.state):
            continue
        try:
            document = module.document(job, words)
        except Mistake:
            continue
        part = Part(kind=name, sheet=document.sheet, labels=document.labels, session=job.session)
        yield Page(name=name, title=document.frame.title, tab="matches", parts=(part,), is_wide=True)


def _prizes(made: Material, words: Words) -> Iterator[Page]:
    newest = made.state.publication.versions[-1] if made.state.publication.versions else None
    if (
        newest is None
        or newest.is_interim
        or made.state.publication.prizes is None
        or prizes(made.state).is_provisional
    ):
        return
    try:
        document = prize_list.document(made.job, words)
    except Mistake:
        return
    part = Part(kind="prizes", sheet=document.sheet, labels=document.labels)
    yield Page(name="prizes", title=document.frame.title, tab="prizes", parts=(part,))


def _people(made: Material, words: Words) -> Iterator[Page]:
    """Yields the page of everybody, each leading to the one before and behind it."""
    contestants = made.people.contestants
    titles = [contestant_title(made, owner, words) for owner in contestants]
    links = [Link(owner.page, title) for owner, title in zip(contestants, titles, strict=True)]
    for at, (owner, title) in enumerate(zip(contestants, titles, strict=True)):
        parts = tuple(_own(made, owner, words))
        before, after = _beside(links, at)
        yield Page(name=owner.page, title=title, tab="people", parts=parts, before=before, after=after, is_listed=False)


def contestant_title(made: Material, owner: CardOwner, words: Words) -> str:
    """Returns the title of a contestant's page: the first number, with its section if there are several, and the names
    or the team's own name."""
    place, number = owner.places[0]
    letter = place.section if len(made.state.session(place.session).sections) > 1 else ""
    return f"{letter}{number}　{team_name(owner.entry, words)}".strip("　 ")


def _own(made: Material, owner: CardOwner, words: Words) -> Iterator[Part]:
    team = made.teams.get(owner.page)
    if team is not None:
        labels = words.labels("team-result", "total", "opponent", "score", "brings", "sum", "board", "ns", "ew")
        labels["points"] = words("team-score.points")
        sheet = team_result.team_result(made.state, team, words)
        model: Model = {**sheet, "has_ew": "closed" in made.job.opponents.rooms, "section": team.section}
        yield Part(kind="team", sheet=model, labels=labels, session=owner.places[0][0].session)
        return
    labels = words.labels("private", "round", "board", "vul", "vs", "contract", "total", "rank", "penalty")
    labels |= {"points": words("package.points"), "score": words("package.score")}
    for place, number in owner.places:
        view = made.privates.get((place.session, place.section, number))
        if view is not None:
            title = words("package.session", n=place.session) if len(made.state.sessions) > 1 else ""
            job = made.of_session(place.session)
            sheet = private_scores.score_sheet(job, view, words)
            yield Part(kind="card", sheet=sheet, labels=labels, session=place.session, title=title)
            drawn = plots.evening(view, job, words)
            if drawn is not None:
                yield Part(kind="evening", sheet=drawn, labels=_plot_labels(words), session=place.session)


def _plot_labels(words: Words) -> dict[str, str]:
    return words.labels("package", "evening", "evening-bar", "evening-line", "often", "tables", "score", "points")


def _meetings(made: Material, words: Words) -> Iterator[Page]:
    """Yields the meetings of each session; for matches, the cross table lists them."""
    if made.teams:
        return
    for session in made.sessions:
        views = [view for (number, _, _), view in made.privates.items() if number == session]
        tables = plots.meetings(views, made.of_session(session), words)
        if tables:
            title = _session_title(made, words("package.meetings"), session, words)
            has_sections = len(made.state.session(session).sections) > 1
            labels = words.labels("package", "meetings-how", "meetings")
            sheet: Model = {"tables": tables, "has_sections": has_sections}
            part = Part(kind="meetings", sheet=sheet, labels=labels, session=session)
            yield Page(name=f"meetings-{session}", title=title, tab="meetings", parts=(part,), is_wide=True)


def _boards(made: Material, words: Words) -> Iterator[Page]:
    """Yields the list of the boards of each session, and each board as everybody played it, with its hand."""
    labels = words.labels("traveller", "ns", "ew", "contract", "to-come")
    labels |= {"points": words("package.points"), "score": words("package.score")}
    for session in made.sessions:
        views = made.travellers[session]
        if not views:
            continue
        job, deals = made.of_session(session), _deals(made, session, words)
        has_sections = len(made.state.session(session).sections) > 1
        links = [Link(f"board-{session}-{view.board}", words("package.board", board=view.board)) for view in views]
        listed = tuple({"page": link.page, "board": str(view.board)} for link, view in zip(links, views, strict=True))
        title = _session_title(made, words("package.boards"), session, words)
        overview = Part(kind="boards", sheet={"boards": listed}, labels=labels, session=session)
        yield Page(name=f"boards-{session}", title=title, tab="boards", parts=(overview,))
        of_hands = _hand_labels(words)
        for at, (view, link) in enumerate(zip(views, links, strict=True)):
            sheet = travellers.filled_traveller(job, view, words)
            hand = deals.get(str(view.board))
            played: Model = {**sheet, "has_sections": has_sections}
            parts = [Part(kind="traveller", sheet=played, labels=labels, session=session)]
            often = plots.how_often(view, job)
            if often is not None:
                parts.append(Part(kind="often", sheet=often, labels=_plot_labels(words), session=session))
            if hand is not None:
                parts.insert(0, Part(kind="hands", sheet={"deals": (hand,)}, labels=of_hands, session=session))
            if records := tuple(_records(made, view, words)):
                names = {name: translate(f"desk.records.{name}", {}, words.locale) for name in ("auction", "play")}
                parts.append(Part(kind="records", sheet={"records": records}, labels=names, session=session))
            before, after = _beside(links, at)
            title = _session_title(made, link.text, session, words)
            yield Page(
                name=link.page,
                title=title,
                tab="boards",
                parts=tuple(parts),
                before=before,
                after=after,
                is_listed=False,
            )


def _deals(made: Material, session: SessionNumber, words: Words) -> dict[str, Model]:
    """Returns the hands of a session by board, as on hand records, with their analysis."""
    if session not in made.hands:
        return {}
    sheet = hand_records.document(made.of_session(session), words).sheet
    deals = sheet["deals"] if isinstance(sheet, Mapping) else ()
    models = deals if isinstance(deals, Sequence) and not isinstance(deals, str) else ()
    return {str(deal["board"]): deal for deal in models if isinstance(deal, Mapping)}


def _hand_labels(words: Words) -> dict[str, str]:
    labels = words.labels("hand-records", "par", "lead")
    return {**labels, "makes": translate("desk.deals.makes", {}, words.locale)}


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


def _hands(made: Material, words: Words) -> Iterator[Page]:
    """Yields the hands of each session on one page, as they are printed for everybody."""
    for session in made.hands:
        deals = tuple(_deals(made, session, words).values())
        title = _session_title(made, words("hand-records.title"), session, words)
        part = Part(kind="hands", sheet={"deals": deals}, labels=_hand_labels(words), session=session)
        yield Page(name=f"hands-{session}", title=title, tab="hands", parts=(part,), is_wide=True)


def _recaps(made: Material, words: Words) -> Iterator[Page]:
    """Yields everybody's points by board, once nobody has a board still to play."""
    if made.teams:
        return
    for session in made.sessions:
        played = {view.board for view in travellers_of(made.state, session)}
        if played != {view.board for view in made.travellers[session]}:
            continue
        document = recap.document(made.of_session(session), words)
        title = _session_title(made, words("recap.title"), session, words)
        part = Part(kind="recap", sheet=document.sheet, labels=document.labels, session=session)
        yield Page(name=f"recap-{session}", title=title, tab="ranking", parts=(part,), is_wide=True)


def _versions(made: Material, words: Words) -> Iterator[Page]:
    """Yields the page of changes, and the rankings of the older versions."""
    changes = version_changes(made.job, words)
    older = {changed.number: tuple(_older(made, changed, words)) for changed in changes[1:]}
    sheet: Value = tuple(
        _version(changed, f"version-{changed.number}" if older.get(changed.number) else "") for changed in changes
    )
    part = Part(kind="versions", sheet={"versions": sheet}, labels={})
    yield Page(name="versions", title=words("package.versions"), tab="versions", parts=(part,))
    for changed in changes[1:]:
        if older[changed.number]:
            title = words("package.version-title", n=changed.number, at=changed.at)
            parts = older[changed.number]
            yield Page(name=f"version-{changed.number}", title=title, tab="versions", parts=parts, is_listed=False)


def _older(made: Material, changes: VersionChanges, words: Words) -> Iterator[Part]:
    published = at_version(replace(made.job, options={VERSION.name: str(changes.number)}))
    job = replace(published, state=told_in_public(published.state, made.state), options={})
    if total.INFO.is_for(made.state):
        try:
            document = total.document(job, words)
            yield Part(
                kind="old-total",
                sheet=document.sheet,
                labels=document.labels,
                session=max(made.sessions),
                title=words("total.title"),
            )
        except Mistake:
            pass
    for session in made.sessions[-1:] if form_of(made.state.settings).ranks_matches(made.state) else made.sessions:
        try:
            document = ranking.document(replace(job, session=session), words)
        except Mistake:
            continue
        title = _session_title(made, words("ranking.title"), session, words)
        yield Part(kind="ranking", sheet=document.sheet, labels=document.labels, session=session, title=title)


def _version(changes: VersionChanges, page: str) -> Model:
    return {
        "number": changes.number,
        "at": changes.at,
        "kind": changes.kind,
        "came": changes.came,
        "results": changes.results,
        "ranks": changes.ranks,
        "page": page,
    }


def _beside(links: Sequence[Link], at: int) -> tuple[Link | None, Link | None]:
    """Returns the links to the neighbours of one."""
    return links[at - 1] if at else None, links[at + 1] if at + 1 < len(links) else None
