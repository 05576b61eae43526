"""Signs behind names that a note below the list explains: “Ada Byron *” and “* has cancelled”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import Choice, ListedPlayer, PlayerList, Question
from gipf_engine.player_lists.team_headings import TEXT
from gipf_engine.player_lists.words import ABSENT, HELPS, IS_WAITING, WITHDRAWN

MARK_KEY = "mark-"
"""How the keys of questions about signs begin, before the line of the note."""
_SIGN = r"\*{1,3}|[†‡°#§]|\(\*\)|[¹²³]|\([a-d1-3]\)"
_NOTE = re.compile(rf"\s{{0,4}}(?P<sign>{_SIGN})\s?[=:–-]?\s?(?P<text>[^\W\d_].{{2,120}})")
_CODE = re.compile(r"(?<!\w)(?P<code>[^\W\d_]{1,2}\d?)\s?[=:]\s?(?P<text>[^\W\d_][^,;.=()]{2,40})")
_BEHIND = re.compile(rf"[^\W\d_.]\s?(?P<sign>{_SIGN})\s?(?:$|[,;(]|\s\d)")
_BEFORE = re.compile(rf"\s{{0,4}}(?P<sign>{_SIGN})\s?[^\W\d_]")
_AT_END = re.compile(rf"\w\s?({_SIGN})$")
_MOST_NOTES, _EXAMPLES, _LONGEST = 5, 3, 200
_ASK = _("Line %(line)d explains a sign at %(names)s: “%(text)s”. Do these players play?")


def questions_of_signs(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Whether players play at whose names stands a sign that a line outside the list explains."""
    last = max((player.line for player in found.players), default=0)
    notes = []
    for each in found.left_out:
        note = _NOTE.fullmatch(" ".join(filter(None, lines.cells(each.line)))[:_LONGEST])
        if note is not None and each.line > last:
            notes.append((each.line, note))
    asked = _ask_of_codes(found, lines, last)
    for line, note in notes[:_MOST_NOTES]:
        marked = [player for player in found.players if _has_sign(lines, player.line, note["sign"])]
        if not marked or len(marked) == len(found.players):
            continue
        asked.append(_question(line, note["text"], marked))
    return asked


def lines_of_notes(body: Sequence[Sequence[str]]) -> dict[int, Message]:
    """Lines of a table that explain a sign behind cells above: “* estimated”, by number from 0."""
    found: dict[int, Message] = {}
    signs = set[str]()
    for number, line in enumerate(body):
        filled = [cell for cell in line if cell]
        note = _NOTE.fullmatch(filled[0][:_LONGEST]) if len(filled) == 1 else None
        if note is not None and note["sign"] in signs:
            found[number] = TEXT
        elif len(filled) > 1:
            signs |= {sign[1] for cell in filled if (sign := _AT_END.search(cell[:_LONGEST]))}
    return found


def _question(line: int, text: str, marked: Sequence[ListedPlayer]) -> Question:
    names = ", ".join(player.name[:30] for player in marked[:_EXAMPLES])
    params = {"line": line, "names": names, "text": text[:80], "lines": [each.line for each in marked]}
    choices = (
        Choice(PLAYER, Message(_("Yes, all these players play"))),
        Choice(OUT, Message(_("No: leave these lines out"))),
    )
    return Question(f"{MARK_KEY}{line}", Message(_ASK, params), choices)


def _ask_of_codes(found: PlayerList, lines: ReadLines, last: int) -> list[Question]:
    """Whether players play whose code a line below explains as that of those who do not: “W = withdrawn”."""
    unused = [column.place for column in found.columns if column.is_dropped]
    asked = []
    for each in found.left_out:
        text = " ".join(filter(None, lines.cells(each.line)))[:_LONGEST] if each.line > last else ""
        for code in _CODE.finditer(text):
            if plain(code["text"]) not in WITHDRAWN | IS_WAITING | ABSENT and not HELPS.search(code["text"]):
                continue
            cells = [(player, lines.cells(player.line)) for player in found.players]
            marked = [
                player for player, line in cells if any(at < len(line) and line[at] == code["code"] for at in unused)
            ]
            asked += [_question(each.line, code[0], marked)] if 0 < len(marked) < len(found.players) else []
    return asked[:1]


def _has_sign(lines: ReadLines, line: int, sign: str) -> bool:
    cells = [cell[:_LONGEST] for cell in lines.cells(line)]
    found = [each for cell in cells for each in (_BEHIND.search(cell), _BEFORE.match(cell)) if each is not None]
    return any(each["sign"] == sign for each in found)
