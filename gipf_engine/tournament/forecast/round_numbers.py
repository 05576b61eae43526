"""How many rounds does an event need? Counted, not simulated.

Each round of a Swiss system halves the players who have won all their games, so that r rounds leave one of at most 2^r;
where games are drawn, one round more usually does (the rule of thumb among organisers, for example in
https://uschess.discourse.group/t/number-of-rounds-in-a-swiss-tournament/54706). Other formats have their own count.
"""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.tournament.pairing.base import PairingSystem

FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """How many rounds so many players need.

    `least` leaves at most one who has won all games, `with_draws` is what is usual where games are drawn; both are
    the format's own count where it fixes the rounds (`is_fixed`). `most`: no one can have met all others before it.
    """

    players: int
    least: int
    with_draws: int
    most: int | None
    is_fixed: bool = False


def rounds_needed(system: PairingSystem, players: int) -> RoundNumber | None:
    """How many rounds; None for fewer than two players, and where there are no rounds to count."""
    if players < FEWEST_PLAYERS or system.by_clock or not system.has_opponents:
        return None
    fixed = system.rounds(players)
    if fixed is not None:
        return RoundNumber(players, fixed, fixed, fixed, is_fixed=True)
    least = (players - 1).bit_length()
    most = None if system.meets_again else players - 1 + players % 2
    return RoundNumber(players, least, least + 1 if most is None else min(least + 1, most), most)
