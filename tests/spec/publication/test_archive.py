"""The archive of an event: on another computer every print comes out as it was (R-311; manual, line 2797)."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from arrowswitch.bootstrap.programs import Programs
from arrowswitch.core.errors import Malformed
from arrowswitch.documents import Letterhead, PrintJob
from arrowswitch.documents.publication.prints import Print, all_prints, job_again, job_for, print_again
from arrowswitch.documents.registry import page_model, sheet_named
from arrowswitch.documents.typesetting import plain
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.club_values.club import BackupPlan, ClubSettings, Logo, LogoKind
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.service.archive import archived_event, pack_event, restore
from arrowswitch.tournament.service.service import Tournament
from tests.builders import CountingChance, FixedClock
from tests.paper import CLUB_TIME, job_of, read, with_deals
from tests.rotation import rotate
from tests.upgrade_events import club_evening

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>'
CLUB = ClubSettings(
    name="よつばクラブ",
    zone="Asia/Tokyo",
    logo=Logo(LogoKind.SVG, b64encode(SVG).decode()),
    backups=BackupPlan("/home/me"),
    colour="#8a1538",
)


@pytest.mark.slow
@rotate("locale", Locale)
def test_every_print_comes_out_again_with_the_same_words(locale: Locale) -> None:
    evening = with_deals(club_evening())
    job = job_of(evening)
    here = PrintJob(
        state=job.state,
        ledger=job.ledger,
        printed_at=job.printed_at,
        letterhead=Letterhead(CLUB.name, CLUB.logo, CLUB.colour),
    )
    packed = pack_event(job.ledger, CLUB, job.printed_at)
    there = job_again(archived_event(packed))
    wanted = tuple(all_prints(here))
    assert tuple(all_prints(there)) == wanted
    assert {"ranking", "travellers", "private-scores", "hand-records", "record"} <= {one.sheet for one in wanted}
    assert {one.version for one in wanted if one.sheet == "ranking"} == {"", "1", "2"}
    read_again = [one for one in wanted if one.locale is locale]
    assert [one.name for one in read_again if words_of(one, here) != words_of(one, there)] == []
    for print_ in (one for one in read_again if one.sheet in ("ranking", "record")):
        assert read(print_again(print_, here)).text == read(print_again(print_, there)).text


def words_of(print_: Print, job: PrintJob) -> object:
    """The text of a print: its head, its foot and all its lines."""
    return plain(page_model(sheet_named(print_.sheet), job_for(print_, job), print_.locale))


def test_it_says_nothing_of_the_computer_it_comes_from() -> None:
    evening = club_evening()
    packed = pack_event(evening.tournament.ledger(evening.event_id), CLUB, evening.clock.now().astimezone(CLUB_TIME))
    archived = archived_event(packed)
    assert archived.club.backups == BackupPlan()
    assert archived.made_at == evening.clock.now()


def test_it_comes_in_as_a_backup_does() -> None:
    evening = club_evening()
    packed = pack_event(evening.tournament.ledger(evening.event_id), CLUB, evening.clock.now())
    other = Tournament(MemoryStore(), FixedClock(), CountingChance(500))
    assert restore(other, packed, Stamp("restore")).events == 1
    assert other.state(evening.event_id) == evening.state
    assert other.club.settings.name == CLUB.name


def test_what_is_no_archive_is_told() -> None:
    with pytest.raises(Malformed) as refusal:
        list(Programs().archived_prints(json.dumps({}).encode()))
    assert refusal.value.problems[0].code in ("archive.not-zip", "file-kind.json")
