"""Chats as programs export or copy them: who wrote when, before what was written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.player_lists.chat_answers import BIDI, Message, lines_of_messages

_DATE = r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\.?"
_HALF_DAY = r"(?:[ap]\.?\s?m\.?|[πμ]\.?\s?μ\.?|[صم]|[قب]\.?ظ\.?|ö[öss]|午前|午後|上午|下午|오전|오후)"
_TIME = rf"(?:{_HALF_DAY}\s?)?\d{{1,2}}[:.]\d\d(?:[:.]\d\d)?(?:\s?{_HALF_DAY})?"
_WHEN = rf"(?:{_DATE}[,،]?\s+{_TIME}|{_TIME}[,،]?\s+{_DATE})"
_WHO = r"(?P<who>[^:\[\]\t]{1,40}?)"
_HEADS = tuple(
    re.compile(head, re.IGNORECASE)
    for head in (
        rf"\W{{0,2}}\[?\s?{_WHEN}\s?\]?\s*(?:[-–]\s*)?{_WHO}\s?:(?:\s|$)?",  # WhatsApp, Zalo, Viber
        rf"{_WHO}[,،]?\s+\[{_WHEN}\]:?\s*",  # Telegram
        rf"\[{_WHO}\]\s\[{_TIME}\]\s?",  # KakaoTalk
        rf"\d{{4}}년 \d{{1,2}}월 \d{{1,2}}일 {_TIME}, {_WHO} : ",
        rf"{_TIME}\t{_WHO}\t",  # LINE
        rf"{_WHO}\s—\s(?:{_DATE}|[^\W\d]{{2,10}}(?:\s[^\W\d]{{1,3}})?),?\s{_TIME}\s*$",  # Discord
        rf"{_WHO}\s+(?:\[{_TIME}\]|\d{{1,2}}:\d\d\s[AP]M)\s*$",  # Slack
        rf"{_WHO}[:：]?\s+{_DATE}\s{_TIME}\s*$",  # WeChat
    )
)
_LINE_HEAD = re.compile(r"\s*\d{1,2}:\d\d\s+\S{1,40}\s+\"")
"""How LINE exports a message of several lines."""
_NOTICE = re.compile(rf"\W{{0,2}}\[?\s?{_WHEN}\s?\]?\s*[-–]?\s", re.IGNORECASE)
"""How lines begin that no person wrote: who joined, a picture that was left out."""
_IN_ANGLES = re.compile(r"<[^<>]{3,}>")
_LONGEST_HEAD = 120


def without_chat_heads(text: str) -> tuple[str, bool]:
    """A chat without date and sender before its lines, and whether it is one.

    Who comes, in words alone, stands there by name.
    """
    lines = [_LINE_HEAD.sub("", line[:_LONGEST_HEAD]) + line[_LONGEST_HEAD:] for line in text.split("\n")]
    found = [_head_of(line[:_LONGEST_HEAD]) for line in lines]
    if sum(each is not None for each in found) < 2:
        return "\n".join(lines), False
    return "\n".join(lines_of_messages(_messages(lines, found))), True


def _head_of(line: str) -> re.Match[str] | None:
    bare = BIDI.sub("", line)
    return next((found for head in _HEADS if (found := head.match(bare))), None)


def _messages(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> list[Message]:
    """What was written, line by line."""
    written: list[Message] = []
    who = ""
    for line, head in zip(lines, found, strict=True):
        who = head["who"].strip(" ~@") if head else who
        mark = "\u200e" if head and _begins_with_mark(line, head) else ""
        behind = BIDI.sub("", line)[head.end() :] if head else line
        is_own = head is None and is_notice(BIDI.sub("", line))
        written.append(Message(line, "" if is_own else who, mark + behind))
    return written


def _begins_with_mark(line: str, head: re.Match[str]) -> bool:
    """Whether the program marked what stands behind the sender as its own."""
    _before, colon, behind = line.partition(f"{head['who'].strip(' ~@')}:")
    return bool(colon) and behind.lstrip(" ").startswith("\u200e")


def is_notice(line: str) -> bool:
    """Whether a line of a chat was written by the program: “10/11/2026 18:40 - Ada joined”."""
    bare = BIDI.sub("", line).strip()
    return _NOTICE.match(bare[:_LONGEST_HEAD]) is not None or _IN_ANGLES.fullmatch(bare) is not None
