"""Bad input at every endpoint: 4xx with a sentence, and nothing stored. Never 500.

Endpoints come from the addresses, values from the OpenAPI document, so that a new endpoint or field is tried as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import RequestFactory
from pytest import Subtests

from common.journal.models import JournalEntry
from gipfel.api.root import document
from gipfel.wsgi import application
from players.models import Grant, RoleOffer, Upload
from players.roles import Role
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller, callers_for, error
from testing.api.endpoints import endpoints, methods_of, writing_endpoints
from testing.api.requests_of_play import Request
from testing.savepoints import undone
from testing.tables import changed, rows_of_all_tables
from testing.tournaments.factories import entry
from tournaments.models import Announcement, ArbiterCall, Category, ForbiddenGroup, Question, WaitingPlayer, Webhook

pytestmark = [pytest.mark.postgresql, pytest.mark.sweep]

WRITING = sorted(writing_endpoints())
WITH_BODY = [endpoint for endpoint in WRITING if endpoint[0] != "DELETE"]
MARKUP, FORMULA = "<script>alert(1)</script>", '=HYPERLINK("x","y")'

TO_THE_DATABASE: tuple[Any, ...] = (-1, 2**31, 2**64, "\0", "\ud800", "x" * 10_000)
"""What one database stores and another refuses: tried on each."""
WRONG = (*TO_THE_DATABASE, {}, [], True, 10**4000, None, "", "9" * 5_000, MARKUP, "2026-02-30")
"""Values that some field takes for what they are not."""


def fields_of(endpoint: tuple[str, str]) -> dict[str, Any]:
    """The fields of an endpoint's JSON body, by the OpenAPI document."""
    address = "/api/v1/" + endpoint[1].replace("<int:", "{").replace("<slug:", "{").replace(">", "}")
    operation = document()["paths"][address][endpoint[0].lower()]
    if "requestBody" not in operation:
        return {}
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return dict(document()["components"]["schemas"][name])


def status_of_refusal(caller: Caller, endpoint: tuple[str, str], path: str, body: Any, **more: Any) -> int:
    """Send it: it is refused with a sentence."""
    answer = caller.ask(endpoint[0], path, body, **more)
    assert 400 <= answer.status_code < 500
    assert error(answer)["message"].strip()
    return int(answer.status_code)


@contextmanager
def nothing_stored() -> Iterator[None]:
    """What is refused leaves nothing behind."""
    before = rows_of_all_tables()
    with undone():
        yield
        assert changed(before, rows_of_all_tables()) == []


# --- bodies --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_body_that_is_no_object_is_refused(world: World, subtests: Subtests) -> None:
    texts = ("[]", '"text"', "null", "1", "{", '{"a":', "{'a': 1}", "NaN", '{"version": NaN}', "[" * 100_000)
    callers = callers_for(world)
    for endpoint in filter(fields_of, WITH_BODY):  # others take no body, and read none
        request = world.requests[endpoint]
        with subtests.test(" ".join(endpoint)), nothing_stored():
            for body in (*texts, b"\xff\xfe{}", b'{"name": "\xff"}'):
                assert status_of_refusal(callers[request.by], endpoint, request.path, body) == 400, body[:20]


