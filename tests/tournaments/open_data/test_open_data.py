"""Open data: which games a month has, line by line, and what takes them out again."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from copy import deepcopy
from dataclasses import fields
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common import stored_files
from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.stored_files import bytes_of
from games.models import Record
from gipf_engine.messages import Refused
from gipf_engine.rules.record import read_record
from gipf_engine.rules.verdict import check
from players.clubs.services.open_licences import set_open_licence
from players.erasure.services import erase_person
from players.models import Account, Club
from players.permissions import NotAllowed
from testing import PROJECT
from testing.api.caller import Caller
from testing.factories import ClubFactory, administrator, organiser_of
from testing.savepoints import made_once
from testing.tournaments.factories import entry, game
from tests.tournaments.open_data.months import (
    MARCH,
    SmallClub,
    closed,
    file_of,
    lines_of,
    make_small_club,
    pairs_in,
    started,
)
from tournaments.events.services import lifecycle
from tournaments.models import Event, OpenMonth, OpenMonthPart
from tournaments.open_data import services
from tournaments.open_data.lines import ClubLine, GameLine, ListLine, SeatLine
from tournaments.open_data.services import OPEN_MONTH, make_month, request_due_months
from tournaments.open_data.who_is_in import next_month
from tournaments.standings.services import set_birth_years

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
ADDRESS = "/open-data/2026-03/games.ndjson.gz"
NAMES = "/open-data/2026-03/names.json"


def make_all() -> SmallClub:
    club = ClubFactory(name="Rotterdam GIPF Club", slug="rotterdam")
    return make_small_club(club, organiser_of(club))


all_made = made_once(make_all)


@pytest.fixture
def small(all_made: SmallClub, db: None) -> SmallClub:
    return deepcopy(all_made)


def make() -> OpenMonth:
    """The file of March as a worker makes it."""
    services.request_months([MARCH])
    run_due()
    assert not Job.objects.filter(kind=OPEN_MONTH).exists(), Job.objects.get(kind=OPEN_MONTH).error
    return file_of()


# --- what is in it -------------------------------------------------------------------------------------------


def test_every_field_of_every_line(small: SmallClub) -> None:
    """Ada and Ben were at 1520 and 1480 after February; Dan was new. Round 3 was won by forfeit."""
    make()
    first, *games = lines_of(file_of())
    assert first == {
        "format": "gipfel-open-data",
        "version": 1,
        "month": "2026-03",
        "server": settings.BASE_URL,
        "clubs": [{"club": small.club.slug, "name": small.club.name, "licence": "CC-BY-4.0"}],
    }
    ada = {"player": small.player("Ada"), "rating": 1520.0, "deviation": None}
    ben = {"player": small.player("Ben"), "rating": 1480.0, "deviation": None}
    dan = {"player": small.player("Dan"), "rating": None, "deviation": None}
    same = {
        "event": small.event.pk, "club": small.club.slug, "leg": 1, "date": "2026-03-07", "game": "gipf",
        "rules": "gipf-basic", "options": [], "setup": "", "handicap": "", "time_control": "", "online": False,
        "rated": True, "list": {"of": "server", "system": "elo"},
    }  # fmt: skip
    no_record = {"reason": "", "record": ""}
    ends = {"result": "1/2-1/2", "ending": "arbiter"} | no_record
    forfeit = {"result": "+-", "ending": "forfeit"} | no_record
    text = games[1].pop("record")
    assert games == [
        same | {"round": 1, "board": 1, "white": ada, "black": dan} | ends,
        same
        | {"round": 2, "board": 2, "white": ada, "black": ben, "result": "0-1", "ending": "rules", "reason": "reserve"},
        same | {"round": 3, "board": 1, "white": ben, "black": dan} | forfeit,
    ]
    tags, _blank, turns = text.partition("\n\n")
    assert tags.splitlines() == [
        '[Game "gipf"]',
        '[Rules "basic"]',
        '[Date "2026.03.07"]',
        f'[White "{small.player("Ada")}"]',
        f'[Black "{small.player("Ben")}"]',
        '[Result "0-1"]',
    ]
    found = check(read_record(text))
    assert (found.legal, found.plies, found.outcome, found.reason) == (True, 24, "0-1", "reserve")
    assert turns.startswith("1. g2 ")


def test_nothing_in_the_file_names_anybody(small: SmallClub) -> None:
    text = json.dumps(lines_of(make()), ensure_ascii=False)
    assert [name for name in (*small.people, "late", "Open of") if name in text] == []
    assert Record.objects.exists()


def test_a_person_is_called_the_same_in_every_month(small: SmallClub) -> None:
    february = make_month(date(2026, 2, 1))
    assert pairs_in(february) == [(small.player("Ada"), small.player("Ben"))]
    assert (small.player("Ada"), small.player("Ben")) in pairs_in(make())


def test_a_club_without_a_licence_is_left_out_and_one_of_another_licence_is_named(small: SmallClub) -> None:
    silent, free = ClubFactory(name="Silent"), ClubFactory(name="Free", slug="free")
    some = (small.people["Ada"], small.people["Ben"])
    for each in (silent, free):
        closed(each, organiser_of(each), some, [{("Ben", "Ada"): "1-0"}], day=date(2026, 3, 31))
    set_open_licence(actor=organiser_of(free), club_id=free.pk, licence="CC0-1.0")
    first, *games = lines_of(make())
    assert [(each["club"], each["licence"]) for each in first["clubs"]] == [
        ("free", "CC0-1.0"),
        (small.club.slug, "CC-BY-4.0"),
    ]
    assert [each["club"] for each in games] == [small.club.slug] * 3 + ["free"]


def test_a_player_is_a_minor_until_the_eighteenth_birthday_whichever_entry_says_so(small: SmallClub) -> None:
    """Of Dan only another event says when he was born; the games are of 7 March 2026."""
    other = started(small.club, small.organiser, (small.people["Dan"], small.people["Ben"]), day=date(2026, 9, 5))
    dan = entry(other, "Dan")
    with_dan = (small.player("Ada"), small.player("Dan"))
    for birth, is_in in (("2008/03/07", True), ("2008/03/08", False), ("2008", False), ("2007", True), ("?", True)):
        dan.details = {"birth": birth}
        dan.save()
        assert (with_dan in pairs_in(make())) == is_in, birth


def test_birth_years_that_are_entered_later_take_games_out(small: SmallClub) -> None:
    make()
    other = started(small.club, small.organiser, (small.people["Dan"], small.people["Ben"]), day=date(2026, 9, 5))
    set_birth_years(other.pk, small.organiser, {entry(other, "Dan").pk: 2010})
    run_due()
    assert pairs_in(file_of()) == [(small.player("Ada"), small.player("Ben"))]
    assert file_of().edition == 2


def test_games_that_do_not_count_are_left_out(small: SmallClub) -> None:
    played = game(small.event, "Ada", "Dan")
    for change, back in (
        ({"result": "void"}, {"result": "1/2-1/2"}),
        ({"rated_on": None}, {"rated_on": date(2026, 3, 7)}),
        ({"removed_at": timezone.now()}, {"removed_at": None}),
    ):
        type(played).objects.filter(pk=played.pk).update(**change)
        assert len(pairs_in(make())) == 2, change
        type(played).objects.filter(pk=played.pk).update(**back)
    assert len(pairs_in(make())) == 3
    for change in ({"example": True}, {"state": Event.State.RUNNING}):
        Event.objects.filter(pk=small.event.pk).update(**change)
        assert pairs_in(make()) == [], change
        Event.objects.filter(pk=small.event.pk).update(example=False, state=Event.State.CLOSED)


def test_a_portion_takes_as_many_queries_whatever_is_in_it(small: SmallClub, monkeypatch: pytest.MonkeyPatch) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            make_month(MARCH)
        return len(captured)

    at_once_ = queries()
    monkeypatch.setattr("tournaments.open_data.who_is_in.AT_ONCE", 3)
    in_two = queries()
    monkeypatch.setattr("tournaments.open_data.who_is_in.AT_ONCE", 2)
    assert queries() - in_two == in_two - at_once_
    assert len(pairs_in(file_of())) == 3


# --- the file ------------------------------------------------------------------------------------------------


def test_the_digest_is_what_sha256sum_says_and_the_parts_are_put_together(
    small: SmallClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    OpenMonth.objects.all().delete()
    monkeypatch.setattr(stored_files, "PART", 100)
    file = make()
    assert OpenMonthPart.objects.filter(file=file).count() > 3
    answer = Client().get(ADDRESS)
    content, target = answer.getvalue(), tmp_path / "games.ndjson.gz"
    target.write_bytes(content)
    said = subprocess.run(["sha256sum", str(target)], capture_output=True, text=True, check=True).stdout.split()[0]
    assert said == file.sha256 and len(content) == file.size == int(answer["Content-Length"])
    assert answer["ETag"] == f'"{said}"' and answer["Cache-Control"] == "public, no-cache, no-transform"
    assert Client().get(ADDRESS, headers={"If-None-Match": f'"{said}"'}).status_code == 304


def test_made_again_it_is_the_same_and_stays(small: SmallClub) -> None:
    before = make()
    OpenMonth.objects.update(checked_at=timezone.now() - timedelta(days=40))
    request_due_months()
    run_due()
    after = file_of()
    assert (after.pk, after.sha256, after.edition) == (before.pk, before.sha256, 1)
    assert after.checked_at is not None and timezone.now() - after.checked_at < timedelta(days=1)
    assert OpenMonth.objects.filter(month=MARCH).count() == 1


def test_months_are_asked_for_a_week_after_they_end(small: SmallClub, monkeypatch: pytest.MonkeyPatch) -> None:
    OpenMonth.objects.all().delete()
    for today, asked in ((date(2026, 4, 7), ["2026-02"]), (date(2026, 4, 8), ["2026-02", "2026-03"])):
        monkeypatch.setattr(timezone, "localdate", lambda *_args, today=today, **_more: today)
        request_due_months()
        assert sorted(Job.objects.filter(kind=OPEN_MONTH).values_list("subject", flat=True)) == asked
    make_month(MARCH)
    monkeypatch.setattr(timezone, "localdate", lambda *_args, **_more: date(2026, 3, 31))
    with pytest.raises(Refused, match="not over"):
        make_month(MARCH)


def test_the_month_after_december_is_january() -> None:
    assert (next_month(date(2026, 12, 1)), next_month(date(2026, 2, 1))) == (date(2027, 1, 1), MARCH)


def test_the_command_makes_it_and_says_the_digest(small: SmallClub) -> None:
    OpenMonth.objects.all().delete()
    said = StringIO()
    call_command("openmonth", "2026-03", stdout=said)
    file = file_of()
    assert said.getvalue() == f"2026-03, edition 1: 3 games, {file.size} bytes\nsha256 {file.sha256}\n"
    for wrong in ("2026-13", "March"):
        with pytest.raises(CommandError, match="Write the month"):
            call_command("openmonth", wrong)


# --- what takes games out ------------------------------------------------------------------------------------


def test_an_erased_player_is_out_of_the_names_at_once_and_of_the_games_with_the_next_edition(small: SmallClub) -> None:
    before = make()
    players = {small.player(name): name for name in ("Ada", "Ben", "Dan")}
    assert Client().get(NAMES).json() == players
    erase_person(actor=administrator(), person_id=small.people["Dan"].pk)
    answer = Client().get(NAMES)
    assert answer.json() == {small.player(name): name for name in ("Ada", "Ben")}
    assert answer["Cache-Control"] == "private, no-store" and "ETag" not in answer
    run_due()
    after = file_of()
    assert pairs_in(after) == [(small.player("Ada"), small.player("Ben"))]
    assert (after.edition, after.sha256 == before.sha256) == (2, False)
    assert not OpenMonthPart.objects.filter(file=before.pk).exists()


def test_names_are_those_of_today(small: SmallClub) -> None:
    make()
    assert Client().get(NAMES).json()[small.player("Ada")] == "Ada"
    small.people["Ada"].name = "Ada Jones"
    small.people["Ada"].save()
    lifecycle.reopen_event(small.event.pk, small.organiser, reason="a slip")
    assert Client().get(NAMES).json() == {}
    lifecycle.close_event(small.event.pk, small.organiser)
    assert Client().get(NAMES).json()[small.player("Ada")] == "Ada Jones"


def test_a_withdrawn_licence_empties_the_month_and_a_new_one_fills_it(small: SmallClub) -> None:
    make()
    for licence, count, edition in (("", 0, 2), ("CC0-1.0", 3, 3)):
        set_open_licence(actor=small.organiser, club_id=small.club.pk, licence=licence)
        run_due()
        assert (file_of().games, len(pairs_in(file_of())), file_of().edition) == (count, count, edition)


def test_an_event_that_is_opened_again_leaves_its_month(small: SmallClub) -> None:
    make()
    lifecycle.reopen_event(small.event.pk, small.organiser, reason="a slip")
    run_due()
    assert file_of().games == 0


# --- the club's choice ---------------------------------------------------------------------------------------


def test_the_club_chooses_by_page_and_api_and_its_journal_tells_it(small: SmallClub) -> None:
    page = Client()
    page.force_login(small.organiser)
    here = f"/clubs/{small.club.slug}/open-data"
    assert page.post(here, {"licence": "CC0-1.0"}).status_code == 302
    assert Club.objects.get(pk=small.club.pk).open_licence == "CC0-1.0"
    assert page.post(here, {"licence": "GPL"}).status_code == 400
    caller = Caller(small.organiser)
    stale = caller.ask("PUT", here, {"licence": "", "version": 1})
    assert stale.status_code == 409 and Club.objects.get(pk=small.club.pk).open_licence == "CC0-1.0"
    assert page.post(here, {"licence": ""}).status_code == 302
    assert Club.objects.get(pk=small.club.pk).open_licence == ""
    assert caller.done(here, {"licence": "CC-BY-4.0"}, method="PUT")["licence"] == "CC-BY-4.0"
    lines = JournalEntry.objects.filter(scope__key=small.club.scope, action="set-open-licence").order_by("pk")
    assert [line.data["licence"] for line in lines] == ["CC-BY-4.0", "CC0-1.0", "", "CC-BY-4.0"]
    text = page.get(f"/clubs/{small.club.slug}/journal").content.decode()
    assert "Open data: games published under CC0-1.0" in text and "Open data: games no longer published" in text


def test_only_organisers_choose(small: SmallClub, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        set_open_licence(actor=stranger, club_id=small.club.pk, licence="")
    with pytest.raises(Refused, match="not in the list"):
        set_open_licence(actor=small.organiser, club_id=small.club.pk, licence="GPL")
    assert Club.objects.get(pk=small.club.pk).open_licence == "CC-BY-4.0"


# --- page and API --------------------------------------------------------------------------------------------


def test_page_and_api_list_the_months(small: SmallClub) -> None:
    file = make()
    page = Client().get("/open-data").content.decode()
    assert file.sha256 in page and ADDRESS in page and NAMES in page
    (march,) = [each for each in Caller().read("/open-data")["months"] if each["month"] == "2026-03"]
    assert (march["edition"], march["games"], march["size"], march["sha256"]) == (1, 3, file.size, file.sha256)
    assert hashlib.sha256(Client().get(march["url"]).getvalue()).hexdigest() == march["sha256"]
    assert len(Client().get(march["names_url"]).json()) == 3


def test_there_is_nothing_of_other_months(small: SmallClub) -> None:
    for month in ("2026-04", "2026-13", "now"):
        assert Client().get(f"/open-data/{month}/games.ndjson.gz").status_code == 404
        assert Client().get(f"/open-data/{month}/names.json").status_code == 404


def test_the_example_of_the_documentation_reads_a_file(
    small: SmallClub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada drew with Dan and lost to Ben; Ben's second win was a forfeit. It has at most fifteen lines."""
    file = make()
    (tmp_path / "gipfel-games-2026-03.ndjson.gz").write_bytes(b"".join(bytes_of(file)))
    (tmp_path / "gipfel-names-2026-03.json").write_bytes(Client().get(NAMES).content)
    (example,) = re.findall(r"```python\n(.*?)```", (PROJECT / "docs" / "open-data.md").read_text(), re.DOTALL)
    assert len(example.splitlines()) <= 15
    ran = subprocess.run(
        [sys.executable, "-c", example, file.sha256], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == ["2026-03 3 games", "Ben 1 of 1", "Ada 0.5 of 2", "Dan 0.5 of 1"]


def test_the_documentation_has_every_field() -> None:
    text = (PROJECT / "docs" / "open-data.md").read_text()
    named = [*fields(GameLine), *fields(SeatLine), *fields(ListLine), *fields(ClubLine)]
    assert [each.name for each in named if f"`{each.name}`" not in text] == []
