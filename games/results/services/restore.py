"""The games of a parent scope as they were at some time: kept, and brought back. Inside the acts of others.

Claims are never deleted. Those that came after the time to which one goes back are void, and the result follows from
the others; games that were not there then are removed from the parent scope where something was said of them, and
deleted where nothing was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils import timezone

from common.compiled_query import CompiledQuery
from common.events import emit
from common.journal.models import Scope
from games.core.events import GamesSettled
from games.core.running import has_recorded_turns
from games.models import Claim, Claimant, Game, Record, ScoreSheet, Source, VoidedClaim
from games.results.services.create import delete_games
from games.results.services.stated import stated_results_of, tell_of_changed
from gipf_engine.claims import standing
from gipf_engine.results import PENDING, VOID
from players.models import Account

NOT_KEPT = frozenset({"id", "parent_scope_id", "removed_at"})
BATCH = 500


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game at some time: its columns, how many claims there were, and the numbers of those that were void."""

    columns: Mapping[str, Any]
    claims: int = 0
    voided: frozenset[int] = field(default_factory=frozenset)


def save_games(parent_scope: Scope) -> dict[int, SavedGame]:
    """The games of a parent scope as they are now, by id, without removed ones. Three queries."""
    claims, voided = _claims_of(parent_scope)
    names = _kept_columns()
    return {
        pk: SavedGame(dict(zip(names, values, strict=True)), len(claims[pk]), frozenset(voided[pk]))
        for pk, *values in _KEPT_GAMES(parent_scope.pk)
    }


def _kept_columns() -> list[str]:
    return [each.attname for each in Game._meta.concrete_fields if each.attname not in NOT_KEPT]


_KEPT_GAMES = CompiledQuery(
    lambda parent_scope: (
        Game.objects.filter(parent_scope=parent_scope, removed_at=None)
        .order_by("pk")
        .values_list("pk", *_kept_columns())
    )
)


def _claims_of(parent_scope: Scope) -> tuple[defaultdict[int, list[int]], defaultdict[int, set[int]]]:
    """By game the ids of its claims in their order, and the numbers of those that are void."""
    claims: defaultdict[int, list[int]] = defaultdict(list)
    for game, pk in _CLAIMS_MADE(parent_scope.pk):
        claims[game].append(pk)
    voided: defaultdict[int, set[int]] = defaultdict(set)
    for game, number in _CLAIMS_VOIDED(parent_scope.pk):
        voided[game].add(number)
    return claims, voided


_CLAIMS_MADE = CompiledQuery(
    lambda parent_scope: (
        Claim.objects.filter(game__parent_scope=parent_scope).order_by("number").values_list("game", "pk")
    )
)
_CLAIMS_VOIDED = CompiledQuery(
    lambda parent_scope: (
        VoidedClaim.objects.filter(claim__game__parent_scope=parent_scope)
        .order_by()
        .values_list("claim__game", "claim__number")
    )
)


def count_claims_since(parent_scope: Scope, saved: Mapping[int, SavedGame]) -> int:
    """How many claims that count would be void if the games were as they are saved."""
    claims_of, voided = _claims_of(parent_scope)
    return sum(
        number > (saved[game].claims if game in saved else 0) and number not in voided[game]
        for game, claims in claims_of.items()
        for number in range(1, len(claims) + 1)
    )


def restore_games(parent_scope: Scope, saved: Mapping[int, SavedGame], account: Account) -> None:
    """Let the games of a parent scope be what they were. Inside the caller's act, which `account` does.

    Rating lists follow where a game counts in them or did.
    """
    there = {game.pk: game for game in Game.objects.select_for_update(of=("self",)).filter(parent_scope=parent_scope)}
    was_rated = {pk for pk, game in there.items() if game.rated_on is not None}
    gone = [game for pk, game in there.items() if pk not in saved and game.removed_at is None]
    kept, deleted = _split(gone)
    delete_games(deleted)
    new = [Game(pk=pk, parent_scope=parent_scope, **saved[pk].columns) for pk in saved if pk not in there]
    Game.objects.bulk_create(new, batch_size=BATCH)
    counts = _void(parent_scope, saved, account, kept)
    changed = [game for pk, game in there.items() if pk in saved and _bring_back(game, saved[pk], moved=pk in counts)]
    _remove(kept)
    _adopt_results([*changed, *new], saved)
    moved = [*changed, *kept]
    Game.objects.bulk_update(moved, [*_fields(), "removed_at"], batch_size=BATCH)
    rated = [game for game in [*moved, *new] if game.rated_on is not None or game.pk in was_rated]
    if rated:
        emit(GamesSettled(rated))
    tell_of_changed(moved)


