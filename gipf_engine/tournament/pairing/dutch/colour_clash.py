"""What a pair costs in the criteria about colours, C10 to C13 (C.04.3)."""

from __future__ import annotations

from gipf_engine.tournament.pairing.swiss.player_state import ABSOLUTE, STRONG, PlayerState


def clash(one: PlayerState, two: PlayerState) -> tuple[int, int, int, int]:
    """What pairing two players violates of C10, C11, C12 and C13: ones and zeros, in this order."""
    if one.preference is None or one.preference is not two.preference:
        return (0, 0, 0, 0)
    if one.strength == ABSOLUTE and two.strength == ABSOLUTE:
        return (int(abs(one.balance) > 1 and abs(two.balance) > 1), int(_third_in_a_row(one, two)), 1, 0)
    return (0, 0, 1, int(one.strength >= STRONG and two.strength >= STRONG))


def _third_in_a_row(one: PlayerState, two: PlayerState) -> bool:
    """Two absolute preferences for one colour: does the player who yields get a colour three times running?"""
    if abs(one.balance) == abs(two.balance):
        return one.repeated is not None and one.repeated is two.repeated
    yielding = min(one, two, key=lambda player: abs(player.balance))
    assert yielding.preference is not None
    return yielding.repeated is yielding.preference.other
