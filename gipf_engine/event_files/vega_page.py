"""Cross tables of the web pages that Vega writes. Results and colours are in classes of elements, not in the text."""

from __future__ import annotations

import html
import re

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.event import Cell, EventFileError, FileEvent, FilePlayer, Heading
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.meanings import TITLES
from gipf_engine.tournament.trf.federations import COUNTRY_OF

_PROGRAM, _RESULT_CLASS = "vegachess", 'class="res"'
_ROW, _CELL = re.compile(r"<tr\b", re.IGNORECASE), re.compile(r"<td\b", re.IGNORECASE)
_HEAD = re.compile(r"<th\b[^>]*>\s*(\d{1,3})\s*</th>", re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<]{0,300})</title>", re.IGNORECASE)
_NAME = re.compile(
    r'class="player-name[^"]*">\s*<span>([^<]{1,200})</span>|playercard\.(?:php|html?)#\d{1,4}">([^<]{1,200})</a>'
)
"""In newer and in older pages."""
_FIELDS = {
    "number": re.compile(r"playercard\.(?:php|html?)#(\d{1,4})"),
    "rating": re.compile(r'(?:class="rating">|</a>\s*</td>\s*<td>)\s*(\d{1,4})\s*<'),
    "title": re.compile(r'class="title\d?[^"]*">\s*([A-Z]{2,3})\s*<'),
    "federation": re.compile(r'src="[^"]*\bflag/([a-z]{3})\.png"'),
}
_GAME = re.compile(
    r'<div class="res">\s*([01½+-])\s*</div>\s*<div class="c([wbf])">\s*(?:(\d{1,4})|BYE)\s*</div>', re.IGNORECASE
)
_LETTERS = {"1": "1", "½": "=", "0": "0"}
_FORFEITS = {"1": "+", "+": "+", "0": "-", "-": "-"}
_BYES = {"1": kinds.PAIRING_BYE, "½": kinds.HALF_BYE, "0": kinds.ZERO_BYE}


@register
class VegaPage(EventFormat):
    """The page “Cross Table” of a tournament that Vega published."""

    key = "vega-page"
    name = _("Vega (web page)")

    def recognizes(self, start: str) -> bool:
        """The name of the program, and a cell with a result."""
        return _PROGRAM in start and _RESULT_CLASS in start

    def read(self, text: str) -> FileEvent:
        """The event; numbers are those of the starting rank."""
        rounds = len(_HEAD.findall(text))
        title = _TITLE.search(text)
        made = FileEvent(Heading(name=_plain(title[1]) if title else "", rounds=rounds or None))
        rows = [row for row in _ROW.split(text) if _NAME.search(row)]
        players = [_player_of_row(row) for row in rows]
        for player in players:
            if player.number in made.players:
                made.problems.append(Message(_("%(name)s is in the list of players twice"), {"name": player.name}))
            made.add_player(player)
        if not rounds:
            raise EventFileError(Message(_("no column of a round was found")))
        for row, player in zip(rows, players, strict=True):
            for round_, cell in enumerate(_CELL.split(row)[-rounds:], 1):
                _add_round(made, player.number, round_, cell)
        made.fill(kinds.ZERO_BYE)
        made.leave_out(_("tie-breaks"))
        return made.checked()


def _player_of_row(row: str) -> FilePlayer:
    name = _NAME.search(row)
    found = {key: (pattern.search(row) or ["", ""])[1] for key, pattern in _FIELDS.items()}
    code = found["federation"].upper()
    return FilePlayer(
        number=int(found["number"] or 0),
        name=re.sub(r",(?=\S)", ", ", _plain(name[1] or name[2])) if name else "",
        rating=int(found["rating"] or 0) or None,
        title=found["title"] if found["title"] in TITLES else "",
        federation=code if code in COUNTRY_OF else "",
    )


def _add_round(made: FileEvent, number: int, round_: int, cell: str) -> None:
    """One cell. A game without a colour was forfeited; an empty cell is a round that was not played."""
    found = _GAME.search(cell)
    if found is None:
        return
    result, colour, opponent = found[1], found[2].lower(), found[3]
    if opponent is None:
        made.add_bye(round_, number, _BYES.get(result, kinds.ZERO_BYE))
    elif colour == "f":
        made.cells[number, round_] = Cell(int(opponent), kinds.NO_COLOUR, _FORFEITS.get(result, kinds.ZERO_BYE))
    else:
        made.cells[number, round_] = Cell(int(opponent), colour, _LETTERS.get(result, "?"))


def _plain(text: str) -> str:
    return " ".join(html.unescape(text).split())
