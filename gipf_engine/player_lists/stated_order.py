"""The order of values that an introduction tells: “always surname, first name, rating”, “(name, town, rating)”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.player_lists import values
from gipf_engine.player_lists.headings import tier_of
from gipf_engine.player_lists.line_parts import LineParts
from gipf_engine.player_lists.meanings import BIRTH, CLUB, FIRST_NAME, NAME, NOT_USED, RATING, SURNAME
from gipf_engine.player_lists.plain_lines import take_apart, without_place

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_WITHIN_BRACKETS = re.compile(r"[(（\[]([^()（）\[\]]*)[)）\]]")
_COMMA, _SLASH = re.compile(r"\s*[,،、，;]\s*"), re.compile(r"\s*[/|]\s*|\s+[-–—]\s+")
_BETWEEN_VALUES = re.compile(r"\s*[,،、，;/|]\s*|\s+[-–—]\s+")
_END_OF_SENTENCE = re.compile(r"[.:：!?؟。]\s*")
_LOOKED_AT, _LONGEST, _LATEST_YEAR = 15, 300, 2100
_MOST_WORDS_OF_A_HEAD, _FEWEST_HEADS, _FEWEST_LINES = 3, 2, 2


@dataclass(frozen=True, slots=True)
class StatedOrder:
    """The line, from 0, that tells the order of values, and what each of them is."""

    line: int
    meanings: tuple[str, ...]

    def read(self, text: str) -> LineParts | None:
        """A line as the order has it; None where its parts are others, or hold something else."""
        for text_of_player in (text, text.replace("：", ":").rpartition(":")[2]):
            parts = [part.strip() for part in _BETWEEN_VALUES.split(without_place(text_of_player))]
            found = self._by_meaning(parts)
            if found is not None and _fits(found):
                unused = [part for part, meaning in zip(parts, self.meanings, strict=False) if not meaning]
                return _line_in_order(found, [*filter(None, unused), *parts[len(self.meanings) :]])
        return None

    def _by_meaning(self, parts: Sequence[str]) -> dict[str, str] | None:
        """What each part is. “Name, surname, rating” may be told of lines with no comma within the names."""
        meanings = list(self.meanings)
        if len(parts) == len(meanings) - 1:
            names = [at for at, meaning in enumerate(meanings) if meaning in _NAMES]
            if len(names) != _FEWEST_HEADS or names[1] != names[0] + 1 or len(parts[names[0]].split()) < len(names):
                return None
            meanings[names[0] : names[1] + 1] = [NAME]
        if len(parts) < len(meanings):
            return None
        return {meaning: part for meaning, part in zip(meanings, parts, strict=False) if meaning}


def stated_order(lines: Sequence[str]) -> StatedOrder | None:
    """The order that one of the first lines tells, if it holds of most lines with as many parts, two at least."""
    for at, line in enumerate(lines[:_LOOKED_AT]):
        meanings = _meanings_stated(line[:_LONGEST])
        if not meanings:
            continue
        told = StatedOrder(at, meanings)
        parted = [text for text in lines[at + 1 :] if len(_BETWEEN_VALUES.split(text)) >= len(meanings) - 1]
        parted = [text for text in parted if len(_BETWEEN_VALUES.split(text)) > 1]
        fitting = sum(told.read(text) is not None for text in parted)
        if fitting >= _FEWEST_LINES and fitting * 2 > len(parted):
            return told
    return None


def _meanings_stated(line: str) -> tuple[str, ...]:
    """What the heads are that a sentence names between commas; none for a line of heads alone, or of a player."""
    pieces = [*_WITHIN_BRACKETS.findall(line), *_behind_colon(line), line]
    for piece in pieces:
        parts = (_COMMA if _COMMA.search(piece) else _SLASH).split(piece.strip())
        if len(parts) < _FEWEST_HEADS or (piece is line and all(tier_of(part) is not None for part in parts)):
            continue
        heads = [_head_at_end(parts[0]), *parts[1:-1], _head_at_begin(parts[-1])]
        tiers = [tier_of(head) if head else None for head in heads]
        if piece is line and heads[0] == parts[0]:  # heads of a table, of which the last may be unknown
            continue
        if piece is line and tiers[-1] is None:  # “…, club, and whether the fee is paid”
            tiers[-1] = (NOT_USED, 0)
        meanings = tuple(tier[0] for tier in tiers if tier is not None)
        names = [meaning for meaning in meanings if meaning in _NAMES]
        used = [meaning for meaning in meanings if meaning]
        is_enough = len(names) > 0 and len({*used} - _NAMES) > 0 and len({*used}) == len(used)
        if len(meanings) == len(parts) and is_enough:
            return meanings
    return ()


def _behind_colon(line: str) -> Iterable[str]:
    rest = line.replace("：", ":").rpartition(":")[2]
    return [rest] if rest != line and rest.strip() else []


def _head_at_end(text: str) -> str:
    """The known head with which a text ends: “surname” of “Here they are. Always surname”."""
    words = _END_OF_SENTENCE.split(text.strip())[-1].split()
    tries = (" ".join(words[-count:]) for count in range(min(_MOST_WORDS_OF_A_HEAD, len(words)), 0, -1))
    return next((each for each in tries if tier_of(each) is not None), "")


def _head_at_begin(text: str) -> str:
    """The known head with which a text begins, up to the end of its sentence."""
    words = _END_OF_SENTENCE.split(text.strip())[0].strip(" )）]").split()
    if len(words) > _MOST_WORDS_OF_A_HEAD:
        return ""
    tries = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((each for each in tries if tier_of(each) is not None), "")


def _fits(found: Mapping[str, str]) -> bool:
    """Whether numbers are where the order has them, and names are none."""
    name = " ".join(text for meaning, text in found.items() if meaning in _NAMES)
    if any(map(str.isdigit, name)) or sum(map(str.isalpha, name)) < 2 or _has_only_digits(found.get(CLUB, "")):
        return False
    try:
        values.read_birth(found.get(BIRTH, ""), _LATEST_YEAR)
        return values.says_unrated(found.get(RATING, "-")) or values.read_rating(found[RATING]) is not None
    except ValueError:
        return False


def _has_only_digits(text: str) -> bool:
    return any(map(str.isdigit, text)) and not any(map(str.isalpha, text))


def _line_in_order(found: Mapping[str, str], more: Sequence[str]) -> LineParts:
    surname, first = found.get(SURNAME, ""), found.get(FIRST_NAME, "")
    if NAME in found:
        name = " ".join(filter(None, [found[NAME], surname or first]))
    else:
        name = f"{surname}, {first}" if surname and first else surname or first
    line = take_apart(name)
    told = {meaning: text for meaning, text in found.items() if meaning not in _NAMES}
    if values.says_unrated(told.get(RATING, "")):
        told[RATING] = ""
    line.found |= told
    line.more += list(more)
    return line
