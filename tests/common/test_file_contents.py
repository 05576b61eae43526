"""Contents of files in rows, on a disk and in object storage: read as they were stored, gone once no row names them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from common.file_contents import INLINE, UNUSED_FOR, FileContent, forget_contents
from common.jobs import services as jobs
from common.jobs.models import Job
from common.stored_files import bytes_of
from games.models import RecordArchive
from gipfel import files_address
from gipfel.outages import AWAY, classify
from gipfel.unused_files import FORGET
from players.models import Account, Upload, UploadPart
from players.uploads.services import UploadRefused, read_upload, store_file
from testing.factories import ClubFactory, organiser_of
from testing.servers import free_port
from tests.object_storage import object_storage

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.postgresql]

LARGE = bytes(range(256)) * 5_000  # of 512 KB three parts
LATER = UNUSED_FOR + timedelta(hours=1)


@pytest.fixture(params=["disk", "objects"])
def beside(
    request: pytest.FixtureRequest, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    if request.param == "disk":
        settings.STORAGES = settings.STORAGES | {"files": files_address.parse(f"file://{tmp_path / 'files'}")}
        yield "disk"
        return
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "of-a-test")
    with object_storage() as (address, _objects):
        settings.STORAGES = settings.STORAGES | {"files": files_address.parse(address)}
        yield "objects"


def uploaded(content: bytes = LARGE) -> Upload:
    return store_file(account(), SimpleUploadedFile("games.csv", content))


def account() -> Account:
    return Account.objects.first() or organiser_of(ClubFactory())


def rows_hold() -> list[bytes]:
    """What the rows of parts have, as it is in the table."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT "content" FROM "players_uploadpart" ORDER BY "number"')
        return [bytes(kept) for (kept,) in cursor.fetchall()]


def test_without_a_storage_rows_hold_all_of_it() -> None:
    upload = uploaded()
    assert b"".join(rows_hold()) == LARGE == read_upload(upload)


def test_with_one_rows_hold_names_alone(beside: str) -> None:
    upload = uploaded()
    assert len(rows_hold()) == 3 and all(len(kept) < 100 for kept in rows_hold())
    assert read_upload(upload) == LARGE
    assert upload.sha256 == sha256(LARGE).hexdigest()


def test_what_is_little_stays_in_its_row(beside: str) -> None:
    uploaded(b"a" * INLINE)
    assert rows_hold() == [b"a" * INLINE]


def test_no_one_reads_what_another_sent_by_its_name(beside: str) -> None:
    uploaded()
    name = rows_hold()[0]
    forged = uploaded(name)
    assert read_upload(forged) == name


def test_what_begins_like_a_name_is_read_as_it_was_stored() -> None:
    forged = uploaded(b"\x00gipfel-named:2026112812/a")
    assert read_upload(forged) == b"\x00gipfel-named:2026112812/a"


def test_what_no_row_names_goes_after_a_while_and_the_rest_stays(beside: str) -> None:
    gone, kept = uploaded(), uploaded(LARGE[1:])
    gone.delete()
    with transaction.atomic():
        uploaded(LARGE[2:])
        transaction.set_rollback(True)
    assert forget_contents(timezone.now()) == 0, "a transaction may still be under way"
    assert forget_contents(timezone.now() + LATER) == 6
    assert read_upload(kept) == LARGE[1:]
    kept.delete()
    assert forget_contents(timezone.now() + LATER) == 3
    assert forget_contents(timezone.now() + LATER) == 0


def test_workers_ask_for_that_where_there_is_a_storage(beside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_looked_at", {})
    jobs.beat("worker")
    assert Job.objects.filter(kind=FORGET).exists()
    jobs.run_now(FORGET, ["server"])
    assert not Job.objects.filter(kind=FORGET).exists()


def test_they_do_not_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_looked_at", {})
    jobs.beat("worker")
    assert not Job.objects.filter(kind=FORGET).exists()


def test_a_file_whose_storage_lost_it_is_asked_for_again(
    settings: LazySettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.STORAGES = settings.STORAGES | {"files": files_address.parse(f"file://{tmp_path}")}
    upload = uploaded()
    for file in tmp_path.rglob("*"):
        if file.is_file():
            file.unlink()
    with pytest.raises(UploadRefused):
        read_upload(upload)
    assert "the storage of files has no" in caplog.text
    archive = RecordArchive.objects.create(state="", begun_at=timezone.now(), size=9_000)
    archive.parts.create(number=0, content=b"a" * 9_000)
    next(file for file in tmp_path.rglob("*") if file.is_file()).unlink()
    with pytest.raises(RecordArchive.DoesNotExist):
        list(bytes_of(archive))


def test_a_storage_that_is_away_is_tried_again_as_a_database_is(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "of-a-test")
    address = f"s3://files?endpoint_url=http://127.0.0.1:{free_port()}&region_name=local"
    settings.STORAGES = settings.STORAGES | {"files": files_address.parse(address)}
    with pytest.raises(OperationalError, match="the storage of files does not answer") as away, transaction.atomic():
        uploaded()
    assert classify(away.value) is AWAY


def test_to_migrations_it_is_an_ordinary_column() -> None:
    assert isinstance(UploadPart._meta.get_field("content"), FileContent)
    assert UploadPart._meta.get_field("content").deconstruct()[1] == "django.db.models.BinaryField"


@pytest.mark.parametrize(
    "address",
    [
        "files",
        "file:files",
        "file://host/files",
        "file:///",
        "s3:///x",
        "s3://a/b?acl=public",
        "s3://k:s@a/b",
        "ftp://a/b",
    ],
)
def test_an_address_that_is_none_is_refused_without_what_it_says(address: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        files_address.parse(address)
    assert "FILES_URL is no address" in str(refused.value)
