"""The OpenAPI document: valid, without a warning, equal to the committed one, in step with what endpoints answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management import call_command
from jsonschema import FormatChecker
from pytest import Subtests

from common.jobs.services import run_due
from common.streams import MEDIA_TYPE
from games.models import History
from games.records.services.record_files import submit_records
from gipfel.api.root import document, serialize
from gipfel.field_descriptions import PARTIAL, fields_of, find_description, known_descriptions
from play.solitaires.services.days import today
from players.models import Person
from players.uploads.forms import keep_text
from ratings.models import Pool
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller
from testing.api.endpoints import endpoints, methods_of
from testing.computed import ask_until_computed
from testing.games.game_records import WON_BY_BLACK
from testing.ratings.factories import publish_version
from testing.savepoints import undone
from testing.tournaments.duplicate_factories import attempt
from tournaments.core.event_config import EventConfig
from tournaments.interchange.services import import_requests
from tournaments.models import Event, Webhook

COMMITTED = settings.BASE_DIR / "docs" / "openapi.yaml"


def test_the_committed_document_is_valid_and_not_stale(tmp_path: Path) -> None:
    """Write it anew with: python manage.py spectacular --file docs/openapi.yaml"""
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))
    assert made.read_bytes() == COMMITTED.read_bytes()
    assert made.read_bytes() == serialize("yaml")


def with_format(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the document that names a format, and where it stands."""
    if isinstance(node, dict) and isinstance(node.get("format"), str):
        yield path, node
    for key, each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from with_format(each, f"{path}/{key}")


def test_defaults_and_examples_have_the_format_that_they_stand_at() -> None:
    """As openapi-spec-validator looks at them; an empty default of an e-mail address is none."""
    checker = FormatChecker()
    wrong = [
        path
        for path, schema in with_format(document())
        for key in ("default", "example")
        if key in schema and not checker.conforms(schema[key], schema["format"])
    ]
    assert wrong == []


def test_the_service_gives_the_document_in_both_forms(db: None) -> None:
    as_json = Caller().get("/schema")
    assert as_json["Content-Type"] == "application/json; charset=utf-8"
    for answer in (Caller().get("/schema?format=yaml"), Caller().get("/schema", Accept="application/yaml")):
        assert answer["Content-Type"] == "application/yaml; charset=utf-8"
        assert yaml.load(answer.content, yaml.CSafeLoader) == as_json.json() == document()


def test_every_endpoint_and_method_is_in_the_document_and_in_the_index(db: None) -> None:
    known = {
        ("/api/v1/" + route.replace("<int:", "{").replace("<slug:", "{").replace(">", "}"), method)
        for route, view in endpoints()
        for method in methods_of(view)
        if route != "schema"
    }
    told = {
        (path, method.upper())
        for path, operations in document()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert told == known
    index = Caller().read("/")
    assert {(endpoint["address"], method) for endpoint in index["endpoints"] for method in endpoint["methods"]} == known
    assert all(summary for endpoint in index["endpoints"] for summary in endpoint["methods"].values())


def test_whoever_writes_needs_a_key_says_the_document() -> None:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            assert ({} in operation["security"]) == (method == "get"), (path, method)


def test_whatever_is_planned_of_an_event_can_be_sent_and_read() -> None:
    schemas, planned = document()["components"]["schemas"], {each.name for each in fields(EventConfig)}
    assert planned <= set(schemas["EventNew"]["properties"])
    assert planned <= set(schemas["PatchedEventChange"]["properties"])
    assert planned <= set(schemas["EventOne"]["properties"])


# --- every field is described --------------------------------------------------------------------------

ARTICLES = {"a", "an", "the", "of", "its"}


def may_be_null(schema: dict[str, Any]) -> bool:
    """Whether null can be there, or in the list that is there."""
    kinds = schema.get("type", ())
    alone = kinds == "null" or (isinstance(kinds, list) and "null" in kinds) or None in schema.get("enum", ())
    beside = any(may_be_null(part) for part in (*schema.get("oneOf", ()), *schema.get("allOf", ())))
    return alone or beside or ("items" in schema and may_be_null(schema["items"]))


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower())) - ARTICLES


def test_every_field_and_every_parameter_is_described() -> None:
    assert {(owner, name) for owner, name, each in fields_of(document()) if not each.get("description")} == set()


def test_no_description_only_repeats_the_name() -> None:
    told = [(owner, name, words_of(each["description"])) for owner, name, each in fields_of(document())]
    assert [(owner, name) for owner, name, words in told if words <= words_of(name.replace("_", " "))] == []


