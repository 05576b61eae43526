"""Random games as they are compiled for each game: `batches` puts the game's functions in place of the kit's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gipf_engine.kit.kernel import DRAWN, GOES_ON, NAME, ONE, TWO, judge, list_turns, play_turn

if TYPE_CHECKING:
    from gipf_engine.kit.kernel import Rows, Words

NOW, NEXT = 0, 1
"""The two positions of the table: that of now, and the one after the turn."""
CHANCE, PLIES = 0, 1
"""In the memory: what the next turn is drawn by, and how many turns were played."""
_BITS_57 = (1 << 57) - 1
_BITS_53 = (1 << 53) - 1


def draw(memory: Words) -> int:
    """The next number of xorshift64 (G. Marsaglia, 2003), 53 bits of it."""
    word = memory[CHANCE]
    word ^= word << 13
    word ^= (word >> 7) & _BITS_57
    word ^= word << 17
    memory[CHANCE] = word
    return (word >> 11) & _BITS_53


def play_out(rows: Rows, words: int, turns: Rows, scratch: Words, memory: Words, most: int) -> int:
    """Play random turns from the first row, of so many words, to the end: how the one who moves first fares.

    `GOES_ON` after `most` turns.
    """
    side = 1
    for ply in range(most):
        memory[PLIES] = ply
        judged = judge(rows, NOW, scratch)
        if judged == DRAWN:
            return DRAWN
        if judged != GOES_ON:
            return side * judged
        count = list_turns(rows, NOW, turns, 0, False, scratch)
        chosen = draw(memory) % count
        play_turn(rows, NOW, turns[chosen, ONE], turns[chosen, NAME], turns[chosen, TWO])
        for word in range(words):
            rows[NOW, word] = rows[NEXT, word]
        side = -side
    memory[PLIES] = most
    return GOES_ON


SOURCES = (draw, play_out)
"""In the order in which they are compiled."""
