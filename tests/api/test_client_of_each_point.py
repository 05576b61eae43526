"""What clients expect of an API, point by point, by the generated client: the promises of docs/api.md."""

from __future__ import annotations

import io
from base64 import b64encode
from datetime import date
from typing import Any

import pytest
from django.db.models import Q
from openpyxl import Workbook

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import Scope
from games.models import Game
from games.records.services.submit_record import submit_record
from players.models import Account, Club, Grant
from players.people.services.people import create_person
from players.roles import Role
from testing.api.client_package import Call, Caller
from testing.api.limits import limit_api
from testing.factories import ClubFactory, GameFactory, organiser_of, player_in, seated
from testing.games.game_records import WON_BY_BLACK
from testing.tournaments.factories import decide, draft, running
from tournaments.interchange.services import import_requests
from tournaments.models import Event, WebhookMessage

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def call(client_of: Caller, organiser: Account) -> Call:
    """Calls with a key of the organiser."""
    return client_of(organiser)


def names(answer: Any) -> list[str]:
    """Of the rows of a list."""
    return [row.name for row in answer.parsed.results]


# --- what was seen, and what is sent again ---------------------------------------------------------------


@pytest.mark.slow
def test_a_tag_of_what_was_is_refused_for_an_event_a_game_and_a_club(
    call: Call, client_of: Caller, club: Club, organiser: Account
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    game = Game.objects.get().pk
    result = ("ClaimNew", {"result": "1-0"})
    for read, write, ids, body in (
        ("events.events_retrieve", "events.events_partial_update", (event.pk,), ("PatchedEventChange", {"about": "A"})),
        ("games.games_retrieve", "games.games_results_create", (game,), result),
        ("clubs.clubs_retrieve", "clubs.clubs_partial_update", (club.slug,), ("PatchedClubChange", {"place": "Delft"})),
    ):
        tag = call(read, 200, *ids).headers["ETag"]
        done = 201 if write.endswith("_create") else 200
        call(write, done, *ids, body=body, if_match=tag)
        refused = call(write, 412, *ids, body=body, if_match=tag).parsed
        assert (refused.code, refused.status) == ("precondition-failed", 412), write
        assert isinstance(refused.version, int)
    roles = call("clubs.clubs_retrieve", 200, club.slug).headers["ETag"]
    call("clubs.clubs_partial_update", 200, club.slug, body=("PatchedClubChange", {"place": "Gouda"}))
    one = ("RoleNew", {"username": organiser.username, "role": "arbiter"})
    call("clubs.clubs_roles_create", 412, club.slug, body=one, if_match=roles)
    assert not Grant.objects.filter(role=Role.ARBITER).exists()


def test_a_version_that_is_stale_is_a_conflict_and_tells_the_present_one(
    call: Call, club: Club, organiser: Account
) -> None:
    event = draft(club, organiser)
    version = call("events.events_retrieve", 200, event.pk).parsed.version
    change = ("PatchedEventChange", {"place": "Delft", "version": version})
    now = call("events.events_partial_update", 200, event.pk, body=change).parsed.version
    refused = call("events.events_partial_update", 409, event.pk, body=change).parsed
    assert (refused.code, refused.version) == ("stale", now)


# --- names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "meant"),
    [("/events?stat=open", "state"), ("/players?q=a&contry=nl", "country"), ("/collection?oponent=x", "opponent")],
)
def test_a_filter_that_is_none_is_refused_with_the_one_that_is_meant(path: str, meant: str, call: Call) -> None:
    answer = call.send("GET", path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")
    ((wrong, told),) = answer.json()["fields"].items()
    assert told == [f"There is no parameter {wrong}. Did you mean {meant}?"]


# --- filters ---------------------------------------------------------------------------------------------


@pytest.fixture
def events(club: Club, organiser: Account) -> None:
    """Three events: in January, from March to April, and in May."""
    swiss: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}
    january, spring = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic"), running(club, organiser, **swiss)
    for event, name, place, first, last in (
        (january, "Winter Open", "Delft", date(2026, 1, 3), date(2026, 1, 4)),
        (spring, "League", "Leiden", date(2026, 3, 1), date(2026, 4, 30)),
        (draft(club, organiser), "May Open", "Leiden", date(2026, 5, 1), date(2026, 5, 1)),
    ):
        Event.objects.filter(pk=event.pk).update(name=name, place=place, starts_on=first, ends_on=last)