@pytest.mark.slow
def test_a_wrong_content_type_is_refused(world: World, subtests: Subtests) -> None:
    callers = callers_for(world)
    kinds = ("application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "none")
    for endpoint in filter(fields_of, WITH_BODY):
        request = world.requests[endpoint]
        body = json.dumps(request.body)
        with subtests.test(" ".join(endpoint)), nothing_stored():
            for kind in kinds:
                assert status_of_refusal(callers[request.by], endpoint, request.path, body, kind=kind) == 415, kind


@pytest.mark.parametrize("charset", ["hex", "rot13", "zlib", "utf-16", "none-such", "idna"])
def test_texts_are_utf_8_whatever_charset_is_claimed(charset: str, world: World, kept_connection: None) -> None:
    """Python has codecs that are no text ("hex"): a claimed charset must not reach them, at no address."""
    key = {"Authorization": f"Token {Caller(world.organiser).key}"}
    for kind in (f"application/json; charset={charset}", f'application/json;CHARSET="{charset}";x=y'):
        body = '{"place": "Köln"}'
        environ = RequestFactory().patch("/api/v1/clubs/rotterdam", body, "application/json", headers=key).environ
        statuses: list[str] = []
        answer = application(environ | {"CONTENT_TYPE": kind}, lambda status, _headers: statuses.append(status))  # noqa: B023  used at once
        assert json.loads(b"".join(answer))["place"] == "Köln"
        assert statuses == ["200 OK"]


@pytest.mark.slow
def test_five_megabytes_are_refused_before_they_are_read(world: World, subtests: Subtests) -> None:
    body = json.dumps({"text": "1. g2 " * 900_000})
    assert len(body) > 5_000_000
    callers = callers_for(world)
    for endpoint in WITH_BODY:
        request = world.requests[endpoint]
        with subtests.test(" ".join(endpoint)), nothing_stored():
            assert status_of_refusal(callers[request.by], endpoint, request.path, body) == 413


def test_a_record_of_five_megabytes_of_plain_text_is_refused(world: World) -> None:
    endpoint = ("POST", "games/<int:game_id>/records")
    caller, path = Caller(world.organiser), world.requests[endpoint].path
    with nothing_stored():
        assert status_of_refusal(caller, endpoint, path, "x" * 5_000_000, kind="text/plain") == 413


def test_a_record_that_is_longer_than_any_game_is_refused(world: World) -> None:
    endpoint = ("POST", "games/<int:game_id>/records")
    caller, path = Caller(world.organiser), world.requests[endpoint].path
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    with nothing_stored():
        for text in ("x" * (most - 100), "é" * 140_000):  # the second: few enough characters, too many bytes
            assert status_of_refusal(caller, endpoint, path, {"text": text}) in (400, 413, 422)
            assert status_of_refusal(caller, endpoint, path, text, kind="text/plain") in (400, 422)


# --- fields --------------------------------------------------------------------------------------------


def wrong_bodies(endpoint: tuple[str, str], good: Any) -> Iterator[dict[str, Any]]:
    """The good body with each field in turn replaced by every wrong value, and left out where it is needed."""
    schema, body = fields_of(endpoint), dict(good or {})
    for name in schema.get("properties", {}):
        for value in TO_THE_DATABASE if connection.vendor == "postgresql" else WRONG:
            yield body | {name: value}
    for name in schema.get("required", []):
        yield {key: value for key, value in body.items() if key != name}


def test_no_value_of_any_field_breaks_an_endpoint(world: World, subtests: Subtests) -> None:
    callers = callers_for(world)
    for endpoint in WITH_BODY:
        with subtests.test(" ".join(endpoint)):
            refused = refusals_of_wrong_bodies(world, endpoint, callers)
            assert refused or not fields_of(endpoint)


def refusals_of_wrong_bodies(world: World, endpoint: tuple[str, str], callers: dict[str, Caller]) -> int:
    """How many bodies are refused. None of these may break the endpoint, or leave a line in the journal."""
    request, lines, refused = world.requests[endpoint], JournalEntry.objects.count(), 0
    for body in wrong_bodies(endpoint, request.body):
        with undone():  # some wrong values are right after all
            answer = callers[request.by].ask(endpoint[0], request.path, body)
            assert answer.status_code < 500
            if answer.status_code >= 400:
                assert error(answer)["message"].strip()
                kept = error(answer)["code"] == "late"  # the one refusal that keeps what was said
                # Every service that does something writes an entry.
                assert JournalEntry.objects.count() == lines + kept, body
                refused += 1
    return refused


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e400"])
def test_a_number_beyond_all_bounds_is_refused(number: str, world: World) -> None:
    body = f'{{"place": "Delft", "version": {number}}}'
    assert Caller(world.organiser).patch("/clubs/rotterdam", body).status_code == 400


@pytest.mark.slow
def test_what_is_needed_and_missing_is_named(world: World, subtests: Subtests) -> None:
    callers = callers_for(world)
    needed = [(endpoint, name) for endpoint in WITH_BODY for name in fields_of(endpoint).get("required", [])]
    for endpoint, name in needed:
        request = world.requests[endpoint]
        body = {key: value for key, value in (request.body or {}).items() if key != name}
        with subtests.test(" ".join((*endpoint, name))), undone():
            answer = callers[request.by].ask(endpoint[0], request.path, body)
            assert (answer.status_code, error(answer)["code"]) == (400, "invalid")
            assert list(error(answer)["fields"]) == [name]


# --- names and texts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [MARKUP, FORMULA, "+1", "@SUM(A1)", "-1+1", "a\u202eb", "\t=1"])
def test_markup_and_formulas_are_no_names(text: str, world: World) -> None:
    callers = callers_for(world)
    for endpoint in (
        ("POST", "clubs"),
        ("POST", "clubs/<slug:slug>/players"),
        ("POST", "events"),
        ("PATCH", "events/<int:event_id>"),
    ):
        request = world.requests[endpoint]
        before = rows_of_all_tables()
        answer = callers[request.by].ask(endpoint[0], request.path, request.body | {"name": text})
        assert answer.status_code == 400, endpoint
        assert list(error(answer)["fields"]) == ["name"]
        assert rows_of_all_tables() == before


def test_markup_and_formulas_in_free_texts_come_back_as_they_were(world: World) -> None:
    organiser = Caller(world.organiser)
    text = f"{MARKUP} {FORMULA} “½” \u06af\u06cc\u067e\u0641"
    event = organiser.done(f"/events/{world.open.pk}", {"about": text}, method="PATCH")
    assert event["about"] == text
    answer = Caller().get(f"/events/{world.open.pk}")
    assert answer["Content-Type"] == "application/json"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer.json()["about"] == text
    path = f"/games/{game_of(world.running)}/results"
    organiser.done(path, {"result": "1-0", "reason": text})
    assert Caller().read(path)["results"][-1]["reason"] == text


# --- ids -----------------------------------------------------------------------------------------------

NO_IDS = (0, 999_999_999, 2**63 - 1, 2**63, 10**30)
NO_NUMBERS = ("-1", "x", "%00", "%0a")
"""No route takes them: no database is asked."""
IDS = re.compile(r"<(?:int|slug):(\w+)>")
OTHERWISE = {"number": (409,), "round_number": (400, 409), "entry_id": (409,), "chapter": (409,), "turn": (409,)}
"""A round that is not the last one is no longer so; a bye is of rounds to come; entries go before the start."""
ADDRESSED = sorted((method, route) for route, view in endpoints() for method in methods_of(view) if "<" in route)


def known_ids(world: World) -> dict[str, object]:
    """What stands in the braces of an address, for something that is there."""
    return {
        "slug": "rotterdam",
        "event_id": world.running.pk,
        "entry_id": entry(world.running, "Max").pk,
        "round_number": 1,
        "number": 1,
        "festival_id": world.festival.festival.pk,
        "stages_id": world.stages.ready.pk,
        "stage_number": 2,
        "title_id": world.title.title.pk,
        "award_id": world.title.award.pk,
        "league_id": world.league.league.pk,
        "circuit_id": world.circuit.circuit.pk,
        "one": 1,
        "two": 2,
        "group_id": ForbiddenGroup.objects.get(event=world.swiss).pk,
        "category_id": Category.objects.get(event=world.swiss).pk,
        "waiting_id": WaitingPlayer.objects.filter(event=world.crowded).latest("pk").pk,
        "game_id": game_of(world.running),
        "person_id": world.player.person_id,
        "other_id": world.player.person_id,
        "pool_id": 1,
        "version": 1,
        "webhook_id": Webhook.objects.filter(event=world.swiss).earliest("pk").pk,
        "delivery_id": 1,
        "question_id": Question.objects.latest("pk").pk,
        "announcement_id": Announcement.objects.latest("pk").pk,
        "call_id": ArbiterCall.objects.latest("pk").pk,
        "upload_id": Upload.objects.latest("pk").pk,
        "grant_id": Grant.objects.get(account=world.organiser, role=Role.ORGANISER).pk,
        "offer_id": RoleOffer.objects.get(club=world.club).pk,
        "study_slug": world.study.slug,
        "line_id": 1,
        "chapter": 1,
        "turn": 1,
    }


def known_for(route: str, world: World, known: dict[str, object]) -> dict[str, object]:
    """What stands in the braces of this address: teams are of events of their own."""
    if "<int:team_id>" not in route:
        return known
    if "/byes" in route:  # a captain asks for them
        return known | {"event_id": world.teams.swiss.pk, "team_id": world.teams.ravens}
    if "/teams/" in route:
        return known | {"event_id": world.teams.announced.pk, "team_id": world.teams.owls}
    return known | {"event_id": world.teams.running.pk, "team_id": world.teams.moles}


def addresses_of_nothing(route: str, known: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Each id of an address in turn: unknown, beyond 64 bit, no number at all. Its name, and the address."""
    for name in IDS.findall(route):
        for value in NO_IDS if connection.vendor == "postgresql" else (*NO_IDS, *NO_NUMBERS):
            if name == "turn" and str(value) == "0":
                continue  # it is the beginning of a chapter, which is there
            ids = known | {name: value}
            yield name, "/" + IDS.sub(lambda found: str(ids[found[1]]), route)  # noqa: B023  used at once


def test_an_id_of_nothing_leads_nowhere(world: World, subtests: Subtests) -> None:
    callers, known, lines = callers_for(world), known_ids(world), JournalEntry.objects.count()
    for method, route in ADDRESSED:
        request = world.requests.get((method, route), Request("", None, by="administrator"))
        with subtests.test(f"{method} {route}"), undone():
            for name, path in addresses_of_nothing(route, known_for(route, world, known)):
                answer = callers[request.by].ask(method, path, request.body)
                assert answer.status_code in (404, *OTHERWISE.get(name, ())), (path, answer.content)
                assert error(answer)["message"].strip()
                assert JournalEntry.objects.count() == lines


def test_entries_and_rounds_of_another_event_are_not_found(world: World) -> None:
    organiser = Caller(world.organiser)
    other = entry(world.open, "Ada").pk
    here = f"/events/{world.running.pk}/entries/{other}"
    there = f"/events/{world.started.pk}"
    before = rows_of_all_tables()
    for answer in (
        organiser.post(f"{here}/withdraw"),
        organiser.post(f"{here}/readmit"),
        organiser.post(f"/events/{world.swiss.pk}/entries/{other}/byes", {"round": 1, "kind": "half"}),
        organiser.delete(f"/events/{world.swiss.pk}/entries/{other}/byes/2"),
        organiser.delete(f"/events/{world.open.pk}/entries/{entry(world.entered, 'Eva').pk}"),
        Caller().get(f"{there}/rounds/9"),
    ):
        assert (answer.status_code, error(answer)["code"]) == (404, "not-found")
    assert rows_of_all_tables() == before


def test_a_person_who_is_none_cannot_be_entered(world: World) -> None:
    for person in (999_999_999, 2**63 - 1):
        answer = Caller(world.organiser).post(f"/events/{world.open.pk}/entries", {"person_id": person})
        assert answer.status_code == 404
    for person in (0, -1, 2**63, "x"):
        answer = Caller(world.organiser).post(f"/events/{world.open.pk}/entries", {"person_id": person})
        assert list(error(answer)["fields"]) == ["person_id"]


# --- query strings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        *("/players", "/players?q=", "/players?q=%20", "/players?q=a%00b", f"/players?q={'a' * 81}"),
        *("/events?state=nonsense", "/events?club=%00", "/events?club=a%20b", "/events?state[]=x&state="),
        *("/pools?club=%2e%2e", "/clubs/rotterdam/players?q=%00", "/clubs/rotterdam/players?former=perhaps"),
    ],
)
def test_a_query_that_says_nothing_sensible_is_refused(query: str, world: World) -> None:
    answer = Caller().get(query)
    assert (answer.status_code, error(answer)["code"]) == (400, "invalid")


@pytest.mark.parametrize("page", ["0", "-1", "x", "99", "9" * 30, "9" * 5000, "%00", "1.5", ""])
def test_a_page_that_is_none_is_not_found(page: str, world: World) -> None:
    answer = Caller().get(f"/clubs?page={page}")
    assert answer.status_code == (200 if page == "" else 404)


@pytest.mark.parametrize("version", ["x", "-1", "9" * 30, "%00", "1.5"])
def test_a_version_that_is_no_number_is_refused(version: str, world: World) -> None:
    answer = Caller(world.organiser).delete(f"/events/{world.draft.pk}?version={version}")
    assert (answer.status_code, list(error(answer)["fields"])) == (400, ["version"])


# --- addresses without an endpoint ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/nowhere", "/clubs/", "/events/x", "/clubs/a b", "/events/1/entries/me/x", "//", "/.."]
)
def test_an_address_that_is_none_is_json_as_well(path: str, world: World) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = Caller(world.organiser).ask(method, path)
        assert (answer.status_code, error(answer)["code"]) == (404, "not-found")


def test_a_method_that_an_endpoint_does_not_know_is_refused(world: World) -> None:
    answer = Caller(world.organiser).ask("PUT", "/clubs")
    assert (answer.status_code, error(answer)["code"]) == (405, "method-not-allowed")


def test_a_form_of_answer_that_nobody_writes_is_refused(world: World) -> None:
    answer = Caller().get("/clubs", Accept="text/csv")
    assert (answer.status_code, error(answer)["code"]) == (406, "not-acceptable")
