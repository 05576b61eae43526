"""In which order the boards of an imported TRF stand: files list players, not boards."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.round_trips import WISHES
from tournaments.core.loader import load
from tournaments.interchange.formats import importers
from tournaments.interchange.services import importing

pytestmark = [pytest.mark.django_db, pytest.mark.core]

LINE = "001 {number:4}      {name:33} {rating:4}{nothing:28}{points:4} {rank:4}  {rounds}"
"""A player's line of TRF16 (FIDE C.04 annex 2): rounds are opponent, colour and result."""
PLAYERS = (
    (1, "Ada", "0.0", 5, "   3 w 0     2 b 0"),
    (2, "Ben", "1.0", 3, "   4 b 0     1 w 1"),
    (3, "Cleo", "1.0", 4, "   1 b 1     4 w 0"),
    (4, "Dan", "2.0", 1, "   2 w 1     3 b 1"),
    (5, "Eve", "2.0", 2, "0000 - U  0000 - U"),
)
"""After round 1 Cleo, Dan and Eve lead: in round 2 Cleo and Dan sit at board 1, above Ada and Ben; Eve has the bye."""


def test_boards_are_ordered_by_the_scores_before_the_round(club: Club, organiser: Account) -> None:
    lines = ["012 Winter Open", "042 2026/01/10", "052 2026/01/11", "XXR 3"]
    for number, name, points, rank, rounds in PLAYERS:
        lines.append(
            LINE.format(
                number=number,
                name=name,
                rating=1500 - number,
                nothing="",
                points=points,
                rank=rank,
                rounds=rounds,
            )
        )
    incoming = importers.parse("\n".join([*lines, ""]).encode(), WISHES)
    event = confirmed(importing.import_event, club.pk, organiser, incoming, {})
    rows = load(event)
    number_of = {entry.id: entry.number for entry in rows.entries}
    boards = [
        [
            tuple(number_of[entry] for entry in each.entries)
            for each in sorted(round_.pairings, key=lambda pairing: pairing.board)
        ]
        for round_ in rows.rounds
    ]
    assert boards == [[(1, 3), (4, 2), (5,)], [(3, 4), (2, 1), (5,)]]
