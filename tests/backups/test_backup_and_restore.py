"""A backup holds what the database held, and a restore puts exactly that back; neither leaves anything by half."""

from __future__ import annotations

import json
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from common.journal.operations import protected_tables, tables
from common.journal.services import commit
from gipfel import backups
from gipfel.upgrades import BEFORE_RELEASES
from players.models import Account, Club, Person
from testing.factories import PersonFactory
from tests.acts import Tried
from tests.backups.content import content
from tests.backups.other_process import connected_elsewhere
from tests.threads import at_once

pytestmark = pytest.mark.postgresql


@pytest.fixture(autouse=True)
def of_its_own(real_database: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A database that may be replaced, and a folder that nobody else holds."""
    monkeypatch.setenv("GIPFEL_HOME", str(tmp_path / "home"))
    yield
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'")
            for (kept,) in cursor.fetchall():
                cursor.execute(f"DROP SCHEMA {kept} CASCADE")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "copy"


def test_a_restore_puts_back_what_the_backup_held_and_keeps_what_it_replaces(
    file: Path, club: Club, organiser: Account, capsys: pytest.CaptureFixture[str]
) -> None:
    with commit(club.scope, organiser, Tried):
        PersonFactory(name="Anna آنا 杏奈 \\t'\"", member_of=club)
    before = content()
    call_command("backup", str(file))
    assert f"Backed up to {file}" in capsys.readouterr().out
    PersonFactory(name="After the backup", member_of=club)
    Person.objects.filter(name__startswith="Anna").update(name="Changed")

    call_command("restore", str(file))

    assert content() == before
    assert protected_tables(connection) == tables(connection) != frozenset()
    assert Person.objects.create(name="New").pk  # ids go on behind those that are there
    said = capsys.readouterr().out
    assert "What was there before is kept: " in said
    assert _names_in(said.partition("kept: ")[2].partition("\n")[0]) >= {"After the backup", "Changed"}


def _names_in(kept: str) -> set[str]:
    """The people in what a restore has put aside."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT name FROM {kept.split(chr(34))[1]}.players_person")
            return {name for (name,) in cursor.fetchall()}
    copy = sqlite3.connect(kept)
    try:
        return {name for (name,) in copy.execute("SELECT name FROM players_person")}
    finally:
        copy.close()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no extensions")
def test_names_are_found_by_parts_when_what_a_restore_kept_is_dropped(file: Path, club: Club) -> None:
    call_command("backup", str(file))
    call_command("restore", str(file))
    with connection.cursor() as cursor:
        cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'before_%'")
        ((kept,),) = cursor.fetchall()
        cursor.execute(f"DROP SCHEMA {kept} CASCADE")
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'person_by_part_of_name'")
        ((index,),) = cursor.fetchall()
    assert "USING gin (folded gin_trgm_ops)" in index


def test_the_manifest_says_what_it_is(file: Path, club: Club) -> None:
    backups.make(file)
    told = json.loads(file.with_name("copy.json").read_text())
    assert (told["database"], told["size"]) == (connection.vendor, file.stat().st_size)
    assert told["rows"]["players_club"] == 1
    assert "games.0001_initial" in told["migrations"]
    assert file.stat().st_mode & 0o077 == 0


def test_a_backup_is_of_one_moment_while_others_write(file: Path, club: Club) -> None:
    """Whoever is written is written with a membership: no backup has one without the other."""

    def write() -> None:
        for number in range(60):
            PersonFactory(name=f"Busy {number}", member_of=club)

    def back_up() -> None:
        for number in range(3):
            backups.make(file.with_name(f"copy{number}"))

    assert at_once(write, back_up) == [None, None]
    backups.restore(file.with_name("copy1"))
    assert Person.objects.filter(name__startswith="Busy", memberships=None).count() <= 1


def test_a_taken_name_is_refused_and_what_has_it_stays(file: Path, club: Club) -> None:
    file.write_text("something else")
    with pytest.raises(CommandError, match=r"is there already\. Choose another name"):
        call_command("backup", str(file))
    assert file.read_text() == "something else"


def test_a_backup_that_fails_leaves_no_file(file: Path, club: Club) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    connection.ensure_connection()
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, limits[1]))
    try:
        with pytest.raises(CommandError, match="No backup was made"):
            call_command("backup", str(file))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(file.parent.glob("*copy*")) == []


# --- what is not restored ----------------------------------------------------------------------------


@pytest.fixture
def backup(file: Path, club: Club) -> Path:
    backups.make(file)
    PersonFactory(name="After the backup")
    return file


def _refused(file: Path, why: str) -> None:
    before = content()
    with pytest.raises(CommandError, match=f"Nothing was restored. .*{why}"):
        call_command("restore", str(file))
    assert content() == before


def test_a_file_that_changed_since_is_refused(backup: Path) -> None:
    content_ = bytearray(backup.read_bytes())
    content_[len(content_) // 2] ^= 0xFF
    backup.write_bytes(content_)
    _refused(backup, "its digest is another")


def test_half_a_file_is_refused_also_without_its_manifest(backup: Path) -> None:
    backup.with_name("copy.json").unlink()
    backup.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    _refused(backup, "")


def test_a_copy_without_a_manifest_is_restored(backup: Path) -> None:
    backup.with_name("copy.json").unlink()
    backups.restore(backup)
    assert not Person.objects.filter(name="After the backup").exists()


def test_what_is_no_backup_is_refused(tmp_path: Path, backup: Path) -> None:
    (tmp_path / "text").write_text("no backup at all")
    _refused(tmp_path / "text", "is no backup of")
    _refused(tmp_path / "nowhere", "There is no file")


@pytest.mark.parametrize(
    ("migration", "said"),
    [
        (("games", "0999_x"), "made by a newer release"),
        (BEFORE_RELEASES, r"made before 0\.2\.0.*manage.py exportevent"),
    ],
)
def test_a_backup_of_another_release_is_refused(file: Path, club: Club, migration: tuple[str, str], said: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, '2030-01-01')", migration)
    backups.make(file)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", migration)
    _refused(file, said)


def test_a_server_that_runs_is_not_restored_under_its_feet(backup: Path) -> None:
    """Another process's connection: the locks of SQLite's file, or PostgreSQL's list of connections, tell of it."""
    before = content()
    connection.close()
    with connected_elsewhere(), pytest.raises(CommandError, match=r"Nothing was restored.*Stop .* first"):
        call_command("restore", str(backup))
    assert content() == before
