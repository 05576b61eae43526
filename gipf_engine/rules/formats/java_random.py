"""The numbers that Boardspace lays out boards by: the linear congruential generator that java.util.Random documents.

Source: the documentation of java.util.Random; github.com/ddyer0/boardspace.net, `lib/Random.java`, `stackCell.shuffle`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

_MULTIPLIER, _ADDEND, _MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1
_PASSES = 4


class JavaRandom:
    """A generator with a seed, any whole number of 64 bits."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK

    def _next(self, bits: int) -> int:
        self._state = (self._state * _MULTIPLIER + _ADDEND) & _MASK
        return self._state >> (48 - bits)

    def below(self, bound: int) -> int:
        """`nextInt(bound)`: a number in 0 … bound - 1."""
        number = self._next(31)
        if bound & (bound - 1) == 0:
            return bound * number >> 31
        while number - number % bound + bound - 1 >= 1 << 31:
            number = self._next(31)
        return number % bound

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Boardspace's shuffle: four times, each item in turn changes places with any."""
        for _pass in range(_PASSES):
            for place in range(len(items)):
                other = self.below(len(items))
                items[place], items[other] = items[other], items[place]
