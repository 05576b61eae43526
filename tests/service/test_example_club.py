"""What `./run` puts into a new database: a club to look around in, that goes with one click and does not come back."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from common.jobs import services as jobs
from common.jobs.models import Job
from common.journal.models import Scope
from games.models import Certificate, Game, Record
from games.results.notifications import NOTIFY_REPORTED
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.rules.certificate import verify
from gipfel import example
from players.accounts.services.accounts import open_example_accounts
from players.models import Account, Club, Person
from players.setup.setup_token import setup_address
from ratings.models import History, Pool, Rating
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


def _anyone_can_check_the_games_of_lyngk(event: Event, client: Client) -> None:
    """Each game was played from the set-up of its round, has a record, and a certificate that names the seed."""
    certificates = Certificate.objects.filter(game__parent_scope__key=event.scope).select_related("game", "record")
    assert certificates.count() == Game.objects.filter(parent_scope__key=event.scope).count() == 6
    for certificate in certificates:
        document = json.loads(client.get(f"/games/{certificate.game_id}/certificates/1.json").content)
        assert verify(document) == []
        assert (document["result"], document["setup"]) == (certificate.game.result, certificate.game.setup)
        assert draw_setup(document["seed"]["seed"]) == document["setup"]


def test_it_is_whole_marked_and_goes_with_one_click(client: Client) -> None:
    assert example.site_is_empty()
    told: list[str] = []
    accounts = example.load(told.append)
    assert told[0] == "Loading the example club …"

    club = Club.objects.get()
    assert club.example and not Person.objects.filter(example=False).exists()
    states = sorted(Event.objects.values_list("state", flat=True))
    assert states == [*[Event.State.CLOSED] * 4, Event.State.RUNNING]
    assert Rating.objects.filter(pool__club=club, pool__rules="gipf-tournament").count() == 40
    assert Pool.objects.count() == 4
    assert not Job.objects.exclude(kind=NOTIFY_REPORTED).exists(), "who has to confirm is told some seconds later"
    _anyone_can_check_the_games_of_lyngk(Event.objects.get(rules="lyngk-main"), client)
    fragments = Record.objects.filter(outcome="*")
    assert Record.objects.count() >= 10 and fragments.count() >= 2  # the two championship games stay open
    assert all(record.game.result in ("1-0", "0-1") for record in fragments)

    assert [name for name, _password, _part in accounts] == ["organiser", "arbiter", "player"]
    assert all(client.login(username=name, password=password) for name, password, _part in accounts)
    client.login(username="organiser", password=accounts[0][1])
    assert client.post("/clubs/example/settings/remove-example").url == "/start"
    jobs.run_due()
    for gone in (Club, Person, Account, Event, Entry, Game, Record, History, Rating):
        assert not gone.objects.exists(), gone
    assert set(Scope.objects.values_list("key", flat=True)) <= {"server", *(pool.scope for pool in Pool.objects.all())}
    assert not example.site_is_empty()
    assert client.get(setup_address()).status_code == 200


def test_closed_it_leaves_the_first_step_to_somebody_real(client: Client) -> None:
    accounts = example.load(lambda _text: None)
    assert client.get("/start").url == "/sign-in"
    open_example_accounts(False)
    assert not any(client.login(username=name, password=password) for name, password, _part in accounts)
    assert client.get("/sign-in").url == "/start"
    form = {"club_name": "Delft", "time_zone": "UTC", "username": "anna", "password": "quite-a-long-one"}
    assert client.post(setup_address(), form).url == "/clubs/delft/events/new"
    client.post("/clubs/example/settings/remove-example")
    assert [account.username for account in Account.objects.all()] == ["anna"]