def test_each_filter_of_events(call: Call, events: None) -> None:
    for asked, found in (
        ({}, ["May Open", "League", "Winter Open"]),
        ({"ordering": "name"}, ["League", "May Open", "Winter Open"]),
        ({"state": "draft"}, ["May Open"]),
        ({"from_": "2026-04-30"}, ["May Open", "League"]),
        ({"to": "2026-03-01"}, ["League", "Winter Open"]),
        ({"format_": "swiss-dutch"}, ["League"]),
        ({"rules": "gipf-basic", "state": "running"}, ["Winter Open"]),
        ({"q": "open leiden"}, ["May Open"]),
        ({"club": "another"}, []),
        ({"club": "rotterdam", "size": 1}, ["May Open"]),
    ):
        assert names(call("events.events_list", 200, **asked)) == found, asked


def test_each_filter_of_games(call: Call, club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cas", "Dia"), rounds=2)
    ada = event.entries.get(members__person__name="Ada").members.get().person
    first = Game.objects.filter(white=ada).first() or Game.objects.filter(black=ada).earliest("pk")
    decide(event, organiser, {(first.white.name, first.black.name): "1-0"})
    Game.objects.filter(pk=first.pk).update(played_on=date(2026, 5, 1))
    Game.objects.exclude(pk=first.pk).update(played_on=date(2026, 6, 1))
    met = first.black if first.white == ada else first.white
    (other,) = Game.objects.filter(Q(white=ada) | Q(black=ada)).exclude(pk=first.pk)
    for asked, found in (
        ({"ordering": "played_on"}, [first.pk, other.pk]),
        ({"ordering": "-played_on"}, [other.pk, first.pk]),
        ({"result": "1-0"}, [first.pk]),
        ({"from_": "2026-05-02"}, [other.pk]),
        ({"to": "2026-05-01"}, [first.pk]),
        ({"opponent": met.pk}, [first.pk]),
        ({"q": met.name.lower()}, [first.pk]),
        ({"club": "another"}, []),
        ({"rules": "lyngk-six"}, []),
    ):
        told = call("players.players_games_list", 200, ada.pk, **asked).parsed.results
        assert [row.id for row in told] == found, asked
    for asked, count in (({"round_": 1}, 2), ({"player": ada.pk}, 2), ({"result": "1-0"}, 1), ({"q": "ADA"}, 2)):
        assert call("events.events_games_list", 200, event.pk, **asked).parsed.count == count, asked


def test_each_filter_of_people(call: Call, client_of: Caller, club: Club, organiser: Account) -> None:
    for name, country in (("Ida Quist", "NL"), ("Zoe Quist", "BE")):
        create_person(actor=organiser, club=club, name=name, country=country)
    for asked, found in (
        ({"q": "quist"}, ["Ida Quist", "Zoe Quist"]),
        ({"q": "quist", "ordering": "-name"}, ["Zoe Quist", "Ida Quist"]),
        ({"q": "quist", "country": "be"}, ["Zoe Quist"]),
        ({"q": "quist", "club": "another"}, []),
    ):
        assert names(client_of(None)("players.players_list", 200, **asked)) == found, asked
        if "club" not in asked:
            assert names(call("clubs.clubs_players_list", 200, club.slug, **asked)) == found, asked


def test_the_collection_is_ordered_with_a_position_and_without(call: Call, club: Club) -> None:
    games = [GameFactory(club=club).pk for _each in range(3)]
    for pk, text in zip(games, ("1. c2 d7", "1. d2 c2", "1. g2 f7"), strict=True):
        submit_record(pk, seated(Game.objects.get(pk=pk), "white"), text)
    first, second, third = games
    there = {"rules": "gipf-basic", "opening": "c2 d7"}
    for asked, found in (
        ({}, [third, second, first]),
        ({"ordering": "-entered"}, [third, second, first]),
        ({"ordering": "entered"}, [first, second, third]),
        (there, [third, first]),
        ({**there, "ordering": "entered"}, [first, third]),
    ):
        told = call("collection.collection_retrieve", 200, **asked).parsed.games
        assert [row.id for row in told] == found, asked
    for path, wrong in (
        ("/collection?ordering=rating", "ordering"),
        ("/collection/turns?ordering=entered", "ordering"),
    ):
        answer = call.send("GET", path)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [wrong]), path


