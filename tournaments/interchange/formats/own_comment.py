"""Values of the comment that a server like this one writes into TRF, read as anyone may have changed them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields
from datetime import datetime
from typing import TypeGuard

from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.standard_rules import SETTINGS, is_account
from tournaments.interchange.formats.imported_event import ImportedExit

MOST_GROUPS = 200
"""More groups than that are left out, as no event of a server has them."""


def read_exit(values: object) -> ImportedExit | None:
    """What the own comment says of leaving standard rules; None for what cannot be read."""
    if not isinstance(values, list) or len(values) != len(fields(ImportedExit)):
        return None
    setting, after_round, at, by = values
    if not (
        text_or_empty(setting) in SETTINGS and is_count(after_round, MOST_ROUNDS) and is_account(text_or_empty(by))
    ):
        return None
    try:
        moment = datetime.fromisoformat(text_or_empty(at))
    except ValueError:
        return None
    return ImportedExit(setting, after_round, moment, text_or_empty(by)) if moment.tzinfo is not None else None


def text_or_empty(value: object) -> str:
    """A text; "" for anything else."""
    return value if isinstance(value, str) else ""


def is_count(value: object, most: int, least: int = 0) -> TypeGuard[int]:
    """Whether this is a whole number within these bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def parse_avoided(value: object, numbers: Collection[int]) -> Iterator[tuple[tuple[int, ...], int, int | None]]:
    """Groups of pairing numbers whose pairs are avoided, with first and last round; what is wrong is left out."""
    for each in value[:MOST_GROUPS] if isinstance(value, list) else ():
        if not isinstance(each, list) or len(each) != 3 or not isinstance(each[0], list):
            continue
        members, first, last = each
        known = tuple(sorted({number for number in members if is_count(number, 10**4) and number in numbers}))
        if len(known) < 2 or not is_count(first, MOST_ROUNDS, 1):
            continue
        if last is None or is_count(last, MOST_ROUNDS, first):
            yield known, first, last


def read_rounds_left(value: object) -> dict[int, int]:
    """By number the last round that was paired when a team left; what is wrong is left out."""
    found = value if isinstance(value, dict) else {}
    return {
        int(key): after
        for key, after in found.items()
        if isinstance(key, str) and key.isdecimal() and len(key) < 5 and is_count(after, MOST_ROUNDS)
    }


def read_places(value: object) -> frozenset[tuple[int, int]]:
    """Rounds with numbers of teams; what is wrong is left out."""
    pairs = value if isinstance(value, list) else []
    return frozenset(
        (number, team)
        for number, team in (each for each in pairs if isinstance(each, list) and len(each) == 2)
        if is_count(number, MOST_ROUNDS, 1) and is_count(team, 10**4, 1)
    )


def read_captains(value: object) -> dict[int, int]:
    """By team the player (numbers) who leads it, as a server like this one wrote it; what is wrong is left out."""
    pairs = value if isinstance(value, list) else []
    return {
        team: player
        for team, player in (each for each in pairs if isinstance(each, list) and len(each) == 2)
        if is_count(team, 10**4, 1) and is_count(player, 10**4, 1)
    }
