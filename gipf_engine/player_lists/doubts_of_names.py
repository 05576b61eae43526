"""Questions about players unlike the others: signs, titles or remarks in a name, a name alone in its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import OUT, PLAYER, SHORTER
from gipf_engine.player_lists.given_names import PARTICLES
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import TITLES, Choice, ListedPlayer, Question, key_of_line
from gipf_engine.player_lists.plain_lines import begins_with_place
from gipf_engine.player_lists.words import (
    ANSWERS,
    IS_WAITING,
    NO_PERSON,
    NO_PLAYERS,
    NOTES,
    REMARKS,
    SALUTATIONS,
    TOTALS,
    WITHDRAWN,
)

MOST_ALONE = 10
"""Lines of a list that are asked about one by one."""
FEW = 0.3
_MOST = 0.8
_MOSTLY_NUMBERED = 0.75
LABELLED_STATE = (WITHDRAWN | IS_WAITING | TOTALS) - {""}
_FEWEST_OTHERS = 3
_MOST_WORDS = 5
_LETTERS_OF_A_TITLE = 3
_ROMAN = re.compile(r"[IVX]+|JR|SR")
_CELLS_OF_A_HEADING = 2
_LONGEST_PARTICLE = 3
_MOST_EAST_ASIAN = 5
_SIGNS = re.compile(r"[(\[{<)\]}>\"“”„«»:;/\\@?!…+*=|#~_、。，：；！？（）【】☑✓✔]|\.\.|\d{3}")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"(?<!\w)\d")  # "Anna 12", not "Anna12"
_WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[A-Za-z]")
_ABBREVIATED = re.compile(r"(?!jun\.|sen\.|ifj\.|id\.|özv\.|frhr\.|bar\.)[^\W\d_]{3,5}\.", re.IGNORECASE)

_SHORT_END = re.compile(r"\b[^\W\d_]{1,2}\.$")

_HAS_SIGNS = _("the name has digits or signs")
_HAS_WORDS = _("the name has many words")
_IS_ONE_WORD = _("the name is a single word")
_IS_SMALL = _("a word of the name starts with a small letter")
_IS_CAPITAL = _("the name has a title or short capitals")
_IS_SHORT = _("the name has a shortened word")
_IS_STATE = _("a word of the name is often a remark")
_HAS_NO_NUMBER = _("the line has no number or bullet")
IS_BARE = _("the line has a name alone")
_ASK = _("Line %(line)d was read as the player “%(name)s”, but %(why)s. Is that right?")
_ASK_SEVERAL = _("Lines %(lines)s were read as players, but are unlike the others: %(names)s. Is that right?")


@dataclass(frozen=True, slots=True)
class ReadLines:
    """The lines of a list beside what they were read as; `is_plain`: lines of text, not a table."""

    texts: Sequence[Sequence[str]]
    is_plain: bool

    def is_numbered(self, line: int) -> bool:
        """Whether a line of text begins with a number or a bullet."""
        return 0 < line <= len(self.texts) and begins_with_place("".join(self.texts[line - 1]))

    def cells(self, line: int) -> Sequence[str]:
        """The cells of a line, by its number from 1."""
        return self.texts[line - 1] if 0 < line <= len(self.texts) else ()

    def filled(self, line: int) -> int:
        """How many cells of a line hold something, by its number from 1."""
        return sum(map(bool, self.texts[line - 1])) if 0 < line <= len(self.texts) else 0


def odd_players(players: Sequence[ListedPlayer], lines: ReadLines) -> list[tuple[ListedPlayer, str]]:
    """Players unlike the others, each with the reason. What many have in common is no reason."""
    found: dict[int, tuple[ListedPlayer, str]] = {}
    for why, is_odd, most in _reasons(players, lines):
        odd = [(place, player) for place, player in enumerate(players) if is_odd(player)]
        if len(players) < _FEWEST_OTHERS:  # there are no others to be unlike; one who came late, two users of a site
            odd = [(place, player) for place, player in odd if " " in player.name and most >= 1]
        if odd and (most >= 1 or len(odd) <= max(1, most * len(players))):
            for place, player in odd:
                found.setdefault(place, (player, why))
    return [found[place] for place in sorted(found)]


Odd = Callable[[ListedPlayer], bool]


def _reasons(players: Sequence[ListedPlayer], lines: ReadLines) -> Iterable[tuple[str, Odd, float]]:
    """Each reason, whom it fits, and up to which part of a list it is one; 1: always."""
    filled = Counter(lines.filled(player.line) for player in players)
    usual = filled.most_common(1)[0][0] if filled else 0
    usually = [player for player in players if not _SIGNS.search(player.name) and not _NUMBER.search(player.name)]
    numbered = sum(lines.is_numbered(player.line) for player in usually) >= _MOSTLY_NUMBERED * len(usually)
    share = sum(len(values_beside(player)) > 0 for player in players) / max(1, len(players))
    return (
        (_HAS_SIGNS, lambda player: _SIGNS.search(player.name) is not None, 1),
        (_HAS_SIGNS, lambda player: _NUMBER.search(player.name) is not None and " " in player.name, _MOST),
        (_HAS_SIGNS, lambda player: _DIGIT.search(player.name) is not None, FEW),
        (_IS_STATE, lambda player: _says_state(player.name), 1),
        (_HAS_WORDS, lambda player: _has_many_words(player.name), FEW),
        (_IS_CAPITAL, lambda player: _has_capitals(player.name), FEW),
        (_IS_SMALL, _has_small_word, FEW),
        (_IS_SHORT, lambda player: _has_short_word(player.name), FEW),
        (
            _HAS_NO_NUMBER,
            lambda player: lines.is_plain and numbered and player in usually and not lines.is_numbered(player.line),
            FEW,
        ),
        (_IS_ONE_WORD, lambda player: _is_one_word(player.name) and not values_beside(player), FEW),
        (
            IS_BARE,
            lambda player: not lines.is_plain and _is_bare(player, lines.filled(player.line), usual, share),
            FEW,
        ),
    )


def _is_bare(player: ListedPlayer, filled: int, usual: int, share: float) -> bool:
    """Whether a line has few cells beside the others; `share`: of players of whom more than the name is read."""
    is_nearly_empty = filled <= _CELLS_OF_A_HEADING
    is_without_values = not values_beside(player) and share > 1 - FEW and filled <= usual - 2
    return usual > _FEWEST_OTHERS and (is_nearly_empty or is_without_values)


def is_likely_player(player: ListedPlayer, players: Sequence[ListedPlayer], lines: ReadLines) -> bool:
    """Whether a name in a table is one of its players though little stands beside it.

    Other lines have gaps too, one of a player stands above, another below or more than a name in this one, and it has
    a number if the others have.
    """
    numbers = {each.line for each in players}
    others = {lines.filled(line) for line in numbers - {player.line}}
    has_gaps = len(others) > 1
    words = {plain(word) for word in _WORD.findall(player.name)}
    has_more = any(cell and words.isdisjoint(map(plain, _WORD.findall(cell))) for cell in lines.cells(player.line))
    is_inside = player.line - 1 in numbers and (player.line + 1 in numbers or has_more)
    firsts = [lines.cells(line)[:1] for line in numbers - {player.line}]
    lacks_first = not any(lines.cells(player.line)[:1]) and all(map(any, firsts))
    return not lines.is_plain and has_gaps and is_inside and not lacks_first


def values_beside(player: ListedPlayer) -> list[object]:
    return [value for value in (player.rating, player.birth, player.club, player.fide, player.country) if value]


def words_of_name(name: str) -> list[str]:
    return [word.strip(",") for word in name.split()]


def _says_state(name: str) -> bool:
    words = words_of_name(name)
    small = [word for word in words if word.islower()]
    if plain(name) in NO_PERSON or (len(words) > 1 and words[-1].islower() and plain(words[-1]) in ANSWERS):
        return True
    return any(plain(word) in LABELLED_STATE for word in words) or any(
        word in REMARKS or plain(word) in NOTES | NO_PLAYERS for word in small
    )


def _has_many_words(name: str) -> bool:
    if EAST_ASIAN.search(name):
        is_korean_or_han = not re.search("[\u30a0-\u30ff]", name)
        return is_korean_or_han and len(name.replace(" ", "")) > _MOST_EAST_ASIAN
    words = [word for word in words_of_name(name) if word.casefold() not in PARTICLES and not word.isupper()]
    return len(words) >= _MOST_WORDS


def has_case(name: str) -> bool:
    return name.upper() != name.lower()


def _has_capitals(name: str) -> bool:
    words = words_of_name(name)
    if name.isupper() or (not has_case(name) and not _LATIN.search(name)):
        return False
    is_mixed = (
        any(word.isupper() for word in words)
        and not has_case(re.sub(r"[A-Za-z]+", "", name))
        and bool(re.search(r"[^\W\d_a-zA-Z]", name))
    )
    ends = [word for word in (words[0], words[-1]) if len(words) > 2 and word.isalpha() and word.isupper()]
    is_title = any(1 < len(word) <= _LETTERS_OF_A_TITLE and not _ROMAN.fullmatch(word) for word in ends)
    is_rest_mixed = sum(word.isupper() for word in words) == 1
    return is_mixed or (is_title and is_rest_mixed) or any(word in TITLES for word in words)


def _has_small_word(player: ListedPlayer) -> bool:
    """Whether words are written unlike those of names. A name in small letters alone is only odd beside no value."""
    name = player.name
    if name == name.lower():
        return has_case(name) and not values_beside(player)
    return any(
        word[:1].islower() and len(word) > _LONGEST_PARTICLE and word.isalpha() and word not in PARTICLES
        for word in re.split(r"[\s,-]+", name)
    )


def _has_short_word(name: str) -> bool:
    return any(_ABBREVIATED.fullmatch(word) for word in words_of_name(name))


def _is_one_word(name: str) -> bool:
    return len(words_of_name(name)) == 1 and not EAST_ASIAN.search(name)


def ask_of_player(player: ListedPlayer, why: str) -> Question:
    params = {"line": player.line, "name": player.name, "why": Message(why)}
    choices = [Choice(PLAYER, Message(_("Yes, a player of this name")))]
    for number, name in enumerate(shorter_names(player.name), 1):
        choices.append(Choice(f"{SHORTER}-{number}", Message(_("The player is “%(name)s”"), {"name": name}), name))
    choices.append(Choice(OUT, Message(_("No player: leave the line out"))))
    return Question(key_of_line(player.line), Message(_ASK, params), tuple(choices))


def shorter_names(name: str) -> list[str]:
    """What is left of a name without what is odd in it, the likeliest first; at most three."""
    if EAST_ASIAN.search(name):
        parts = name.split()
        return [" ".join(parts[:count]) for count in range(1, len(parts))][:3]
    words = name.split()
    odd = [word for word in words if _is_odd_word(word)]
    kept = [word for word in words if word not in odd]
    tries = [" ".join(kept)] if odd and kept else []
    tries += [" ".join(words[:-1]), " ".join(words[1:])] if len(words) > 2 else []
    made = [re.sub(r"\s*,$|^,\s*", "", each).lstrip(" -–—.,;:").rstrip(_ends_of(each)) for each in tries]
    return [each for each in dict.fromkeys(made) if each and each != name and sum(map(str.isalpha, each)) > 1][:3]


def _ends_of(name: str) -> str:
    """What is taken off behind a name: the point of “Jr.” is not."""
    return " -–—,;:" if _SHORT_END.search(name) else " -–—.,;:"


def _is_odd_word(word: str) -> bool:
    bare = word.strip(",")
    return bool(
        _SIGNS.search(bare)
        or _DIGIT.search(bare)
        or bare in TITLES
        or (bare.isalpha() and bare.isupper() and 1 < len(bare) <= _LETTERS_OF_A_TITLE and not _ROMAN.fullmatch(bare))
        or _ABBREVIATED.fullmatch(bare)
        or bare.casefold() in SALUTATIONS
        or (bare[:1].islower() and bare.casefold() not in PARTICLES)
        or plain(bare) in LABELLED_STATE
    )


def ask_together(players: Sequence[ListedPlayer]) -> Question:
    names = [f"“{player.name[:40]}”" for player in players[:3]]
    params = {"lines": [player.line for player in players], "names": names}
    choices = (
        Choice(PLAYER, Message(_("Yes, all are players"))),
        Choice(OUT, Message(_("No players: leave these lines out"))),
    )
    return Question("lines", Message(_ASK_SEVERAL, params), choices)
