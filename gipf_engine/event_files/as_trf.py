"""An event of another program as TRF, whose reader checks that its results go together."""

from __future__ import annotations

from gipf_engine.event_files.event import UNEXPLAINED, WORTH, Cell, FileEvent, FilePlayer
from gipf_engine.tournament.trf.dates import read_day, write_day
from gipf_engine.tournament.trf.federations import FEDERATION_OF
from gipf_engine.tournament.trf.fixed_width import one_line

_NOTHING = Cell(0, "", "Z")
_LONGEST_FIDE = 11
_LONGEST_NAME = 33


def trf_of(event: FileEvent) -> str:
    """The text. Players with a line of their own are in that line, so that problems name it."""
    players = {player.line: _write_player(event, player) for player in event.players.values() if player.line}
    others = [_write_player(event, player) for player in event.players.values() if not player.line]
    first = min(players, default=0)
    head = _head(event)
    if first > 1:  # everything of the event in the lines before the first player, as a table has its heads there
        lines = [players.get(number, "") for number in range(1, max(players) + 1)]
        return "\n".join([*(head[:1] or [""]), *lines[1:], *head[1:]]) + "\n"
    return "\n".join([*head, *players.values(), *others]) + "\n"


def _head(event: FileEvent) -> list[str]:
    heading = event.heading
    records = {
        "012": heading.name,
        "022": heading.city,
        "032": heading.federation,
        "042": _day(heading.first_day),
        "052": _day(heading.last_day),
        "192" if heading.is_foreign else "092": heading.kind,
        "102": heading.arbiter,
        "122": heading.time_control,
        "142": str(heading.rounds or event.rounds or ""),
        "XXS": f"W={heading.win} D={heading.draw}" if heading.win and heading.draw else "",
    }
    return [f"{code} {one_line(text)}" for code, text in records.items() if text]


def _day(text: str) -> str:
    day = read_day(text)
    return write_day(day) if day is not None else text


def _write_player(event: FileEvent, player: FilePlayer) -> str:
    """Record 001, column by column."""
    cells = [event.cells.get((player.number, round_), _NOTHING) for round_ in range(1, event.rounds + 1)]
    points = event.points.get(player.number)
    if points is None and not any(cell.letter == UNEXPLAINED for cell in cells):
        points = sum(WORTH.get(cell.letter, 0) for cell in cells)
    standard = not (event.heading.win and event.heading.draw)
    told = f"{points / 2:4.1f}" if points is not None and standard else "    "
    federation = player.federation or FEDERATION_OF.get(player.country, "")
    who = (
        f"{player.number:4} {player.sex[:1]:1}{one_line(player.title, 3):>3} {one_line(player.name, _LONGEST_NAME):33}"
    )
    more = (
        f"{player.rating or '':>4} {federation[:3]:3} {player.fide[:_LONGEST_FIDE]:>11} {one_line(player.birth, 10):10}"
    )
    return f"001 {who} {more} {told} {'':4}{''.join(map(_cell, cells))}".rstrip()


def _cell(cell: Cell) -> str:
    opponent = f"{cell.opponent:4}" if cell.opponent else "0000"
    return f"  {opponent} {cell.colour or '-'} {cell.letter}"
