"""Texts of federations whose lines no rule of tables reads: two lines a player, or columns without heads."""

from __future__ import annotations

import re

from gipf_engine.player_lists.meanings import Table

_US_CHESS = re.compile(r"^ *Num *\| *USCF ID / Rtg", re.MULTILINE)
_US_HEADS = ["Pair", "Player Name", "Rtg", "USCF ID", "State", "Pts"]
_US_FIRST = re.compile(r" *(\d{1,4}) *\|([^|]{1,60})\|([^|]{1,12})\|")
_US_SECOND = re.compile(r" *([A-Z]{0,3}) *\| *(\d{7,9}) / R: *(\d{3,4}|Unrated)(?:P\d+)?\b")
_FFG_TITLE = re.compile(r"#\s*[EÉ]chelle\b")
_FFG_HEADS = ["Nom", "Echelle", "Statut", "Licence", "Club", "Pays"]
_FFG_LINE = re.compile(r"(\S.{1,40}?) +(-?\d{1,5}) (\S) (\S{7}) (\S{4}) ([A-Z]{2}) *")
_AGA = re.compile(r"TOURNEY\b.*")
_AGA_HEADS = ["AGA No", "Name", "Rank"]
_AGA_PLAYER = re.compile(r" *(\d{1,6}) +(\S.{1,60}?) +(\d{1,2}[dkDK]|-?\d{1,2}\.\d{1,5}) *(?:(?:CLUB|STATE)=\S+ *)*")
_LONGEST = 200


def known_table(text: str, most_lines: int) -> Table | None:
    """The lines of such a text as cells, each in its own line; None where it is none of these."""
    if _FFG_TITLE.match(text):
        return _scale_of_ffg(text.split("\n")[: most_lines + 1])
    if _AGA.match(text):
        return _report_of_aga(text.split("\n")[: most_lines + 1])
    if _US_CHESS.search(text[:2_000]):
        return _cross_table_of_us_chess(text.split("\n")[: most_lines + 1])
    return None


def _scale_of_ffg(lines: list[str]) -> Table:
    """The French scale of go: its first line becomes the heads. Ratings there are on a scale of its own."""
    table = [list(_FFG_HEADS)]
    for line in lines[1:]:
        found = _FFG_LINE.fullmatch(line[:_LONGEST].rstrip())
        cells = list(found.groups()) if found is not None else [line.strip()[:_LONGEST]]
        table.append(["" if cell.strip("-x") == "" else cell for cell in cells])
    return table


def _report_of_aga(lines: list[str]) -> Table:
    """A tournament's report to the American Go Association: its players, who have ranks and no ratings."""
    table: Table = []
    for number, line in enumerate(lines):
        if table and line.strip().upper().startswith("GAMES"):
            return table + [[]] * (len(lines) - number)
        found = _AGA_PLAYER.fullmatch(line[:_LONGEST].rstrip())
        is_heading = line.strip().upper() == "PLAYERS"
        table.append(list(_AGA_HEADS) if is_heading else list(found.groups()) if found else [line.strip()[:_LONGEST]])
    return table


def _cross_table_of_us_chess(lines: list[str]) -> Table:
    """A player has two lines: what the second says stands in the first one."""
    table: Table = []
    for line in lines:
        first, second = _US_FIRST.match(line[:_LONGEST]), _US_SECOND.match(line[:_LONGEST])
        if _US_CHESS.match(line):
            table.append(list(_US_HEADS))
        elif second is not None and table and len(table[-1]) == len(_US_HEADS):
            state, number, rating = second.groups()
            table[-1][2:5] = ["" if rating == "Unrated" else rating, number, state]
            table.append([])
        elif first is not None:
            table.append([first[1], first[2].strip(), "", "", "", first[3].strip()])
        else:
            table.append([])
    return table
