"""All simultaneous events of a store: made, changed, sent to and scored.

Each club's results are a paper of their own, so that clubs that send at the same time do not wait for one another, and
several processes share one store. A writer that was overtaken reads again and repeats its decision. The scored field is
cached until the next upload.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo

from arrowswitch import regulations
from arrowswitch.core.awards.masterpoints import CLASSES, TiedAwards
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.club.attempts import PaperAttempt, make_no_pages, refuse_papers, row_of
from arrowswitch.tournament.club.papers import Paper, Papers, retry_on_conflict
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.model.club_values.links import LinkKind
from arrowswitch.tournament.model.club_values.simultaneous import (
    ClubUpload,
    FieldClub,
    SentBy,
    SimultaneousField,
    UploadRefused,
    UploadTaken,
)
from arrowswitch.tournament.model.ports import Chance, Clock, PaperRow, Store
from arrowswitch.tournament.model.stored.kinds import SIMULTANEOUS, SIMULTANEOUS_UPLOAD
from arrowswitch.tournament.rulebooks.shelf import Rulebooks
from arrowswitch.tournament.simultaneous.checking import (
    MAY_BE_MEANT,
    compare_uploads,
    file_contents,
    with_fouled,
    wrong_with,
)
from arrowswitch.tournament.simultaneous.given import HandedIn, Reader, handed_in
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous, scored_field

METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.INSTANT)
MOST_BOARDS = 64
MOST_CLUBS = 9999
LONGEST_COMMENT = 1500
LONGEST_NAME = 80
LONGEST_REASON = 200
MOST_KEPT = 100
DEAR = 1.0
"""A field that needs more processor seconds than this is not scored for every view of a club's page."""
RESTS = 10
"""Its scoring then rests for this many times the time that it needed."""

FieldPaper = Paper[SimultaneousField]


