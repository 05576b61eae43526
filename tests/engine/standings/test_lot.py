"""The drawing of lots: worked out here from the formula, SHA-256 of "SEED:KEY", the lowest first."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from gipf_engine.tournament import standings
from gipf_engine.tournament.lots import Lots
from tests.engine.standings.tables import cross_table

TABLE = cross_table("""
    Ana: 2w= 3w=
    Ben: 1b= 4w=
    Cora: 4w= 1b=
    Dan: 3b= 2b=
""")
"""Everybody has one point."""
SEED = "0123456789abcdef0123456789abcdef"
LOTS = replace(TABLE, lots=Lots(SEED, {1: 1, 2: 2, 3: 3, 4: 4}))


def test_the_lot_is_the_place_in_the_order_of_the_digests() -> None:
    """They begin with c356, bfc4, 02fb and 2068, so that Cora (3) has lot 1, Dan 2, Ben 3 and Ana 4."""
    digests = [sha256(f"{SEED}:{key}".encode()).hexdigest() for key in (1, 2, 3, 4)]
    assert [digest[:4] for digest in digests] == ["c356", "bfc4", "02fb", "2068"]
    ranked = standings.rank(LOTS, ["LOT"])
    assert [(row.rank, row.number, row.values) for row in ranked] == [
        (1, 3, (1,)),
        (2, 4, (2,)),
        (3, 2, (3,)),
        (4, 1, (4,)),
    ]


def test_it_goes_by_the_key_and_not_by_the_number() -> None:
    """Ana and Cora exchange their numbers: Cora has key 3 still."""
    moved = replace(TABLE, lots=Lots(SEED, {1: 3, 2: 2, 3: 1, 4: 4}))
    assert [row.number for row in standings.rank(moved, ["LOT"])] == [1, 4, 2, 3]


def test_points_and_what_stands_before_it_come_first() -> None:
    table = replace(cross_table("Ana: 2w1\nBen: 1b0\nCora: U"), lots=Lots(SEED, {1: 1, 2: 3, 3: 2}))
    assert [(row.rank, row.number) for row in standings.rank(table, ["LOT"])] == [(1, 3), (2, 1), (3, 2)]
    assert [(row.rank, row.number) for row in standings.rank(table, ["WON", "LOT"])] == [(1, 1), (2, 3), (3, 2)]


def test_it_says_which_lot_of_how_many_and_the_key() -> None:
    assert str(standings.explain(LOTS, ["LOT"], 2)[0]) == "lot 3 of 4 (key 2)"


def test_without_a_seed_it_says_nothing() -> None:
    assert {(row.rank, row.values) for row in standings.rank(TABLE, ["LOT"])} == {(1, (None,))}
    assert str(standings.explain(TABLE, ["LOT"], 2)[0]) == "no lot: there is no seed"
