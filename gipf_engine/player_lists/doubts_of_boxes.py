"""A question about check boxes beside names: who has an empty one may not play."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import Choice, Column, PlayerList, Question
from gipf_engine.player_lists.words import ANSWERS, MEALS, NO_ANSWERS, PLAYS

BOX_KEY = "box-"
"""How the keys of questions about columns of boxes begin, before the number of the column from 1."""
_BOX, _TICKED = "☐", frozenset("☑☒✓✔✅")
_CROSSES = frozenset("✗✘❌×☐")
_FIRST_WORD = re.compile(r"\W{0,2}([^\W\d_]{1,12})\b")
_EXAMPLES = 3
_MOSTLY = 0.8
_ASK = _("Lines %(lines)s have “%(text)s” in the column “%(head)s”: %(names)s. Do these players play?")


def box_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Whether players play whose box is empty, or beside whom a column of yes and no says no; once for a column."""
    last = max((player.line for player in found.players), default=0)
    below = [" ".join(filter(None, lines.cells(each.line))) for each in found.left_out if each.line > last]
    is_explained = any(_BOX in text for text in below)
    asked = (_ask_of_column(column, found, lines, is_explained=is_explained) for column in found.columns)
    return [question for question in asked if question is not None]


def _ask_of_column(column: Column, found: PlayerList, lines: ReadLines, *, is_explained: bool) -> Question | None:
    says_plays = PLAYS.search(column.head) is not None and not MEALS.search(column.head)
    if not column.is_dropped or not (says_plays or is_explained or not column.head):
        return None
    beside = [(player, _text_in(lines.cells(player.line), column.place)) for player in found.players]
    said = [cell for _player, cell in beside if cell]
    signs = [cell for cell in said if _is_ticked(cell, says_plays=says_plays) or _is_off(cell, says_plays=says_plays)]
    off = [(player, cell) for player, cell in beside if _is_off(cell, says_plays=says_plays)]
    if len(signs) < max(2, _MOSTLY * len(said)) or not 0 < len(off) < len(signs):
        return None
    names = ", ".join(player.name[:30] for player, _cell in off[:_EXAMPLES])
    params = {
        "lines": [player.line for player, _cell in off],
        "text": off[0][1][:20],
        "head": column.head[:40],
        "names": names,
    }
    choices = (
        Choice(PLAYER, Message(_("Yes, all these players play"))),
        Choice(OUT, Message(_("No: leave these lines out"))),
    )
    return Question(f"{BOX_KEY}{column.place + 1}", Message(_ASK, params), choices)


def _text_in(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if place < len(cells) else ""


def _is_ticked(cell: str, *, says_plays: bool) -> bool:
    return cell[:1] in _TICKED or (says_plays and _word(cell) in ANSWERS - NO_ANSWERS)


def _is_off(cell: str, *, says_plays: bool) -> bool:
    return cell[:1] == _BOX or (says_plays and (cell[:1] in _CROSSES or _word(cell) in NO_ANSWERS))


def _word(cell: str) -> str:
    found = _FIRST_WORD.match(cell)
    return plain(found[1]) if found is not None else ""
