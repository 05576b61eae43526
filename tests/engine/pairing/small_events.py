"""Small events of a Swiss system, and ways to pair them by trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from gipf_engine.tournament.crosstable import CrossTable, ForbiddenGroup
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.replay import before_round

Pairs = list[tuple[int, int]]


def rounds_of(key: str, seed: int, **wishes: object) -> Iterator[CrossTable]:
    """The tables before each round of a random event of four to eight players."""
    random = Random(seed)
    players = random.randint(4, 8)
    known: dict[str, object] = {
        "players": players,
        "rounds": random.randint(3, players - 1),
        "draws": 30,
        "scoring": "1-half-0",
        "baku": seed % 4 == 0,
        "late": 0,
        "withdrawals": 0,
        "forfeits": 10,
        "forbidden": int(seed % 5 == 0),
    }
    made = generate(GeneratorOptions(**{**known, **wishes}), random, system(key))
    for number in range(1, made.table.rounds_played + 1):
        yield before_round(made.table, number, made.table.first_colour)


def avoiding(table: CrossTable, seed: int) -> CrossTable:
    """The table with two random groups that the event avoids."""
    random = Random(f"{seed} {table.rounds_played}")
    numbers = [each.number for each in table.entrants]
    groups = (ForbiddenGroup(frozenset(random.sample(numbers, size)), is_soft=True) for size in (2, 3))
    return replace(table, forbidden=(*table.forbidden, *groups))


def matchings(players: Sequence[int], field: PairingField, floats: int = 0) -> Iterator[Pairs]:
    """Every way to pair all of `players` legally but for so many who stay alone."""
    if not players:
        if not floats:
            yield []
        return
    first, *others = players
    for place, other in enumerate(others):
        if field.allowed[first] >> other & 1:
            for rest in matchings(others[:place] + others[place + 1 :], field, floats):
                yield [(first, other), *rest]
    if floats:
        yield from matchings(others, field, floats - 1)


def can_all_be_paired(players: Sequence[int], field: PairingField) -> bool:
    """Whether any way does."""
    return len(players) % 2 == 0 and next(matchings(players, field), None) is not None


def find_bye(field: PairingField, last_first: Sequence[int]) -> int | None:
    """Article 3.1, condition by condition; `last_first` is the order of the last one."""
    everybody = list(range(len(field.players)))
    if len(everybody) % 2 == 0:
        return None
    possible = [
        one
        for one in everybody
        if field.players[one].pab and can_all_be_paired([each for each in everybody if each != one], field)
    ]
    if not possible:
        raise PairingError(None)  # type: ignore[arg-type]  # only its kind is asked for
    lowest = min(field.players[one].score for one in possible)
    possible = [one for one in possible if field.players[one].score == lowest]
    most = min(field.players[one].unplayed for one in possible)
    return min((one for one in possible if field.players[one].unplayed == most), key=last_first.index)
