"""What is wrong with what a club hands in: everything at once, before anything of it is kept.

Some of it no file can have (other boards, another club's results, a club that is out, sent after the end): that is
refused. Some of it may be meant after all (an older version, another day, few results, the same people at two clubs):
that is refused unless whoever sends it says that it is to be taken nonetheless.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from arrowswitch.core.deals.deal import Deal, parse_deal
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.boards import BoardNumber, board_ranges
from arrowswitch.tournament.model.club_values.simultaneous import (
    ClubResults,
    ClubUpload,
    FieldClub,
    SentBy,
    SimultaneousField,
)
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.simultaneous.given import HandedIn

MAY_BE_MEANT = frozenset(
    (
        "simultaneous.older",
        "simultaneous.older-file",
        "simultaneous.other-day",
        "simultaneous.few",
        "simultaneous.same-people",
    )
)
"""What is taken nonetheless when whoever sends it says so."""

_MOST_FOULED = 4
"""Where more than one board in so many has other cards, the club played other deals."""
_FEW = 3
"""A file with less than two in so many of the results that its pairs can make is half a file."""
_RESULTS: StoredForm[ClubResults] = StoredForm(ClubResults)


@dataclass(frozen=True, slots=True)
class Compared:
    """What a club hands in beside what it sent before: hashes, and how many results are new or other."""

    digest: str
    scores: str
    changed: int


def compared(results: ClubResults, before: ClubResults | None) -> Compared:
    """Returns the hashes of results, and in how many they differ from those before."""
    new, old = _by_meeting(results), {} if before is None else _by_meeting(before)
    changed = sum(new.get(key) != old.get(key) for key in new.keys() | old.keys())
    return Compared(_hash(_RESULTS.dump(results)), scores_hash(results), changed)


def scores_hash(results: ClubResults) -> str:
    """Returns a hash of who scored what against whom, whatever they are called."""
    bare = replace(
        results, pairs=tuple(replace(pair, people=(), field=0) for pair in results.pairs), penalties=(), awaited=0
    )
    return _hash(_RESULTS.dump(bare))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _by_meeting(results: ClubResults) -> dict[tuple[object, ...], object]:
    numbers = [pair.number for pair in results.pairs]
    columns = zip(results.boards, results.ns, results.ew, results.scores, strict=True)
    return {
        (board, numbers[ns], numbers[ew]): (score, results.others.get(at), results.groups.get(at, 0))
        for at, (board, ns, ew, score) in enumerate(columns)
    }


def with_fouled(given: HandedIn, to: SimultaneousField) -> HandedIn:
    """Returns what was handed in, its boards marked whose cards are not the field's, where these are few."""
    other = _other_deals(given, to)
    if not other or _are_many(other, given):
        return given
    note = Problem("simultaneous.fouled-board", {"boards": board_ranges(other, "–"), "n": len(other)})
    return replace(given, results=replace(given.results, fouled=other), notes=(*given.notes, note))


def wrong_with(
    given: HandedIn,
    to: SimultaneousField,
    club: FieldClub,
    uploads: Mapping[int, ClubUpload],
    by: SentBy,
    now: datetime,
) -> Iterator[Problem]:
    """Yields everything that is wrong with what a club hands in."""
    if club.is_out:
        yield Problem("simultaneous.club-out", {"club": club.name, "why": club.why})
    if by is not SentBy.ORGANISER and to.is_closed(now):
        yield Problem("simultaneous.closed")
    outside = [board for board in given.results.boards_played if not 1 <= board <= to.boards]
    if outside:
        yield Problem(
            "simultaneous.other-boards",
            {"boards": board_ranges(outside, "–"), "n": len(outside), "last": to.boards},
        )
    other = _other_deals(given, to)
    if _are_many(other, given):
        yield Problem("simultaneous.other-deals", {"boards": board_ranges(other, "–"), "n": len(other)})
    elif given.fingerprint and not to.deals and to.fingerprint and given.fingerprint != to.fingerprint:
        yield Problem("simultaneous.other-fingerprint")
    if given.day and not _is_in_time(given.day, to):
        yield Problem("simultaneous.other-day", {"day": given.day, "first": to.date, "last": to.last_date or to.date})
    if not outside and _are_few(given, to):
        yield Problem("simultaneous.few", {"n": len(given.results.boards), "full": _full(given.results, to)})
    yield from _against_others(given, to, club, uploads)
    yield from _against_own(given, uploads.get(club.number, ClubUpload()))


