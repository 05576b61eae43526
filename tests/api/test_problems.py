"""Refusals are problem details (RFC 9457), in the type that was asked for, whatever refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from common.problems import PROBLEMS
from players.clubs.queries import members
from testing.api.api_fixture import World
from testing.api.caller import Caller
from testing.api.limits import limit_api

GUIDE = Path(settings.BASE_DIR / "docs" / "api.md")


def break_the_server(_reader: Any) -> None:
    raise RuntimeError("nobody foresaw this")


@pytest.fixture
def refusals(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[tuple[int, str], Any]]:
    """By status and code: an answer of each layer that refuses something, asked with these headers."""

    def ask(**headers: str) -> dict[tuple[int, str], Any]:
        organiser, event = Caller(world.organiser), f"/events/{world.draft.pk}"
        client = Client(raise_request_exception=False)
        told = {
            (400, "invalid"): organiser.post("/events", {}, **headers),
            (400, "parse-error"): organiser.post("/events", "{", **headers),
            (401, "not-authenticated"): Caller().post("/events", **headers),
            (403, "permission-denied"): Caller(world.stranger).patch("/clubs/rotterdam", {}, **headers),
            (404, "not-found"): Caller().get("/nowhere", **headers),
            (405, "method-not-allowed"): organiser.ask("PUT", "/clubs", **headers),
            (409, "refused"): organiser.post(f"{event}/rounds", {"number": 1}, **headers),
            (409, "stale"): organiser.patch(event, {"place": "Delft", "version": 0}, **headers),
            (413, "too-large"): organiser.post("/events", "x" * 5_000_000, **headers),
            (415, "unsupported-media-type"): organiser.post("/events", "a=b", kind="text/html", **headers),
        }
        with monkeypatch.context() as patch:
            patch.setattr("players.clubs.api.members.members_of", break_the_server)
            told[500, "error"] = client.get("/api/v1/clubs/rotterdam/players", headers=headers)
        with monkeypatch.context() as patch:
            limit_api(patch, reads=1, writes=1)
            Caller().get("/clubs", **headers)
            told[429, "throttled"] = Caller().get("/clubs", **headers)
        return told

    assert members.members_of
    return ask


def test_every_layer_answers_with_problem_details(refusals: Callable[..., dict[tuple[int, str], Any]]) -> None:
    for (status, code), answer in refusals().items():
        assert answer.status_code == status
        assert answer["Content-Type"] == "application/problem+json"
        problem = answer.json()
        assert (problem["status"], problem["code"]) == (status, code)
        assert problem["type"] == f"/api/v1/docs#{code}"
        assert (problem["status"], problem["title"]) == (PROBLEMS[code].status, PROBLEMS[code].title)
        assert problem["detail"].strip() and problem["detail"] == problem["error"]["message"]


@pytest.mark.parametrize(
    ("accepted", "told"),
    [
        ("application/json", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("application/problem+json, application/json;q=0.5", "application/problem+json"),
        ("text/plain", "application/problem+json"),
        ("*/*", "application/problem+json"),
    ],
)
def test_the_type_is_what_was_asked_for(
    accepted: str, told: str, refusals: Callable[..., dict[tuple[int, str], Any]]
) -> None:
    answers = refusals(Accept=accepted)
    wanted = {(404, "not-found"), (500, "error")} if accepted == "text/plain" else answers.keys()
    assert {answers[each]["Content-Type"] for each in wanted} == {told}


def test_titles_speak_the_readers_language(world: World) -> None:
    english, persian = (Caller().get("/nowhere", **{"Accept-Language": language}).json() for language in ("en", "fa"))
    assert english["title"] == "Not found" != persian["title"]
    assert english["code"] == persian["code"]


def test_the_guide_and_the_document_tell_every_code() -> None:
    from gipfel.api.schema import REFUSAL

    listed = REFUSAL["properties"]["code"]["description"]
    guide = GUIDE.read_text(encoding="utf-8")
    for code in PROBLEMS:
        assert code in listed, code
        assert f"`{code}`" in guide or code in ("method-not-allowed", "not-acceptable", "unsupported-media-type"), code
