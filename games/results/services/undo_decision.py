"""Taking back what an arbiter decided, as if it had not been said: the claim stays, and does not count."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from games.core.events import ComingDecision, DecisionsComing
from games.core.permissions import refuse_locked
from games.core.services.errors import ClaimRefused
from games.models import Claim, Game, VoidedClaim
from games.results.acts import UndoDecision
from games.results.services.results import lock_game, lock_parent_scope, raise_refusal
from games.results.services.stated import follow, require_undo, stated_results
from gipf_engine.claims import StatedResult, latest_decision, standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account


def undo_decision(game_id: int, account: Account, number: int) -> Game:
    """Let claim `number` of a game, the arbiters' latest that counts, count no more; the result follows from the rest.

    So what players had reported before it is there again, and the decision before it can be undone next. Where later
    rounds were paired with it, and in a closed event, it is corrected with a reason instead. Raises `NotAllowed`,
    `ClaimRefused`, what is raised where `DecisionsComing` is told, and `Game.DoesNotExist`.
    """
    with journal.commit(partial(lock_parent_scope, game_id), account, UndoDecision, game=game_id) as act:
        game = lock_game(game_id)
        game.parent_scope = act.scope
        refuse_locked(game, ClaimRefused)
        if game.rated_on is not None:
            raise ClaimRefused(Message(_("This event is closed: correct the result with a reason.")))
        stated = stated_results(game_id)
        require_undo(game, account, stated)
        _check_latest(stated, number)
        now = standing([_without(claim, number) for claim in stated])
        if now.result != game.result:
            coming = ComingDecision(game, game.result, now.result, "", act.data.update, raise_refusal)
            emit(DecisionsComing([coming], account, ()))
        VoidedClaim.objects.create(claim=Claim.objects.get(game=game, number=number), at=timezone.now())
        act.data |= {"undone": number, "old": game.result, "result": now.result}
        if now.result != game.result:
            act.data["changed"] = {"result": [game.result, now.result]}
        follow(game, now)
    return game


def _without(claim: StatedResult, number: int) -> StatedResult:
    """What does not count is late to the engine."""
    return replace(claim, late=True) if claim.number == number else claim


def _check_latest(stated: list[StatedResult], number: int) -> None:
    latest = latest_decision(stated)
    if latest is None or latest.number != number:
        raise ClaimRefused(Message(_("This is no longer the latest decision: check the game.")))
