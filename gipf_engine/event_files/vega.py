"""Vega's tournament description (TDF): records as in TRF, with fields between bars instead of columns."""

from __future__ import annotations

import re

from gipf_engine.event_files.event import (
    FULL_BYE,
    HALF_BYE,
    MOST_ROUNDS,
    PAIRING_BYE,
    ZERO_BYE,
    Cell,
    EventFileError,
    FileEvent,
    FilePlayer,
    Heading,
)
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_PLAYER = re.compile(r"^001 +\d{1,4} *\|", re.MULTILINE)
_OWN_FILE = re.compile(r"\ufeff?Vega(?:Team)? \d")
_ROUND = re.compile(r"(\d{1,4}) +([wb-]) +([102+=\-])")
_PLAYED = {"1": "1", "0": "0", "2": "=", "+": "+", "-": "-", "=": "D"}
_BYES = {"+": PAIRING_BYE, "1": FULL_BYE, "=": HALF_BYE, "2": HALF_BYE, "-": ZERO_BYE, "0": ZERO_BYE}
_FIELDS = 12
"""Fields of a player before the rounds."""
_POINTS = re.compile(r"(\d\d?\.\d) +(\d\d?\.\d)")


@register
class Vega(EventFormat):
    """TDF as Vega saves it beside its own file."""

    key = "vega"
    name = _("Vega (TDF)")

    def recognizes(self, start: str) -> bool:
        """A line of a player with bars, or Vega's own file."""
        return bool(_PLAYER.search(start) or _OWN_FILE.match(start))

    def read(self, text: str) -> FileEvent:
        """The event, each player in the line of the file."""
        if _OWN_FILE.match(text):
            template = _("Vega's own file (.veg) is not read: import the .tdf or .trf file that Vega saves beside it.")
            raise EventFileError(Message(template))
        event = FileEvent()
        head: dict[str, str] = {}
        rounds: list[tuple[int, str, list[str]]] = []
        for number, line in enumerate(text.splitlines(), 1):
            code, rest = line[:3], line[3:].strip()
            if code != "001":
                head.setdefault(code, rest)
                continue
            fields = [each.strip() for each in rest.split("|")]
            player = _read_player(number, fields)
            if player is None:
                event.problems.append(_at(number, Message(_("this is not a player of Vega"))))
                continue
            if player.number in event.players:
                event.problems.append(_at(number, Message(_("this number is there twice"))))
                continue
            event.add_player(player)
            rounds.append((player.number, str(number), fields[_FIELDS:]))
        event.heading = _heading(head)
        for number_of, line_number, cells in rounds:
            for round_, cell in enumerate(cells, 1):
                _add_cell(event, round_, number_of, int(line_number), cell)
        _tell_lost_records(event, head, text)
        return event.checked()


def _read_player(line: int, fields: list[str]) -> FilePlayer | None:
    if not _FIELDS <= len(fields) <= _FIELDS + MOST_ROUNDS or _whole(fields[0]) is None:
        return None
    number, sex, title, name, rating, federation, fide, national, _code, birth, _points, _rank = fields[:_FIELDS]
    return FilePlayer(
        number=int(number),
        name=name,
        rating=_whole(rating) or _whole(national),
        federation=federation[:3].upper(),
        title=title.upper() if title.upper() in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM") else "",
        fide=fide if fide.strip("0") else "",
        birth=birth if birth.strip("0./-") else "",
        sex={"m": "m", "w": "w", "f": "w"}.get(sex.lower(), ""),
        line=line,
    )


def _whole(text: str) -> int | None:
    return int(text) or None if text.isascii() and text.isdecimal() and len(text) <= 4 else None


def _add_cell(event: FileEvent, round_: int, number: int, line: int, text: str) -> None:
    """One round of one player; TRF's reader compares it with the opponent's."""
    if not text:
        return
    found = _ROUND.fullmatch(text)
    if found is None:
        what = Message(_("“%(text)s” is not a round of Vega"), {"text": text[:20]})
        event.problems.append(_at(line, what))
        return
    opponent, colour, result = int(found[1]), found[2].strip("-"), found[3]
    if opponent:
        event.cells[number, round_] = Cell(opponent, colour, _PLAYED[result])
    else:
        event.add_bye(round_, number, _BYES[result])


def _heading(head: dict[str, str]) -> Heading:
    points = _POINTS.fullmatch(head.get("142", ""))
    usual = points is None or (points[1], points[2]) == ("1.0", "0.5")
    rounds = head.get("162", "")
    return Heading(
        name=head.get("012", ""),
        city=head.get("022", ""),
        federation=head.get("032", "")[:3],
        first_day=head.get("042", ""),
        last_day=head.get("052", ""),
        kind=head.get("092", ""),
        arbiter=head.get("102", ""),
        time_control=head.get("122", ""),
        rounds=_whole(rounds),
        win="" if usual or points is None else points[1],
        draw="" if usual or points is None else points[2],
    )


def _tell_lost_records(event: FileEvent, head: dict[str, str], text: str) -> None:
    lost = []
    if any(len(fields) > 8 and fields[8].strip(" 0") for fields in _fields_of_players(text)):
        lost.append(_("national numbers"))
    if any(_whole(fields[4].strip()) and _whole(fields[7].strip()) for fields in _fields_of_players(text)):
        lost.append(_("national ratings of players who have a FIDE rating"))
    if head.get("172"):
        lost.append(_("tie-breaks"))
    if head.get("182"):
        lost.append(_("acceleration"))
    if head.get("132"):
        lost.append(_("days of the rounds"))
    event.leave_out(*lost)


def _fields_of_players(text: str) -> list[list[str]]:
    lines = [line[3:].split("|") for line in text.splitlines() if line.startswith("001")]
    return [fields for fields in lines if len(fields) >= _FIELDS]


def _at(line: int, what: Message) -> Message:
    return Message(_("line %(number)d: %(what)s"), {"number": line, "what": what})