def test_a_description_says_when_a_field_is_null() -> None:
    """A name that means the same everywhere is null for the same reason: where it cannot be, it means another thing."""
    wrong = [
        (owner, name)
        for owner, name, each in fields_of(document())
        if "in" not in each and may_be_null(each) != ("null" in words_of(each["description"]))
    ]
    assert wrong == []


def test_the_table_of_descriptions_has_no_line_that_is_not_used() -> None:
    used = set()
    for owner, name, each in fields_of(document()):
        if each["description"] == find_description(owner, name):
            schema = owner.removeprefix(PARTIAL)
            used.add((schema, name) if name in known_descriptions().get(schema, {}) else name)
    lines = {
        line
        for key, value in known_descriptions().items()
        for line in ([key] if isinstance(value, str) else [(key, name) for name in value])
    }
    assert lines - used == set()


def test_a_reference_is_described_beside_it_in_a_way_that_counts() -> None:
    """Not all readers of OpenAPI look at what stands beside a `$ref`, as 3.1 has it."""
    assert [(owner, name) for owner, name, each in fields_of(document()) if "$ref" in each] == []
    game = document()["components"]["schemas"]["Refusal"]["properties"]["now"]
    assert game["allOf"] == [{"$ref": "#/components/schemas/GameOne"}]
    assert game["description"] == "late: the game as it is now."


# --- what endpoints answer is what the document says ---------------------------------------------------