class Simultaneous:
    """The simultaneous events of a store, and the way to change them."""

    def __init__(self, store: Store, clock: Clock, chance: Chance, attempt: PaperAttempt = make_no_pages) -> None:
        """`attempt` makes the pages of what a club sends, before it is stored."""
        self._attempt = attempt
        self._store = store
        self._clock = clock
        self._chance = chance
        self._links = Links(store, clock)
        self._fields: Papers[SimultaneousField] = Papers(store, SIMULTANEOUS)
        self._uploads: Papers[ClubUpload] = Papers(store, SIMULTANEOUS_UPLOAD)
        self._guard = threading.Lock()
        self._read: dict[str, tuple[int, ClubUpload]] = {}
        self._scored: dict[str, tuple[object, ScoredSimultaneous]] = {}
        self._dear_until: dict[str, float] = {}

    def all(self) -> tuple[FieldPaper, ...]:
        """Returns all of them, the newest first."""
        return tuple(sorted(self._fields, key=lambda paper: (paper.value.date, paper.paper_id), reverse=True))

    def get(self, field_id: str) -> FieldPaper:
        """Returns one; raises NotFound (`paper.unknown`)."""
        return self._fields.get(field_id)

    def make(self, wanted: SimultaneousField) -> FieldPaper:
        """Stores a new field with a copy of the regulations that it names, and returns it.

        Raises Refused with everything that is wrong (`where` names the part of the form).
        """
        Refused.check(field_problems(wanted))
        rules = regulations.to_plain(Rulebooks(self._store, self._clock).load(wanted.regulations))
        return self._fields.save(self._chance.new_id(), replace(wanted, rules=rules))

    def change(self, field_id: str, change: Callable[[SimultaneousField], SimultaneousField]) -> FieldPaper:
        """Stores a changed field and returns it; raises as `make`. The change is repeated if another writer changed the
        field meanwhile."""

        def apply_change(paper: FieldPaper | None) -> SimultaneousField:
            wanted = change(self.get(field_id).value if paper is None else paper.value)
            Refused.check(field_problems(wanted))
            return wanted

        return self._fields.change(field_id, apply_change)

    def settle(
        self,
        field_id: str,
        closes_at: datetime | None,
        *,
        are_released: bool,
        game_class: int | None = None,
        tied_awards: TiedAwards = TiedAwards.MEAN,
    ) -> None:
        """Settles until when clubs send, whether they see the deals, the class of its masterpoints, and what those who
        share a rank earn."""
        self.change(
            field_id,
            lambda field: replace(
                field,
                closes_at=closes_at,
                are_released=are_released,
                game_class=game_class,
                tied_awards=tied_awards,
            ),
        )

    def comment(self, field_id: str, board: BoardNumber, text: str) -> None:
        """Saves the organiser's comment on a board; an empty text removes it."""
        comment = text.replace("\r\n", "\n").strip()[:LONGEST_COMMENT]

        def set_comment(field: SimultaneousField) -> SimultaneousField:
            others = {one: other for one, other in field.comments.items() if one != board}
            return replace(field, comments={**others, board: comment} if comment else others)

        if not 1 <= board <= self.get(field_id).value.boards:
            raise NotFound.of("board.none", board=board)
        self.change(field_id, set_comment)

    def delete(self, field_id: str) -> None:
        """Removes a field with everything that its clubs have sent."""
        for club in self.get(field_id).value.clubs:
            self._links.end(LinkKind.CLUB, subject_of(field_id, club.number))
            self._uploads.delete(subject_of(field_id, club.number))
        self._fields.delete(field_id)

    def add_clubs(self, field_id: str, names: Iterable[str]) -> Mapping[int, str]:
        """Adds clubs by name and returns by number the secret of each one's link, which is not kept.

        Raises Refused: `simultaneous.club-twice`, `simultaneous.club-name`, `simultaneous.clubs-many`.
        """
        wanted = [" ".join(name.split()) for name in names if name.strip()]

        def add_clubs(field: SimultaneousField) -> SimultaneousField:
            Refused.check(_club_problems(field, wanted))
            first = max((club.number for club in field.clubs), default=0) + 1
            clubs = (FieldClub(number, name) for number, name in enumerate(wanted, start=first))
            return replace(field, clubs=(*field.clubs, *clubs))

        clubs = self.change(field_id, add_clubs).value.clubs[-len(wanted) :]
        return {club.number: self.new_link(field_id, club.number) for club in clubs}

    def new_link(self, field_id: str, number: int) -> str:
        """Gives a club a link and returns its secret; the one before opens nothing any more."""
        return self._links.make(LinkKind.CLUB, subject_of(field_id, number))

    def by_subject(self, subject: str) -> tuple[FieldPaper, FieldClub]:
        """Returns the field and the club that a link is for; raises NotFound where it was removed."""
        field_id, _, number = subject.rpartition(".")
        paper = self.get(field_id)
        club = None if (at := whole_of(number)) is None else paper.value.club(at)
        if club is None:
            raise NotFound.of("simultaneous.no-club", number=number)
        return paper, club

    def take_out(self, field_id: str, number: int, why: str) -> None:
        """Takes a club out of the field whole: what it sent stays kept, and nothing of it is scored."""
        reason = " ".join(why.split())[:LONGEST_REASON]
        self.change_club(field_id, number, lambda club: replace(club, is_out=True, why=reason))

    def bring_back(self, field_id: str, number: int) -> None:
        """Brings a club back with everything that it sent."""
        self.change_club(field_id, number, lambda club: replace(club, is_out=False, why=""))

    def mark_fouled(self, field_id: str, number: int, boards: Iterable[BoardNumber]) -> None:
        """Marks the boards that a club played with other cards than the field; the marks of all other boards are
        removed.

        Raises Refused (`simultaneous.no-board`).
        """
        marked = tuple(sorted(set(boards)))
        last = self.get(field_id).value.boards
        Refused.check(
            Problem("simultaneous.no-board", {"board": board, "last": last}, "boards")
            for board in marked
            if not 1 <= board <= last
        )
        self.change_club(field_id, number, lambda club: replace(club, fouled=marked))

    def change_club(self, field_id: str, number: int, change: Callable[[FieldClub], FieldClub]) -> None:
        """Changes one club; raises NotFound (`simultaneous.no-club`)."""

        def apply_change(field: SimultaneousField) -> SimultaneousField:
            if field.club(number) is None:
                raise NotFound.of("simultaneous.no-club", number=number)
            clubs = tuple(change(club) if club.number == number else club for club in field.clubs)
            return replace(field, clubs=clubs)

        self.change(field_id, apply_change)

    def upload(self, field_id: str, number: int) -> ClubUpload:
        """Returns the upload of a club, an empty one if it has sent nothing yet."""
        return self._upload(field_id, number)[1]

    def uploads(self, field_id: str) -> Mapping[int, ClubUpload]:
        """Returns by number what each club has sent."""
        return {number: upload for number, (_, upload) in self._all(field_id, self.get(field_id).value).items()}

    def take(
        self,
        field_id: str,
        number: int,
        data: bytes,
        name: str,
        read: Reader,
        by: SentBy = SentBy.ORGANISER,
        *,
        nonetheless: bool = False,
    ) -> UploadTaken:
        """Imports a club's whole file and returns the upload, or imports none of it.

        The same file sent twice changes nothing. `nonetheless` accepts problems that may be intended (`MAY_BE_MEANT`).
        Raises NotFound (`simultaneous.no-club`), the errors of the readers, and Refused with all problems.
        """
        file_name = name[-LONGEST_NAME:]
        try:
            results = with_fouled(handed_in(data, name, self.get(field_id).value, read), self.get(field_id).value)
            return retry_on_conflict(
                lambda: self._accept(field_id, number, results, file_name, by, nonetheless=nonetheless)
            )
        except (Malformed, Refused) as mistake:
            self._note_refused(
                field_id, number, UploadRefused(at=self._clock.now(), by=by, file=file_name, problems=mistake.problems)
            )
            raise

    def _accept(
        self, field_id: str, number: int, handed_in: HandedIn, name: str, by: SentBy, *, nonetheless: bool
    ) -> UploadTaken:
        field = self.get(field_id).value
        club = field.club(number)
        if club is None:
            raise NotFound.of("simultaneous.no-club", number=number)
        version, upload = self._upload(field_id, number)
        now = self._clock.now()
        comparison = compare_uploads(handed_in.results, upload.results)
        if upload.results is not None and comparison.digest == upload.history[-1].digest and not club.is_out:
            if handed_in.length > upload.history[-1].length:
                last = replace(upload.history[-1], length=handed_in.length)
                self._save(field_id, number, replace(upload, history=(*upload.history[:-1], last)), version)
            return upload.history[-1]
        wrong = tuple(wrong_with(handed_in, field, club, self.uploads(field_id), by, now))
        Refused.check(one for one in wrong if not (nonetheless and one.code in MAY_BE_MEANT))
        accepted = UploadTaken(
            at=now,
            by=by,
            file=name,
            digest=comparison.digest,
            scores=comparison.scores,
            results=len(handed_in.results.boards),
            changed=comparison.changed,
            event=handed_in.event,
            length=handed_in.length,
            notes=(*wrong, *file_contents(handed_in, field)),
        )
        fresh = ClubUpload(handed_in.results, _with(upload.history, accepted))
        refuse_papers(_alone(field_id, field, club, fresh), self._attempt, name)
        self._save(field_id, number, fresh, version)
        return accepted

    def take_back(self, field_id: str, number: int) -> None:
        """Takes back what a club has sent: nothing of it counts, and its history stays."""
        version, upload = self._upload(field_id, number)
        if upload.results is not None:
            self._save(field_id, number, replace(upload, results=None), version)

    def score_now(self, field_id: str) -> ScoredSimultaneous:
        """Returns the field scored with its present results."""
        paper = self.get(field_id)
        read = self._all(field_id, paper.value)
        is_closed = paper.value.is_closed(self._clock.now())
        stamp = (paper.version, is_closed, tuple((number, version) for number, (version, _) in read.items()))
        with self._guard:
            cached = self._scored.get(field_id)
        if cached is not None and cached[0] == stamp:
            return cached[1]
        sent = {number: upload.results for number, (_, upload) in read.items() if upload.results is not None}
        began = time.thread_time()
        scored = scored_field(paper.value, sent, is_closed=is_closed)
        took = time.thread_time() - began
        with self._guard:
            self._scored[field_id] = (stamp, scored)
            self._dear_until[field_id] = time.monotonic() + (took * RESTS if took > DEAR else 0)
        return scored

    def scored_lately(self, field_id: str) -> ScoredSimultaneous:
        """Returns the last scoring of a large field, else the present one: if many clubs open their pages while others
        send, the whole field is not scored for each of them."""
        with self._guard:
            cached, until = self._scored.get(field_id), self._dear_until.get(field_id, 0)
        return cached[1] if cached is not None and time.monotonic() < until else self.score_now(field_id)

    def _all(self, field_id: str, field: SimultaneousField) -> dict[int, tuple[int, ClubUpload]]:
        """Returns by number the version and the value of each club's upload. Unchanged uploads are not read again, for
        any number of clubs."""
        stored = self._store.paper_versions(SIMULTANEOUS_UPLOAD, subject_of(field_id, None))
        with self._guard:
            read = dict(self._read)
        uploads = {}
        for club in field.clubs:
            subject = subject_of(field_id, club.number)
            cached, version = read.get(subject), stored.get(subject, 0)
            if cached is None and not version:
                uploads[club.number] = (0, ClubUpload())
            elif cached is not None and cached[0] == version:
                uploads[club.number] = cached
            else:
                uploads[club.number] = self._upload(field_id, club.number)
        return uploads

    def _upload(self, field_id: str, number: int) -> tuple[int, ClubUpload]:
        """Returns the version and the value of a club's upload. An unchanged upload is not read again."""
        paper_id = subject_of(field_id, number)
        row = self._store.paper(SIMULTANEOUS_UPLOAD, paper_id)
        if row is None:
            return 0, ClubUpload()
        with self._guard:
            cached = self._read.get(paper_id)
        if cached is None or cached[0] != row.version:
            cached = (row.version, self._uploads.get(paper_id).value)
            with self._guard:
                self._read[paper_id] = cached
        return cached

    def _save(self, field_id: str, number: int, upload: ClubUpload, version: int) -> None:
        self._uploads.save(subject_of(field_id, number), upload, version)

    def _note_refused(self, field_id: str, number: int, refused: UploadRefused) -> None:
        """Saves the reason of a refusal for the organiser, unless another writer stores an upload at the same time."""
        if self.get(field_id).value.club(number) is None:
            return
        version, upload = self._upload(field_id, number)
        try:
            self._save(field_id, number, replace(upload, refused=refused), version)
        except Mistake:
            return


