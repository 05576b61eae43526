"""A newcomer's game is one new file in games/rules: every page of rules and games shows it as it is."""

from __future__ import annotations

import pytest
from django.test import Client

from games.services import submit_record
from games.web.views import rules
from players.models import Club
from tests.engine.rules.documented_game import registered
from tests.factories import GameFactory, seated

pytestmark = pytest.mark.django_db


def test_it_has_pages_from_its_rules_to_its_record(client: Client, club: Club) -> None:
    with registered() as key:
        rules._cards.cache_clear()
        assert f"/rules/{key}" in client.get("/rules").content.decode()
        assert "whoever takes the last one wins" in client.get(f"/rules/{key}").content.decode()
        game = GameFactory(club=club, rules=key)
        start = "table: 20"
        assert start in client.get(f"/games/{game.pk}").content.decode()
        submit_record(game.pk, seated(game, "black"), "1. 3 1 2. 3 1 3. 3 1 4. 3 1 5. 3 1")
        page = client.get(f"/games/{game.pk}?ply=3").content.decode()
        assert "table: 13<" in page
        assert "All 10 turns are legal and end the game: Black wins, because the last counter was taken." in page
        assert client.get(f"/games/{game.pk}/record.txt").content.decode().startswith('[Game "twenty"]')
    rules._cards.cache_clear()
