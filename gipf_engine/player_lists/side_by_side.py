"""Several players in one line: lists printed side by side, pairs and teams with a column for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gipf_engine.player_lists.headings import plain, tier_in_heads
from gipf_engine.player_lists.meanings import CLUB, COUNTRY, FIRST_NAME, NAME, NOT_USED, PLACE, SURNAME

_SHARED = frozenset({CLUB, COUNTRY, PLACE})
"""What all players of a line have in common, where it is said once."""
_MOST_PLAYERS = 10


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
