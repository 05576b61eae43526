"""Games on which the players, or a record, say different things: an arbiter decides them before anything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Max, Min, QuerySet

from games.core.labels import role_name
from games.models import Claim
from games.results.services.stated import stated_results_of
from gipf_engine.claims import BLACK, RECORD, WHITE, ClaimState, StatedResult, counting_claim, standing
from gipf_engine.messages import Message
from tournaments.models import Event, PairedGame


@dataclass(frozen=True, slots=True)
class Statement:
    """What one of them says: its part in the game, and the code of a result."""

    role: str
    result: str

    @property
    def role_name(self) -> Message:
        """Who says it, in words."""
        return role_name(self.role)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game to decide, and who says what of it. `version` is the game's, which a decision carries."""

    event: Event
    round: int
    board: int
    white: str
    black: str
    game: int
    version: int
    statements: tuple[Statement, ...]


def disputes_of(events: Iterable[Event]) -> list[Dispute]:
    """The disputes of these events, by round and board. One query where there are none, else three."""
    contested = list(_contested_games(list(events)))
    if not contested:
        return []
    ordered = PairedGame.objects.filter(game__in=contested).order_by(
        "pairing__round__event", "pairing__round__number", "pairing__board", "leg"
    )
    places = ordered.select_related("game__white", "game__black", "pairing__round__event")
    claims = stated_results_of(contested)
    return [
        _dispute(place, claims[place.game_id])
        for place in places
        if standing(claims[place.game_id]).state is ClaimState.DISPUTED
    ]


def _contested_games(events: Sequence[Event]) -> QuerySet[Claim, int]:
    """The games of these events of which different results were stated and none is decided for good."""
    open_claims = Claim.objects.filter(game__paired__pairing__round__event__in=events, game__result_locked=False)
    results = open_claims.values("game").annotate(first=Min("result"), last=Max("result"))
    return results.exclude(first=F("last")).values_list("game", flat=True)


def _dispute(place: PairedGame, claims: list[StatedResult]) -> Dispute:
    latest = (counting_claim(claims, role) for role in (WHITE, BLACK, RECORD))
    white, black = (seat.name if seat is not None else "–" for seat in (place.game.white, place.game.black))
    return Dispute(
        place.pairing.round.event,
        place.pairing.round.number,
        place.pairing.board,
        white,
        black,
        place.game_id,
        place.game.version,
        tuple(Statement(claim.role, claim.result) for claim in latest if claim is not None),
    )
