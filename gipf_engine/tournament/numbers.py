"""Numbers as tie-breaks round and print them."""

from __future__ import annotations

from fractions import Fraction

POINT = 10
"""Tenths in a point."""


def in_points(tenths: int) -> Fraction:
    """Tenths of a point as points."""
    return Fraction(tenths, POINT)


def points_text(tenths: int) -> str:
    """Points as a cross table writes them: 6, 6½, ½, 0.3."""
    whole, rest = divmod(tenths, POINT)
    if not rest:
        return str(whole)
    if rest == POINT // 2:
        return f"{whole or ''}½"
    return f"{tenths / POINT:g}"


def half_up(value: Fraction, decimals: int = 0) -> Fraction:
    """`value` rounded to so many decimals, halves away from zero."""
    scale = 10**decimals
    scaled = abs(value) * scale + Fraction(1, 2)
    rounded = Fraction(scaled.numerator // scaled.denominator, scale)
    return rounded if value >= 0 else -rounded
