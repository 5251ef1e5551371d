"""A simultaneous event: clubs send, one field is scored, and what is wrong is refused whole (R-411)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from threading import Thread

import pytest

from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.sessions import score
from arrowswitch.regulations import load
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.links.links import Links
from arrowswitch.tournament.model.club_values.simultaneous import SentBy
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.register.forgetting import ForgetWish
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.tournament.simultaneous.given import lines_of
from arrowswitch.tournament.simultaneous.rows import field_number
from arrowswitch.tournament.simultaneous.scored import scored_club
from arrowswitch.tournament.standings.session import standings
from tests.builders import START, CountingChance
from tests.simultaneous_clubs import Organiser, club_evening, csv_of, deals, file_of, organiser, play_open, read

NAMES = ("青葉", "若葉", "双葉")


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def three(**settings: object) -> Organiser:
    host = organiser(10, None, **settings)
    host.clubs(*NAMES)
    for number, name in enumerate(NAMES, start=1):
        evening = play_open(club_evening(name, first=number), number)
        host.fields.take(host.field_id, number, file_of(evening), f"{name}.json", read)
    return host


def test_three_clubs_are_one_ranking_over_all_and_one_for_each() -> None:
    host = three()
    scored = host.fields.score_now(host.field_id)
    assert scored.sent == (1, 2, 3)
    assert scored.results == 150
    assert len(scored.rows) == 30
    uploads = {n: one.results for n, one in host.fields.uploads(host.field_id).items() if one.results is not None}
    lines = tuple(
        replace(line, ns=(field_number(club, line.ns[0]),), ew=(field_number(club, line.ew[0]),))
        for club, results in uploads.items()
        for line in lines_of(results)
    )
    alone = score(ScoringInput(lines), load("jcbl-2008"), Method.MATCHPOINTS)
    assert [row.standing for row in scored.rows] == list(alone.ranking)
    own = state_of(event_file.load(file_of(play_open(club_evening(NAMES[1], first=2), 2)).decode()))
    ranked = scored_club(scored.of, scored.of.clubs[1], uploads[2])
    expected = {row.number: (row.rank, row.total, row.percent) for row in standings(own, 1).ranking}
    assert {
        row.pair.number: (row.standing.rank, row.standing.total, row.standing.percent) for row in ranked
    } == expected
    assert [row.pair.people[0].name for row in ranked][:1] != [""]


def test_what_is_sent_again_changes_nothing_and_a_correction_says_what_it_changes() -> None:
    host = three()
    evening = play_open(club_evening("青葉", first=1), 1)
    before = host.fields.score_now(host.field_id)
    assert host.fields.take(host.field_id, 1, file_of(evening), "again.json", read).file == "青葉.json"
    assert host.fields.score_now(host.field_id) is before
    host.clock.forward(3 * 24 * 60)
    slot = next(iter(evening.state.results))
    evening.do(EnterResult(slot, "170"), reason="misread slip")
    corrected = host.fields.take(host.field_id, 1, file_of(evening), "tuesday.json", read)
    assert corrected.changed == 1
    assert len(host.fields.upload(host.field_id, 1).history) == 2
    assert host.fields.score_now(host.field_id).rows != before.rows


def test_an_older_version_of_a_clubs_file_is_refused_unless_it_is_meant() -> None:
    host = three()
    evening = play_open(club_evening("青葉", first=1), 1)
    older = file_of(evening)
    evening.do(EnterResult(next(iter(evening.state.results)), "170"))
    host.fields.take(host.field_id, 1, file_of(evening), "new.json", read)
    before = host.fields.score_now(host.field_id)
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 1, older, "old.json", read, SentBy.CLUB)
    assert codes(refused) == ["simultaneous.older"]
    assert host.fields.score_now(host.field_id).rows == before.rows
    upload = host.fields.upload(host.field_id, 1)
    assert upload.refused is not None
    assert [problem.code for problem in upload.refused.problems] == ["simultaneous.older"]
    receipt = host.fields.take(host.field_id, 1, older, "old.json", read, nonetheless=True)
    assert receipt.notes[0].code == "simultaneous.older"
    assert host.fields.upload(host.field_id, 1).refused is None


def test_a_club_twice_is_refused() -> None:
    host = three()
    evening = play_open(club_evening("青葉", first=1), 1)
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 2, file_of(evening), "青葉.json", read, nonetheless=True)
    assert codes(refused) == ["simultaneous.same-as"]
    same_people = play_open(club_evening("青葉", first=9), 5)
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 2, file_of(same_people), "青葉.json", read)
    assert codes(refused) == ["simultaneous.same-people"]
    with pytest.raises(Refused, match=r"simultaneous\.club-twice"):
        host.clubs("新緑", " 青葉 ")
    assert [club.name for club in host.fields.get(host.field_id).value.clubs] == list(NAMES)


def test_other_boards_another_day_and_half_a_file_are_told_at_once() -> None:
    host = organiser(10)
    host.clubs("青葉")
    evening = play_open(club_evening("青葉", boards=15, date="2026-11-14"))
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 1, file_of(evening), "x.json", read)
    assert codes(refused) == ["simultaneous.other-boards", "simultaneous.other-day"]
    assert refused.value.problems[0].params["boards"] == "11–15"
    whole = file_of(play_open(club_evening("青葉")))
    with pytest.raises(Malformed, match=r"file\.not-json"):
        host.fields.take(host.field_id, 1, whole[: len(whole) // 2], "x.json", read)
    lines = csv_of(play_open(club_evening("青葉")))
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 1, b"".join(lines[:25]), "x.csv", read)
    assert codes(refused) == ["simultaneous.few"]
    assert host.fields.upload(host.field_id, 1).results is None
    receipt = host.fields.take(host.field_id, 1, b"".join(lines), "x.csv", read)
    assert receipt.results == 50


def test_other_deals_are_refused_and_one_other_board_is_compared_by_itself() -> None:
    ours, others = deals(10), deals(10, "others")
    host = organiser(10, deals=ours, fingerprint=ours.fingerprint)
    host.clubs("青葉", "若葉")
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 1, file_of(play_open(club_evening("青葉", placed=others))), "x.json", read)
    assert codes(refused) == ["simultaneous.other-deals"]
    host.fields.take(
        host.field_id, 2, file_of(play_open(club_evening("若葉", first=2, placed=ours), 2)), "y.json", read
    )
    fouled = replace(ours, deals={**ours.deals, 7: others.deals[7]})
    receipt = host.fields.take(
        host.field_id, 1, file_of(play_open(club_evening("青葉", first=1, placed=fouled), 1)), "x.json", read
    )
    assert [note.code for note in receipt.notes] == ["simultaneous.fouled-board"]
    forms = {
        board: {row.line.group for row in scored.rows}
        for board, scored in host.fields.score_now(host.field_id).standings.boards.items()
    }
    assert forms[7] == {0, 199}
    assert all(found == {0} for board, found in forms.items() if board != 7)


def test_a_board_that_the_organiser_marks_is_compared_by_itself() -> None:
    host = three()
    before = host.fields.score_now(host.field_id)
    host.fields.mark_fouled(host.field_id, 2, [7])
    after = host.fields.score_now(host.field_id)
    assert {row.line.group for row in after.standings.boards[7].rows} == {0, 299}
    assert after.rows != before.rows
    with pytest.raises(Refused, match=r"simultaneous\.no-board"):
        host.fields.mark_fouled(host.field_id, 2, [11])
    host.fields.mark_fouled(host.field_id, 2, [])
    assert host.fields.score_now(host.field_id).rows == before.rows


def test_a_club_that_played_fewer_boards_is_brought_to_the_top_of_the_field() -> None:
    host = organiser(10, regulations="wbf-2017")
    host.clubs(*NAMES)
    for number, name in enumerate(NAMES, start=1):
        lines = csv_of(play_open(club_evening(name, first=number), number))
        short = lines[:1] + [line for line in lines[1:] if int(line.split(b",")[0]) <= 8] if number == 2 else lines
        receipt = host.fields.take(host.field_id, number, b"".join(short), "x.csv", read)
        lacking = [note.params for note in receipt.notes if note.code == "simultaneous.not-played"]
        assert lacking == ([{"boards": "9–10", "n": 2}] if number == 2 else [])
    scored = host.fields.score_now(host.field_id).standings
    assert scored.boards[1].top == scored.boards[9].top == 28
    row = scored.boards[9].rows[0]
    assert row.ns.exact is not None
    assert row.ns.exact.denominator in (1, 2, 5, 10)
    best = max(one.ns.exact for one in scored.boards[9].rows if one.ns.exact is not None)
    assert best < 28, "ten results of fifteen cannot bring the whole top (Neuberg)"


def test_late_clubs_are_refused_and_the_organiser_may_hand_in() -> None:
    host = three(closes_at=START + timedelta(hours=6))
    host.clock.forward(6 * 60 + 1)
    evening = play_open(club_evening("青葉", first=1), 4)
    with pytest.raises(Refused, match=r"simultaneous\.closed"):
        host.fields.take(host.field_id, 1, file_of(evening), "late.json", read, SentBy.CLUB)
    assert host.fields.take(host.field_id, 1, file_of(evening), "late.json", read, nonetheless=True).results == 50


def test_a_club_is_taken_out_whole_and_brought_back() -> None:
    host = three()
    before = host.fields.score_now(host.field_id)
    host.fields.take_out(host.field_id, 2, "other cards all evening")
    out = host.fields.score_now(host.field_id)
    assert out.sent == (1, 3)
    assert not out.of_club(2)
    with pytest.raises(Refused) as refused:
        host.fields.take(host.field_id, 2, file_of(play_open(club_evening("若葉", first=2), 6)), "x.json", read)
    assert "simultaneous.club-out" in codes(refused)
    host.fields.bring_back(host.field_id, 2)
    assert host.fields.score_now(host.field_id).rows == before.rows
    host.fields.take_back(host.field_id, 2)
    assert host.fields.score_now(host.field_id).sent == (1, 3)


def test_an_evening_under_way_is_provisional_until_the_field_is_closed() -> None:
    host = three(closes_at=START + timedelta(hours=6))
    evening = club_evening("新緑", first=7)
    number = next(iter(host.clubs("新緑")))
    for place, slot in enumerate(missing_slots(evening.state, 1)[:20]):
        evening.do(EnterResult(slot, ("110", "-110", "140")[place % 3]))
        if place in (5, 12, 19):
            host.fields.take(host.field_id, number, file_of(evening), "live.json", read, SentBy.LIVE)
    upload = host.fields.upload(host.field_id, number)
    assert [(one.times, one.results) for one in upload.history] == [(3, 20)]
    assert host.fields.score_now(host.field_id).awaited == 30
    assert host.fields.score_now(host.field_id).standings.is_provisional
    host.clock.forward(7 * 60)
    assert not host.fields.score_now(host.field_id).standings.is_provisional


def test_a_frequency_table_given_beforehand_scores_each_club_for_itself() -> None:
    tables = dict.fromkeys(range(1, 11), ((-140, 3), (-100, 5), (100, 5), (140, 2)))
    host = three(method=Method.INSTANT, tables=tables)
    scored = host.fields.score_now(host.field_id)
    before = [row.standing.total for row in scored.of_club(1)]
    host.fields.take_out(host.field_id, 2, "")
    assert [row.standing.total for row in host.fields.score_now(host.field_id).of_club(1)] == before
    with pytest.raises(Refused, match=r"simultaneous\.no-table"):
        organiser(10, method=Method.INSTANT)


def test_scores_of_a_board_are_counted_over_the_field() -> None:
    host = three(method=Method.IMPS)
    counts = dict(host.fields.score_now(host.field_id).counts())
    assert sorted(counts) == list(range(1, 11))
    for board, rows in counts.items():
        assert sum(one.n for one in rows) == 15, board
        assert [one.score for one in rows] == sorted((one.score for one in rows), reverse=True)
        assert sum((one.ns or 0) * one.n for one in rows) == 0


def test_a_club_has_one_link_and_a_new_one_ends_the_old() -> None:
    host = organiser()
    links = Links(host.store, host.clock)
    secrets = host.clubs("青葉", "若葉")
    link = links.find(secrets[2])
    assert link is not None
    assert host.fields.by_subject(link.subject)[1].name == "若葉"
    fresh = host.fields.new_link(host.field_id, 2)
    assert links.find(secrets[2]) is None
    assert links.find(fresh) is not None
    host.fields.delete(host.field_id)
    assert links.find(fresh) is None
    assert not list(host.store.papers("simultaneous-upload"))


def test_a_dear_field_is_not_scored_for_every_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small field is always as it stands; one that takes long rests for pages of clubs, and not for the organiser."""
    host = three()
    assert host.fields.scored_lately(host.field_id).sent == (1, 2, 3)
    host.fields.take_out(host.field_id, 2, "late")
    assert host.fields.scored_lately(host.field_id).sent == (1, 3)
    monkeypatch.setattr("arrowswitch.tournament.simultaneous.fields.DEAR", -1.0)
    monkeypatch.setattr("arrowswitch.tournament.simultaneous.fields.RESTS", 10**9)
    host.fields.bring_back(host.field_id, 2)
    assert host.fields.scored_lately(host.field_id).sent == (1, 2, 3)
    host.fields.take_out(host.field_id, 2, "late")
    assert host.fields.scored_lately(host.field_id).sent == (1, 2, 3)
    assert host.fields.score_now(host.field_id).sent == (1, 3)


