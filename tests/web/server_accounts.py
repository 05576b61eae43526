"""A server on which every kind of page has something to show."""

from __future__ import annotations

import pytest

from common.jobs.services import run_due
from common.journal.services import open_scope
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from players.models import Account, Club
from players.roles import Role
from testing.factories import holder_of, organiser_of
from testing.games.game_records import WON_BY_BLACK
from testing.tournaments import factories
from tournaments.events.services import lifecycle
from tournaments.rounds.services import rounds

GUESTS = ("Ebba Bergström-Lindqvist", "سارا نمونه", "高橋 花子", "Zed")


@pytest.fixture
def administrator_of_all(club: Club) -> Account:
    """Keeps the server and organises `club`, which has a rated event, a running one with a record, and a draft."""
    open_scope("server")
    account = holder_of(Role.ADMINISTRATOR, "server", organiser_of(club))
    rated = factories.running(club, account, rules="gipf-basic", name="Closed Cup", about="An evening.")
    for _round in range(3):
        rounds.start_round(rated.pk, account)
        for game in Game.objects.filter(parent_scope__key=rated.scope, result="pending"):
            claim_result(game.pk, account, "1-0", source="desk")
    lifecycle.close_event(rated.pk, account)
    under_way = factories.running(club, account, GUESTS, rules="gipf-basic", name="Running Cup", rounds=1)
    game = Game.objects.filter(parent_scope__key=under_way.scope).earliest("pk")
    submit_record(game.pk, account, WON_BY_BLACK, source="desk")
    factories.draft(club, account, name="Draft Cup")
    run_due()
    return account
