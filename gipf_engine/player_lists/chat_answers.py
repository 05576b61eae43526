"""What people answer in a chat: that they come, with their name or without; that they do not come after all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.player_lists.cancelled import says_no
from gipf_engine.player_lists.chat_signs import PICTURE
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.words import ANSWERS, COMES, NO_ANSWERS, NOTICES

BIDI = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]")
"""Marks of the direction of writing, which programs add around names, dates and numbers."""
_NOTICE_MARK = "\u200e"
"""How WhatsApp begins what it writes itself in place of a message."""
_PARTS = re.compile(r"\s*[,،、，;!！.。]+\s*|\s[-–—]\s")
_PLUS = re.compile(r"[+＋]\s?(\d?)")
_RATING_BEHIND = re.compile(r"[\s,،(]*(\d{3,4})\)?\s*$")
_PLACE, _END_OF_NAME = re.compile(r"\d{1,3}\W{1,4}"), re.compile(r"[\d,،(–—]")
_ENDS = " .!,;:،。！~…"
_LOWEST, _HIGHEST = 500, 2900
_FEWEST_ANSWERS = 2
_LONGEST_ENTRY, _SHORTEST_ANSWER = 160, 4
_MOST_WORDS_OF_A_NAME = 4
_YES = ANSWERS - NO_ANSWERS


@dataclass(frozen=True, slots=True)
class Message:
    """What a person wrote: the line as it was exported, who wrote it ("" if no one did), and the text."""

    line: str
    who: str
    said: str

    @property
    def is_notice(self) -> bool:
        """Whether the program wrote it."""
        return bool(self.who) and (self.said.startswith(_NOTICE_MARK) or NOTICES.search(self.said) is not None)

    @property
    def text(self) -> str:
        """What was written, without marks of direction and with single spaces."""
        return " ".join(BIDI.sub("", self.said).split())


def lines_of_messages(messages: Sequence[Message]) -> list[str]:
    """Messages as lines of a list: who comes, in words alone, stands there by name.

    Who wrote that he cannot come stays before those words: “Ada: I can't make it”.
    """
    answering = {each.who for each in messages if _is_person(each.who) and _is_answer(each.text)}
    are_answers = len(answering) >= _FEWEST_ANSWERS
    entries: dict[str, list[str]] = {}
    made: list[str] = []
    for at, each in enumerate(messages):
        line = each.text
        if each.is_notice:
            line = f"<{each.text.strip(' <>')}>"
        elif line.lstrip()[:1].isalpha() and each.who and says_no(line):
            name = _name_of(each.who, entries.get(each.who, []))
            is_back = any(other.who == each.who and _is_answer(other.text) for other in messages[at + 1 :])
            line = f"{name}: {line}" if name and not is_back else line
        elif each.who:
            line = _entry_of(each, is_by_sender=are_answers)
            entries.setdefault(each.who, []).append(line)
        made.append(line)
    return made


def _entry_of(message: Message, *, is_by_sender: bool) -> str:
    """A message that says who comes as a line of a list; another one as it is."""
    text = message.text
    if len(text) > _LONGEST_ENTRY:
        return text
    if is_by_sender and _is_person(message.who) and _is_answer(text):
        rating, guests = _RATING_BEHIND.search(text), _PLUS.match(text.strip())
        behind = f", {rating[1]}" if rating else f", +{guests[1]}" if guests and guests[1] > "1" else ""
        return f"{message.who}{behind}"
    if is_by_sender and _is_person(message.who) and _begins_with_answer(text):
        return f"{message.who} ({text})"  # what stands in brackets is asked about
    parts = _PARTS.split(text.strip())
    kept = [part for part in parts if part and not _comes(part)]
    are_some = len(kept) < len([part for part in parts if part])
    return ", ".join(kept) if kept and are_some and any(map(_comes, (parts[0], parts[-1]))) else text


def _is_answer(text: str) -> bool:
    """Whether a message says no more than that its writer comes: “I'm in!”, “+1”, “1650”."""
    if len(text) > _LONGEST_ENTRY:
        return False
    bare = _RATING_BEHIND.sub("", text)
    rating = _RATING_BEHIND.search(text)
    if rating and not bare.strip():
        return _LOWEST <= int(rating[1]) <= _HIGHEST and text.strip() == rating[1]
    parts = [part for part in _PARTS.split(PICTURE.sub(" ", bare).strip(_ENDS)) if part.strip()]
    return bool(parts) and all(_comes(part) or plain(part) in _YES for part in parts) and _says_so(parts)


def _begins_with_answer(text: str) -> bool:
    """Whether a message says more than that its writer comes: “I'll come with my son”."""
    words = text.split()
    begins = [" ".join(words[:count]) for count in (3, 2, 1) if count < len(words) - 1]
    is_long = len(words) > 2 and not any(map(str.isdigit, text)) and not text.endswith(("?", "؟"))
    return is_long and any(_comes(begin) and len(begin) >= _SHORTEST_ANSWER for begin in begins)


def _says_so(parts: Sequence[str]) -> bool:
    return any(map(_comes, parts)) or len(parts) == 1


def _comes(text: str) -> bool:
    bare = PICTURE.sub(" ", text).strip(_ENDS)
    return plain(bare) in COMES if any(map(str.isalpha, bare)) else _PLUS.fullmatch(bare) is not None


def _is_person(who: str) -> bool:
    return any(map(str.isalpha, who))


def _name_of(who: str, written: Sequence[str]) -> str:
    """By what name a person entered who cannot come now: as he wrote it, else as he is called."""
    names = [name for line in written if (name := _name_in(line))]
    own = [name for name in names if plain(name.split()[0]) == plain(who.split()[0])]
    if len({*own}) == 1:
        return own[0]
    return who if _is_person(who) else names[0] if len({*names}) == 1 else ""


def _name_in(line: str) -> str:
    """The name with which a line begins, if it is one of an entry."""
    words = _END_OF_NAME.split(_PLACE.sub("", line.strip(), count=1), maxsplit=1)[0].split()
    return " ".join(words) if 1 < len(words) <= _MOST_WORDS_OF_A_NAME else ""
