"""A question about a line of a chat that corrects the rating in the one above: “typo, 1640 not 1460”."""

from __future__ import annotations

import re

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import CORRECTED_KEY, PLAYER
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.meanings import RATING, Choice, PlayerList, Question

_NUMBER = re.compile(r"(?<![\d.,/:])\d{3,4}(?![\d/:])")
_LONGEST = 80
_OLD_AND_NEW = 2
_ASK = _("Line %(line)d may correct the rating of %(name)s: “%(text)s”. Which is right?")


def correction_questions(found: PlayerList, lines: ReadLines) -> list[Question]:
    """Which rating counts, where the line below a player has it and another one."""
    asked = []
    for player in found.players if lines.is_plain else ():
        text = "".join(lines.cells(player.line + 1))
        numbers = list(dict.fromkeys(_NUMBER.findall(text))) if len(text) <= _LONGEST else []
        if len(numbers) != _OLD_AND_NEW or str(player.rating) not in numbers:
            continue
        (other,) = (number for number in numbers if number != str(player.rating))
        params = {"line": player.line + 1, "name": player.name, "text": text.strip()}
        choices = (
            Choice(f"{RATING}-{other}", Message("%(rating)s", {"rating": other})),
            Choice(PLAYER, Message("%(rating)s", {"rating": str(player.rating)})),
        )
        asked.append(Question(f"{CORRECTED_KEY}{player.line}", Message(_ASK, params), choices))
    return asked
