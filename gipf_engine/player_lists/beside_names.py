"""What people write beside a name and belongs to no name: academic titles, salutations, remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.player_lists.given_names import is_given_name
from gipf_engine.player_lists.headings import plain, tier_of
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.meanings import CLUB
from gipf_engine.player_lists.words import (
    ACADEMIC,
    ANSWERS,
    DIMINUTIVES,
    NOTES,
    REMARKS,
    REMARKS_INSIDE,
    SALUTATIONS,
    SALUTATIONS_BEHIND,
)

_GUESTS_OR_DOUBT = re.compile(r"[+＋]\s?\d\s?[?？]?|[?？]+|\(\?\)|[(（]?[+＋]\s?\d[?？]?[)）]?")
_TIME = re.compile(
    r"(?:um |at |à |ab |from |vers |ca\.? )?\d{1,2}(?:[:.h]\d\d)?\s?(?:ish|pm|am|h|uhr|u|時|点|시|:\d\d)\w{0,4}",
    re.IGNORECASE,
)
_PLUS = re.compile(r"[+＋]\s?\d")
_HONORIFIC = re.compile(rf"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])\s?({'|'.join(SALUTATIONS_BEHIND)})$")
_SHORTEST_JOINED = 4
"""Letters of a name and an honorific that are written together: 山田さん, and 김민수님."""
_ALONE = 2
_FEWEST_WORDS = 2
_MONSIEUR = "M."
_SIGNS = frozenset("✓✔✗✘☑☐○×△◯✕❌✅-–+") | {"(OK)", "(✓)", "(ok)", "(Yes)", "(yes)"}


def without_titles(name: str) -> tuple[str, list[str]]:
    """A name without academic titles and salutations around it, and the titles: ("Weber, Anna", ["Prof.", "Dr."])."""
    honorific = _HONORIFIC.search(name)
    if honorific and (len(name) >= _SHORTEST_JOINED or honorific[1] == "さん"):
        name = name[: honorific.start()]
    words = name.split()
    titles: list[str] = []
    if len(words) > _FEWEST_WORDS and words[0] == _MONSIEUR and (is_given_name(words[1]) or words[1].isupper()):
        words.pop(0)
    while len(words) > 1 and (_is_title(words[0]) or _is_salutation(words[0])):
        word = words.pop(0)
        titles += [] if _is_salutation(word) else [word.strip(",")]
    if len(words) > _FEWEST_WORDS and words[0].casefold() in DIMINUTIVES:  # “Little Alfie Croft”
        titles.append(words.pop(0))
    while len(words) > _FEWEST_WORDS and _is_title(words[-1].strip(",")):
        titles.append(words.pop().strip(","))
    inside = [word for word in words[1:-1] if word.endswith(".") and _is_title(word)]
    if inside and len(words) - len(inside) > 1:  # “Николић Др. Зоран”
        words = [word for word in words if word not in inside]
        titles += inside
    before, comma, behind = " ".join(words).strip(" ,").partition(",")
    first = behind.split()
    while first and _is_title(first[0].strip(",")):  # “Weber, Dr. Anna”, “Weber, Anna, Dr.” had its last one taken
        titles.append(first.pop(0).strip(","))
    return f"{before}{comma if first else ''} {' '.join(first)}".strip(), titles


def are_titles(part: str) -> bool:
    """Whether a part of a line holds academic titles alone: “Ph.D.”."""
    words = part.split()
    return bool(words) and all(map(_is_title, words))


def _is_title(word: str) -> bool:
    bare = word.casefold()
    return bare in ACADEMIC or (bare.endswith(".") and bare[:-1] in ACADEMIC)


def _is_salutation(word: str) -> bool:
    return word.casefold() in SALUTATIONS


def is_remark(text: str) -> bool:
    """Whether a part of a line beside a name is a remark, not a club: “kommt später”, “+1?”, 遅れます."""
    part = text.strip(" .!。、")
    if not part:
        return False
    if (
        len(part) == 1
        or plain(part) in NOTES
        or _TIME.fullmatch(part)
        or _PLUS.search(part)
        or part.endswith(("?", "？", "؟"))
    ):
        return True
    if EAST_ASIAN.search(part):
        return REMARKS_INSIDE.search(part) is not None
    words = re.findall(r"[^\W\d_][\w'’-]*", part)
    known = [word for word in words if word.casefold() in REMARKS]
    if not known or any((tier_of(word) or ("", 0))[0] == CLUB for word in words):
        return False
    return any(word == word.lower() for word in known) or len(words) - len(known) < _ALONE - 1


def begins_remark(words: Sequence[str], shortest: int) -> int | None:
    """Where a remark begins behind a name, with no sign between: “Klaus Fink kommt später”; or else None."""
    for at in range(1, len(words)):
        word = words[at]
        if at < shortest and not word.startswith(("+", "＋")):
            continue
        if _GUESTS_OR_DOUBT.fullmatch(word) or (word == "+" and "".join(words[at + 1 :]).islower()):
            return at
        if EAST_ASIAN.search(word):
            if REMARKS_INSIDE.search(word) or plain(word) in NOTES:
                return at
        elif word == word.lower() and (word.strip(".,!").casefold() in REMARKS or plain(word) in NOTES):
            return at
    return None


def is_answer(cell: str) -> bool:
    """Whether a cell answers a question with yes or no: “Ja”, “No, not round 2”."""
    return plain(cell) in ANSWERS or plain(re.split(r"[,;.(]", cell, maxsplit=1)[0]) in ANSWERS or cell in _SIGNS
