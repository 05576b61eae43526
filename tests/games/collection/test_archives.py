"""Archives of all public records: made by a job, downloaded with a digest, checked without a database."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common import stored_files
from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal import services as journal
from common.journal.models import Scope
from common.stored_files import bytes_of
from games.collection import services as archives
from games.collection.queries import export
from games.collection.queries.archives import finished_archives, public_records
from games.collection.queries.collection import CollectionQuery
from games.collection.queries.export import export_records
from games.collection.services import ARCHIVE, SUBJECT, confirm_newest, is_due, make_archive, request_archive
from games.core.queries.page import game_page, record_view
from games.core.queries.texts import record_text
from games.models import ArchivePart, Game, Record, RecordArchive
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.results import VOID
from gipf_engine.rules.archive import ArchiveWriter
from players.core.limits import EXPORTS
from players.erasure.services import erase_person
from players.models import Account, Club, Person
from players.people.services.people import rename_person
from testing import PROJECT
from testing.api.caller import Caller
from testing.engine.rules import gipf_data
from testing.engine.rules.lyngk_data import reference_games
from testing.engine.rules.records import gipf_record
from testing.factories import GameFactory, PersonFactory, administrator, seated
from testing.games.game_records import CHAMPIONSHIP
from tests.games.collection.test_collection import played
from tests.games.results.test_adjudication import lyngk_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def archive() -> RecordArchive:
    """The one that a worker makes now, or that is still right."""
    request_archive()
    jobs.run_due()
    assert not Job.objects.filter(kind=ARCHIVE).exists(), Job.objects.get(kind=ARCHIVE).error
    return finished_archives()[0]


def content_of(made: RecordArchive) -> bytes:
    return b"".join(bytes_of(made))


def names_in(made: RecordArchive) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(content_of(made))).namelist()


def text_of(made: RecordArchive) -> str:
    with zipfile.ZipFile(io.BytesIO(content_of(made))) as packed:
        return "".join(packed.read(name).decode() for name in packed.namelist() if name.endswith(".txt"))


def check(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As somebody checks it who has the engine and nothing else."""
    command = [sys.executable, "-m", "gipf_engine", "checkarchive", str(file), *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, env={"PATH": ""})


# --- reading many records ----------------------------------------------------------------------------------


def test_a_portion_is_read_by_as_many_queries_whatever_is_in_it(club: Club, organiser: Account) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert len(list(export_records(CollectionQuery()))) == Game.objects.count()
        return len(captured)

    claim_result(played(club).pk, organiser, "1-0", source="desk")
    one = queries()
    for _each in range(6):
        claim_result(played(club).pk, organiser, "1-0", source="desk")
    assert queries() == one


def test_many_records_are_the_same_text_as_one_after_the_other(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "AT_ONCE", 4)
    for reference in reference_games()[:3]:
        game, moves = lyngk_game(club, reference)
        submit_record(game.pk, organiser, moves)
    for variant in gipf_data.VARIANTS:
        game = GameFactory(club=club, rules=f"gipf-{variant}")
        submit_record(game.pk, organiser, " ".join(gipf_record(variant, gipf_data.games(variant)[0]).tokens))
    open_game = GameFactory(club=club, rules="gipf-tournament")
    submit_record(open_game.pk, seated(open_game, "white"), f"{CHAMPIONSHIP} *")
    claim_result(open_game.pk, organiser, "1-0", source="desk")  # decided by the arbiter: Termination says so
    agreed = played(club, "{hello} 1. c2 {a good} d7! (1... d2) 2. f2")
    for side in ("white", "black"):
        claim_result(agreed.pk, seated(agreed, side), "1/2-1/2", source="page")
    played(club, "1. g2 f7", white=Person.objects.create(name="Once", merged_into=PersonFactory(name="Now")))
    one_by_one = []
    for game in Game.objects.order_by("pk"):
        page = game_page(game.pk)
        record = record_view(page)
        assert record is not None
        one_by_one.append(f"{record_text(page, record)}\n")
    together = list(export_records(CollectionQuery()))
    assert together == one_by_one
    assert '[Termination "arbiter"]' in together[6]
    assert '[Termination "agreed"]' in together[7]
    assert "{hello} 1. c2 {a good} d7 $1 (1... d2)" in together[7]
    assert '[White "Now"]' in together[8]


# --- making and downloading -------------------------------------------------------------------------------


