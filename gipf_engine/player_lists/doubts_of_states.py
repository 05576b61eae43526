"""Questions about players beside whom a column says, or may say, that they do not play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER, STATE_KEY
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.doubts_of_names import FEW, ReadLines
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import Choice, PlayerList, Question
from gipf_engine.player_lists.words import ABSENT, HELPS, IS_WAITING, NO_PLAYERS, NOTES, SECTIONS, WITHDRAWN

_FEWEST_OTHERS = 3
_LONGEST, _NEAR = 400, 6
_DIGIT = re.compile(r"\d")
_MOST_ODD = 2
_LETTERS_OF_A_REMARK = 6
_MOST_STATES, _EXAMPLES = 6, 3
_STEM = 6
"""Letters by which words of one stem are known, where statuses are remarks: “withdrawn”, “withdraws”."""
_NOT_PLAYING = WITHDRAWN | IS_WAITING | ABSENT
_EAST_ASIAN_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 1 and EAST_ASIAN.search(word))
_STEMS = frozenset(word[:_STEM] for word in _NOT_PLAYING if len(word) >= _STEM)
_ALONE_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 3)
_NOT_A_RATING = "“%(text)s” is not a rating: it was left out"
_ASK_STATE = _("Line %(line)d has “%(text)s” beside %(name)s. Does this player play?")
_ASK_STATES = _("Lines %(lines)s have words beside the names: %(texts)s. Do these players play?")


def state_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Players beside whom a column that is not used, or one of numbers, has a word of those who do not play."""
    unused = [each.place for each in found.columns if each.is_dropped and plain(each.head) not in SECTIONS]
    known = {player.line: player for player in found.players}
    columns = {at: [row[at] for row in map(lines.cells, known) if at < len(row)] for at in unused}
    odd = {at: _loud_remarks(cells) for at, cells in columns.items()}
    asked: dict[int, str] = {}
    settled = set[int]()
    for line in known:
        cells = lines.texts[line - 1] if line <= len(lines.texts) else []
        said = next(
            (cells[at] for at in unused if at < len(cells) and (cells[at] in odd[at] or _may_say_state(cells[at]))), ""
        )
        if said:
            asked[line] = said
    for problem in found.problems:
        text = str(problem.message.params.get("text", ""))
        if problem.message.template == _NOT_A_RATING and problem.line in known and _is_word(text):
            if problem.line not in asked and not _may_say_state(text) and not text.isupper():
                settled.add(problem.line)  # “yoxdur”: most likely that there is no rating
            asked.setdefault(problem.line, text)
    if len(asked.keys() - settled) > max(_MOST_STATES, FEW * len(known)):
        return [_ask_of_several({line: (known[line].name, text) for line, text in sorted(asked.items())})]
    choices = (Choice(PLAYER, Message(_("Yes, the player plays"))), Choice(OUT, Message(_("No: leave the player out"))))
    return [
        Question(
            f"{STATE_KEY}{line}",
            Message(_ASK_STATE, {"line": line, "text": text[:40], "name": known[line].name}),
            choices,
            PLAYER if line in settled else "",
        )
        for line, text in sorted(asked.items())
    ]


def _ask_of_several(players: Mapping[int, tuple[str, str]]) -> Question:
    """One question about all who have such a word beside them."""
    shown = [f"“{text[:20]}” ({name[:30]})" for name, text in list(players.values())[:_EXAMPLES]]
    choices = (
        Choice(PLAYER, Message(_("Yes, all these players play"))),
        Choice(OUT, Message(_("No: leave these lines out"))),
    )
    return Question("states", Message(_ASK_STATES, {"lines": list(players), "texts": shown}), choices)


def _loud_remarks(cells: Sequence[str]) -> set[str]:
    """Words in capitals among a few remarks that are not: “GELMEYECEK” beside “vejetaryen”, in whatever language."""
    filled = [cell for cell in cells if cell]
    loud = {
        cell
        for cell in filled
        if cell.isupper()
        and sum(map(str.isalpha, cell)) >= _LETTERS_OF_A_REMARK
        and not is_answer(cell)
        and plain(cell) not in NOTES
    }
    are_remarks = len(filled) * 2 <= len(cells) and any(any(map(str.islower, cell)) for cell in filled)
    return loud if are_remarks and len(loud) <= _MOST_ODD else set()


def _is_word(text: str) -> bool:
    return not _DIGIT.search(text) and (len(text) > _FEWEST_OTHERS or EAST_ASIAN.search(text) is not None)


def _may_say_state(text: str) -> bool:
    """Whether a remark begins or holds what statuses of players who do not play are: “欠席連絡あり”, “withdrew”."""
    if plain(text) in NO_PLAYERS:
        return True
    if (helps := HELPS.search(text[:_LONGEST])) is not None:
        return not any(map(str.isdigit, text[helps.end() : helps.end() + _NEAR]))  # “ei pelaa 3. kierrosta”
    if EAST_ASIAN.search(text):
        return any(word in text for word in _EAST_ASIAN_STATES)
    words = [plain(word) for word in re.findall(r"[^\W\d_]+", text)[:8]]
    return any(word in _ALONE_STATES or word[:_STEM] in _STEMS for word in words if len(word) > _FEWEST_OTHERS)
