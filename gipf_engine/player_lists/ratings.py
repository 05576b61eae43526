"""Which of several ratings of a player is read: by the heads of the columns, then by what stands in the line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gipf_engine.player_lists import values
from gipf_engine.player_lists.headings import names_ratings, tier_in_heads
from gipf_engine.player_lists.meanings import RATING

INTERNATIONAL, NATIONAL = 1, 2
"""The tiers of FIDE's and of national ratings. Those of faster games are of later ones, and stand for no others."""
_BETWEEN = re.compile(
    r"\s*[/|;&]\s*|\s*(?<=\d{3})\s*[-–—]\s*(?=\d{4}$)|\s+[-–—]\s+|(?<=\d{3})\s+(?=\d{3,4}$)"
    r"|(?<=\d{3})\s*\((?=\d{3,4}\)$)"
)
_PARTS_OF_HEADS = re.compile(r"[/|;&]|\s[-–—]\s")
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
_RANGE = re.compile(r"\d\s*[-–—]\s*\d")
_MOST_PARTS = 3
_FEWEST_DIGITS = 3


def rank_of_head(head: str) -> int:
    """How good a rating a head names: 0 is the best; one that was chosen by hand, whatever its head, is."""
    tier = tier_in_heads(head) if head else None
    if tier is None and head and names_ratings(head):
        return NATIONAL
    return tier[1] if tier is not None and tier[0] == RATING else 0


def in_order(meanings: Sequence[str], heads: Sequence[str], answered: Mapping[int, int] | None = None) -> list[int]:
    """The columns in the order in which they are read: of ratings the better ones first, by `answered` before heads."""
    ranks: dict[int, int] = {
        place: rank_of_head(heads[place]) if meaning == RATING else -1 for place, meaning in enumerate(meanings)
    }
    ranks |= {place: rank for place, rank in (answered or {}).items() if meanings[place] == RATING}
    return sorted(ranks, key=lambda place: ranks[place])


def ratings_in(text: str, head: str) -> tuple[int | None, list[str]]:
    """The rating in a cell, and the other numbers where it has several: "1745 / 1802", "1588-1610".

    Below “DWZ/Elo” the better one is read, else the first. Raises ValueError for what is no rating.
    """
    parts = [part for part in _BETWEEN.split(text.strip()) if part]
    if len(parts) > 1 and parts[-1].endswith(")") and "(" not in parts[-1]:  # 1480 (1510)
        parts[-1] = parts[-1][:-1]
    if not 1 < len(parts) <= _MOST_PARTS or not all(map(_may_be_one, parts)):
        return values.read_rating(text), []
    heads = _heads_of_parts(head, len(parts)) if _RANGE.search(text) is None else []
    ranks = [rank_of_head(each) for each in heads] or [0] * len(parts)
    order = sorted(range(len(parts)), key=lambda place: ranks[place])
    read = [(values.read_rating(parts[place]), parts[place]) for place in order]
    filled = [(rating, part) for rating, part in read if rating is not None]
    return (filled[0][0] if filled else None), [part for _rating, part in filled[1:]]


def _heads_of_parts(head: str, count: int) -> list[str]:
    """What each of several numbers in a cell is: of “DWZ/Elo”, of “Rating (LASK/Elo)”; none if that is not said."""
    for text in (head, *_IN_BRACKETS.findall(head)):
        parts = [part.strip(" ()") for part in _PARTS_OF_HEADS.split(text) if part.strip()]
        if len(parts) == count and _is_balanced(text):
            return parts
    return []


def _is_balanced(text: str) -> bool:
    """Whether no bracket is cut in two where the text is parted."""
    return all(part.count("(") == part.count(")") for part in _PARTS_OF_HEADS.split(text))


def _may_be_one(part: str) -> bool:
    digits = sum(letter.isdigit() for letter in part)
    return values.is_no_rating(part) or digits >= _FEWEST_DIGITS
