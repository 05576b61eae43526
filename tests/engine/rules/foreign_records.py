"""Games written as other sites write them, by their grammars, to be read back. Nothing here is copied from a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gipf_engine.games.gipf.bits import LINES_IN
from gipf_engine.games.gipf.board import BOARD
from gipf_engine.games.gipf.state import SINGLES, GipfState
from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.kit.board import each_bit
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules.formats.boardspace_lyngk import COLOURS

_THEIR_COLOUR = {ours: theirs for theirs, ours in COLOURS.items()}
_LANGK = {"I": "w", "B": "b", "R": "r", "G": "g", "K": "k", "J": "z"}


def as_boardspace(setup: str, turns: Sequence[Sequence[str]], ending: str = "") -> str:
    """SGF of Boardspace: the actions of each turn, closed by `done`."""
    lines = [f'(;GM[x]VV[2]SU[{setup}]P0[id "Anna"]P1[id "Bea B."]DT[Mon Jan 12 14:30:15 PST 2009]', ";P0[0 Start P0]"]
    number = 0
    for ply, actions in enumerate(turns):
        for action in (*actions, "done"):
            number += 1
            lines.append(f";P{ply % 2}[{number} {action}]P{ply % 2}[time 0:00:{number % 60:02d}]")
    return "\n".join([*lines, ending, ")\n"])


def boardspace_gipf_turn(position: KitPosition[GipfState], move: Mapping[str, Any]) -> list[str]:
    """The actions of a turn of a reference game of GIPF, without the last `done`."""
    state, actions = _removals(position.state, BOARD.mask(move["pre"]))
    if not move["dot"]:
        return actions
    if position.rules.variant == "tournament" and state.own.phase != SINGLES and not move["gipf"]:
        actions.append("Standard")
    dot, spot = move["dot"], move["spot"]
    if int(dot[1]) % 2:  # as a player clicks, or as a robot writes it
        actions += [f"Dropb {dot[0].upper()} {dot[1]}", f"Dropb {spot[0].upper()} {spot[1]}"]
    else:
        actions.append(f"slide {dot[0]} {dot[1]} {spot[0]} {spot[1]}")
    entry = LINES_IN[f"{dot}-{spot}"].entry(state.occupied)
    assert entry is not None
    return actions + _removals(state.push(entry, move["gipf"]), BOARD.mask(move["post"]))[1]


def _removals(state: GipfState, taken: int) -> tuple[GipfState, list[str]]:
    """Rows one by one, each by a spot that lies in no other; what becomes of GIPF-pieces is said before."""
    actions: list[str] = []
    while taken:
        rows = state.rows()
        seen = [bit for row in rows for bit in each_bit(row)]
        row = next(row for row in rows if row & taken and not row & ~state.gipfs & ~taken)
        for bit in each_bit(row & state.gipfs):
            stays_anyway = bool(bit & state.own.pieces) or seen.count(bit) > 1
            if bool(bit & taken) == stays_anyway:
                actions.append(f"preserve {_point(bit)}")
        alone = next((bit for bit in each_bit(row & ~state.gipfs) if seen.count(bit) == 1), 0)
        actions += [f"Remove {_point(alone).upper()}"] if alone else []
        state, taken = state.without(row & taken), taken & ~row
    return state, actions


def _point(bit: int) -> str:
    return " ".join(BOARD.name_of[bit])


def boardspace_lyngk_turn(token: str, number: int) -> list[str]:
    """The actions of a turn of LYNGK, in both ways by turns."""
    claim, _comma, way = token.rpartition(",")
    if way == "pass":
        return []
    source, target = way.split("-")
    start, end = f"{source[0].upper()} {source[1]}", f"{target[0].upper()} {target[1]}"
    player, colour = "FS"[number % 2], _THEIR_COLOUR.get(claim, "")
    if number % 3:
        claimed = [f"Claim {colour} {player}"] if claim else []
        return [*claimed, f"Move {start} {end}"]
    claimed = [f"Pick {colour}", f"Drop {player}"] if claim else []
    return [*claimed, f"Pickb {start} 0", f"Dropb {end}"]


def as_langk(setup: str, tokens: Sequence[str]) -> str:
    """A game as LaNGK's two fields have it."""
    letters = [_LANGK[piece] for piece in setup]
    rows = "/".join("".join(letters[at] for at, spot in enumerate(SPOTS) if spot[0] == row) for row in "abcdefghi")
    return "\n".join([rows, *(_langk_turn(token) for token in tokens)]) + "\n"


def _langk_turn(token: str) -> str:
    claim, _comma, way = token.rpartition(",")
    return "-" if way == "pass" else (f"^{_LANGK[claim]} " if claim else "") + way.replace("-", "")


def as_pbm_lyngk(setup: str, tokens: Sequence[str]) -> str:
    """A game of the PBeM server: the board as it draws it, then the moves."""
    heights = (1, 4, 7, 6, 7, 6, 7, 4, 1)
    grid = [[" "] * 40 for _row in range(13)]
    for at, spot in enumerate(SPOTS):
        column = "abcdefghi".index(spot[0])
        lowest = 6 + heights[column] - 1 if heights[column] != 1 else 6
        grid[lowest - 2 * (int(spot[1]) - 1)][3 + 4 * column] = setup[at]
    head = "   A   B   C   D   E   F   G   H   I"
    board = "\n".join("".join(row).rstrip() for row in grid)
    people = "anna: 0 stacks () claimed.\nbea: 0 stacks () claimed."
    moves = "\n".join(f"{n}. {'--' if token == 'pass' else token}" for n, token in enumerate(tokens, 1))
    numbers = "   1   4   7   6   7   6   7   4   1"
    return f"{people}\n\n{head}\n{numbers}\n\n{board}\n\n{head}\n{numbers.replace('4', '1')}\n\n{moves}\n"