# --- problems, keys, limits ------------------------------------------------------------------------------


def test_problems_say_what_is_wrong_in_their_own_type(
    call: Call, client_of: Caller, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    game = Game.objects.get().pk
    rows = {"results": [{"game": game, "result": "void"}]}
    refused = call("events.events_rounds_results_create", 422, event.pk, 1, body=("DecisionsNew", rows))
    assert refused.headers["Content-Type"].startswith("application/problem+json")
    assert (refused.parsed.code, refused.parsed.type_) == ("rows-refused", "/api/v1/docs#rows-refused")
    record = call("games.games_records_create", 422, game, body=("RecordNew", {"text": "1. e5-e4"})).parsed
    assert (record.code, record.fault.ply) == ("record-refused", 1)
    late = call("events.events_rounds_create", 409, event.pk, body=("RoundNew", {"number": 1})).parsed
    assert late.status == 409 and late.detail
    unknown = client_of(None)("events.events_create", 401, body=("EventNew", EVENT))
    assert unknown.headers["WWW-Authenticate"] == "Bearer, Token"
    limit_api(monkeypatch, reads=1, writes=1)
    reader = client_of(player_in(club, name="Rea"))
    assert reader("clubs.clubs_list", 200).headers["RateLimit-Policy"] == '"reads";q=1;w=60'
    waits = reader("clubs.clubs_list", 429)
    assert waits.parsed.code == "throttled"
    assert 0 < int(waits.headers["Retry-After"]) <= 60
    assert waits.headers["RateLimit"].startswith('"reads";r=0;t=')


EVENT = {
    "club": "rotterdam",
    "name": "Made by a Client",
    "starts_on": "2026-10-01",
    "ends_on": "2026-10-02",
    "rules": "gipf-basic",
    "format": "round-robin",
}


def test_pages_of_other_sites_may_read_and_not_write(call: Call, club: Club) -> None:
    asked = {"Origin": "https://league.example", "Access-Control-Request-Method": "PATCH"}
    told = call.send("OPTIONS", "/clubs/rotterdam", headers=asked)
    assert (told.status_code, told.headers["Access-Control-Allow-Methods"]) == (200, "GET, HEAD")
    assert "authorization" not in told.headers["Access-Control-Allow-Headers"]
    read = call.send("GET", "/clubs", headers={"Origin": "https://league.example"})
    assert read.headers["Access-Control-Allow-Origin"] == "*"


def test_a_body_that_is_too_large_is_refused_before_it_is_read(call: Call, club: Club) -> None:
    answer = call.send("POST", "/events", content=b" " * (1024 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


# --- much at once ----------------------------------------------------------------------------------------


def test_the_results_of_a_large_round_are_one_request(call: Call, club: Club, organiser: Account) -> None:
    """300 players; `python -m bench.bulk_results` times it."""
    people = tuple(f"Player {number:03}" for number in range(300))
    event = running(club, organiser, people, rounds=1, format="swiss-dutch", rounds_planned=3)
    rows = [{"game": pk, "result": "1-0", "version": 0} for pk in Game.objects.values_list("pk", flat=True)]
    told = call("events.events_rounds_results_create", 201, event.pk, 1, body=("DecisionsNew", {"results": rows}))
    assert len(told.parsed.results) == 150 == Game.objects.filter(result="1-0").count()


def test_many_records_are_handed_in_and_what_became_of_each_is_read(call: Call, club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic", rounds=1)
    both = f'{WON_BY_BLACK}\n\n[White "Nobody"]\n[Black "None"]\n\n1. e5-e4\n'
    file = call("events.events_records_create", 202, event.pk, body=("RecordsNew", {"text": both})).parsed
    assert (file.is_over, file.total) == (False, None)
    run_due()
    told = call("record_files.record_files_retrieve", 200, file.id).parsed
    assert (told.is_over, told.waiting, told.kept + told.refused) == (True, 0, told.total)
    rows = call("record_files.record_files_records_list", 200, file.id).parsed.results
    assert [row.number for row in rows] == list(range(1, told.total + 1))
    assert all(row.reason for row in rows if row.status == "refused")


def test_a_large_file_is_taken_in_by_a_worker_and_what_came_of_it_is_read(
    call: Call, client_of: Caller, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    file = call("events.events_file_retrieve", 200, event.pk, kind="json").parsed.file
    monkeypatch.setattr(import_requests, "MOST_GAMES", 0)
    wanted = ("EventImport", {"club": "rotterdam", "file": file, "name": "Taken in Later"})
    asked = call("events.events_import_create", 202, body=wanted, idempotency_key="one-file")
    assert asked.headers["Location"] == f"/api/v1/imports/{asked.parsed.id}"
    assert (asked.parsed.is_over, asked.parsed.event, asked.parsed.refusal) == (False, None, [])
    again = call("events.events_import_create", 202, body=wanted, idempotency_key="one-file")
    assert (again.parsed.id, again.headers["Idempotency-Replayed"]) == (asked.parsed.id, "?1")
    Job.objects.filter(kind="import").update(done=1, total=3)
    waiting = call("imports.imports_retrieve", 200, asked.parsed.id).parsed
    assert (waiting.is_over, waiting.done, waiting.total) == (False, 1, 3)
    client_of(player_in(club, name="Pia"))("imports.imports_retrieve", 403, asked.parsed.id)
    run_due()
    over = call("imports.imports_retrieve", 200, asked.parsed.id).parsed
    assert (over.is_over, over.done, over.refusal) == (True, None, [])
    assert call("events.events_retrieve", 200, over.event).parsed.name == "Taken in Later"
    assert Event.objects.filter(name="Taken in Later").count() == 1
    refused = call("events.events_import_create", 202, body=wanted).parsed
    Grant.objects.filter(account=organiser).delete()
    run_due()
    Grant.objects.create(account=organiser, role=Role.ORGANISER, scope=Scope.objects.get(key=club.scope))
    why = call("imports.imports_retrieve", 200, refused.id).parsed
    assert (why.is_over, why.event) == (True, None)
    assert why.refusal == ["The account that asked for it may no longer create events here."]


def test_a_list_of_players_is_looked_at_and_then_registered(call: Call, club: Club, organiser: Account) -> None:
    ada, eva = (create_person(actor=organiser, club=club, name=name) for name in ("Ada Byron", "Eva Lindqvist"))
    event = draft(club, organiser)
    book, output = Workbook(), io.BytesIO()
    for line in (["Player", "Points", "Rtg"], ["Byron, Ada", 3, 1800], ["Eva Lindquist", 2, 1700], ["Zoe", 1, None]):
        book.active.append(line)
    book.save(output)
    list_: dict[str, Any] = {"base64": b64encode(output.getvalue()).decode()}
    told = call(
        "events.events_entries_list_create", 200, event.pk, body=("PlayersFile", list_ | {"check": True})
    ).parsed
    columns = [(each.head, each.meaning or "") for each in told.columns]
    assert columns == [("Player", "name"), ("Points", ""), ("Rtg", "rating")]
    assert told.entries is None and not event.entries.exists()
    assert [(row.line, row.rating, row.person_id, row.is_near) for row in told.players] == [
        (2, 1800, ada.pk, False),
        (3, 1700, None, True),
        (4, None, None, False),
    ]
    assert [each.person_id for each in told.players[1].candidates] == [eva.pk]
    asks = call("events.events_entries_list_create", 400, event.pk, body=("PlayersFile", list_)).parsed
    (question,) = asks.fields.to_dict()["answers"]
    assert question.startswith("Line 4 was read as the player “Zoe”, but the name is a single word. Is that right?")
    list_ |= {"people": [{"line": 4, "skip": True}]}
    asks = call("events.events_entries_list_create", 400, event.pk, body=("PlayersFile", list_)).parsed
    assert asks.fields.to_dict() == {"people": ["Choose the person for Eva Lindquist in line 3."]}
    people = [{"line": 3, "person_id": eva.pk}, {"line": 4, "skip": True}]
    made = call("events.events_entries_list_create", 201, event.pk, body=("PlayersFile", list_ | {"people": people}))
    entered = call("events.events_entries_list", 200, event.pk).parsed.results
    assert {(row.id, row.rating) for row in entered} == set(zip(made.parsed.entries, (1800, 1700), strict=True))
    text = {"text": "A;B\n1500;Uma\n", "columns": ["rating", "name"], "version": 0}
    stale = call("events.events_entries_list_create", 409, event.pk, body=("PlayersFile", text)).parsed
    assert stale.code == "stale"
    for wrong, field in (({"base64": "%"}, "base64"), ({}, "text"), (text | {"base64": "QQ=="}, "text")):
        refused = call("events.events_entries_list_create", 400, event.pk, body=("PlayersFile", wrong)).parsed
        assert list(refused.fields.to_dict()) == [field], wrong


# --- roles, settings, journal, webhooks ------------------------------------------------------------------


def test_roles_are_given_offered_and_taken_back(call: Call, client_of: Caller, club: Club, organiser: Account) -> None:
    event, member, stranger = (
        draft(club, organiser),
        player_in(club, name="Mia"),
        organiser_of(ClubFactory(slug="another")),
    )
    given = call("events.events_roles_create", 201, event.pk, body=("EventRoleNew", {"username": member.username}))
    assert (given.parsed.role, given.parsed.scope, given.parsed.player.name) == ("arbiter", event.scope, "Mia")
    wanted = ("RoleNew", {"username": stranger.username, "role": "organiser"})
    offered = call("clubs.clubs_roles_create", 202, club.slug, body=wanted).parsed
    assert call("clubs.clubs_roles_create", 409, club.slug, body=wanted).parsed.code == "refused"
    held = call("clubs.clubs_roles_list", 200, club.slug).parsed.results
    assert {(row.username, row.role, row.scope) for row in held} == {
        (organiser.username, "organiser", club.scope),
        (member.username, "arbiter", event.scope),
    }
    assert call("clubs.clubs_roles_list", 200, club.slug, role="arbiter").parsed.count == 1
    assert [row.id for row in call("clubs.clubs_role_offers_list", 200, club.slug).parsed.results] == [offered.id]
    client_of(member)("clubs.clubs_roles_list", 403, club.slug)
    call("clubs.clubs_role_offers_destroy", 204, club.slug, offered.id)
    call("events.events_roles_destroy", 204, event.pk, given.parsed.id)
    call("clubs.clubs_roles_destroy", 404, club.slug, given.parsed.id)
    last = call("clubs.clubs_roles_destroy", 409, club.slug, Grant.objects.get(account=organiser).pk).parsed
    assert last.code == "refused"
    nobody = call("events.events_roles_create", 400, event.pk, body=("EventRoleNew", {"username": "nobody-at-all"}))
    assert list(nobody.parsed.fields.to_dict()) == ["username"]
    lines = call("clubs.clubs_journal_list", 200, club.slug).parsed.results
    assert [line.action for line in lines[:2]] == ["withdraw-role", "offer-role"]
    assert {line.who for line in lines[:2]} == {organiser.username}


def test_settings_of_a_club_and_of_an_event_are_changed(call: Call, club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    change = {"name": "Gouda GIPF", "place": "Gouda", "time_zone": "Europe/Amsterdam"}
    told = call("clubs.clubs_partial_update", 200, club.slug, body=("PatchedClubChange", change)).parsed
    assert {name: getattr(told, name) for name in change} == change
    joining = call("clubs.clubs_joining_update", 200, club.slug, body=("JoiningSwitch", {"takes_requests": False}))
    assert (joining.parsed.takes_requests, joining.parsed.invitations) == (False, [])
    plan: dict[str, Any] = {
        "name": "Autumn",
        "place": "Gouda",
        "about": "Bring a clock.",
        "starts_on": "2026-11-01",
        "ends_on": "2026-11-02",
        "time_zone": "Europe/Amsterdam",
        "rules": "gipf-basic",
        "format": "swiss-dutch",
        "rounds_planned": 4,
        "tie_breaks": ["BH", "SB"],
        "rated": False,
        "self_entry": True,
    }
    call("events.events_partial_update", 200, event.pk, body=("PatchedEventChange", plan))
    read = call("events.events_retrieve", 200, event.pk).parsed.to_dict()
    assert {name: read[name] for name in plan} == plan
    lines = call("events.events_journal_list", 200, event.pk, q=organiser.username).parsed.results
    assert lines[0].action == "edit-event"
    assert {"ends_on", "format", "rules", "self_entry"} <= {each.field for each in lines[0].changes}


def test_webhooks_are_kept_by_the_api(call: Call, client_of: Caller, club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), format="swiss-dutch", rounds_planned=3)
    wanted = ("WebhookNew", {"address": "https://hooks.example/in", "happenings": ["round.published"]})
    made = call("events.events_webhooks_create", 201, event.pk, body=wanted, idempotency_key="a-hook").parsed
    assert made.secret.startswith("whsec_")
    again = call("events.events_webhooks_create", 409, event.pk, body=wanted, idempotency_key="a-hook").parsed
    assert again.code == "already-done"  # a secret is told once
    ids = (event.pk, made.id)
    private = call(
        "events.events_webhooks_create", 400, event.pk, body=(wanted[0], wanted[1] | {"address": "http://a"})
    )
    assert list(private.parsed.fields.to_dict()) == ["address"]
    (listed,) = call("events.events_webhooks_list", 200, event.pk).parsed.results
    assert "secret" not in listed.to_dict() and listed.address == "https://hooks.example/in"
    change = ("PatchedWebhookChange", {"happenings": ["result.changed"]})
    told = call("events.events_webhooks_partial_update", 200, *ids, body=change).parsed
    assert (told.address, told.happenings) == ("https://hooks.example/in", ["result.changed"])
    assert call("events.events_webhooks_secret_create", 201, *ids).parsed.secret != made.secret
    sent = call("events.events_webhooks_test_create", 202, *ids).parsed
    WebhookMessage.objects.update(state="given-up", attempts=9)
    rows = call("events.events_webhooks_deliveries_list", 200, *ids, state="given-up").parsed.results
    assert [(row.id, row.type_, row.attempts) for row in rows] == [(sent.id, "webhook.test", 9)]
    retried = call("events.events_webhooks_deliveries_again_create", 202, *ids, sent.id).parsed
    assert (retried.message_id, retried.state, retried.attempts) == (sent.message_id, "waiting", 0)
    client_of(player_in(club, name="Pia"))("events.events_webhooks_list", 403, event.pk)
    call("events.events_webhooks_destroy", 204, *ids)
    call("events.events_webhooks_retrieve", 404, *ids)
