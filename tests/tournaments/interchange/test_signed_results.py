"""The final standings of a closed event, signed by the server: for all to read, and for nothing that is still open."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from django.test import Client

from common.signing.models import SigningKey
from gipf_engine.commands.runner import main
from gipf_engine.signatures import check_signature, read_keys
from players.models import Account, Club
from testing.tournaments.factories import draft, fresh, played_by_four, running
from tournaments.events.services import lifecycle
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]
KEYS = "/.well-known/gipfel-keys.json"


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A round robin of four, played and closed."""
    event = played_by_four(club, organiser)
    lifecycle.close_event(event.pk, organiser)
    return fresh(event)


def test_a_visitor_verifies_the_results_and_the_digest_is_that_of_the_file(
    event: Event, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"/events/{event.pk}/signed.json"
    assert f'href="{address}"' in client.get(f"/events/{event.pk}").content.decode()
    signed, keys = tmp_path / "signed.json", tmp_path / "keys.json"
    answer = client.get(address)
    signed.write_bytes(answer.content)
    keys.write_bytes(client.get(KEYS).content)
    assert main(["certify", "--verify", str(signed), "--key", str(keys)]) == 0
    out = capsys.readouterr().out
    assert f": event {event.pk} of http" in out
    file = client.get(f"/events/{event.pk}/event.json")
    assert f"SHA-256 of event.json: {hashlib.sha256(file.content).hexdigest()}\n" in out
    assert answer.json()["standings"] == file.json()["standings"] != []
    assert main(["certify", "--verify", str(signed)]) == 1
    signed.write_text(signed.read_text().replace('"rank": 1', '"rank": 2', 1))
    assert main(["certify", "--verify", str(signed), "--key", str(keys)]) == 1
    assert "The signature does not match" in capsys.readouterr().err


def test_the_api_signs_the_same(event: Event, client: Client) -> None:
    statement = client.get(f"/api/v1/events/{event.pk}/signed").json()
    assert check_signature(statement, read_keys(client.get(KEYS).content.decode())) is None
    page = client.get(f"/events/{event.pk}/signed.json").json()
    changing = ("signed_at", "signature")
    assert {name: page[name] for name in page if name not in changing} == {
        name: statement[name] for name in statement if name not in changing
    }


def test_before_it_is_closed_nothing_is_signed(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=3)
    assert client.get(f"/events/{event.pk}/signed.json").status_code == 404
    assert client.get(f"/api/v1/events/{event.pk}/signed").status_code == 409
    assert f"/events/{event.pk}/signed.json" not in client.get(f"/events/{event.pk}").content.decode()
    assert not SigningKey.objects.exists()


def test_a_reopened_event_is_not_signed(event: Event, organiser: Account, client: Client) -> None:
    assert client.get(f"/events/{event.pk}/signed.json").status_code == 200
    lifecycle.reopen_event(event.pk, organiser, reason="Dan protests.")
    assert client.get(f"/events/{event.pk}/signed.json").status_code == 404


def test_a_draft_is_not_even_named_to_a_visitor(club: Club, organiser: Account, client: Client) -> None:
    event = draft(club, organiser)
    usual = client.get(f"/events/{event.pk}/event.json").status_code
    assert client.get(f"/events/{event.pk}/signed.json").status_code == usual != 200
    assert client.get(f"/api/v1/events/{event.pk}/signed").status_code in (401, 403, 404)
