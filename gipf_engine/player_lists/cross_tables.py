"""Cross tables as other programs print them, with results in cells such as "5w1", "12b½" and "-1", as TRF16."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.layout import LOOKED_AT, find_heads
from gipf_engine.player_lists.meanings import PLACE, ListedPlayer, PlayerList, Problem, Table
from gipf_engine.tournament.trf.federations import FEDERATION_OF

_WORD = "(?:rd|rnd|round|runde|ronde|ronda|rde|turno|r)"
_ROUND = re.compile(rf"(?:{_WORD}[. ]*)?(\d{{1,2}})\.? ?{_WORD}?\.?", re.IGNORECASE)
_CELL = re.compile(r"(?:(\d{1,4})\s*([wbs])\s*([1½0=+\-*]|0[.,]5)?|[-–]\s*([1½0+]|0[.,]5)|[-–*]?)", re.IGNORECASE)
_CODES = {"1": "1", "½": "=", "=": "=", "0.5": "=", "0,5": "=", "0": "0", "+": "+", "-": "-"}
_BYES = {"1": "U", "+": "U", "½": "H", "0.5": "H", "0,5": "H", "0": "Z"}
_POINTS = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1}
"""Half points."""
_LONGEST_NAME, _LONGEST_NUMBER = 33, 11


class NoCrossTable(ValueError):
    """The table has no rounds, or cells that are no results; `problems` say where."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem.message) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    player: ListedPlayer
    rounds: tuple[str, ...]
    points: int


def round_columns(table: Table) -> list[int]:
    """The columns of rounds 1, 2, 3 …, side by side; none where this is no cross table."""
    first = find_heads(table[:LOOKED_AT])
    if first < 0:
        return []
    found: list[int] = []
    for place, head in enumerate(table[first]):
        number = _ROUND.fullmatch(head)
        if number is not None and int(number[1]) == len(found) + 1 and (not found or place == found[-1] + 1):
            found.append(place)
    return found if any(_is_game(line, found) for line in table[first + 1 :]) else []


def _is_game(line: Sequence[str], places: Sequence[int]) -> bool:
    cells = [_CELL.fullmatch(line[place]) for place in places if place < len(line)]
    return any(cell is not None and cell[1] is not None for cell in cells)


def trf_of_cross_table(table: Table, found: PlayerList, name: str) -> str:
    """The event in TRF16, each player in the line of the table, so that problems name it. Raises NoCrossTable."""
    places = round_columns(table)
    number_at = next((column.place for column in found.columns if column.meaning == PLACE), None)
    problems = [Problem(0, Message(_("no column of a round was found")))] if not places else list(found.problems)
    rows: dict[int, _Row] = {}
    for order, player in enumerate(found.players, 1):
        cells = table[player.line - 1]
        number = cells[number_at].strip(" .") if number_at is not None and number_at < len(cells) else ""
        rounds = [_round(cells[place] if place < len(cells) else "", player.line, problems) for place in places]
        points = sum(_POINTS.get(each.strip()[-1:], 0) for each in rounds)
        rows[player.line] = _Row(int(number) if number.isdecimal() else order, player, tuple(rounds), points)
    if problems:
        raise NoCrossTable(problems)
    return "\n".join(_lines(rows, name, len(table))) + "\n"


def _lines(rows: Mapping[int, _Row], name: str, last: int) -> list[str]:
    lines = [_player(rows[number]) if number in rows else "" for number in range(1, last + 1)]
    lines[0] = f"012 {name}"  # the line of the heads or one above them
    return lines


def _round(cell: str, line: int, problems: list[Problem]) -> str:
    """The ten columns of a round."""
    found = _CELL.fullmatch(cell.strip())
    if found is None:
        problems.append(Problem(line, Message(_("“%(text)s” is not a result of a cross table"), {"text": cell[:20]})))
        return ""
    if found[1]:
        colour = "w" if found[2].lower() == "w" else "b"
        return f"  {int(found[1]):4} {colour} {_CODES.get(found[3] or '', ' ')}"
    return f"  0000 - {_BYES[found[4]]}" if found[4] else "  0000 - Z"


def _player(row: _Row) -> str:
    """Record 001, column by column."""
    player = row.player
    federation = player.federation or FEDERATION_OF.get(player.country, "")
    who = f"{row.number:4}  {player.title:>3} {player.name[:_LONGEST_NAME]:33} {player.rating or '':>4}"
    more = f"{federation:3} {player.fide[:_LONGEST_NUMBER]:>11} {player.birth:10} {row.points / 2:4.1f}"
    return f"001 {who} {more} {'':4}{''.join(row.rounds)}".rstrip()
