"""Events whose games are played on this server, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import Game
from play.clocks.services.flags import fall_flag
from play.core.playing import load_game, to_ms
from play.games.services.games import play_turn
from play.models import OnlineGame
from players.models import Account, Club
from testing.factories import player_in
from testing.tournaments.factories import FOUR, draft, fresh
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

BY_MAIL = {"time_control": "3days+10", "no_show_minutes": 3 * 24 * 60}
LIVE = {"time_control": "300+3", "no_show_minutes": 15}

Players = Mapping[str, Account]


def announced_here(
    club: Club, organiser: Account, names: Sequence[str] = FOUR, **changes: Any
) -> tuple[Event, dict[str, Account]]:
    """An announced event of members with accounts, which is played on this server, and their accounts by name."""
    event = draft(club, organiser, **{"rules": "gipf-basic", **LIVE} | changes)
    events.announce(event.pk, organiser)
    players = {name: player_in(club, name=name) for name in names}
    for account in players.values():
        entries.enter_person(event.pk, organiser, person_id=account.person_id)
    return fresh(event), players


def running_here(
    club: Club, organiser: Account, names: Sequence[str] = FOUR, *, rounds: int = 1, **changes: Any
) -> tuple[Event, dict[str, Account]]:
    """The same, started, with `rounds` rounds paired."""
    event, players = announced_here(club, organiser, names, **changes)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    for _number in range(rounds):
        rounds_services.start_round(event.pk, organiser, despite_open=True)
    return fresh(event), players


def games_of(event: Event) -> list[Game]:
    """The games in the rounds of an event, board by board."""
    rows = Game.objects.filter(paired__pairing__round__event=event).select_related("white", "black")
    return list(rows.order_by("paired__pairing__round__number", "paired__pairing__board", "paired__leg"))


def make_turns(players: Players, game: Game, *tokens: str) -> None:
    """Turns of White and Black in alternation."""
    seats = (players[game.white.name], players[game.black.name])
    for ply, token in enumerate(tokens, load_game(game.pk).plies):
        play_turn(game.pk, seats[ply % 2], token, expect=load_game(game.pk).version)


def let_the_deadline_pass(game: Game) -> None:
    """What a worker does at the deadline of a game."""
    deadline = OnlineGame.objects.get(pk=game.pk).deadline
    assert deadline is not None
    fall_flag(game.pk, to_ms(deadline))
