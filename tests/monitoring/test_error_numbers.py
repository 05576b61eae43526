"""What went wrong has a number on the page and in JSON, by which the log tells the rest."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from common.journal.services import Stale
from players.accounts.services.tokens import make_token
from players.models import Account
from players.permissions import NotAllowed

pytestmark = pytest.mark.django_db
ASKING = "If you need help, tell the administrator this number:"


def _fall(error: Exception) -> Any:
    def view(*args: object) -> None:
        raise error

    return view


def _number_on(answer: Any) -> str:
    html = answer.content.decode()
    assert ASKING in html
    return html.partition('<code class="request-id" dir="ltr">')[2].partition("</code>")[0]


@pytest.mark.parametrize(
    ("error", "status"),
    [(Stale("event:1", 3, 4), 409), (RuntimeError("unforeseen"), 500), (OSError(28, "No space left on device"), 503)],
)
def test_errors_of_a_view(client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int) -> None:
    monkeypatch.setattr("gipfel.queries.clubs_with_events", _fall(error))
    client.raise_request_exception = False
    answer = client.get("/")
    assert answer.status_code == status
    assert _number_on(answer) == answer["X-Request-ID"]


def test_refusals(client: Client, organiser: Account) -> None:
    checked = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    for status, answer in (
        (400, client.post("/jobs", {"job": "none"})),
        (403, checked.post("/sign-in", {"username": "a"})),
        (404, client.get("/nowhere")),
        (413, client.post("/sign-in", {"username": "x" * 2_000_000})),
    ):
        assert answer.status_code == status
        assert _number_on(answer) == answer["X-Request-ID"]


def test_somebody_who_may_not(client: Client, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    client.force_login(organiser)
    monkeypatch.setattr("gipfel.queries.clubs_with_events", _fall(NotAllowed("manage-server", "server")))
    answer = client.get("/clubs")
    assert answer.status_code == 403
    assert _number_on(answer) == answer["X-Request-ID"]


def test_the_api_has_it_too(client: Client, organiser: Account) -> None:
    token = {"Authorization": f"Token {make_token(account=organiser, label='test').key}"}
    for answer in (
        client.get("/api/v1/events/999999"),
        client.post("/api/v1/clubs", {}, content_type="application/json"),
        client.post("/api/v1/clubs", "{", content_type="application/json", headers=token),
        client.post("/api/v1/events", {"name": 7}, content_type="application/json", headers=token),
    ):
        assert answer.status_code in (400, 401, 403, 404)
        assert answer.json()["error"]["request_id"] == answer["X-Request-ID"]


def test_what_is_well_has_no_number_on_its_page(client: Client) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert ASKING not in answer.content.decode()
    assert answer["X-Request-ID"] not in answer.content.decode()
