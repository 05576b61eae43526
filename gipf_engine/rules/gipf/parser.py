"""From a written turn to bits, without asking whether it is legal; and the words for a turn that is not."""

from __future__ import annotations

from gipf_engine.rules.gipf.bits import BIT, BY_GF1, BY_NAME, FIRST_BIT
from gipf_engine.rules.gipf.move import NO_ENTRY, GipfMove
from gipf_engine.rules.gipf.state import State

_MARKS = {
    f"{'G' * gipf}{spot}{'*' * enemy}": (bit, gipf, enemy)
    for spot, bit in BIT.items()
    for gipf in (False, True)
    for enemy in (False, True)
}
_PLAYERS = "WK"


def parse_move(token: str, state: State, seat: int, choice: bool) -> GipfMove | None:
    """The turn that `token` means for `seat`, whose state this is; None if it can mean none that is legal.

    `choice`: whether a crossing row may stay, which a bare `x` may mean. Whether the turn that is returned is legal is
    still to be tested.
    """
    if token.endswith(";"):
        return None
    if token.startswith("x"):
        first, _semicolon, token = token.partition(";")
        before = _removed_spots(first, state, choice)
        if before is None or not token:
            return None if before is None else GipfMove(before, NO_ENTRY, False, 0)
        state = state.without(before)
    else:
        before = 0
    written, _semicolon, last = token.partition(";")
    found = _entry(written, state, seat)
    if found is None or not last:
        return None if found is None else GipfMove(before, *found, 0)
    after = _removed_spots(last, state.push(*found), choice) if last.startswith("x") else None
    return None if after is None else GipfMove(before, *found, after)


def _entry(part: str, state: State, seat: int) -> tuple[int, bool] | None:
    gipf = part.startswith("G")
    name = part[1:] if gipf else part
    if name[:1] in _PLAYERS and name:
        if name[0] != _PLAYERS[seat]:
            return None
        name = name[1:]
    entry = BY_NAME.get(name)
    if entry is None and name in BY_GF1:
        entry, line, pushes = BY_GF1[name]
        if state.occupied & FIRST_BIT[entry]:
            push = pushes.get(state.occupied & line)
            entry = push.entry if push else None
    if entry is None or not state.has_room(entry):
        return None
    return entry, gipf


def _removed_spots(part: str, state: State, choice: bool) -> int | None:
    """The bits of a removal list whose marks are right; for a bare `x` those of the only removal."""
    if part == "x":
        sets = (taken for taken in state.removals(choice) if taken)
        only = next(sets, None)
        return only if next(sets, None) is None else None
    taken = 0
    for name in part[1:].split(","):
        if name not in _MARKS:
            return None
        bit, gipf, enemy = _MARKS[name]
        if bit & taken or (gipf and not bit & state.gipfs) or (enemy and not bit & state.other.pieces):
            return None
        taken |= bit
    return taken
