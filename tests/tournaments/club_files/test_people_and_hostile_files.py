"""Who comes with a club, what is refused, and that a club comes whole or not at all."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest import Subtests

from common.jobs import services as jobs
from common.journal.models import Scope
from games.histories.services.histories import import_history, take_back
from games.models import Game
from games.results.services.results import claim_result
from gipf_engine.messages import Message, Refused
from players.erasure.services import erase_person
from players.guardians.services import answer_as_guardian, ask_about_person, new_link_secret
from players.models import Account, Club, GuardianConsent, Membership, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from ratings.core.queries.rating_list import rating_list
from ratings.pools.services.pools import pool_for, set_parameters
from testing.factories import PersonFactory, administrator, player_in
from testing.games.history_files import SMALL
from testing.tournaments.factories import WELCOME, crowded, running, swiss_after_round_1
from tests.tournaments.club_files.test_moved_clubs import brought, differences, exported, manifest
from tournaments.announcements.services import publish_announcement
from tournaments.club_files.archive import ClubFileRefused, PartInfo, as_json, digest_of, open_archive
from tournaments.club_files.reading import ClubReading
from tournaments.club_files.services import bringing
from tournaments.club_files.services.making import KEPT, ask_for_club_file, delete_old_club_files
from tournaments.entries.services.questions import add_question, store_answers
from tournaments.interchange.services.importing import EventImport
from tournaments.models import ClubFile, Event

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.postgresql, pytest.mark.usefixtures("no_pauses")]
RULES = "gipf-standard"


def test_people_come_as_they_are_known(club: Club, organiser: Account) -> None:
    """Two who are called alike, one merged, one erased, one who left, and a minor with a consent."""
    twins = [PersonFactory(name="Ada Byron", member_of=club) for _each in range(2)]
    event = running(club, organiser, ("Ben", "Cleo"))
    left, gone, guest = (PersonFactory(name=name, member_of=club) for name in ("Lea", "Gus", "Max"))
    Membership.objects.filter(person=left).update(until=date(2026, 5, 1))
    merge_persons(actor=organiser, kept_id=twins[0].pk, gone_id=guest.pk)
    erase_person(actor=organiser, person_id=gone.pk)
    minor = PersonFactory(name="Mia", member_of=club)
    asked = ask_about_person(
        actor=organiser, club_id=club.pk, person_id=minor.pk, birth_year=timezone.now().year - 10, email="a@example.org"
    )
    answer_as_guardian(secret=new_link_secret(asked), answer="given", guardian="Ann")
    first = exported(club)
    text = b"".join(zipfile.ZipFile(io.BytesIO(first)).read(part["name"]) for part in manifest(first)["parts"])
    assert b"example.org" not in text
    there = brought(first)
    assert differences(first, exported(there)) == {}
    members = Membership.objects.filter(club=there)
    assert (
        members.filter(until=None).count()
        == Membership.objects.filter(club=club, until=None, person__merged_into=None).count()
    )
    assert members.get(person__name="Lea").until == date(2026, 5, 1)
    assert Person.objects.filter(erased_at__isnull=False).count() == 2
    consent = GuardianConsent.objects.get(club=there)
    assert (consent.person.name, consent.guardian, consent.email, consent.digest) == ("Mia", "Ann", "", "")
    assert [each.answer for each in consent.answers.all()] == ["given"]
    assert Event.objects.get(club=there).name == event.name


def test_a_person_who_is_here_is_confirmed_by_id_and_nobody_twice(club: Club, organiser: Account) -> None:
    running(club, organiser, ("Ben", "Cleo"))
    data = exported(club)
    ben = Person.objects.get(name="Ben")
    reading = ClubReading(open_archive(io.BytesIO(data), 10**6))
    (key,) = (key for key, each in reading.people.items() if each.name == "Ben")
    with pytest.raises(ClubFileRefused, match="one person"):
        brought(data, people=dict.fromkeys(reading.people, ben.pk))
    with pytest.raises(ClubFileRefused, match="p99"):
        brought(data, people={"p99": ben.pk})
    there = brought(data, people={key: ben.pk})
    assert Person.objects.filter(name="Ben").count() == 1
    assert sorted(ben.memberships.values_list("club__slug", flat=True)) == sorted([club.slug, there.slug])
    assert Game.objects.filter(club=there).count() == 0 and ben.entries.count() == 2


def test_past_games_and_days_of_results_come_with_their_ratings(club: Club, organiser: Account) -> None:
    history = import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    withdrawn = import_history(
        club.pk, organiser, SMALL.replace("2024", "2023").encode(), rules=RULES, people={}, rated=False
    )
    take_back(withdrawn.pk, organiser)
    swiss_after_round_1(club, organiser)
    corrected = Game.objects.filter(past__event__history=history).earliest("pk")
    claim_result(corrected.pk, organiser, "0-1", source="page", role="arbiter", reason="A slip")
    pool = pool_for(RULES, club)
    set_parameters(pool.pk, organiser, {}, counts_at_once=True, inactive_after=12)
    Game.objects.filter(paired__isnull=False, result="1-0").update(stands_on=date(2026, 8, 1))
    first = exported(club)
    there = brought(first)
    assert differences(first, exported(there)) == {}
    rows = [[(row.name, row.value, row.games) for row in rating_list(pool_for(RULES, each))] for each in (club, there)]
    assert rows[0] == rows[1] and len(rows[0]) > 2
    assert Game.objects.filter(club=there, past__event__history__state="back").count() == withdrawn.games


def test_what_players_wrote_and_were_told_comes_too(club: Club, organiser: Account) -> None:
    account = player_in(club, name="Uma")
    event = crowded(club, organiser, account)
    question = add_question(event.pk, organiser, text="Lunch?", kind="yes-no")
    store_answers(event, Person.objects.get(name="Uli"), {question.pk: "yes"})
    publish_announcement(event.pk, organiser, **WELCOME)
    first = exported(club)
    there = brought(first)
    assert differences(first, exported(there)) == {}
    moved = Event.objects.get(club=there)
    assert moved.state == "open" and moved.entry_limit.most == 1
    assert list(moved.waiting.values_list("person__name", flat=True)) == ["Uma", "Ulla"]
    assert [each.subject for each in moved.announcements.all()] == ["Welcome"]
    left_out = {each["what"].partition(":")[0]: each["count"] for each in manifest(first)["left_out"]}
    assert left_out["Accounts"] == 2 and left_out["Roles"] == 1


# --- all or nothing -----------------------------------------------------------------------------------


def _rows() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models()}


def test_nothing_stays_where_the_last_step_fails_and_nothing_is_seen_before_it(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    import_history(club.pk, organiser, SMALL.encode(), rules=RULES, people={})
    swiss_after_round_1(club, organiser)
    data, server_administrator = exported(club), administrator()
    before, shown = _rows(), []

    def fail(*_args: Any) -> None:
        shown.append(client.get("/api/v1/clubs").content.count(b"elsewhere"))
        raise Refused(Message("stopped"))

    monkeypatch.setattr(bringing, "settle_club", fail)
    with pytest.raises(Refused, match="stopped"):
        bringing.bring_club(server_administrator, ClubReading(open_archive(io.BytesIO(data), 10**7)), slug="elsewhere")
    assert _rows() == before


def test_a_club_whose_import_was_killed_is_removed_by_a_job(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    swiss_after_round_1(club, organiser)
    data, server_administrator = exported(club), administrator()
    before = _rows()

    class Killed(BaseException):
        pass

    def die(_self: EventImport) -> None:
        raise Killed

    monkeypatch.setattr(EventImport, "forget_rows", die)
    with pytest.raises(Killed):
        bringing.bring_club(server_administrator, ClubReading(open_archive(io.BytesIO(data), 10**7)), slug="elsewhere")
    assert not Club.objects.filter(slug="elsewhere").exists()
    (left,) = Club.with_staged.filter(staged=True)
    assert Event.objects.count() == 1 and not Person.objects.filter(staged_in__isnull=False).exists()
    bringing.remove_staged_club(left.scope)
    assert _rows() == before


# --- what is refused ----------------------------------------------------------------------------------


def rewritten(data: bytes, change: Callable[[dict[str, bytes]], None], *, honest: bool = True) -> bytes:
    """The file with parts changed, by default with a manifest that fits them."""
    source = zipfile.ZipFile(io.BytesIO(data))
    parts = {name: source.read(name) for name in source.namelist()}
    change(parts)
    if honest and "manifest.json" in parts:
        head = json.loads(parts["manifest.json"])
        for group in ("parts", "extras"):
            head[group] = [_listed(row["name"], parts) for row in head[group] if row["name"] in parts]
        head["digest"] = digest_of([PartInfo(**row) for row in head["parts"]])
        parts["manifest.json"] = as_json(head)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _listed(name: str, parts: dict[str, bytes]) -> dict[str, Any]:
    return {"name": name, "size": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}


def _set(name: str, old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        assert old in parts[name]
        parts[name] = parts[name].replace(old, new, 1)

    return change


def _event(old: bytes, new: bytes) -> Callable[[dict[str, bytes]], None]:
    return _set("occasions/00001.json", old, new)


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes]], None], bool, str]] = {
    "a part that was changed": (_event(b"Ada", b"Eda"), False, "digest"),
    "a part that is missing": (lambda parts: parts.pop("titles.json") and None, True, "titles.json is missing"),
    "a part that is not listed": (lambda parts: parts.update({"club/00009.json": b"{}"}), False, "manifest"),
    "a path": (lambda parts: parts.update({"../../etc/passwd": b""}), False, "no part of a club"),
    "a newer version": (_set("manifest.json", b'"version": 1', b'"version": 2'), True, "version 2"),
    "another format": (_set("manifest.json", b"gipfel-club", b"gipfel-clay"), True, "not the file of a club of Gipfel"),
    "no manifest": (lambda parts: parts.pop("manifest.json") and None, False, "no manifest"),
    "a bomb": (lambda parts: parts.update({"people.json": b"[" * (70 * 2**20)}), True, "larger than|unpacks"),
    "deep values": (lambda parts: parts.update({"people.json": b"[" * 100_000}), True, "not UTF-8 text in JSON"),
    "a strange key": (_event(b'"p1"', b'"p77"'), True, "p77"),
    "a strange state": (_event(b'"state": "running"', b'"state": "gone"'), True, "unknown"),
    "a result of no table": (_event(b'"result": "1-0"', b'"result": "9-0"'), True, "unknown"),
    "an unknown time zone": (_set("club.json", b'"time_zone": "', b'"time_zone": "X'), True, "time zone"),
    "a script for a name": (_set("people.json", b'"name": "Ada"', b'"name": "\\u0000"'), True, "people.json"),
    "a logo that is none": (_set("club.json", b'"logo": ""', b'"logo": "aGVsbG8="'), True, "logo"),
    "an unknown list": (_set("lists.json", b'"system": "elo"', b'"system": "clay"'), True, "lists.json"),
}


def test_files_that_are_damaged_foreign_or_hostile_are_refused_with_the_reason(
    club: Club, organiser: Account, subtests: Subtests
) -> None:
    swiss_after_round_1(club, organiser)
    pool_for(RULES, club)
    data = exported(club)
    before = _rows()
    for what, (change, honest, why) in HOSTILE.items():
        with subtests.test(what), pytest.raises(Refused, match=why):
            brought(rewritten(data, change, honest=honest))
    for broken in (data[:-200], data[: len(data) // 2], b"", b"012 Cup\n"):
        with subtests.test(f"{len(broken)} bytes"), pytest.raises(ClubFileRefused, match="incomplete"):
            brought(broken)
    with pytest.raises(ClubFileRefused, match="more than 0 MB"):
        open_archive(io.BytesIO(data), 1_000)
    assert {**_rows(), "players.Account": 0, "players.Grant": 0} == {
        **before, "players.Account": 0, "players.Grant": 0, "journal.Scope": Scope.objects.count()
    }  # fmt: skip


def test_the_address_has_to_be_free_and_administrators_alone_bring_clubs(club: Club, organiser: Account) -> None:
    data = exported(club)
    with pytest.raises(Refused, match="taken"):
        brought(data, slug=club.slug)
    with pytest.raises(Refused, match="not possible"):
        brought(data, slug="../a b")
    with pytest.raises(NotAllowed):
        bringing.bring_club(organiser, ClubReading(open_archive(io.BytesIO(data), 10**6)), slug="elsewhere")


# --- commands and the page ----------------------------------------------------------------------------


def test_commands_write_check_and_bring(
    club: Club, organiser: Account, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    swiss_after_round_1(club, organiser)
    jobs.run_due()
    file, again = tmp_path / "club.zip", tmp_path / "again.zip"
    call_command("export_club", club.slug, str(file))
    written = capsys.readouterr()
    assert "not in the file: Roles: give them again there: 1" in written.err
    with pytest.raises(CommandError, match="exists already"):
        call_command("export_club", club.slug, str(file))
    with pytest.raises(CommandError, match="is taken"):
        call_command("import_club", str(file), check=True)
    call_command("import_club", str(file), check=True, slug="elsewhere")
    checked = capsys.readouterr().out
    assert "4 people, 1 events, 2 games" in checked and "Ada may be person" in checked
    assert not Club.objects.filter(slug="elsewhere").exists()
    with pytest.raises(CommandError, match="--as"):
        call_command("import_club", str(file), slug="elsewhere", account=organiser.username)
    call_command("import_club", str(file), slug="elsewhere", account=administrator().username)
    jobs.run_due()
    call_command("export_club", "elsewhere", str(again))
    digests = [line for line in capsys.readouterr().out.splitlines() if line.startswith("digest")]
    assert written.out.strip() == digests[-1]


def test_the_page_makes_the_file_for_organisers_and_keeps_it_for_a_week(
    club: Club, organiser: Account, stranger: Account, client: Client
) -> None:
    swiss_after_round_1(club, organiser)
    address = f"/clubs/{club.slug}/export"
    client.force_login(stranger)
    assert client.post(address, {"step": "ask"}).status_code == 403
    assert not ClubFile.objects.exists()
    client.force_login(organiser)
    assert client.get(f"{address}.zip").status_code == 404
    client.post(address, {"step": "ask"})
    assert b"<progress" in client.get(address).content
    assert client.post(address, {"step": "ask"}).status_code == 409
    jobs.run_due()
    data = b"".join(client.get(f"{address}.zip"))
    assert manifest(data)["digest"].encode() in client.get(address).content
    assert differences(data, exported(club)) == {}
    client.force_login(stranger)
    assert client.get(f"{address}.zip").status_code == 403
    ClubFile.objects.update(asked_at=timezone.now() - KEPT)
    delete_old_club_files()
    assert not ClubFile.objects.exists()
    ask_for_club_file(club.pk, organiser)
    jobs.run_due()
    erase_person(actor=organiser, person_id=Person.objects.get(name="Ada").pk)
    assert not ClubFile.objects.exists()
