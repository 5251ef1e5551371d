"""The problems of a club's results: all at once, before any of them is stored.

Some problems are always errors (other boards, another club's results, a withdrawn club, sent after the end): the file
is refused. Others may be intended (an older version, another day, few results, the same people at two clubs): the file
is refused unless the sender confirms it.
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
"""The problems that the sender can confirm."""

_MOST_FOULED = 4
"""If more than one board in this many has other cards, the club played other deals."""
_FEW = 3
"""A file is incomplete if it has less than two thirds of the results that its pairs can make."""
_RESULTS: StoredForm[ClubResults] = StoredForm(ClubResults)


@dataclass(frozen=True, slots=True)
class Compared:
    """A club's results compared with its earlier upload: hashes, and the number of new or changed results."""

    digest: str
    scores: str
    changed: int


def compare_uploads(results: ClubResults, before: ClubResults | None) -> Compared:
    """Returns the hashes of results, and the number that differ from those before."""
    new, old = _by_meeting(results), {} if before is None else _by_meeting(before)
    changed = sum(new.get(key) != old.get(key) for key in new.keys() | old.keys())
    return Compared(_hash(_RESULTS.dump(results)), scores_hash(results), changed)


def scores_hash(results: ClubResults) -> str:
    """Returns a hash of the scores by pairing, independent of names."""
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


def with_fouled(results: HandedIn, to: SimultaneousField) -> HandedIn:
    """Returns the results with those boards marked whose cards are not the field's, if these are few."""
    other = _other_deals(results, to)
    if not other or _are_many(other, results):
        return results
    note = Problem("simultaneous.fouled-board", {"boards": board_ranges(other, "–"), "n": len(other)})
    return replace(results, results=replace(results.results, fouled=other), notes=(*results.notes, note))


def wrong_with(
    handed_in: HandedIn,
    to: SimultaneousField,
    club: FieldClub,
    uploads: Mapping[int, ClubUpload],
    by: SentBy,
    now: datetime,
) -> Iterator[Problem]:
    """Yields all problems of a club's results."""
    if club.is_out:
        yield Problem("simultaneous.club-out", {"club": club.name, "why": club.why})
    if by is not SentBy.ORGANISER and to.is_closed(now):
        yield Problem("simultaneous.closed")
    outside = [board for board in handed_in.results.boards_played if not 1 <= board <= to.boards]
    if outside:
        yield Problem(
            "simultaneous.other-boards",
            {"boards": board_ranges(outside, "–"), "n": len(outside), "last": to.boards},
        )
    other = _other_deals(handed_in, to)
    if _are_many(other, handed_in):
        yield Problem("simultaneous.other-deals", {"boards": board_ranges(other, "–"), "n": len(other)})
    elif handed_in.fingerprint and not to.deals and to.fingerprint and handed_in.fingerprint != to.fingerprint:
        yield Problem("simultaneous.other-fingerprint")
    if handed_in.day and not _is_in_time(handed_in.day, to):
        yield Problem(
            "simultaneous.other-day", {"day": handed_in.day, "first": to.date, "last": to.last_date or to.date}
        )
    if not outside and _are_few(handed_in, to):
        yield Problem("simultaneous.few", {"n": len(handed_in.results.boards), "full": _full(handed_in.results, to)})
    yield from _against_others(handed_in, to, club, uploads)
    yield from _against_own(handed_in, uploads.get(club.number, ClubUpload()))


def file_contents(handed_in: HandedIn, to: SimultaneousField) -> Iterator[Problem]:
    """Yields the notes to a club on accepted results: their content, and the missing parts."""
    missing = [board for board in range(1, to.boards + 1) if board not in set(handed_in.results.boards)]
    if missing:
        yield Problem("simultaneous.not-played", {"boards": board_ranges(missing, "–"), "n": len(missing)})
    if handed_in.results.awaited:
        yield Problem("simultaneous.awaited", {"n": handed_in.results.awaited})
    if handed_in.results.others:
        yield Problem("simultaneous.adjusted", {"n": len(handed_in.results.others)})
    own = sorted({handed_in.results.boards[at] for at in handed_in.results.groups})
    if own:
        yield Problem("simultaneous.own-fouled", {"boards": board_ranges(own, "–"), "n": len(own)})
    nameless = sum(not pair.people for pair in handed_in.results.pairs)
    if nameless:
        yield Problem("simultaneous.no-names", {"n": nameless})
    yield from handed_in.notes


def _other_deals(handed_in: HandedIn, to: SimultaneousField) -> tuple[BoardNumber, ...]:
    """Returns the played boards whose cards in the file are not the field's."""
    ours = {} if to.deals is None else to.deals.texts
    played = set(handed_in.results.boards)
    return tuple(
        sorted(
            board
            for board, text in handed_in.deals.items()
            if board in played and board in ours and _cards(text) != _cards(ours[board])
        )
    )


def _cards(text: str) -> Deal:
    return parse_deal(text)


def _are_many(boards: tuple[BoardNumber, ...], handed_in: HandedIn) -> bool:
    return len(boards) * _MOST_FOULED > len(set(handed_in.results.boards))


def _is_in_time(day: str, to: SimultaneousField) -> bool:
    """True if a day is one of the field's; an evening may end after midnight."""
    try:
        played = date.fromisoformat(day)
    except ValueError:
        return True
    first, last = date.fromisoformat(to.date), date.fromisoformat(to.last_date or to.date)
    return first <= played <= last + timedelta(days=1)


def _full(results: ClubResults, to: SimultaneousField) -> int:
    """Returns the number of results if each pair plays all boards."""
    return len(results.pairs) // 2 * to.boards


def _are_few(handed_in: HandedIn, to: SimultaneousField) -> bool:
    """True if too many results are missing for a complete file; an event file contains the results that its plan
    expects."""
    expected = len(handed_in.results.boards) + handed_in.results.awaited
    return expected * _FEW < _full(handed_in.results, to) * (_FEW - 1)


def _against_others(
    handed_in: HandedIn, to: SimultaneousField, club: FieldClub, uploads: Mapping[int, ClubUpload]
) -> Iterator[Problem]:
    """Yields that another club has sent the same: its event, its scores, or mostly its people."""
    own = scores_hash(handed_in.results)
    people = {names for pair in handed_in.results.pairs if (names := _names(pair.people))}
    for other in to.clubs:
        upload = uploads.get(other.number)
        if other.number == club.number or other.is_out or upload is None or upload.results is None:
            continue
        last = upload.history[-1]
        if own == last.scores or (handed_in.event and handed_in.event == last.event):
            yield Problem("simultaneous.same-as", {"club": other.name, "number": other.number})
            continue
        both = people & {_names(pair.people) for pair in upload.results.pairs}
        if both and len(both) * 2 >= len(people):
            yield Problem("simultaneous.same-people", {"club": other.name, "number": other.number, "n": len(both)})


def _names(people: tuple[Person, ...]) -> tuple[str, ...]:
    return tuple(sorted(person.name for person in people))


def _against_own(handed_in: HandedIn, upload: ClubUpload) -> Iterator[Problem]:
    """Yields a problem if a club's file is older than its earlier upload."""
    if upload.results is None:
        return
    last = upload.history[-1]
    if handed_in.event and handed_in.event == last.event and handed_in.length < last.length:
        yield Problem("simultaneous.older", {"n": last.length - handed_in.length})
        return
    digest = compare_uploads(handed_in.results, None).digest
    if digest != last.digest and digest in {one.digest for one in upload.history[:-1]}:
        yield Problem("simultaneous.older-file")
