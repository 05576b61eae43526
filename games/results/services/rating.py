"""Letting a game count in rating lists otherwise than in the table. Rare: say a win on time that the table needs."""

from __future__ import annotations

from common.journal import services as journal
from games.core.services.errors import GameRefused
from games.models import Game
from games.results.acts import SetRatedResult
from games.results.services.results import NO_DRAWS
from games.results.services.stated import tell_of_changed
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING, VOID
from gipf_engine.rules.possible_results import AS_IN_THE_TABLE, DRAW, possible_results
from players.models import Account
from players.permissions import require


def set_rated_result(game_id: int, account: Account, result: str, *, expect: int | None = None) -> Game:
    """Let rating lists count another result than the table has; "" for the same, "void" for none.

    It holds until the result in force becomes another one. `expect` is the game's version seen. Raises `NotAllowed`,
    `common.journal.services.Stale` and `GameRefused`.
    """
    key = Game.objects.values_list("parent_scope__key", flat=True).get(pk=game_id)
    require(account, SetRatedResult.permission, key)
    with journal.commit(key, account, SetRatedResult, game=game_id, rated_result=result) as act:
        game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
        if expect is not None and game.version != expect:
            raise journal.Stale(f"game:{game_id}", expect, game.version)
        _check_result(game, result)
        act.data["changed"] = {"rated_result": [game.rated_result or game.result, result or game.result]}
        game.rated_result = "" if result == game.result else result
        game.version += 1
        game.save(update_fields=["rated_result", "version"])
        tell_of_changed([game], result=False)
    return game


def _check_result(game: Game, result: str) -> None:
    possible = possible_results(game)
    if result == DRAW and not possible.has_draws:
        raise GameRefused(Message(NO_DRAWS), field="result")
    if result not in possible.rated:
        raise GameRefused(Message(_("This result does not exist.")), field="result")
    if not game.rated:
        raise GameRefused(Message(_("This game is not rated: no list counts it.")))
    if game.result in (PENDING, VOID) and result != AS_IN_THE_TABLE:
        raise GameRefused(Message(_("Decide the result first: nothing counts in rating lists without one.")))
