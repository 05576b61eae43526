"""How mails begin and end around a list: their heads, greetings, closing words and signatures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.team_headings import TEXT
from gipf_engine.player_lists.words import (
    CLOSINGS,
    ENDS,
    GREETINGS,
    MAIL_HEADS,
)

SIGNATURE = Message(_("below the end of the message"))
_WORD, _DIGIT = re.compile(r"\w+"), re.compile(r"\d")
_MAIL_HEAD = re.compile(rf"(?:{MAIL_HEADS})\s*[:：]\s*\S.*", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+\.\w+")
_SUBJECT = re.compile(r"[^\W\d_]{4,}\s*[:：]|(?:件名|主题|主旨|제목)\s*[:：]")
_ENDS = re.compile(f"(?:{ENDS})", re.IGNORECASE)
_LINES_OF_A_SIGNATURE = 3
_MOST_WORDS_OF_AN_END = 4


def ends_within(lines: Sequence[str], numbered: Sequence[int]) -> dict[int, Message]:
    """Ends of mails above numbered lines, with who wrote them: an older mail with its list stands below."""
    found: dict[int, Message] = {}
    for number in range(1, numbered[-1] if len(numbered) > 2 else 0):
        is_apart = lines[number].strip() and not lines[number - 1].strip() and number not in numbered
        if is_apart and not _DIGIT.search(lines[number]) and ends_mail(lines[number]):
            end = next((at for at in range(number, len(lines)) if not lines[at].strip()), len(lines))
            if end - number <= _LINES_OF_A_SIGNATURE and not {*range(number, end)} & {*numbered}:
                found |= dict.fromkeys(range(number, end), SIGNATURE)
    return found


def lines_below_end(lines: Sequence[str]) -> dict[int, Message]:
    """Lines from the end of a mail on, below a table in it, by number from 0."""
    begin = next((number for number, line in enumerate(lines) if number and line and ends_mail(line)), len(lines))
    return dict.fromkeys((number for number in range(begin, len(lines)) if lines[number]), SIGNATURE)


def ends_mail(line: str) -> bool:
    """Whether a line is the end of a mail: “Mit sportlichen Grüßen”."""
    words = line.strip(" ,.!").casefold().split()
    is_short = len(words) <= _MOST_WORDS_OF_AN_END and not _DIGIT.search(line)
    return _ENDS.match(line.strip()) is not None or (is_short and not CLOSINGS.isdisjoint(words))


def greets_alone(lines: Sequence[str], filled: Sequence[int]) -> bool:
    """Whether the first line greets, with an empty one below: “Dear Alan”."""
    first = filled[0]
    words = _WORD.findall(lines[first])
    is_short = 0 < len(words) <= _MOST_WORDS_OF_AN_END and not _DIGIT.search(lines[first])
    is_apart = len(filled) > _LINES_OF_A_SIGNATURE and not lines[first + 1].strip()
    return is_short and is_apart and words[0].casefold() in GREETINGS


def signature_of(lines: Sequence[str], filled: Sequence[int]) -> dict[int, Message]:
    """The last lines of a mail that begins with a greeting: few, without digits, behind an empty line."""
    if not filled or not is_greeting(lines[filled[0]]):
        return {}
    begin = next((number for number in reversed(filled) if not lines[number - 1].strip()), filled[0])
    last = [number for number in filled if number >= begin]
    is_short = len(last) <= _LINES_OF_A_SIGNATURE and not any(map(_DIGIT.search, (lines[number] for number in last)))
    has_players = len(filled) - len(last) > _LINES_OF_A_SIGNATURE
    return dict.fromkeys(last, SIGNATURE) if is_short and has_players else {}


def heads_of_mails(lines: Sequence[str]) -> dict[int, Message]:
    """Two lines or more as mails begin: "From: …", "Subject: …"; the subject alone above an empty line."""
    heads = [number for number, line in enumerate(lines) if _MAIL_HEAD.fullmatch(line.strip())]
    is_alone = heads[:1] == [0] and len(lines) > 1 and not lines[1].strip() and _SUBJECT.match(lines[0].strip())
    alone = {0: TEXT} if is_alone else {}
    return alone | {number: TEXT for number in heads if number - 1 in heads or number + 1 in heads}


def names_sender(line: str) -> bool:
    """Whether a line is the head of a mail that says from whom it is, or to whom."""
    return _MAIL_HEAD.fullmatch(line.strip()) is not None and _ADDRESS.search(line) is not None


def is_greeting(text: str) -> bool:
    """Whether a line greets the reader of a mail."""
    words = _WORD.findall(text)
    return bool(words) and words[0].casefold() in GREETINGS and _is_greeting(text.strip(), words)


def _is_greeting(text: str, words: Sequence[str]) -> bool:
    """Whether a line that begins as greetings do is one: some first words are names, as Dag and Cara."""
    if text.endswith((",", "!", "،", "、", "，", "！")):
        return True
    has_case = any(word != word.swapcase() for word in words)
    return len(words) > 2 and (not has_case or any(word.islower() for word in words))
