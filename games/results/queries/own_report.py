"""What somebody has just reported of the own game: little, for in a burst everybody asks it once."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.permissions import seat_of
from games.core.queries.page import GameHead, Seat, game_head
from games.models import Claimant
from games.results.services.results import stated_results
from gipf_engine.claims import Standing, counting_claim, standing
from players.models import Account


@dataclass(frozen=True)
class OwnReport(GameHead):
    """The result that was reported from `seat` and still counts, and what all claims come to."""

    seat: Claimant
    result: str
    standing: Standing

    @property
    def opponent(self) -> Seat:
        """Who sits on the other side."""
        return self.black if self.seat == Claimant.WHITE else self.white


def own_report(game_id: int, account: Account | None) -> OwnReport | None:
    """What `account` said last from its seat; None where it has none, or where nothing that it said counts.

    Three queries. Raises `Game.DoesNotExist`.
    """
    head = game_head(game_id)
    seat = seat_of(head.game, account)
    if seat is None:
        return None
    claims = stated_results(game_id)
    own = counting_claim(claims, seat)
    return OwnReport(**vars(head), seat=seat, result=own.result, standing=standing(claims)) if own else None
