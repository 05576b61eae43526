"""What a view shows, in a form that is easily compared with data."""

from __future__ import annotations

from gipf_engine.rules.base import View


def stacks(view: View) -> dict[str, str]:
    """What stands on the spots that are not empty, each stack as one text."""
    return {spot: "".join(stack) for spot, stack in view.spots.items() if stack}


def held(view: View, seat: int) -> dict[str, int | str]:
    """What lies beside the board for a seat, by name: a number, or the pieces as one text."""
    return {
        pool.name: pool.content if isinstance(pool.content, int) else ",".join(map("".join, pool.content))
        for pool in view.pools
        if pool.seat == seat
    }
