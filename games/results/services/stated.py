"""What was said of the results of games, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from common.compiled_query import CompiledQuery
from games.models import Claim, Game, VoidedClaim
from gipf_engine.claims import Standing, StatedResult, standing

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
