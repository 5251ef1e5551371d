"""The pages of a result package: which there are, and what each shows.

A page shows the page models of the sheets, as paper does. Boards that are still to be played at any table, and hands
that the director has not released, are left out (R-388, R-406).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.errors import Mistake
from arrowswitch.documents.frame import Model, Value
from arrowswitch.documents.job import VERSION
from arrowswitch.documents.knockout import bracket_sheet
from arrowswitch.documents.league import event_sheet
from arrowswitch.documents.matches import cross_table, team_result
from arrowswitch.documents.prizes import prize_list
from arrowswitch.documents.publication import plots
from arrowswitch.documents.publication.boards import board_pages, hand_pages
from arrowswitch.documents.publication.compared import compare_pages
from arrowswitch.documents.publication.material import (
    Link,
    Material,
    Page,
    Part,
    contestant_title,
    neighbours,
    public_state,
    session_title,
)
from arrowswitch.documents.publication.people import CardOwner, newest_session
from arrowswitch.documents.publication.scorecards import scorecard_parts
from arrowswitch.documents.publication.versions import VersionChanges, version_changes
from arrowswitch.documents.ranking import ranking, recap, total
from arrowswitch.documents.ranking.ranked import at_version
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.prizes.awarded import prizes
from arrowswitch.tournament.ranking.rankings import travellers as travellers_of


def pages(made: Material, words: Words) -> tuple[Page, ...]:
    """Returns every page but the first one, in the order of the contents."""
    kinds = (
        _rankings,
        _matches,
        _prizes,
        _people,
        board_pages,
        compare_pages,
        hand_pages,
        _meetings,
        _recaps,
        _versions,
        _downloads,
        _more,
    )
    return tuple(page for kind in kinds for page in kind(made, words))


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
        title = session_title(made, words("ranking.title"), session, words)
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
        before, after = neighbours(links, at)
        yield Page(name=owner.page, title=title, tab="people", parts=parts, before=before, after=after, is_listed=False)


def _own(made: Material, owner: CardOwner, words: Words) -> Iterator[Part]:
    team = made.teams.get(owner.page)
    if team is not None:
        labels = words.labels("team-result", "total", "opponent", "score", "brings", "sum", "board", "ns", "ew")
        labels["points"] = words("team-score.points")
        sheet = team_result.team_result(made.state, team, words)
        model: Model = {**sheet, "has_ew": "closed" in made.job.opponents.rooms, "section": team.section}
        yield Part(kind="team", sheet=model, labels=labels, session=owner.places[0][0].session)
        return
    yield from scorecard_parts(made, owner, words)


def _meetings(made: Material, words: Words) -> Iterator[Page]:
    """Yields the meetings of each session; for matches, the cross table lists them."""
    if made.teams:
        return
    for session in made.sessions:
        views = [view for (number, _, _), view in made.privates.items() if number == session]
        tables = plots.meetings(views, made.of_session(session), words)
        if tables:
            title = session_title(made, words("package.meetings"), session, words)
            has_sections = len(made.state.session(session).sections) > 1
            labels = words.labels("package", "meetings-how", "meetings")
            sheet: Model = {"tables": tables, "has_sections": has_sections}
            part = Part(kind="meetings", sheet=sheet, labels=labels, session=session)
            yield Page(name=f"meetings-{session}", title=title, tab="more", parts=(part,), is_wide=True)


def _recaps(made: Material, words: Words) -> Iterator[Page]:
    """Yields everybody's points by board, once nobody has a board still to play."""
    if made.teams:
        return
    for session in made.sessions:
        played = {view.board for view in travellers_of(made.state, session)}
        if played != {view.board for view in made.travellers[session]}:
            continue
        document = recap.document(made.of_session(session), words)
        title = session_title(made, words("recap.title"), session, words)
        part = Part(kind="recap", sheet=document.sheet, labels=document.labels, session=session)
        yield Page(name=f"recap-{session}", title=title, tab="more", parts=(part,), is_wide=True)


def _versions(made: Material, words: Words) -> Iterator[Page]:
    """Yields the page of changes, and the rankings of the older versions."""
    changes = version_changes(made.job, words)
    older = {changed.number: tuple(_older(made, changed, words)) for changed in changes[1:]}
    sheet: Value = tuple(
        _version(changed, f"version-{changed.number}" if older.get(changed.number) else "") for changed in changes
    )
    part = Part(kind="versions", sheet={"versions": sheet}, labels={})
    yield Page(name="versions", title=words("package.versions"), tab="more", parts=(part,))
    for changed in changes[1:]:
        if older[changed.number]:
            title = words("package.version-title", n=changed.number, at=changed.at)
            parts = older[changed.number]
            yield Page(name=f"version-{changed.number}", title=title, tab="more", parts=parts, is_listed=False)


def _older(made: Material, changes: VersionChanges, words: Words) -> Iterator[Part]:
    published = at_version(replace(made.job, options={VERSION.name: str(changes.number)}))
    job = replace(published, state=public_state(published.state, made.state), options={})
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
        title = session_title(made, words("ranking.title"), session, words)
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


def _downloads(made: Material, words: Words) -> Iterator[Page]:
    """Yields the page of the files for other programs, if there are any."""
    if not made.downloads:
        return
    files: tuple[Model, ...] = tuple(
        {
            "path": download.path,
            "title": words(f"package.download-{download.kind}"),
            "about": " ".join(
                (
                    words(f"package.download-{download.kind}-about"),
                    words("package.session", n=download.session) if len(made.state.sessions) > 1 else "",
                )
            ).strip(),
        }
        for download in made.downloads
    )
    part = Part(kind="downloads", sheet={"files": files}, labels={})
    yield Page(name="downloads", title=words("package.downloads"), tab="more", parts=(part,))


def _more(_: Material, words: Words) -> Iterator[Page]:
    """Yields the list of all pages that are listed."""
    part = Part(kind="contents", sheet={}, labels={})
    yield Page(name="more", title=words("package.contents"), tab="more", parts=(part,), is_listed=False)