def _alone(field_id: str, field: SimultaneousField, club: FieldClub, upload: ClubUpload) -> tuple[PaperRow, PaperRow]:
    """Returns a field with one of its clubs, and the upload of that club."""
    return (
        row_of(SIMULTANEOUS, field_id, replace(field, clubs=(club,))),
        row_of(SIMULTANEOUS_UPLOAD, subject_of(field_id, club.number), upload),
    )


def field_problems(field: SimultaneousField) -> Iterator[Problem]:
    """Yields everything that is wrong with a field; `where` names the part of the form."""
    if not 0 < len(field.name.strip()) <= LONGEST_NAME:
        yield Problem("simultaneous.name", {"most": LONGEST_NAME}, "name")
    first = _day(field.date)
    last = _day(field.last_date) if field.last_date else first
    if first is None:
        yield Problem("simultaneous.date", {"text": field.date[:20]}, "date")
    if field.last_date and last is None:
        yield Problem("simultaneous.date", {"text": field.last_date[:20]}, "last_date")
    if first is not None and last is not None and last < first:
        yield Problem("simultaneous.last-before", {}, "last_date")
    if not 1 <= field.boards <= MOST_BOARDS:
        yield Problem("simultaneous.boards", {"most": MOST_BOARDS}, "boards")
    if field.method not in METHODS:
        yield Problem("simultaneous.method", {}, "method")
    lacking = [board for board in range(1, min(field.boards, MOST_BOARDS) + 1) if board not in field.tables]
    if field.game_class is not None and field.game_class not in CLASSES:
        yield Problem("masterpoints.class", {"number": field.game_class}, "game_class")
    if field.method is Method.INSTANT and lacking:
        yield Problem("simultaneous.no-table", {"board": lacking[0], "n": len(lacking)}, "tables")
    if field.deals is not None and any(
        board not in field.deals.texts for board in range(1, min(field.boards, MOST_BOARDS) + 1)
    ):
        yield Problem("simultaneous.no-deal", {"n": len(field.deals.texts), "boards": field.boards}, "deals")


