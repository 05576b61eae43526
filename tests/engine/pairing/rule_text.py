"""C.04.3 read out literally, for small fields: every legal round, and the order of a bracket's candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from gipf_engine.tournament.pairing.dutch.criteria import BracketQuality, criteria
from gipf_engine.tournament.pairing.swiss.colours import allocate
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState, players_of


def matchings(players: Sequence[PlayerState]) -> Iterator[list[tuple[PlayerState, PlayerState]]]:
    """Every way to pair an even number of players, each pair in the order of the field."""
    if not players:
        yield []
        return
    first, *others = players
    for place, other in enumerate(others):
        for rest in matchings(others[:place] + others[place + 1 :]):
            yield [(first, other), *rest]


def all_rounds(table: CrossTable) -> Iterator[RoundPairings]:
    """Every round that obeys C1 to C4, with the colours of article 5."""
    players = players_of(table)
    byes: Sequence[PlayerState | None] = players if len(players) % 2 else [None]
    for bye in byes:
        for pairs in matchings([player for player in players if player is not bye]):
            made = seated(table, pairs, bye)
            if not criteria(table, made).violations:
                yield made


def seated(
    table: CrossTable, pairs: Sequence[tuple[PlayerState, PlayerState]], bye: PlayerState | None
) -> RoundPairings:
    """A round from its pairs, the higher player of each first."""
    assert table.first_colour is not None
    found = []
    for higher, lower in pairs:
        colour, _rule = allocate(higher, lower, table.first_colour)
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        found.append(Pair(white.number, black.number))
    byes = () if bye is None else (ByeGiven(bye.number, ByeKind.PAIRING),)
    return RoundPairings(table.rounds_played + 1, tuple(found), byes)


def candidate_order(bracket: BracketQuality) -> tuple[object, ...]:
    """Where a candidate stands among those of its bracket (articles 4.2 to 4.4); the earlier is the less.

    Moved-down players that are paired, then their opponents; then of the remainder: players exchanged,
    difference of the sums of their numbers, those moved out of S1 from the largest, those moved in from
    the smallest, and S2 as transposed.
    """
    number_of = {player.number: place for place, player in enumerate((*bracket.movers, *bracket.residents), 1)}
    pairs = sorted((number_of[seat.upper.number], number_of[seat.lower.number]) for seat in bracket.seats)
    moved = [pair for pair in pairs if pair[0] <= len(bracket.movers)]
    opponents = [resident for _mover, resident in moved]
    rest = [place for place in range(len(bracket.movers) + 1, len(number_of) + 1) if place not in opponents]
    renumbered = {place: again for again, place in enumerate(rest, 1)}
    remainder = sorted((renumbered[one], renumbered[two]) for one, two in pairs if one > len(bracket.movers))
    half = len(remainder)
    upper = [one for one, _two in remainder]
    moved_out = sorted((one for one in range(1, half + 1) if one not in upper), reverse=True)
    moved_in = [one for one in upper if one > half]
    return (
        [mover for mover, _resident in moved],
        opponents,
        len(moved_out),
        sum(moved_in) - sum(moved_out),
        [-one for one in moved_out],
        moved_in,
        [two for _one, two in remainder],
    )
