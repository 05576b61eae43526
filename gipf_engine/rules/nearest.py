"""Which legal turns are nearest to one that is not: most likely one of them was meant."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import islice

from gipf_engine.rules.base import Move, Position

MOST_COMPARED = 3000
"""Legal turns that are looked at: more than any position of a game that was played has."""
LONGEST = 60
"""Characters of a turn that are compared."""
_POINT = re.compile(r"[a-z][0-9]+")


def nearest_turns(position: Position, token: str, most: int = 6) -> list[str]:
    """Legal turns in official notation, the likeliest first.

    Those that touch the points that `token` names come first, then those that are written most like it.
    """
    wanted = token[:LONGEST].lower()
    named = frozenset(_POINT.findall(wanted))
    matcher = SequenceMatcher(b=wanted, autojunk=False)

    def likeness(move: Move) -> tuple[int, float, str]:
        turn = position.notation(move)
        matcher.set_seq1(turn[:LONGEST].lower())
        touched = {*position.effects(move).path, *_POINT.findall(turn.lower())}
        return len(named & touched), matcher.ratio(), turn

    found = nlargest(most, map(likeness, islice(position.legal_moves(), MOST_COMPARED)))
    return [turn for _shared, _ratio, turn in found]