def fits(value: Any, schema: dict[str, Any]) -> list[str]:
    """What is wrong with `value` by an OpenAPI schema: keys, kinds, nulls, enumerations."""
    if "$ref" in schema:
        return fits(value, document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if value is None:
        return [] if may_be_null(schema) else ["null"]
    if "oneOf" in schema:
        found = [fits(value, part) for part in schema["oneOf"]]
        return [] if [] in found else found[0]
    for part in schema.get("allOf", ()):
        return fits(value, part)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{value!r} is none of {schema['enum']}"]
    kind = kind_of(schema)
    if kind == "null":
        return [f"{value!r} is not null"]
    if kind == "array":
        return [f"[{wrong}]" for each in value for wrong in fits(each, schema["items"])]
    if kind == "object" and "properties" in schema:
        wrong = [f"{key} is not in the document" for key in value if key not in schema["properties"]]
        wrong += [f"{key} is missing" for key in schema.get("required", ()) if key not in value]
        known = ((key, each) for key, each in value.items() if key in schema["properties"])
        return wrong + [f"{key}: {why}" for key, each in known for why in fits(each, schema["properties"][key])]
    kinds = {"string": str, "integer": int, "boolean": bool, "object": dict, "number": (int, float)}
    return [] if isinstance(value, kinds[kind]) else [f"{value!r} is no {kind}"]


def kind_of(schema: dict[str, Any]) -> str:
    """The type of what is not null."""
    kinds = schema.get("type", "object")
    return next(kind for kind in kinds if kind != "null") if isinstance(kinds, list) else str(kinds)


def first_that_is_there(caller: Caller, path: str, events: Sequence[Event]) -> Any:
    """What is read of the first of `events` that has it: not every event has set-ups, say."""
    for event in events:
        answer = caller.get(path.replace("{event_id}", str(event.pk)))
        if answer.status_code == 200:
            break
    return answer


def fill_and_name(world: World) -> dict[str, object]:
    """Have something at every address that reads, and tell what stands in the braces of most."""
    run_due()
    game = game_of(world.running)
    Caller(world.organiser).done(f"/games/{game}/records", {"text": WON_BY_BLACK})
    file = submit_records(world.running.scope, world.organiser, WON_BY_BLACK.encode())
    run_due()
    pool = Pool.objects.get(club=world.club, is_main=True)
    return {
        "{slug}": "rotterdam",
        "{study_slug}": world.study_of_another.slug,
        "{number}": 1,
        "{version}": publish_version(pool).version,
        "{one}": 1,
        "{two}": 2,
        "{game_id}": game,
        "{festival_id}": world.festival.festival.pk,
        "{stages_id}": world.stages.ready.pk,
        "{stage_number}": 2,
        "{title_id}": world.title.title.pk,
        "{award_id}": world.title.award.pk,
        "{league_id}": world.league.league.pk,
        "{circuit_id}": world.circuit.circuit.pk,
        "{file_id}": file.pk,
        "{upload_id}": keep_text(world.administrator, b"sent in parts").pk,
        "{history_id}": History.objects.filter(club=world.club).earliest("pk").pk,
        "{report_id}": world.online.report,
        "{import_id}": import_requests.ask_for_import(
            world.club.pk, world.organiser, b"-", import_requests.Choices(), {}
        ).pk,
        "{webhook_id}": Webhook.objects.filter(event=world.swiss).earliest("pk").pk,
        "{day}": today().isoformat(),
        "{attempt_id}": attempt(world.deals, "Pia", 2).pk,
        "{person_id}": Person.objects.get(name="Kim").pk,
        "{other_id}": world.player.person_id,
        "{pool_id}": pool.pk,
    }


ASKED = {
    "/api/v1/players": "?q=kim",
    "/api/v1/analysis": "?rules=gipf-basic&position=b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss",
    "/api/v1/collection/turns": "?rules=gipf-basic&opening=c2",
    "/api/v1/pools/{pool_id}/comparison": "?players={person_id},{other_id}",
    "/api/v1/pools/{pool_id}/prediction": "?first={person_id}&second={other_id}",
    "/api/v1/games/{game_id}/what-if": "?result=1-0",
}
OWN = (
    *("/api/v1/practice", "/api/v1/play/settings", "/api/v1/play/blocks", "/api/v1/play/games/{game_id}/chat"),
    *("/api/v1/play/stream", "/api/v1/play/games/{game_id}/conditional-turns"),
    "/api/v1/events/{event_id}/rounds/{number}/line-ups",
)
"""What the player of the world reads there is the player's own."""


def path_of(address: str, known: dict[str, object], world: World) -> str:
    """Where something stands at an address of the document."""
    if "/play/" in address or address.endswith("/counting"):
        known = known | {"{game_id}": world.online.begun}
    if "/line-ups" in address or "/teams/" in address:
        known = known | {"{event_id}": world.teams.running.pk, "{team_id}": world.teams.moles}
    if address.endswith("/standings/games"):
        known = known | {"{event_id}": world.medley.event.pk}
    if "/practice/" in address:
        known = known | {"{attempt_id}": world.practised}
    path = address + ASKED.get(address, "")
    for name, value in known.items():
        path = path.replace(name, str(value))
    return path


def test_what_is_read_has_the_documents_shape(world: World, subtests: Subtests) -> None:
    known, callers = fill_and_name(world), {each: Caller(each) for each in (world.player, world.administrator)}
    events = [world.running, *Event.objects.all()]
    for address, operations in document()["paths"].items():
        if "get" not in operations:
            continue
        caller = callers[world.player if address.startswith(OWN) else world.administrator]
        with subtests.test(address), undone():
            ask = partial(first_that_is_there, caller, path_of(address, known, world), events)
            answer = ask_until_computed(ask)
            assert answer.status_code == 200, answer.content
            content = operations["get"]["responses"]["200"]["content"]
            told = content[MEDIA_TYPE if MEDIA_TYPE in content else "application/json"]["schema"]
            lines = answer.content.splitlines() if MEDIA_TYPE in content else [answer.content]
            assert [(line, why) for line in lines for why in fits(json.loads(line), told)] == []


def test_whatever_a_write_answers_has_the_documents_shape(world: World) -> None:
    for (method, route), request in world.requests.items():
        address = "/api/v1/" + route.replace("<int:", "{").replace("<slug:", "{").replace(">", "}")
        told = document()["paths"][address][method.lower()]["responses"]
        with undone():
            answer = Caller(getattr(world, request.by)).ask(method, request.path, request.body)
        # what takes more games than this site has is refused
        code = str(answer.status_code) if request.code < 400 else "default"
        assert answer.status_code == request.code and code in told
        if answer.content:
            schema = told[code]["content"]["application/json"]["schema"]
            assert fits(answer.json(), schema) == [], (method, route)


def test_refusals_have_the_documents_shape(world: World) -> None:
    organiser, game = Caller(world.organiser), game_of(world.running)
    refusal = {"$ref": "#/components/schemas/Refusal"}
    organiser.done(f"/games/{game}/results", {"result": "1-0", "version": 0})
    answers = {
        400: organiser.post("/events", {}),
        401: Caller().post("/events", {}),
        403: Caller(world.stranger).patch("/clubs/rotterdam", {}),
        404: Caller().get("/events/999999999"),
        409: organiser.post(f"/games/{game}/results", {"result": "0-1", "version": 0, "reason": "late"}),
        422: organiser.post(f"/games/{game}/records", {"text": "1. e5-e4"}),
    }
    for code, answer in answers.items():
        assert answer.status_code == code
        assert fits(answer.json(), refusal) == []
