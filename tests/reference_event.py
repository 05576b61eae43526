"""The event that end-to-end tests hold: a round robin of eight, with every figure worked out by hand.

The players are called so that their pairing numbers follow the alphabet. The lower number wins, but for three
upsets: 8 beats 1, 5 beats 4, 3 beats 2. By hand, from seven wins for number 1 down to none for number 8:

    1: 7 - 1 = 6      2: 6 - 1 = 5      3: 5 + 1 = 6      4: 4 - 1 = 3
    5: 3 + 1 = 4      6: 2              7: 1              8: 0 + 1 = 1

1 and 3 have six points and 1 beat 3; 7 and 8 have one and 7 beat 8. Sonneborn-Berger is the sum of the points of
those whom one beat (nobody draws at GIPF): 1 beat 2 to 7, 5 + 6 + 3 + 4 + 2 + 1 = 21; and so on.

All enter at 1500, so each game expects ½ (FIDE 8.1.2: difference 0), K is 40 for newcomers, and the change is
40 x (points - 3.5): a whole number, nothing to round.
"""

from __future__ import annotations

from dataclasses import dataclass

NAMES = ("Anna", "Boris", "Cleo", "Dario", "Edda", "Farah", "Goro", "Hana")
UPSETS = {frozenset((1, 8)): 8, frozenset((4, 5)): 5, frozenset((2, 3)): 3}


def winner(one: int, other: int) -> int:
    """The pairing number of whoever wins this game."""
    return UPSETS.get(frozenset((one, other)), min(one, other))


@dataclass(frozen=True)
class Row:
    """One line of the final table."""

    rank: int
    number: int
    points: int
    direct: int
    berger: int
    rating: int

    @property
    def name(self) -> str:
        return NAMES[self.number - 1]


TABLE = (
    Row(1, 1, points=6, direct=1, berger=21, rating=1600),
    Row(2, 3, points=6, direct=0, berger=5 + 3 + 4 + 2 + 1 + 1, rating=1600),
    Row(3, 2, points=5, direct=0, berger=3 + 4 + 2 + 1 + 1, rating=1560),
    Row(4, 5, points=4, direct=0, berger=3 + 2 + 1 + 1, rating=1520),
    Row(5, 4, points=3, direct=0, berger=2 + 1 + 1, rating=1480),
    Row(6, 6, points=2, direct=0, berger=1 + 1, rating=1440),
    Row(7, 7, points=1, direct=1, berger=1, rating=1400),
    Row(8, 8, points=1, direct=0, berger=6, rating=1400),
)
PAIRINGS = (
    ((1, 8), (2, 7), (3, 6), (4, 5)),
    ((8, 5), (6, 4), (7, 3), (1, 2)),
    ((2, 8), (3, 1), (4, 7), (5, 6)),
    ((8, 6), (7, 5), (1, 4), (2, 3)),
    ((3, 8), (4, 2), (5, 1), (6, 7)),
    ((8, 7), (1, 6), (2, 5), (3, 4)),
    ((4, 8), (5, 3), (6, 2), (7, 1)),
)
"""Round by round, by the Berger table for eight (FIDE C.05, annex 1)."""
ROUNDS = len(PAIRINGS)


def opponents(number: int) -> list[int]:
    """The pairing number of the opponent in each round."""
    return [sum(game) - number for games in PAIRINGS for game in games if number in game]