def _club_problems(field: SimultaneousField, names: list[str]) -> Iterator[Problem]:
    seen = {club.name.casefold() for club in field.clubs}
    if len(field.clubs) + len(names) > MOST_CLUBS:
        yield Problem("simultaneous.clubs-many", {"most": MOST_CLUBS}, "names")
    if not names:
        yield Problem("simultaneous.no-names-given", {}, "names")
    for name in names:
        if len(name) > LONGEST_NAME:
            yield Problem("simultaneous.club-name", {"text": name[:20], "most": LONGEST_NAME}, "names")
        if name.casefold() in seen:
            yield Problem("simultaneous.club-twice", {"club": name[:LONGEST_NAME]}, "names")
        seen.add(name.casefold())


def _with(history: tuple[UploadTaken, ...], upload: UploadTaken) -> tuple[UploadTaken, ...]:
    """Returns a history with one more upload. Live uploads of a playing club are one entry, with their number."""
    last = history[-1] if history else None
    if last is not None and last.by is upload.by is SentBy.LIVE and last.event == upload.event:
        return (*history[:-1], replace(upload, times=last.times + 1))
    return (*history, upload)[-MOST_KEPT:]


def subject_of(field_id: str, number: int | None) -> str:
    """Returns the id of what a club sends to a field, which its link is for; None: what all of them begin with."""
    return f"{field_id}.{'' if number is None else number}"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def closing_time(text: str, zone: tzinfo | None = None) -> datetime | None:
    """Returns the time in a form or a command (ISO, in the organiser's `zone` if it names none), None for an empty
    text.

    Raises Malformed (`simultaneous.time`).
    """
    if not text.strip():
        return None
    try:
        closing = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise Malformed.of("simultaneous.time", "closes_at", text=text[:40]) from error
    if closing.tzinfo is None:
        closing = closing.replace(tzinfo=zone) if zone is not None else closing.astimezone()
    return closing.astimezone(UTC)
