"""Games that are played here, for tests."""

from __future__ import annotations

from common.journal import services as journal
from engine.clocks import clock_from_json, clock_to_json
from games.services.online import create_online_game
from play.models import OnlineGame
from play.playing import GameInPlay, from_ms, load_game, to_ms
from play.services import begin_online_game, play_turn
from players.models import Account
from tests.factories import AccountFactory, PersonFactory
from tests.games.records import played, tokens_of

FIVE_MINUTES = "300+3"
LYNGK_SETUP_SEED = "ab" * 32


def two_accounts() -> tuple[Account, Account]:
    """White and Black."""
    return AccountFactory(person=PersonFactory(name="Wanda")), AccountFactory(person=PersonFactory(name="Bela"))


def begin(
    white: Account, black: Account, *, control: str = FIVE_MINUTES, rules: str = "gipf-basic", **more: object
) -> int:
    """A game on the board, with nothing played; its id."""
    journal.open_scope(journal.SERVER)
    game = create_online_game(rules=rules, white=white.person, black=black.person, rated=True, **more)  # type: ignore[arg-type]
    begin_online_game(game, control, white)
    return game.pk


def play(game_id: int, *turns: tuple[Account, str]) -> GameInPlay:
    """Make turns one after the other."""
    for account, token in turns:
        play_turn(game_id, account, token, expect=load_game(game_id).version)
    return load_game(game_id)


def reference_turns(white: Account, black: Account) -> list[tuple[Account, str]]:
    """24 turns of GIPF basic that Black wins: White's reserve is empty."""
    return [((white, black)[ply % 2], token) for ply, token in enumerate(tokens_of(played()))]


def let_time_pass(game_id: int, milliseconds: int) -> None:
    """As if the last turn had been made so much earlier."""
    row = OnlineGame.objects.get(pk=game_id)
    clock = clock_to_json(clock_from_json(row.clock))
    clock["since"] -= milliseconds
    row.clock = clock
    if row.deadline is not None:
        row.deadline = from_ms(to_ms(row.deadline) - milliseconds)
    row.save(update_fields=["clock", "deadline"])
