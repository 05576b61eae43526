"""A game that is being recorded, as spectators see it."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.running import running_game, running_games, scope_of
from games.models import Game
from games.recordings.services.record_turns import finish_recording, record_turns, take_back
from gipfel.server.live.parts import changed_parts, split_parts
from players.models import Account, Club
from testing.factories import GameFactory, seated
from testing.tournaments.factories import FOUR, decide, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club: Club) -> Game:
    return GameFactory(club=club)


def record(game: Game, text: str) -> None:
    record_turns(game.pk, seated(game, "white"), text, expect=running_game(game).version)


def shown(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.pk}").content.decode()


def test_spectators_see_board_turns_and_state_of_a_recording(game: Game, client: Client) -> None:
    assert f'data-seen="game:{game.pk}=0"' in shown(client, game)
    assert "No record of this game has been handed in." in shown(client, game)
    record(game, "g2 b3")
    page = shown(client, game)
    assert f'data-seen="game:{game.pk}=1"' in page
    assert "Turn 2: b3" in page
    assert "<svg" in page
    assert "No record of this game has been handed in." not in page


def test_a_turn_is_sent_as_the_board_and_the_moves_alone(game: Game, client: Client) -> None:
    record(game, "g2 b3")
    before = split_parts(shown(client, game))
    record(game, "f2")
    changed = changed_parts(before, split_parts(shown(client, game)))
    assert changed is not None
    assert set(changed) == {f"drawing-{game.pk}", f"turn-{game.pk}", "running-turns"}


def test_a_turn_is_sent_by_what_it_did_to_those_who_have_seen_the_game_before_it(club: Club, client: Client) -> None:
    game = GameFactory(club=club, rules="yinsh-normal")
    record(game, "e5 f6")
    begun = split_parts(shown(client, game))
    record(game, "g7")
    before = split_parts(shown(client, game))
    record(game, "d4")
    now = split_parts(shown(client, game))
    sent = (changed_parts(before, now) or {})[f"drawing-{game.pk}"]
    assert re.findall(r' data-(?:effects|path|seat)="[^"]*"', sent) == [
        ' data-effects="p:d4:r:rings.1"',
        ' data-path="d4"',
        ' data-seat="0"',
    ]
    assert "<svg" not in sent
    assert len("".join((changed_parts(before, now) or {}).values())) < 1_500
    take_back(game.pk, seated(game, "white"), expect=3, keep=3)
    record(game, "d5")  # another fourth turn: who has seen the old one gets the drawing
    again = split_parts(shown(client, game))
    for seen in (begun, now):
        assert "<svg" in (changed_parts(seen, again) or {})[f"drawing-{game.pk}"]
    assert "<svg" not in (changed_parts(before, again) or {})[f"drawing-{game.pk}"]


def test_a_turn_that_is_taken_back_is_gone_for_spectators_too(game: Game, client: Client) -> None:
    record(game, "g2 b3")
    take_back(game.pk, seated(game, "white"), expect=1, keep=1)
    page = shown(client, game)
    assert "Turn 1: g2" in page
    assert "b3" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


def test_what_is_sent_is_the_same_for_everybody(game: Game, client: Client) -> None:
    """The player's own page has buttons more, none of them in a part."""
    record(game, "g2")
    everybody = split_parts(shown(client, game))
    client.force_login(seated(game, "white"))
    assert split_parts(shown(client, game)) == everybody


def test_several_recordings_are_read_by_three_queries(club: Club) -> None:
    games = [GameFactory(club=club) for _ in range(5)]
    for number, each in enumerate(games[:4]):
        record(each, " ".join(["g2", "b3", "f2"][: number % 3 + 1]))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found = running_games(games)
    assert len(queries) == 3
    assert [found[each.pk].tokens for each in games] == [("g2",), ("g2", "b3"), ("g2", "b3", "f2"), ("g2",), ()]
    assert [found[each.pk].version for each in games] == [1, 1, 1, 1, 0]
    assert found[games[0].pk].scope == scope_of(games[0].pk)


def test_the_boards_of_a_round_follow_their_games(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    one, two = Game.objects.filter(paired__pairing__round__event=event).order_by("pk")
    record(one, "g2")
    path = f"/events/{event.pk}/pairings/1/boards"
    page = client.get(path).content.decode()
    for each, version in ((one, 1), (two, 0)):
        assert f'data-live="game:{each.pk}" data-seen="game:{each.pk}={version}"' in page
        assert f'id="board-{each.pk}"' in page
    assert "Turn 1: g2" in page
    decide(event, organiser, {(two.white.name, two.black.name): "1-0"})
    page = client.get(path).content.decode()
    assert f'id="board-{one.pk}"' in page, "still being recorded"
    assert f'id="board-{two.pk}"' not in page, "over, and nothing recorded"


def test_a_round_without_open_games_says_so(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, FOUR[:2], rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert (
        "All games of this round are finished." in client.get(f"/events/{event.pk}/pairings/1/boards").content.decode()
    )
    assert client.get(f"/events/{event.pk}/pairings/7/boards").status_code == 404


def test_a_game_whose_record_is_handed_in_is_no_running_board(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, FOUR[:2], rounds=1)
    made = Game.objects.get(paired__pairing__round__event=event)
    record(made, "g2 b3")
    finish_recording(made.pk, organiser, expect=1, result="1-0", termination="resigned")
    page = client.get(f"/events/{event.pk}/pairings/1/boards").content.decode()
    assert f'id="board-{made.pk}"' not in page
    assert "data-live=" not in client.get(f"/games/{made.pk}").content.decode(), "a record never changes"
