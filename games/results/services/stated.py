"""What was said of the results of games, what it comes to, and in what part an account speaks of them.

And how a game and the apps above follow what is said.

The parts: from its seat, as an arbiter, or as a scorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.db.models import Exists, OuterRef, Q

from common.compiled_query import CompiledQuery
from common.events import emit
from games.core.events import ArrangedGamesChanged, EventBoardsChanged, GamesChanged, ReportsWait
from games.core.permissions import is_arbiter, may_enter_result, seat_of
from games.core.services.errors import ClaimRefused
from games.models import Claim, Claimant, Game, Source, VoidedClaim
from gipf_engine.claims import ClaimState, Standing, StatedResult, latest_decision, standing
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

FOR_THE_ARBITER = Message(_("Only an arbiter can change this result. Tell one of them."))
DOES_NOT_COUNT = Q(late=True) | Exists(VoidedClaim.objects.filter(claim=OuterRef("pk")))
"""Of claims: they came too late, or an undo went back to before them. The engine takes both for late."""
_CLAIMS = CompiledQuery(
    # The usual order would read the game once more.
    lambda game: (
        Claim.objects.filter(game=game).order_by("number").values_list("number", "role", "result", DOES_NOT_COUNT)
    )
)


def stated_results(game_id: int) -> list[StatedResult]:
    """The claims of a game, as much as their standing is made of."""
    return [StatedResult(*row) for row in _CLAIMS(game_id)]


def stated_results_of(games: Iterable[int]) -> dict[int, list[StatedResult]]:
    """By game its claims, as much as their standing is made of. One query."""
    stated: dict[int, list[StatedResult]] = {game: [] for game in games}
    rows = Claim.objects.filter(game__in=list(stated)).order_by("game", "number")
    for game, *claim in rows.values_list("game", "number", "role", "result", DOES_NOT_COUNT):
        stated[game].append(StatedResult(*claim))
    return stated


def read_claims(games: Iterable[int]) -> list[Claim]:
    """The claims of these games in their order, those that do not count as late ones. They are not to be saved."""
    rows = Claim.objects.filter(game__in=list(games)).order_by("game", "number").annotate(out=DOES_NOT_COUNT)
    for claim in rows:
        claim.late = claim.out
    return [*rows]


def standing_of(game: Game) -> Standing:
    """What the claims of a game come to now."""
    return standing(stated_results(game.pk))


# --- who may speak ---------------------------------------------------------------------------------------


def part_of(game: Game, account: Account, role: str | None, source: str) -> Claimant:
    """In what part `account` speaks; `NotAllowed` where it has neither the seat nor the right."""
    seat = seat_of(game, account)
    if role is None:
        role = seat if seat is not None and source != Source.DESK else Claimant.ARBITER
    if role == Claimant.ARBITER and is_arbiter(game, account):
        return Claimant.ARBITER
    if seat is None or role != seat:
        raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)
    return seat


def enters_as(game: Game, account: Account, role: str | None, source: str, result: str) -> Claimant:
    """In what part `account` says `result` of the locked `game`: from its seat, as an arbiter, or as a scorer, who
    speaks as an arbiter where no one else has.

    Raises NotAllowed (no seat, no role) and ClaimRefused (a scorer who would overrule a person).
    """
    try:
        return part_of(game, account, role, source)
    except NotAllowed:
        if role not in (None, Claimant.ARBITER) or not may_enter_result(game, account):
            raise
    refuse_overruling(game, account, stated_results(game.pk), result)
    return Claimant.ARBITER


def refuse_overruling(game: Game, account: Account, stated: list[StatedResult], result: str) -> None:
    """ClaimRefused where `result` speaks against a player, a record, the server or another's decision."""
    now = standing(stated)
    if now.state is ClaimState.OPEN or (now.state is ClaimState.WAITING and result == now.value):
        return
    if now.state is not ClaimState.DECIDED or now.contradicted or not is_own_decision(game, account, stated):
        raise ClaimRefused(FOR_THE_ARBITER)


def require_undo(game: Game, account: Account, stated: list[StatedResult]) -> None:
    """NotAllowed unless `account` may undo decisions here; a scorer undoes own ones."""
    if is_arbiter(game, account) or (may_enter_result(game, account) and is_own_decision(game, account, stated)):
        return
    raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)


def is_own_decision(game: Game, account: Account, stated: list[StatedResult]) -> bool:
    """Whether `account` made the latest decision of the game that counts."""
    latest = latest_decision(stated)
    return latest is not None and Claim.objects.filter(game=game, number=latest.number, account=account.pk).exists()


# --- the game follows what is said -----------------------------------------------------------------------

ADOPTED = ("result", "rated_result", "stands_on", "version")
"""What of a game follows its claims."""


def follow(game: Game, now: Standing | None = None) -> None:
    """Let the locked game's result be the one in force; tell the apps above what is said, and when it changed.

    `now` is what the claims come to, where the caller knows it. What rating lists were to count in place of the old
    result is not what they should count in place of the new one.
    """
    now = now or standing_of(game)
    changed = adopt(game, now)
    game.save(update_fields=ADOPTED)
    tell_of_claims(game, now, changed=changed)


def tell_of_claims(game: Game, now: Standing, *, changed: bool) -> None:
    """Tell the apps above what the claims of a game that follows them come to; `changed`: to another result."""
    if now.state in (ClaimState.WAITING, ClaimState.DISPUTED) or now.contradicted:
        emit(ReportsWait(game, now))
    if changed:
        tell_of_changed([game])


def adopt(game: Game, now: Standing, today: date | None = None) -> bool:
    """Give the game the result of its claims, without storing it (`ADOPTED`); whether that is another one.

    `today` is the day where its club is, for callers that have many games of one.
    """
    changed = game.result != now.result
    if changed:
        game.rated_result = ""
        if now.result == PENDING:
            game.stands_on = None
        elif game.result == PENDING:
            game.stands_on = today or game.today
    game.result = now.result
    game.version += 1
    return changed


def tell_of_changed(games: Sequence[Game], *, result: bool = True) -> None:
    """Tell the apps above that the result in force, the handicap or the seats' record of games of one parent scope
    changed.

    `result`: False where the result in force is the same for certain.
    """
    if arranged := [game for game in games if game.is_arranged]:
        emit(ArrangedGamesChanged(arranged))  # first: it says which of them count in the lists that are asked for next
    emit(GamesChanged(games, result))
    if on_boards := [game for game in games if game.online and not game.is_arranged]:
        emit(EventBoardsChanged(on_boards))
