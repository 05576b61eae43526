"""Questions about clubs that look like remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import NO_CLUB, OUT, PLAYER
from gipf_engine.player_lists.doubts_of_names import (
    FEW,
    LABELLED_STATE,
    MOST_ALONE,
    ReadLines,
    has_case,
    words_of_name,
)
from gipf_engine.player_lists.given_names import PARTICLES
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.meanings import CLUB, RATING, Choice, ListedPlayer, Question

_MANY_WORDS, _MOST_WORDS_OF_A_CLUB = 3, 6
_SOME = 0.4
_DIGIT = re.compile(r"\d")
_RATING = re.compile(r"(?<![\d.,:/-])\d{3,4}(?![\d.:/-]|,\d)")
_LOWEST, _HIGHEST = 300, 2900
_TIME_OR_DAY = re.compile(r"\d{1,2}[:.]\d\d|\d{1,2}\s?(?:h|uhr|pm|am)\b", re.IGNORECASE)
_ASK_CLUB = _("“%(text)s” in line %(line)d was read as a club. Is that right?")


def ask_of_clubs(players: Sequence[ListedPlayer], lines: ReadLines, *, has_column: bool) -> list[Question]:
    """Clubs that look like remarks, each asked about once. `has_column`: a head says that they are clubs."""
    clubs = [player.club for player in players if player.club]
    small = [club for club in clubs if has_case(club) and not any(map(str.isupper, club))]
    first: dict[str, ListedPlayer] = {}
    for player in players:
        club = player.club
        is_small = club in small and (lines.is_plain or len(small) <= FEW * len(clubs))
        has_rating = player.rating is None and _number_in(club) is not None
        is_lone = not has_column and not _is_like_others(club, clubs, len(players))
        if club and (is_small or has_rating or is_lone or _is_remark_of_club(club)):
            first.setdefault(club, player)
    return [_ask_of_club(club, player) for club, player in list(first.items())[:MOST_ALONE]]


def _is_like_others(club: str, clubs: Sequence[str], players: int) -> bool:
    """Whether a text beside a name is a club by evidence: its words, others of the same club, or most have one."""
    words = words_of_name(club)
    known = (word for word in re.findall(r"\w+", club) if not word.islower())  # “from Bolsover” is none
    if clubs.count(club) > 1 or any((tier_of(word) or ("", 0))[0] == CLUB for word in known):
        return True
    capitals = sum(each.isupper() for each in clubs) * 2 > len(clubs)
    is_small = club[:1].islower() and words[0].casefold() not in PARTICLES
    is_odd = is_small or _DIGIT.search(club) is not None or len(words) > _MOST_WORDS_OF_A_CLUB
    is_loud = club.isupper() and len(words) > 1 and has_case(club) and not capitals
    return len(clubs) >= _SOME * players and not is_odd and not is_loud


def _ask_of_club(club: str, player: ListedPlayer) -> Question:
    number = _number_in(club) if player.rating is None else None
    choices = [Choice(PLAYER, Message(_("Yes, a club")))]
    if number is not None:
        choices.append(Choice(f"{RATING}-{number}", Message(_("No: the rating is %(rating)d"), {"rating": number})))
    choices.append(Choice(NO_CLUB, Message(_("No, a remark: leave it out"))))
    choices.append(Choice(OUT, Message(_("No: the player does not play"))))
    params = {"text": club, "line": player.line}
    return Question(f"club-{player.line}", Message(_ASK_CLUB, params), tuple(choices))


def _number_in(text: str) -> int | None:
    """A number in a text that can be a rating."""
    found = _RATING.match(text)
    return int(found[0]) if found and _LOWEST <= int(found[0]) <= _HIGHEST else None


def _is_remark_of_club(club: str) -> bool:
    words = words_of_name(club)
    small = [word for word in words if word[:1].islower() and word.casefold() not in PARTICLES]
    return bool(
        (plain(club) in LABELLED_STATE and not (club.isupper() and club.isascii()))
        or _TIME_OR_DAY.search(club)
        or club.rstrip().endswith(("?", "!"))
        or (len(words) >= _MANY_WORDS and len(small) >= len(words) - 1 and club[:1].islower())
        or "@" in club
    )
