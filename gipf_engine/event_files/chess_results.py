"""What Swiss-Manager and other programs upload to chess-results (XML): players, and pairings with their results."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from gipf_engine.event_files import event as kinds
from gipf_engine.event_files.documents import read_xml
from gipf_engine.event_files.event import EventFileError, FileEvent, FilePlayer, Heading
from gipf_engine.event_files.formats import EventFormat, register
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_ROOT = re.compile(r"<chessresults\b")
_PAIRING_BYE, _NOT_PAIRED = "-1", "-2"
_FORFEIT, _ADJOURNED = "K", "H"
_DAY = re.compile(r"(\d{4})(\d\d)(\d\d)")
_ROUND_ROBIN = "1"
_TEAMS = _("Events of teams cannot be imported from this format: use TRF.")


@register
class ChessResults(EventFormat):
    """The XML that programs send to chess-results; numbers are those of its starting rank."""

    key = "chess-results-xml"
    name = _("chess-results (XML)")

    def recognizes(self, start: str) -> bool:
        """Its root."""
        return _ROOT.search(start[:3_000]) is not None

    def read(self, text: str) -> FileEvent:
        """The event. Events of teams are refused: their matches would be lost."""
        root = read_xml(text)
        if root.find(".//teampairing") is not None:
            raise EventFileError(Message(_TEAMS))
        made = FileEvent(_heading_of_upload(root))
        for player in root.iter("player"):
            made.add_player(_player_of_upload(player.attrib))
        for pairing in root.iter("playerpairing"):
            _add_pairing(made, pairing.attrib)
        made.fill(kinds.ZERO_BYE)
        made.leave_out(_("tie-breaks"), _("national ratings"))
        return made.checked()


def _heading_of_upload(root: ElementTree.Element) -> Heading:
    found = root.find(".//tournament")
    values = found.attrib if found is not None else {}
    rounds = values.get("rounds", "")
    return Heading(
        name=values.get("name", ""),
        city=values.get("location", "").strip(),
        federation=values.get("federation", "").strip(),
        first_day=_day(values.get("from", "")),
        last_day=_day(values.get("to", "")),
        kind="Round robin" if values.get("type") == _ROUND_ROBIN else "",
        arbiter=values.get("chiefarbiter", "").strip(),
        time_control=values.get("timecontrol", "").strip(),
        rounds=int(rounds) if _is_short_number(rounds) else None,
    )


def _day(text: str) -> str:
    """20260926 as 2026/09/26; "dd.mm.yyyy" is read as it is."""
    found = _DAY.fullmatch(text.strip())
    return "/".join(found.groups()) if found else text.strip()


def _player_of_upload(values: dict[str, str]) -> FilePlayer:
    names = [" ".join(values.get(part, "").split()) for part in ("lastname", "firstname")]
    name = re.sub(r",(?=\S)", ", ", ", ".join(filter(None, names)))
    ratings = [values.get(part, "") for part in ("rtg", "rtgfide", "rtgnat")]
    rating = next((int(each) for each in ratings if _is_short_number(each)), None)
    return FilePlayer(
        number=int(values["no"]) if _is_short_number(values.get("no", "")) else 0,
        name=name,
        rating=rating,
        federation=values.get("fed", ""),
        title=values.get("title", ""),
        fide=values.get("fideid", "") if values.get("fideid", "0") != "0" else "",
        birth=values.get("dob", ""),
        sex={"W": "w", "F": "w", "M": "m"}.get(values.get("sex", "").upper(), ""),
        club=values.get("clubname", "") or values.get("club", ""),
    )


def _add_pairing(made: FileEvent, values: dict[str, str]) -> None:
    round_, white, black = (values.get(part, "") for part in ("round", "whiteno", "blackno"))
    if not _is_short_number(round_) or not _is_short_number(white) or not _is_opponent(black):
        params = {"white": white[:40], "black": black[:40]}
        made.problems.append(Message(_("the game %(white)s – %(black)s has no round or no known players"), params))
    elif black == _PAIRING_BYE:
        made.add_bye(int(round_), int(white), kinds.PAIRING_BYE)
    elif black == _NOT_PAIRED:
        made.add_bye(int(round_), int(white), _bye_of(values.get("reswhite", "")))
    else:
        made.add_game(int(round_), int(white), int(black), _letters_of_pairing(values))


def _letters_of_pairing(values: dict[str, str]) -> tuple[str, str]:
    """Both letters of a result. A game that was adjourned is open; one that is not rated counts as it ended."""
    first, second = (_half_points(values.get(part, "")) for part in ("reswhite", "resblack"))
    code = values.get("forfeit", "").strip().upper()
    if first is None or second is None or code == _ADJOURNED:
        return kinds.OPEN
    if code == _FORFEIT:
        return {(2, 0): kinds.FORFEIT_WIN, (0, 2): kinds.FORFEIT_LOSS}.get((first, second), kinds.BOTH_FORFEIT)
    if (first, second) == (1, 1):
        return kinds.DRAW
    return {(2, 0): kinds.WIN, (0, 2): kinds.LOSS}.get((first, second), kinds.BOTH_LOST)


def _bye_of(points: str) -> str:
    return {2: kinds.FULL_BYE, 1: kinds.HALF_BYE}.get(_half_points(points) or 0, kinds.ZERO_BYE)


def _half_points(text: str) -> int | None:
    return {"1": 2, "1.0": 2, "0.5": 1, "0": 0, "0.0": 0}.get(text.strip().replace(",", "."))


def _is_opponent(text: str) -> bool:
    return text in (_PAIRING_BYE, _NOT_PAIRED) or _is_short_number(text)


def _is_short_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < len(text) <= len("9999") and int(text) > 0
