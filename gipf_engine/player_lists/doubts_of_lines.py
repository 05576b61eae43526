"""Questions about lines: years read as ratings, remarks beside players, lines left out that look like players."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.doubts_of_clubs import ask_of_clubs
from gipf_engine.player_lists.doubts_of_names import (
    EAST_ASIAN,
    FEW,
    MOST_ALONE,
    ReadLines,
    ask_of_player,
    ask_together,
    has_case,
    odd_players,
)
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import (
    BIRTH,
    RATING,
    Choice,
    ListedPlayer,
    PlayerList,
    Question,
    key_of_line,
)
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.words import IS_WAITING, SECTIONS, WITHDRAWN

_FEWEST_OTHERS = 3
_DIGIT = re.compile(r"\d")
_STEM = 6
"""Letters by which words of one stem are known, where statuses are remarks: “withdrawn”, “withdraws”."""
_NOT_PLAYING = WITHDRAWN | IS_WAITING
_EAST_ASIAN_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 1 and EAST_ASIAN.search(word))
_STEMS = frozenset(word[:_STEM] for word in _NOT_PLAYING if len(word) >= _STEM)
_ALONE_STATES = frozenset(word for word in _NOT_PLAYING if len(word) > 3)
_FIRST_YEAR, _LAST_YEAR = 1940, 2022
_NOT_A_RATING = "“%(text)s” is not a rating: it was left out"
_ASK_STATE = _("Line %(line)d has “%(text)s” beside %(name)s. Does this player play?")
_ASK_YEAR = _("%(rating)d in line %(line)d was read as the rating. Is it?")
_ASK_LEFT_OUT = _("Line %(line)d was left out: “%(text)s”. Is it a player?")


def line_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """What to ask about lines."""
    odd = odd_players(found.players, lines)
    if len(odd) > MOST_ALONE:
        questions = [ask_together([player for player, _why in odd])]
    else:
        questions = [ask_of_player(player, why) for player, why in odd]
    questions += _ask_of_years(found.players)
    known = {player.line for player, _why in odd}
    questions += ask_of_clubs([player for player in found.players if player.line not in known], lines)
    questions += [] if lines.is_plain else _ask_of_states(found, lines)
    return questions + (_ask_of_left_out(found, lines) if lines.is_plain else [])


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
    asked: dict[int, str] = {}
    for line in known:
        cells = lines.texts[line - 1] if line <= len(lines.texts) else []
        said = next((cells[at] for at in unused if at < len(cells) and _may_say_state(cells[at])), "")
        if said:
            asked[line] = said
    for problem in found.problems:
        text = str(problem.message.params.get("text", ""))
        if problem.message.template == _NOT_A_RATING and problem.line in known and _is_word(text):
            asked.setdefault(problem.line, text)
    if len(asked) > max(2, FEW * len(known)):
        return []
    choices = (Choice(PLAYER, Message(_("Yes, the player plays"))), Choice(OUT, Message(_("No: leave the player out"))))
    return [
        Question(
            f"state-{line}", Message(_ASK_STATE, {"line": line, "text": text[:40], "name": known[line].name}), choices
        )
        for line, text in sorted(asked.items())
    ]


def _is_word(text: str) -> bool:
    return not _DIGIT.search(text) and (len(text) > _FEWEST_OTHERS or EAST_ASIAN.search(text) is not None)


def _may_say_state(text: str) -> bool:
    """Whether a remark begins or holds what statuses of players who do not play are: “欠席連絡あり”, “withdrew”."""
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
