"""A question about players who wait for a place: those below “Reserve” may play all the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.cancelled import says_no
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.given_names import PARTICLES
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import Choice, PlayerList, Question
from gipf_engine.player_lists.other_lines import why_no_line
from gipf_engine.player_lists.plain_lines import take_apart
from gipf_engine.player_lists.totals import is_total
from gipf_engine.player_lists.words import IS_WAITING

WAITING = "waiting"
"""The key of the question."""
_TEMPLATE = "on the waiting list"
_EXAMPLES = 3
_WORD = re.compile(r"[^\W\d_]{2,}")
_ASK = _("Lines %(lines)s are on a waiting list or in reserve: %(texts)s. Do they play?")


def waiting_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Whether those who were left out as waiting for a place play, all together.

    Where nothing below the list says more than who waits, they do not, unless people choose otherwise.
    """
    waiting = [
        (each.line, each.text)
        for each in found.left_out
        if each.message.template == _TEMPLATE and _may_play(_without_states(lines.cells(each.line)))
    ]
    numbered = [(line, text) for line, text in waiting if lines.is_numbered(line)] if lines.is_plain else []
    waiting = numbered or waiting
    if not waiting:
        return []
    texts = [f"“{text[:40]}”" for _line, text in waiting[:_EXAMPLES]]
    choices = (
        Choice(OUT, Message(_("No, they wait: leave these lines out"))),
        Choice(PLAYER, Message(_("Yes, they are players"))),
    )
    message = Message(_ASK, {"lines": [line for line, _text in waiting], "texts": texts})
    is_last = all(player.line < waiting[0][0] for player in found.players)  # else they may be substitutes of teams
    is_short = len(waiting) <= len(found.players)
    are_clear = is_last and is_short and all(_only_waits(lines.cells(line)) for line, _text in waiting)
    return [Question(WAITING, message, choices, OUT if are_clear else "")]


def _only_waits(cells: Sequence[str]) -> bool:
    """Whether a line below a heading says who waits, and no more: “already told, he comes” may take a place."""
    filled = [cell for cell in cells if cell]
    if any(plain(cell) in IS_WAITING for cell in filled):
        return False
    text = filled[0] if len(filled) == 1 else ""
    remarks = [text, *take_apart(text).more] if text else filled
    return not any(_has_sentence(remark) for remark in remarks)


def _has_sentence(text: str) -> bool:
    """Whether a text has two small words, or the end of a sentence, as names, clubs and ratings have not."""
    small = [word for word in _WORD.findall(text) if word.islower() and word not in PARTICLES]
    return len(small) > 1 or text.rstrip().endswith(("!", "?", "。", "！", "？", "؟"))


def _without_states(cells: Sequence[str]) -> str:
    """A line without the cells that say that it waits: “Reserve” in the column of boards."""
    return " ".join(cell for cell in cells if cell and (len(cells) == 1 or plain(cell) not in IS_WAITING))


def _may_play(text: str) -> bool:
    """Whether a line below such a heading has a name, and does not say that this player cannot come."""
    is_other = why_no_line(without_waiting(text)) is not None
    return _WORD.search(text) is not None and not is_other and not says_no(text) and not is_total([text])


def lines_asked(questions: list[Question], key: str) -> frozenset[int]:
    """The lines, from 1, that one of the questions is about."""
    lines = next((each.message.params["lines"] for each in questions if each.key == key), ())
    return frozenset(lines) if isinstance(lines, list) else frozenset()


def without_waiting(text: str) -> str:
    """A line without the word before a colon that it waits: “Ada Byron” of “Reserve: Ada Byron”."""
    label, colon, rest = text.replace("：", ":").partition(":")
    return rest.strip() if colon and plain(label) in IS_WAITING else text
