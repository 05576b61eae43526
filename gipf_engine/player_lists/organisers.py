"""Lines below a table that name who runs the event: “TD: Ada Byron”, 世話人 福田."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.team_headings import TEXT
from gipf_engine.player_lists.totals import is_ruler, is_total
from gipf_engine.player_lists.words import ORGANISERS

_LABELLED = re.compile(r"([^:：]{2,40})[:：]\s*(\S.*)")
_RATING = re.compile(r"(?<![\d.,:/+-])\d{3,4}(?![\d.:/-])")
_MOST_CELLS = 2
_MOST_WORDS_OF_A_ROLE, _MOST_WORDS = 3, 7
_LONGEST = 100
_SHORTEST_EAST_ASIAN, _LONGEST_EAST_ASIAN_NAME = 2, 6


def lines_of_organisers(body: Sequence[Sequence[str]]) -> dict[int, Message]:
    """A role and a name, with no other cell, below a total or below all players; by number from 0."""
    named = {number for number, line in enumerate(body) if names_organiser(line)}
    if not named:
        return {}
    last = max((at for at, line in enumerate(body) if at not in named and _may_be_player(line)), default=-1)
    found = {at for at in named if at > last}
    is_below = False
    for number, line in enumerate(body):
        is_below = is_total(line) or (is_below and (number in named or is_ruler(line)))
        found |= {number} & named if is_below else set()
    return dict.fromkeys(found, TEXT)


def _may_be_player(line: Sequence[str]) -> bool:
    return sum(map(bool, line)) > 1 and not is_total(line)


def names_organiser(line: Sequence[str]) -> bool:
    """Whether a line holds a role in running the event, then a name, and nothing else."""
    filled = [cell for cell in line if cell]
    text = " ".join(filled)
    if not filled or len(filled) > _MOST_CELLS or len(text) > _LONGEST or _RATING.search(text):
        return False
    if (labelled := _LABELLED.fullmatch(text)) is not None:
        return plain(labelled[1]) in ORGANISERS and any(map(str.isalpha, labelled[2]))
    if len(filled) == _MOST_CELLS:
        return plain(filled[0]) in ORGANISERS and len(filled[1].split()) <= _MOST_WORDS
    words = text.split()
    lengths = range(1, min(_MOST_WORDS_OF_A_ROLE, len(words) - 1) + 1)
    if len(words) <= _MOST_WORDS and any(plain(" ".join(words[:length])) in ORGANISERS for length in lengths):
        return True
    return len(words) == 1 and _is_joined(text)


def _is_joined(text: str) -> bool:
    """Whether a role and a name are written together: 世話人福田."""
    roles = (text[:end] for end in range(_SHORTEST_EAST_ASIAN, len(text)))
    return EAST_ASIAN.search(text) is not None and any(
        plain(role) in ORGANISERS and len(text) - len(role) <= _LONGEST_EAST_ASIAN_NAME for role in roles
    )
