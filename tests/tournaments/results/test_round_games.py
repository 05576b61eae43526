"""From the page of a game to the games on the boards beside it."""

from __future__ import annotations

import pytest
from django.test import Client

from testing.factories import ClubFactory, GameFactory, organiser_of
from testing.tournaments.factories import running
from tournaments.models import PairedGame

pytestmark = pytest.mark.django_db


def test_a_game_leads_to_those_on_the_boards_before_and_after_it(client: Client) -> None:
    club = ClubFactory()
    event = running(club, organiser_of(club), "ABCDEF", rounds=1)
    first, second, third = (
        PairedGame.objects.filter(pairing__round__event=event).order_by("pairing__board").values_list("game", flat=True)
    )
    pages = {game: client.get(f"/games/{game}").content.decode() for game in (first, second, third)}
    before = {game: f'<a href="/games/{game}" rel="prev">' for game in pages}
    after = {game: f'<a href="/games/{game}" rel="next">' for game in pages}
    assert before[first] in pages[second] and after[third] in pages[second]
    assert 'rel="prev"' not in pages[first] and after[second] in pages[first]
    assert before[second] in pages[third] and 'rel="next"' not in pages[third]
    assert all(f'<a href="/events/{event.pk}/pairings/1">Round 1</a>' in page for page in pages.values())


def test_a_game_of_no_round_has_none_beside_it(client: Client) -> None:
    page = client.get(f"/games/{GameFactory(club=ClubFactory()).pk}").content.decode()
    assert "Games of the round" not in page