def remove_games(games: Sequence[Game], account: Account) -> None:
    """Take games that a person may have begun out of a parent scope that runs; they stay to be read. Inside its act."""
    numbers = dict(Claim.objects.filter(game__in=games).order_by().values_list("game").annotate(number=Count("pk")))
    now = timezone.now()
    Claim.objects.bulk_create(_void_result(game, numbers.get(game.pk, 0) + 1, account, now) for game in games)
    _remove(games)
    Game.objects.bulk_update(games, [*_fields(), "removed_at"], batch_size=BATCH)


def _fields() -> list[str]:
    return [each.name for each in Game._meta.concrete_fields if each.attname not in NOT_KEPT]


def _split(games: Sequence[Game]) -> tuple[list[Game], list[Game]]:
    """Games of which something was said, which stay, and those of which nothing was."""
    ids = [game.pk for game in games]
    begun: set[int] = set()
    for model in (Claim, Record, ScoreSheet):
        begun |= set(model.objects.filter(game__in=ids).values_list("game", flat=True))
    begun |= {game.pk for game in games if game.online}  # a person may be at its board
    begun |= {pk for pk in ids if pk not in begun and has_recorded_turns([pk])}
    return [game for game in games if game.pk in begun], [game for game in games if game.pk not in begun]


def _void(
    parent_scope: Scope, saved: Mapping[int, SavedGame], account: Account, removed: Collection[Game]
) -> frozenset[int]:
    """Let only those claims count that counted then; the games of which that changes something."""
    now = timezone.now()
    claims_of, voided = _claims_of(parent_scope)
    wrong: set[int] = set()
    void: list[int] = []
    counting: list[int] = []
    for game, claims in claims_of.items():
        then = saved.get(game)
        for number, pk in enumerate(claims, 1):
            wanted = then is None or number > then.claims or number in then.voided
            if wanted != (number in voided[game]):
                (void if wanted else counting).append(pk)
                wrong.add(game)
    VoidedClaim.objects.filter(claim__in=counting).delete()
    VoidedClaim.objects.bulk_create((VoidedClaim(claim_id=pk, at=now) for pk in void), batch_size=BATCH)
    Claim.objects.bulk_create(_void_result(game, len(claims_of[game.pk]) + 1, account, now) for game in removed)
    return frozenset(wrong)


def _void_result(game: Game, number: int, account: Account, now: datetime) -> Claim:
    common = {"account": account.pk, "role": Claimant.ARBITER, "source": Source.DESK, "at": now}
    return Claim(game=game, number=number, result=VOID, **common)


def _remove(games: Sequence[Game]) -> None:
    """Take games out of their parent scope: they count nowhere any more."""
    now = timezone.now()
    for game in games:
        game.removed_at, game.result, game.rated_result = now, VOID, ""
        game.rated_on = game.stands_on = None
        game.version += 1


def _bring_back(game: Game, saved: SavedGame, *, moved: bool) -> bool:
    """Give a game its columns of then, without storing it; whether it is another one now."""
    values = {name: value for name, value in saved.columns.items() if name != "version"}
    if not moved and game.removed_at is None and all(getattr(game, name) == value for name, value in values.items()):
        return False
    for name, value in values.items():
        setattr(game, name, value)
    game.removed_at = None
    game.version += 1
    return True


def _adopt_results(games: Sequence[Game], saved: Mapping[int, SavedGame]) -> None:
    """The results are those that the claims come to which count now."""
    stated = stated_results_of(game.pk for game in games)
    for game in games:
        game.result = standing(stated[game.pk]).result
        game.stands_on = None if game.result == PENDING else game.stands_on
        game.rated_result = saved[game.pk].columns["rated_result"]
