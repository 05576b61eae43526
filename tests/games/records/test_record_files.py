"""Many records handed in at once: each is put to its game, stored once, and reported."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from common import pieces
from common.jobs.models import Job
from common.jobs.services import request, run_now
from common.journal.models import JournalEntry
from games.core.queries.page import game_page, record_view
from games.core.queries.texts import record_text
from games.core.services.errors import RecordRefused
from games.models import Certificate, Claim, FiledRecord, Game, Move, Record, RecordFile
from games.records.queries import file_report
from games.records.services import record_archives, record_files
from games.records.services.record_files import CHECK, PORTION, check_portion, split_file, subject_of, submit_records
from games.results.services.results import claim_result
from players.models import Account, Club, Grant
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.engine.rules import gipf_data
from testing.engine.rules.lyngk_data import RESULTS, reference_games
from testing.engine.rules.records import gipf_record
from testing.factories import GameFactory, parent_scope_of, player_in
from testing.games.game_records import WON_BY_BLACK
from tests.games.results.test_adjudication import lyngk_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def games(club: Club) -> list[Game]:
    """Three games of one parent scope between different people."""
    parent_scope = parent_scope_of(club)
    return [GameFactory(club=club, parent_scope=parent_scope) for _ in range(3)]


def text_of(game: Game, moves: str = WON_BY_BLACK) -> str:
    names = f'[White "{game.white.name}"]\n[Black "{game.black.name}"]\n'
    return f'[Game "gipf"]\n[Rules "basic"]\n{names}\n{moves}\n\n'


def hand_in(account: Account, games: list[Game], data: str | bytes) -> RecordFile:
    """Hand a file in and let a worker do all of it."""
    content = data.encode() if isinstance(data, str) else data
    file = submit_records(games[0].parent_scope.key, account, content)
    call_command("work", "--once")
    file.refresh_from_db()
    return file


def states(file: RecordFile) -> list[tuple[int, str, int | None]]:
    return list(file.records.order_by("number").values_list("number", "state", "game"))


def reasons(file: RecordFile) -> list[str]:
    return [row["template"] % row["params"] for row in file.records.values_list("reason", flat=True) if row]


def test_every_record_of_a_file_is_put_to_its_game_decides_it_and_is_certified(games, organiser: Account) -> None:
    file = hand_in(organiser, games, "".join(map(text_of, games)))
    assert states(file) == [(place, "kept", game.pk) for place, game in enumerate(games, 1)]
    for game in games:
        game.refresh_from_db()
        assert (game.result, game.records.get().plies, game.certificates.get().result) == ("0-1", 24, "0-1")
        assert game.claims.get().role == "arbiter"
    assert Move.objects.count() == 3 * 24
    assert not Job.objects.exists()
    assert set(file.records.values_list("text", flat=True)) == {""}


def test_a_file_handed_in_again_is_known_already(games, organiser: Account) -> None:
    text = "".join(map(text_of, games))
    hand_in(organiser, games, text)
    again = hand_in(organiser, games, text)
    assert {state for _number, state, _game in states(again)} == {"known"}
    assert (Record.objects.count(), Claim.objects.count(), Certificate.objects.count()) == (3, 3, 3)


def test_what_is_refused_is_reported_with_the_reason_and_the_rest_is_kept(games, organiser: Account) -> None:
    strangers = '[Game "gipf"]\n[Rules "basic"]\n[White "Nobody"]\n[Black "No one"]\n\n1. c2 d2\n\n'
    text = text_of(games[0], "1. c2 c2") + strangers + text_of(games[1]) + text_of(games[2], "hello")
    file = hand_in(organiser, games, text)
    assert [state for _number, state, _game in states(file)] == ["refused", "refused", "kept", "refused"]
    first = file.records.get(number=1)
    assert (first.ply, first.token, first.line) == (2, "c2", 1)
    assert first.position
    assert "No game of this event has the players that the record names." in reasons(file)
    assert Record.objects.count() == 1


def test_a_record_against_the_result_in_force_is_kept_and_disputes_it(games, organiser: Account) -> None:
    claim_result(games[0].pk, organiser, "1-0", source="desk")
    hand_in(organiser, games, text_of(games[0]))
    games[0].refresh_from_db()
    assert games[0].result == "1-0"
    assert list(Claim.objects.filter(game=games[0]).values_list("role", "result")) == [
        ("arbiter", "1-0"),
        ("record", "0-1"),
    ]


def test_two_who_met_twice_need_a_game_id(games, organiser: Account) -> None:
    first = games[0]
    second = GameFactory(club=first.club, parent_scope=first.parent_scope, white=first.white, black=first.black)
    file = hand_in(organiser, games, text_of(first))
    assert reasons(file) == ["These players have several games (2) in this event: add a GameId tag."]
    named = hand_in(organiser, games, f'[GameId "{second.pk}"]\n{text_of(second)}')
    assert states(named) == [(1, "kept", second.pk)]


def test_a_game_of_another_event_cannot_be_named(games, club: Club, organiser: Account) -> None:
    other = GameFactory(club=club)
    file = hand_in(organiser, games, f'[GameId "{other.pk}"]\n{text_of(other)}')
    assert reasons(file) == [f"This event has no game {other.pk}."]
    assert not Record.objects.exists()


def test_a_zip_of_files_as_they_are_downloaded_names_the_games(games, organiser: Account) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in games:
            archive.writestr(f"round/gipf-basic-2026-03-01-game-{game.pk}.txt", f"{WON_BY_BLACK}\n")
    file = hand_in(organiser, games, packed.getvalue())
    assert states(file) == [(place, "kept", game.pk) for place, game in enumerate(games, 1)]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe\x00", "This file is not UTF-8 text."),
        (b"PK\x03\x04broken", "This archive cannot be read."),
        (b"\xef\xbb\xbf\n\n \n", "This file has no records."),
    ],
)
def test_a_file_that_cannot_be_read_says_why(games, organiser: Account, data: bytes, why: str) -> None:
    file = hand_in(organiser, games, data)
    assert (file.total, file.refusal["template"]) == (0, why)
    assert not Job.objects.exists()


def test_an_archive_that_unpacks_to_too_much_is_not_unpacked(games, organiser: Account, monkeypatch) -> None:
    monkeypatch.setattr(record_archives, "MOST_UNPACKED", 1024 * 1024)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", " " * 900_000)
        archive.writestr("b.txt", " " * 900_000)
    file = hand_in(organiser, games, packed.getvalue())
    assert "holds more than" in file.refusal["template"]


def test_only_arbiters_hand_in_files_and_a_right_that_is_lost_meanwhile_stores_nothing(
    games, club: Club, organiser: Account
) -> None:
    with pytest.raises(NotAllowed):
        submit_records(games[0].parent_scope.key, player_in(club), b"x")
    with pytest.raises(RecordRefused, match="This file is empty"):
        submit_records(games[0].parent_scope.key, organiser, b" \n")
    file = submit_records(games[0].parent_scope.key, organiser, text_of(games[0]).encode())
    Grant.objects.filter(account=organiser).delete()
    call_command("work", "--once")
    assert reasons(file) == ["The account that submitted it may no longer decide results here."]
    assert not Record.objects.exists()


def test_a_portion_that_is_done_again_stores_nothing_twice(games, organiser: Account) -> None:
    file = submit_records(games[0].parent_scope.key, organiser, "".join(map(text_of, games)).encode())
    split_file(file.pk)
    for _ in range(2):
        check_portion(file.pk, 1)
    request(CHECK, subject_of(file.pk, 1))
    split_file(file.pk)
    assert (FiledRecord.objects.count(), Record.objects.count()) == (3, 3)
    assert Job.objects.filter(kind=CHECK).count() == 1
    assert PORTION > 3


def test_a_portion_that_another_worker_stored_meanwhile_stays_reported_as_kept(games, organiser: Account) -> None:
    file = submit_records(games[0].parent_scope.key, organiser, "".join(map(text_of, games)).encode())
    split_file(file.pk)
    waiting = list(file.records.order_by("number"))
    drafts = record_files._check_all(file, waiting)  # a slow worker has judged them, and its lease runs out
    check_portion(file.pk, 1)
    record_files._store_all(file, organiser, waiting, drafts)
    assert [state for _number, state, _game in states(file)] == ["kept"] * 3
    assert Record.objects.count() == 3


def test_a_file_is_taken_apart_in_pieces_and_whoever_does_it_again_goes_on_there(
    games, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = submit_records(games[0].parent_scope.key, organiser, "".join(map(text_of, games * 2)).encode())
    monkeypatch.setattr(pieces, "ROWS", 2)
    with stopped_after(2), pytest.raises(Stopped):
        split_file(file.pk)
    file.refresh_from_db()
    assert (file.total, file.records.count()) == (None, 4)
    assert not Job.objects.filter(kind=CHECK).exists()  # nothing is checked before everything is there
    assert not file_report(file.pk).is_over
    split_file(file.pk)
    file.refresh_from_db()
    assert (file.total, list(file.records.values_list("number", flat=True))) == (6, [1, 2, 3, 4, 5, 6])
    assert [job.subject for job in Job.objects.filter(kind=CHECK)] == [subject_of(file.pk, 1)]


def test_two_workers_that_take_one_file_apart_store_each_record_once(
    games, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = submit_records(games[0].parent_scope.key, organiser, "".join(map(text_of, games)).encode())
    read = record_files.split_records

    def slowly(data: bytes) -> list[record_archives.RecordText]:
        found = read(data)
        monkeypatch.setattr(record_files, "split_records", read)
        call_command("work", "--once")  # the other one is quicker, and has its records checked
        return found

    monkeypatch.setattr(record_files, "split_records", slowly)
    split_file(file.pk)
    assert [state for _number, state, _game in states(file)] == ["kept"] * 3
    assert (file.records.count(), Record.objects.count(), Job.objects.count()) == (3, 3, 0)


def test_long_records_of_a_portion_are_stored_a_few_at_once(
    games, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_files, "TURNS", 2 * 24)
    file = hand_in(organiser, games, "".join(map(text_of, games)) + text_of(games[0], "1. c2 c2"))
    assert [state for _number, state, _game in states(file)] == ["kept", "kept", "kept", "refused"]
    lines = JournalEntry.objects.filter(action="hand-in-records").order_by("version").values_list("data", flat=True)
    assert [(line["kept"], line["refused"]) for line in lines] == [(2, 0), (1, 1)]


def test_what_became_of_a_file_goes_after_a_month(games, organiser: Account) -> None:
    old, newer = (hand_in(organiser, games, text_of(game)) for game in games[:2])
    hand_in(organiser, games, text_of(games[2]))
    RecordFile.objects.filter(pk=old.pk).update(asked_at=timezone.now() - record_files.KEPT - timedelta(days=1))
    record_files.ask_to_forget_files()
    run_now(record_files.FORGET, [record_files.ALL])
    assert not FiledRecord.objects.filter(file=old.pk).exists()
    assert not RecordFile.objects.filter(pk=old.pk).exists()
    assert states(newer) == [(1, "kept", games[1].pk)]
    assert Record.objects.count() == 3


class Stopped(Exception):
    """The worker ends here."""


@contextmanager
def stopped_after(transactions: int) -> Iterator[None]:
    """Let the worker end when so many transactions that store waiting records are over."""
    begun = 0

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal begun
        if sql.startswith("INSERT") and FiledRecord._meta.db_table in sql:
            begun += 1
            if begun > transactions:
                raise Stopped
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield


@pytest.mark.slow
def test_every_reference_game_shown_exported_and_imported_again_has_the_same_bytes_and_outcome(
    club: Club, organiser: Account
) -> None:
    references = reference_games()
    made = [lyngk_game(club, reference) for reference in references]
    parent_scope = made[0][0].parent_scope
    Game.objects.update(parent_scope=parent_scope)
    named = [f'[GameId "{game.pk}"]\n[Game "lyngk"]\n{_start(game)}\n{moves}\n\n' for game, moves in made]
    hand_in(organiser, [made[0][0]], "".join(named))
    exported = [exported_text(game) for game, _moves in made]
    again = [lyngk_game(club, reference)[0] for reference in references]
    for old, new in zip(made, again, strict=True):
        Game.objects.filter(pk=new.pk).update(
            parent_scope=again[0].parent_scope, white=old[0].white, black=old[0].black
        )
    file = hand_in(
        organiser, again, "".join(f'[GameId "{game.pk}"]\n{text}\n' for game, text in zip(again, exported, strict=True))
    )
    assert {state for _number, state, _game in states(file)} == {"kept"}, reasons(file)
    for game, text, reference in zip(again, exported, references, strict=True):
        game.refresh_from_db()
        assert exported_text(game).split("\n", 1)[1:] == text.split("\n", 1)[1:]
        assert game.result == RESULTS[reference["result"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    ["basic", pytest.param("standard", marks=pytest.mark.slow), pytest.param("tournament", marks=pytest.mark.slow)],
)
def test_every_reference_game_of_gipf_comes_back_with_the_same_bytes(club: Club, organiser: Account, variant) -> None:
    parent_scope = parent_scope_of(club)
    texts = [" ".join(gipf_record(variant, game).tokens) for game in gipf_data.games(variant)]
    first = [GameFactory(club=club, parent_scope=parent_scope, rules=f"gipf-{variant}") for _text in texts]
    hand_in(
        organiser,
        first,
        "".join(f'[GameId "{game.pk}"]\n\n{text}\n\n' for game, text in zip(first, texts, strict=True)),
    )
    exported = [exported_text(game) for game in first]
    again = [
        GameFactory(club=club, parent_scope=parent_scope, rules=f"gipf-{variant}", white=game.white, black=game.black)
        for game in first
    ]
    pairs = zip(again, exported, strict=True)
    file = hand_in(organiser, again, "".join(f'[GameId "{game.pk}"]\n{text}\n' for game, text in pairs))
    assert {state for _number, state, _game in states(file)} == {"kept"}, reasons(file)
    assert [exported_text(game) for game in again] == exported
    outcomes = list(Record.objects.filter(game__in=again).order_by("game").values_list("outcome", flat=True))
    assert outcomes == [{"W": "1-0", "B": "0-1"}[game["result"]] for game in gipf_data.games(variant)]


def _start(game: Game) -> str:
    options = f'[Options "{",".join(game.options)}"]\n' if game.options else ""
    return f'[Rules "{game.rules.partition("-")[2]}"]\n{options}[Setup "{game.setup}"]\n'


def exported_text(game: Game) -> str:
    page = game_page(game.pk)
    record = record_view(page)
    assert record is not None
    return record_text(page, record)


def test_pages_and_api_report_a_file(games, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    text = text_of(games[0], "1. c2 c2") + text_of(games[1])
    key = games[0].parent_scope.key
    sent = client.post(f"/records/new/{key}", {"file": SimpleUploadedFile("evening.txt", text.encode())})
    assert sent.status_code == 302
    address = sent["Location"]
    assert "checked in the background" in client.get(address).content.decode()
    call_command("work", "--once")
    page = client.get(address).content.decode()
    assert "Turn 1…, c2: " in page
    assert 'href="/games/' in client.get(f"{address}?state=kept").content.decode()
    number = address.rsplit("/", 1)[1]
    api = Caller(organiser)
    told = json.loads(api.get(f"/record-files/{number}").content)
    assert (told["total"], told["kept"], told["refused"], told["is_over"]) == (2, 1, 1, True)
    rows = json.loads(api.get(f"/record-files/{number}/records").content)["results"]
    assert [(row["status"], row["ply"]) for row in rows] == [("refused", 2), ("kept", None)]
    client.logout()
    assert client.get(f"/api/v1/record-files/{number}").status_code in (401, 403)