def file_contents(given: HandedIn, to: SimultaneousField) -> Iterator[Problem]:
    """Yields what a club is told of results that are taken: what they bring, and what they lack."""
    missing = [board for board in range(1, to.boards + 1) if board not in set(given.results.boards)]
    if missing:
        yield Problem("simultaneous.not-played", {"boards": board_ranges(missing, "–"), "n": len(missing)})
    if given.results.awaited:
        yield Problem("simultaneous.awaited", {"n": given.results.awaited})
    if given.results.others:
        yield Problem("simultaneous.adjusted", {"n": len(given.results.others)})
    own = sorted({given.results.boards[at] for at in given.results.groups})
    if own:
        yield Problem("simultaneous.own-fouled", {"boards": board_ranges(own, "–"), "n": len(own)})
    nameless = sum(not pair.people for pair in given.results.pairs)
    if nameless:
        yield Problem("simultaneous.no-names", {"n": nameless})
    yield from given.notes


def _other_deals(given: HandedIn, to: SimultaneousField) -> tuple[BoardNumber, ...]:
    """Returns the boards that were played and whose cards in the file are not the field's."""
    ours = {} if to.deals is None else to.deals.texts
    played = set(given.results.boards)
    return tuple(
        sorted(
            board
            for board, text in given.deals.items()
            if board in played and board in ours and _cards(text) != _cards(ours[board])
        )
    )


def _cards(text: str) -> Deal:
    return parse_deal(text)


def _are_many(boards: tuple[BoardNumber, ...], given: HandedIn) -> bool:
    return len(boards) * _MOST_FOULED > len(set(given.results.boards))


def _is_in_time(day: str, to: SimultaneousField) -> bool:
    """True if a day is one of the field's; an evening may end after midnight."""
    try:
        played = date.fromisoformat(day)
    except ValueError:
        return True
    first, last = date.fromisoformat(to.date), date.fromisoformat(to.last_date or to.date)
    return first <= played <= last + timedelta(days=1)


def _full(results: ClubResults, to: SimultaneousField) -> int:
    """Returns how many results so many pairs make when each plays all boards."""
    return len(results.pairs) // 2 * to.boards


def _are_few(given: HandedIn, to: SimultaneousField) -> bool:
    """True if so many results are missing that the file may be incomplete; an event file contains the results that its
    plan expects."""
    expected = len(given.results.boards) + given.results.awaited
    return expected * _FEW < _full(given.results, to) * (_FEW - 1)


def _against_others(
    given: HandedIn, to: SimultaneousField, club: FieldClub, uploads: Mapping[int, ClubUpload]
) -> Iterator[Problem]:
    """Yields that another club has sent the same: its event, its scores, or mostly its people."""
    own = scores_hash(given.results)
    people = {names for pair in given.results.pairs if (names := _names(pair.people))}
    for other in to.clubs:
        upload = uploads.get(other.number)
        if other.number == club.number or other.is_out or upload is None or upload.results is None:
            continue
        last = upload.history[-1]
        if own == last.scores or (given.event and given.event == last.event):
            yield Problem("simultaneous.same-as", {"club": other.name, "number": other.number})
            continue
        both = people & {_names(pair.people) for pair in upload.results.pairs}
        if both and len(both) * 2 >= len(people):
            yield Problem("simultaneous.same-people", {"club": other.name, "number": other.number, "n": len(both)})


def _names(people: tuple[Person, ...]) -> tuple[str, ...]:
    return tuple(sorted(person.name for person in people))


def _against_own(given: HandedIn, upload: ClubUpload) -> Iterator[Problem]:
    """Yields that a club's file is older than what it sent before."""
    if upload.results is None:
        return
    last = upload.history[-1]
    if given.event and given.event == last.event and given.length < last.length:
        yield Problem("simultaneous.older", {"n": last.length - given.length})
        return
    digest = compared(given.results, None).digest
    if digest != last.digest and digest in {one.digest for one in upload.history[:-1]}:
        yield Problem("simultaneous.older-file")