def test_who_is_forgotten_is_read_anew_by_every_process() -> None:
    host = three()
    other = Simultaneous(host.store, host.clock, CountingChance())
    gone = host.fields.score_now(host.field_id).of_club(1)[0].pair.people[0]
    for fields in (host.fields, other):
        assert gone.name in str(fields.score_now(host.field_id).rows)
    services = Tournament(host.store, host.clock, CountingChance())
    services.forget(ForgetWish(gone, None, "匿名", "Anonymous"), Stamp("forget", "director"))
    for fields in (host.fields, other):
        assert gone.name not in str(fields.score_now(host.field_id).rows)


def test_two_processes_share_a_field_and_lose_nothing() -> None:
    """Two services on one store stand for two processes; one is given up half-way and the clubs send again."""
    first, two = organiser(), organiser()
    names = [f"クラブ{number}" for number in range(1, 9)]
    files = {n: file_of(play_open(club_evening(name, first=n), n)) for n, name in enumerate(names, start=1)}
    first.clubs(*names)
    other = Simultaneous(first.store, first.clock, CountingChance())
    two.clubs(*names)
    for number, data in files.items():
        two.fields.take(two.field_id, number, data, "x.json", read)

    def send(fields: Simultaneous, numbers: tuple[int, ...]) -> None:
        for number in numbers:
            fields.take(first.field_id, number, files[number], "x.json", read)
            fields.score_now(first.field_id)

    threads = [Thread(target=send, args=(first.fields, (1, 2, 3, 4))), Thread(target=send, args=(other, (3, 4, 5, 6)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    third = Simultaneous(first.store, first.clock, CountingChance())
    for number, data in files.items():
        third.take(first.field_id, number, data, "x.json", read)
    assert third.score_now(first.field_id).rows == two.fields.score_now(two.field_id).rows
    assert all(len(upload.history) == 1 for upload in third.uploads(first.field_id).values())
