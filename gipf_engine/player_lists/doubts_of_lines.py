"""Questions about lines: years read as ratings, remarks beside players, lines left out that look like players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.doubts_of_boxes import box_questions
from gipf_engine.player_lists.doubts_of_clubs import ask_of_clubs
from gipf_engine.player_lists.doubts_of_corrections import correction_questions
from gipf_engine.player_lists.doubts_of_names import (
    FEW,
    IS_BARE,
    MOST_ALONE,
    ReadLines,
    ask_of_player,
    ask_together,
    has_case,
    is_likely_player,
    odd_players,
)
from gipf_engine.player_lists.doubts_of_sentences import sentence_questions
from gipf_engine.player_lists.doubts_of_states import state_questions
from gipf_engine.player_lists.doubts_of_waiting import waiting_questions
from gipf_engine.player_lists.footnotes import questions_of_signs
from gipf_engine.player_lists.headings_above import heading_questions
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

_FIRST_YEAR, _LAST_YEAR = 1940, 2022
_ASK_YEAR = _("%(rating)d in line %(line)d was read as the rating. Is it?")
_ASK_LEFT_OUT = _("Line %(line)d was left out: “%(text)s”. Is it a player?")


def line_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """What to ask about lines."""
    odd = odd_players(found.players, lines)
    has_heads = any(column.head for column in found.columns)
    likely = [
        player for player, why in odd if has_heads and why == IS_BARE and is_likely_player(player, found.players, lines)
    ]
    odd = [(player, why) for player, why in odd if player not in likely]
    if len(odd) > MOST_ALONE:
        questions = [ask_together([player for player, _why in odd])]
    else:
        questions = [ask_of_player(player, why) for player, why in odd]
    questions += [replace(ask_of_player(player, IS_BARE), answer=PLAYER) for player in likely]
    questions += [*namesake_questions(found.players), *_ask_of_years(found.players)]
    has_column = not lines.is_plain and any(column.meaning == CLUB for column in found.columns)
    known = {player.line for player, _why in odd} | {player.line for player in likely}
    questions += ask_of_clubs(
        [player for player in found.players if player.line not in known], lines, has_column=has_column
    )
    questions += [] if lines.is_plain else [*state_questions(found, lines), *box_questions(found, lines)]
    questions += _ask_of_left_out(found, lines) if lines.is_plain else []
    for ask in (correction_questions, heading_questions, waiting_questions, questions_of_signs, sentence_questions):
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
