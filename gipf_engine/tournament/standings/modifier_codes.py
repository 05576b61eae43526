"""Tie-break codes as TRF and announcements write them: a key, and variants behind slashes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gipf_engine.tournament.standings.base import PLAIN, TIE_BREAKS, Modifier, TieBreak

_Reader = Callable[[Modifier, str], Modifier]


def _cut_modifier(variant: Modifier, text: str) -> Modifier:
    return replace(variant, cut_low=int(text))


def _median(variant: Modifier, text: str) -> Modifier:
    return replace(variant, cut_low=int(text), cut_high=int(text))


def _limit(variant: Modifier, text: str) -> Modifier:
    return replace(variant, limit=int(text))


_READERS: dict[str, tuple[str, _Reader]] = {
    "C": (r"\d{1,4}", _cut_modifier),
    "M": (r"\d{1,4}", _median),
    "P": ("", lambda variant, _text: replace(variant, forfeits=True)),
    "F": ("", lambda variant, _text: replace(variant, fore=True)),
    "L": (r"[+-]\d{1,4}", _limit),
    "U": (r"\d{1,4}", lambda variant, text: replace(variant, unrated=int(text))),
    "K": (r"[1-9]\d{0,3}", lambda variant, text: replace(variant, divisor=int(text))),
    "R": ("", lambda variant, _text: replace(variant, reverse=True)),
}


def tie_break(code: str) -> TieBreak:
    """The tie-break that `code` names, such as "SB", "BH/C1" or "DE/P".

    ValueError, with the code, for an unknown key and for a variant that the tie-break does not have.
    """
    key, *parts = code.strip().upper().split("/")
    if key not in TIE_BREAKS:
        raise ValueError(f"no tie-break is called {code!r}")
    chosen = TIE_BREAKS[key]
    return chosen(read_variant(key, chosen.modifiers, parts))


def read_variant(key: str, modifiers: str, parts: Sequence[str]) -> Modifier:
    """What stands behind the slashes of a code. ValueError for a letter that is not one of `modifiers`."""
    variant = PLAIN
    for part in parts:
        letter, rest = part[:1], part[1:]
        if letter not in _READERS or letter not in modifiers:
            raise ValueError(f"{key} has no variant {part!r}")
        pattern, reader = _READERS[letter]
        if not re.fullmatch(pattern, rest):
            raise ValueError(f"the variant {part!r} of {key} cannot be read")
        variant = reader(variant, rest)
    return variant


def tie_breaks() -> tuple[type[TieBreak], ...]:
    """All tie-breaks, in the order of their keys."""
    return tuple(TIE_BREAKS[key] for key in sorted(TIE_BREAKS))


def is_tie_break(code: str) -> bool:
    """Whether `tie_break` knows a code."""
    try:
        tie_break(code)
    except ValueError:
        return False
    return True


def codes_of(text: str | None) -> list[str]:
    """A comma list of tie-break codes."""
    return [code.strip() for code in (text or "").split(",") if code.strip()]