def test_a_worker_makes_it_and_anybody_downloads_and_checks_it(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(stored_files, "PART", 100)
    games = [played(club), played(club, "1. c2 d7")]
    call_command("archiverecords")
    call_command("work", "--once")
    page = client.get("/games").content.decode()
    made = finished_archives()[0]
    assert ArchivePart.objects.filter(archive=made).count() > 2
    assert made.sha256 in page
    assert "2 records" in page
    answer = client.get(f"/games/archives/{made.pk}.zip", headers={"Accept-Encoding": "gzip"})
    content = b"".join(answer)
    digest = hashlib.sha256(content)
    assert digest.hexdigest() == made.sha256
    assert (answer["ETag"], answer["Content-Length"]) == (f'"{made.sha256}"', str(len(content)))
    assert answer["Content-Digest"] == f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"
    assert not answer.has_header("Content-Encoding")
    assert client.get(f"/games/archives/{made.pk}.zip", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    file = tmp_path / "archive.zip"
    file.write_bytes(content)
    checked = check(file, "--sha256", made.sha256.upper())
    assert (checked.returncode, checked.stderr) == (0, "")
    assert f"2 legal records; SHA-256 {made.sha256}" in checked.stdout
    assert [f'[White "{game.white.name}"]' in text_of(made) for game in games] == [True, True]


def test_the_api_lists_it_and_how_far_the_next_is(client: Client, club: Club, organiser: Account) -> None:
    played(club)
    made = archive()
    told = json.loads(Caller(None).get("/collection/archives").content)
    assert [(each["id"], each["records"], each["sha256"]) for each in told["archives"]] == [(made.pk, 1, made.sha256)]
    assert told["archives"][0]["url"].endswith(f"/games/archives/{made.pk}.zip")
    assert told["next"] is None
    request_archive()
    jobs.progress(ARCHIVE, SUBJECT, 40, 120)
    assert json.loads(Caller(None).get("/collection/archives").content)["next"] == {"done": 40, "total": 120}
    page = client.get("/games").content.decode()
    assert "A new archive is being made." in page
    assert "40 / 120" in page


def test_visitors_download_so_often(client: Client, club: Club) -> None:
    played(club)
    made = archive()
    for _each in range(EXPORTS.tries):
        EXPORTS.take("127.0.0.1")
    refused = client.get(f"/games/archives/{made.pk}.zip")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert client.get(f"/games/archives/{made.pk + 1}.zip").status_code == 404


def test_what_is_not_public_is_not_in_it(club: Club, organiser: Account) -> None:
    shown, hidden, void = (played(club) for _each in range(3))
    hidden.parent_scope.hidden = True
    hidden.parent_scope.save()
    Game.objects.filter(pk=void.pk).update(result=VOID)
    text = text_of(archive())
    assert [f'[White "{game.white.name}"]' in text for game in (shown, hidden, void)] == [True, False, False]


# --- versions -------------------------------------------------------------------------------------------------


def test_the_same_records_are_the_same_archive_and_others_a_new_one(
    client: Client, club: Club, organiser: Account, django_assert_num_queries: Any
) -> None:
    game = played(club)
    first = archive()
    with django_assert_num_queries(3):
        assert confirm_newest()  # nothing has happened, and no record was read
    assert archive().pk == first.pk
    claim_result(GameFactory(club=club).pk, organiser, "1-0", source="desk")  # this is in no archive
    assert archive() == first
    assert RecordArchive.objects.count() == 1
    rename_person(actor=organiser, person_id=game.white.pk, name="Wilma Wit", country="NL")
    second = archive()
    assert second.sha256 != first.sha256
    assert "Wilma Wit" in text_of(second)
    played(club)
    third = archive()
    assert finished_archives() == [third, second]
    assert not ArchivePart.objects.filter(archive=first.pk).exists()
    assert client.get(f"/games/archives/{first.pk}.zip").status_code == 404


def test_nothing_is_kept_of_it_once_nothing_is_public(club: Club) -> None:
    game = played(club)
    archive()
    journal.touch([game.parent_scope.key])
    Scope.objects.filter(pk=game.parent_scope.pk).update(hidden=True)
    request_archive()
    jobs.run_due()
    assert not RecordArchive.objects.exists()


def test_it_is_due_a_day_after_the_first_record_and_a_day_after_it_was_looked_at(club: Club) -> None:
    now = timezone.now()
    assert not is_due(now + timedelta(days=2))  # there is nothing
    played(club)
    assert [is_due(now + timedelta(hours=hours)) for hours in (23, 25)] == [False, True]
    archive()
    assert [is_due(now + timedelta(hours=hours)) for hours in (23, 25)] == [False, True]


def test_workers_ask_for_it_when_it_is_due(club: Club) -> None:
    played(club)
    Record.objects.update(handed_in_at=timezone.now() - timedelta(days=2))
    for asked in (True, False):
        archives.request_when_due()
        assert Job.objects.filter(kind=ARCHIVE).exists() is asked
        jobs.run_due()
    assert archives.request_when_due in jobs._regular  # which every worker calls at its beat


# --- broken off -------------------------------------------------------------------------------------------------


def interrupted(then: Callable[[], object]) -> Iterator[str]:
    """The public records, after the first of which something happens."""
    texts = public_records()
    yield next(texts)
    then()
    yield from texts


def test_a_worker_that_is_killed_leaves_nothing_to_see_and_the_next_makes_all_of_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_files, "PART", 10)
    monkeypatch.setattr("gipf_engine.rules.archive.RECORDS_A_FILE", 1)
    played(club), played(club)

    def kill() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_archive(interrupted(kill))
    assert ArchivePart.objects.exists()
    assert finished_archives() == []
    made = archive()
    assert made.records == 2
    assert names_in(made) == ["records-0001.txt", "records-0002.txt", "manifest.json"]
    assert set(ArchivePart.objects.values_list("archive", flat=True)) == {made.pk}


def test_who_is_erased_is_in_no_archive_any_more_nor_in_one_that_is_being_made(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    wilma = PersonFactory(name="Wilma Wit", member_of=club)
    played(club, white=wilma)
    played(club)
    first = archive()
    assert "Wilma Wit" in text_of(first)
    with pytest.raises(stored_files.Withdrawn):
        make_archive(interrupted(lambda: erase_person(actor=administrator(), person_id=wilma.pk)))
    assert not RecordArchive.objects.exists()
    assert not ArchivePart.objects.exists()
    assert client.get(f"/games/archives/{first.pk}.zip").status_code == 404
    jobs.run_due()  # another was asked for
    assert "Wilma" not in text_of(finished_archives()[0])
    assert finished_archives()[0].records == 2


# --- checking ---------------------------------------------------------------------------------------------------

LEGAL = '[Game "gipf"]\n[Rules "basic"]\n[Result "*"]\n\n1. c2 d7 *\n\n'
RESIGNED = LEGAL.replace("*", "1-0").replace("[Result", '[Termination "resigned"]\n[Result')


def packed(*texts: str) -> bytes:
    stream = io.BytesIO()
    writer = ArchiveWriter(stream)
    for text in texts:
        writer.add(text)
    writer.close()
    return stream.getvalue()


def repacked(content: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    """An archive with other files in it, as somebody makes it who wants to deceive."""
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        files = {name: old.read(name) for name in old.namelist()}
    change(files)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name, each in files.items():
            new.writestr(name, each)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (packed(LEGAL, LEGAL), 0, ""),
        (packed(), 0, ""),
        (packed(LEGAL, LEGAL.replace("c2", "c5")), 1, "record 2: "),
        (packed(RESIGNED), 0, ""),
        (packed(RESIGNED.replace("Termination", "Annotator")), 1, "its result is not what the turns prove"),
        (repacked(packed(LEGAL), lambda files: files.update({"records-0001.txt": LEGAL.encode() * 2})), 1, "holds 2"),
        (repacked(packed(LEGAL), lambda files: files.update({"more.txt": b""})), 1, "does not name this file"),
        (repacked(packed(LEGAL), lambda files: files.pop("records-0001.txt")), 1, "it is missing"),
        (repacked(packed(LEGAL), lambda files: files.pop("manifest.json")), 2, "no manifest.json"),
        (repacked(packed(LEGAL), lambda files: files.update({"manifest.json": b"{}"})), 2, "cannot be read"),
        (packed(LEGAL)[:-30], 2, "not an archive, or it is damaged"),
        (b"hello", 2, "not an archive"),
    ],
)
def test_the_command_finds_what_is_wrong_in_it(tmp_path: Path, content: bytes, code: int, words: str) -> None:
    file = tmp_path / "archive.zip"
    file.write_bytes(content)
    checked = check(file)
    assert checked.returncode == code, checked.stdout + checked.stderr
    assert words in checked.stderr
    assert "Traceback" not in checked.stderr


def test_another_digest_and_a_file_that_is_not_there_are_told(tmp_path: Path) -> None:
    file = tmp_path / "archive.zip"
    file.write_bytes(packed(LEGAL))
    assert check(file, "--sha256", "0" * 64).returncode == 1
    assert check(tmp_path / "nothing.zip").returncode == 2


def test_the_same_records_give_the_same_bytes() -> None:
    assert packed(LEGAL, LEGAL) == packed(LEGAL, LEGAL)
