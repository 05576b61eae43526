"""Questions about lines: years read as ratings, remarks beside players, lines left out that look like players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER, STATE_KEY
from gipf_engine.player_lists.beside_names import is_answer
from gipf_engine.player_lists.doubts_of_clubs import ask_of_clubs
from gipf_engine.player_lists.doubts_of_names import (
    FEW,
    MOST_ALONE,
    ReadLines,
    ask_of_player,
    ask_together,
    has_case,
    odd_players,
)
from gipf_engine.player_lists.doubts_of_sentences import sentence_questions
from gipf_engine.player_lists.doubts_of_waiting import waiting_questions
from gipf_engine.player_lists.footnotes import questions_of_signs
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.headings_above import heading_questions
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    RATING,
    Choice,
    ListedPlayer,
    PlayerList,
    Question,
    key_of_line,
)
from gipf_engine.player_lists.namesakes import namesake_questions
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.words import ABSENT, IS_WAITING, NO_PLAYERS, NOTES, SECTIONS, WITHDRAWN

_FEWEST_OTHERS = 3
_DIGIT = re.compile(r"\d")
_FEWEST_ALIKE, _MOST_ODD = 4, 2
_LETTERS_OF_A_REMARK = 6
_MOST_STATES, _EXAMPLES = 6, 3
_STEM = 6
"""Letters by which words of one stem are known, where statuses are remarks: “withdrawn”, “withdraws”."""
_NOT_PLAYING = WITHDRAWN | IS_WAITING | ABSENT
_EAST_ASIAN_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 1 and EAST_ASIAN.search(word))
_STEMS = frozenset(word[:_STEM] for word in _NOT_PLAYING if len(word) >= _STEM)
_ALONE_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 3)
_FIRST_YEAR, _LAST_YEAR = 1940, 2022
_NOT_A_RATING = "“%(text)s” is not a rating: it was left out"
_ASK_STATE = _("Line %(line)d has “%(text)s” beside %(name)s. Does this player play?")
_ASK_STATES = _("Lines %(lines)s have words beside the names: %(texts)s. Do these players play?")
_ASK_YEAR = _("%(rating)d in line %(line)d was read as the rating. Is it?")
_ASK_LEFT_OUT = _("Line %(line)d was left out: “%(text)s”. Is it a player?")


def line_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """What to ask about lines."""
    odd = odd_players(found.players, lines)
    if len(odd) > MOST_ALONE:
        questions = [ask_together([player for player, _why in odd])]
    else:
        questions = [ask_of_player(player, why) for player, why in odd]
    questions += [*namesake_questions(found.players), *_ask_of_years(found.players)]
    has_column = not lines.is_plain and any(column.meaning == CLUB for column in found.columns)
    known = {player.line for player, _why in odd}
    questions += ask_of_clubs(
        [player for player in found.players if player.line not in known], lines, has_column=has_column
    )
    questions += [] if lines.is_plain else _ask_of_states(found, lines)
    questions += _ask_of_left_out(found, lines) if lines.is_plain else []
    for ask in (heading_questions, waiting_questions, questions_of_signs, sentence_questions):
        questions += ask(found, lines)
    return list({question.key: question for question in reversed(questions)}.values())[::-1]


def _ask_of_years(players: Sequence[ListedPlayer]) -> list[Question]:
    """Ratings that are years, of players without one among others who have one."""
    with_year = sum(bool(player.birth) for player in players)
    odd = [player for player in players if not player.birth and player.rating and _is_year(player.rating)]
    if not odd or with_year < (1 - FEW) * (len(players) - len(odd)) or len(odd) > max(1, FEW * len(players)):
        return []
    choices = (Choice(RATING, Message(_("The rating"))), Choice(BIRTH, Message(_("The year of birth"))))
    return [
        Question(
            f"year-{player.line}",
            Message(_ASK_YEAR, {"line": player.line, "rating": player.rating or 0}),
            choices,
        )
        for player in odd
    ]


def _is_year(rating: int) -> bool:
    return _FIRST_YEAR <= rating <= _LAST_YEAR


def _ask_of_states(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Players beside whom a column that is not used, or one of numbers, has a word of those who do not play."""
    unused = [each.place for each in found.columns if each.is_dropped and plain(each.head) not in SECTIONS]
    known = {player.line: player for player in found.players}
    columns = {at: [row[at] for row in map(lines.cells, known) if at < len(row)] for at in unused}
    odd = {at: _odd_values(cells) | _loud_remarks(cells) for at, cells in columns.items()}
    asked: dict[int, str] = {}
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
            asked.setdefault(problem.line, text)
    if len(asked) > max(_MOST_STATES, FEW * len(known)):
        return [_ask_of_several({line: (known[line].name, text) for line, text in sorted(asked.items())})]
    choices = (Choice(PLAYER, Message(_("Yes, the player plays"))), Choice(OUT, Message(_("No: leave the player out"))))
    return [
        Question(
            f"{STATE_KEY}{line}",
            Message(_ASK_STATE, {"line": line, "text": text[:40], "name": known[line].name}),
            choices,
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


def _odd_values(cells: Sequence[str]) -> set[str]:
    """What one line alone says in a column in which nearly all others have one answer: “refund” among “paid”."""
    counts = Counter(cell for cell in cells if cell)
    usual, times = counts.most_common(1)[0] if counts else ("", 0)
    if times < _FEWEST_ALIKE or times < (1 - FEW) * counts.total() or _DIGIT.search(usual):
        return set()
    odd = {
        cell
        for cell, count in counts.items()
        if count == 1 and _is_word(cell) and not is_answer(cell) and plain(cell) not in NOTES
    }
    return odd if len(odd) <= _MOST_ODD else set()


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
    if EAST_ASIAN.search(text):
        return any(word in text for word in _EAST_ASIAN_STATES)
    words = [plain(word) for word in re.findall(r"[^\W\d_]+", text)[:8]]
    return any(word in _ALONE_STATES or word[:_STEM] in _STEMS for word in words if len(word) > _FEWEST_OTHERS)


def _ask_of_left_out(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Lines of text that begin as those of players do, and were left out as text."""
    numbered = sum(begins_with_place(lines.texts[player.line - 1][0]) for player in found.players)
    asked = []
    for line in found.left_out:
        text = lines.texts[line.line - 1][0] if line.line <= len(lines.texts) and lines.texts[line.line - 1] else ""
        if line.message.template in _NEVER_PLAYERS or not text:
            continue
        if numbered > _SOME_NUMBERED * len(found.players) and begins_with_place(text) and _has_name(text):
            asked.append(line)
    choices = (Choice(PLAYER, Message(_("Yes, a player"))), Choice(OUT, Message(_("No: leave the line out"))))
    return [
        Question(key_of_line(line.line), Message(_ASK_LEFT_OUT, {"line": line.line, "text": line.text}), choices)
        for line in asked[:MOST_ALONE]
    ]


_SOME_NUMBERED = 0.5
_NEVER_PLAYERS = frozenset(
    {"a total, not a player", "on the waiting list", "withdrawn, not a player", "column heads, not a player"}
    | {"no name in this line"}
)


def _has_name(text: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word[:1].isupper() or not has_case(word)]
    return len(words) > 1
