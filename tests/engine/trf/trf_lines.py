"""TRF files written line by line in tests."""

from __future__ import annotations


def player(
    number: object, rounds: str = "", *, points: str = "", name: str = "Somebody", rating: str = "", rank: object = ""
) -> str:
    """A 001 line in its columns; `rounds` are the eight characters of each, parted by commas."""
    head = f"001 {number:>4}      {name:33} {rating:>4} {'':3} {'':11} {'':10} {points:>4} {rank:>4}"
    return head + "".join(f"  {each:8}" for each in rounds.split(",") if rounds)


def file(*lines: str) -> str:
    """The lines, each with its end."""
    return "\n".join(lines) + "\n"
