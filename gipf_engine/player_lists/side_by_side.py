"""Several players in one line: lists printed side by side, pairs and teams with a column for each player."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from gipf_engine.player_lists.headings import plain, tier_in_heads
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PLACE,
    RATING,
    SURNAME,
    TITLE,
)

_SHARED = frozenset({CLUB, COUNTRY, PLACE})
"""What all players of a line have in common, where it is said once."""
_OWN = (RATING, FIDE, BIRTH, TITLE)
_MOST_PLAYERS = 10
_BETWEEN_PEOPLE = re.compile(r"\s*[&＆]\s*|\s+(?:[+/]|and|und|et|och|og|и)\s+")
_BETWEEN_VALUES = re.compile(r"\s*[&+/]\s*")


def blocks_of(heads: Sequence[str]) -> list[list[int]]:
    """The columns of each player of a line; none if a line holds one player.

    Heads repeat ("Name", "Elo", "Name", "Elo"), or have numbers ("Player 1", "Player 2").
    """
    keys = [plain(head).rstrip("0123456789") for head in heads]
    times = Counter(filter(None, keys))
    meanings = {key: (tier_in_heads(head) or ("", 0))[0] for key, head in zip(keys, heads, strict=True) if key}
    named = [key for key, meaning in meanings.items() if meaning == NAME and times[key] > 1]
    if not named and all(
        any(meanings[key] == part and times[key] > 1 for key in meanings) for part in (SURNAME, FIRST_NAME)
    ):
        named = [key for key, meaning in meanings.items() if meaning == SURNAME and times[key] > 1]
    if not named:  # “Meno” alone is the name
        alone = {NAME, SURNAME, FIRST_NAME} & {*meanings.values()}
        named = [key for key, meaning in meanings.items() if {meaning} == alone and times[key] > 1]
    if not named:
        return []
    players = times[named[0]]
    repeated = [key for key in times if times[key] == players]
    are_numbered = any(head[-1:].isdigit() for head, key in zip(heads, keys, strict=True) if key == named[0])
    if players > _MOST_PLAYERS or (len(repeated) < 2 and not are_numbered):
        return []
    shared = [place for place, key in enumerate(keys) if times[key] == 1]
    of_key = {key: [place for place, each in enumerate(keys) if each == key] for key in repeated}
    return [sorted([*shared, *(places[player] for places in of_key.values())]) for player in range(players)]


def are_numbered(heads: Sequence[str]) -> bool:
    """Whether heads of names have numbers: “Player 1”, “Player 2”."""
    return sum((tier_in_heads(head) or ("", 0))[0] == NAME and head[-1:].isdigit() for head in heads) > 1


def meanings_of_block(
    columns: Sequence[int], meanings: Sequence[str], width: int, blocks: Sequence[Sequence[int]]
) -> list[str]:
    """What the columns of one player hold; a rating or a number that is said once is no player's."""
    found = [NOT_USED] * width
    for place, meaning in zip(columns, meanings, strict=True):
        is_own = not all(place in block for block in blocks)
        found[place] = meaning if is_own or meaning in _SHARED else NOT_USED
    return found


def people_in(name: str) -> list[str]:
    """The people whom one cell names: “Ada Byron & Ben Carol”, each with two words or more."""
    people = [each.strip() for each in _BETWEEN_PEOPLE.split(name)]
    are_names = all(1 < len(each.split()) <= 4 and each[:1].isalpha() and not each[:1].islower() for each in people)
    return people if are_names else [name]


def values_of_one(found: Mapping[str, str], place: int, people: int) -> tuple[dict[str, str], list[str]]:
    """What a line says of one of its people; and what it says once, of which it is unclear whose it is."""
    shared, unclear = dict(found), []
    for meaning in _OWN:
        parts = _BETWEEN_VALUES.split(found.get(meaning, ""))
        if len(parts) == people:
            shared[meaning] = parts[place]
        elif shared.pop(meaning, ""):
            unclear.append(found[meaning])
    return shared, unclear
