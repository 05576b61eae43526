"""Headings above players: the clubs of teams, or groups of an event. Which of them they are is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.meanings import CLUB, Choice, PlayerList, Question
from gipf_engine.player_lists.other_lines import is_section
from gipf_engine.player_lists.team_headings import is_team, without_counter, without_team
from gipf_engine.player_lists.values import read_club
from gipf_engine.player_lists.words import TOTALS

HEADINGS = "headings"
"""The key of the question."""
BARE = "bare"
"""The answer that a club is called without the word before it."""
_MAY_BE_HEADINGS = frozenset(
    {"a heading, not a player", "text, not a player", "above the column heads", "no name in this line"}
    | {"outside the numbered list", "left out, as you answered"}
)
_WITHIN = frozenset({"column heads, not a player", "withdrawn, not a player", "on the waiting list"})
"""Lines that end no team."""
_LABEL = re.compile(r"([^:：]{2,30})[:：]\s*(?=\S)")
_AROUND = " \t:：#*=-–—_>•■◆▶【】[]"
_REMARK_BEHIND = re.compile(r"(?<=\w)\s*[(（\[][^()（）\[\]]*[:：][^()（）\[\]]*[)）\]]\s*$")
"""As “(Captain: Ada Byron)” behind the name of a team."""
_NUMBER_BEFORE = re.compile(r"^\s*(?:\d{1,2}|[IVX]{1,4}|[A-H])[.)]\s+")
_MOST_CELLS, _MOST_WORDS, _FEWEST_LETTERS = 3, 8, 3
_COMMA = re.compile("[,،、]")
_FEW_CLUBS = 0.2
_EXAMPLES = 3
_ASK = _("Lines %(lines)s are headings above players: %(texts)s. Are they their clubs?")


@dataclass(frozen=True, slots=True)
class Heading:
    """A line above players: its number from 1, what it says, and the lines of the players below it."""

    line: int
    text: str
    players: tuple[int, ...]


def headings_of(found: PlayerList, lines: ReadLines) -> list[Heading]:
    """The headings with players below them."""
    players = {player.line for player in found.players}
    left_out = {each.line: each.message.template for each in found.left_out}
    made: list[Heading] = []
    text, at, below = "", 0, list[int]()
    for number, cells in enumerate(lines.texts, 1):
        if number in players:
            below.append(number)
            continue
        why = left_out.get(number, "")
        if not any(cells) or why in _WITHIN or number not in left_out:
            continue
        said = _text_of(cells) if why in _MAY_BE_HEADINGS else ""
        if not said and not below and text:  # “Captain: Ada Byron” below the name of a team
            continue
        made += [Heading(at, text, tuple(below))] if text and below else []
        text, at, below = said, number, []
    made += [Heading(at, text, tuple(below))] if text and below else []
    return made


def _text_of(cells: Sequence[str]) -> str:
    """What a heading says; "" for a line that is none."""
    filled = [cell for cell in cells if cell]
    if not filled or len(filled) > _MOST_CELLS or filled[0].startswith("<") or len(_COMMA.findall(filled[0])) > 1:
        return ""
    text = _REMARK_BEHIND.sub("", filled[0].strip()).strip(_AROUND)
    if (label := _LABEL.match(text)) is not None:
        if (tier_of(label[1]) or ("", 0))[0] != CLUB and not is_team(label[1]):
            return ""
        text = text[label.end() :]
    text = _NUMBER_BEFORE.sub("", without_counter(text)).strip(_AROUND)
    words = text.split()
    is_sentence = text.endswith((".", "!", "?", "。", "！", "؟")) or len(words) > _MOST_WORDS
    is_short = sum(map(str.isalpha, text)) < _FEWEST_LETTERS
    is_other = plain(words[0]) in TOTALS or text[:1].islower() if words else True
    return "" if is_sentence or is_short or is_other or "@" in text else text[:80]


def heading_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Whether headings between players are their clubs, where hardly any player has one otherwise."""
    above = headings_of(found, lines)
    clubs = sum(bool(player.club) for player in found.players)
    first = min((player.line for player in found.players), default=0)
    between = [heading for heading in above if heading.line > first]
    is_without_clubs = clubs <= _FEW_CLUBS * len(found.players)
    names = [heading for heading in above if not is_section(heading.text)]
    if not between or not is_without_clubs or len(names) * 2 < len(above) or len({each.text for each in above}) < 2:
        return []
    params = {
        "lines": [heading.line for heading in above],
        "texts": [f"“{heading.text[:40]}”" for heading in above[:_EXAMPLES]],
    }
    bare = next(filter(None, (without_team(heading.text) for heading in above)), "")
    choices = (
        Choice(CLUB, Message(_("Yes, the clubs of the players below"))),
        *([Choice(BARE, Message(_("Yes, as “%(text)s”"), {"text": bare[:40]}))] if bare else []),
        Choice(OUT, Message(_("No, groups: leave them out"))),
        Choice(PLAYER, Message(_("No, they are players"))),
    )
    return [Question(HEADINGS, Message(_ASK, params), choices)]


def with_clubs_of_headings(found: PlayerList, lines: ReadLines, *, is_bare: bool = False) -> PlayerList:
    """Players with the clubs that stand above them, where they have none of their own.

    `is_bare`: of “Team Bern 1” the club is “Bern 1”.
    """
    clubs = {
        number: read_club((is_bare and without_team(each.text)) or each.text)
        for each in headings_of(found, lines)
        for number in each.players
    }
    players = [
        player if player.club or player.line not in clubs else replace(player, club=clubs[player.line])
        for player in found.players
    ]
    return replace(found, players=tuple(players))
