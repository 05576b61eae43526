"""Which lines of a list are no players: titles, totals, footers, greetings; each with the reason in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.cancelled import says_no
from gipf_engine.player_lists.chats import is_notice
from gipf_engine.player_lists.headings import is_head, plain, tier_of
from gipf_engine.player_lists.letters import EAST_ASIAN
from gipf_engine.player_lists.mails import (
    SIGNATURE,
    ends_mail,
    ends_within,
    greets_alone,
    heads_of_mails,
    is_greeting,
    signature_of,
)
from gipf_engine.player_lists.meanings import NAME, PLACE, SURNAME
from gipf_engine.player_lists.numbered_lines import counts_from_one, headings_between, lists_again, numbered_lines
from gipf_engine.player_lists.plain_lines import begins_with_place, has_address, is_labelled_value, is_name_head
from gipf_engine.player_lists.team_headings import HEADING, TEXT, is_team, lines_above_teams
from gipf_engine.player_lists.totals import COUNTED, has_letters, is_total
from gipf_engine.player_lists.words import (
    ABSENT,
    GROUPS,
    IS_WAITING,
    NO_ANSWERS,
    PARTS_OF_EVENTS,
    SECTIONS,
    WAITING,
    WITHDRAWN,
)

ABOVE_HEADS = Message(_("above the column heads"))
NO_NAME = Message(_("no name in this line"))
_TOTAL = Message(_("a total, not a player"))
HEADS_AGAIN = Message(_("column heads, not a player"))
IS_ON_WAITING_LIST = Message(_("on the waiting list"))
IS_WITHDRAWN = Message(_("withdrawn, not a player"))
OUTSIDE = Message(_("outside the numbered list"))
_HEADINGS = re.compile(rf"(?:{GROUPS}|{WAITING})\b.{{0,20}}", re.IGNORECASE)
_WAITING = re.compile(rf"(?:{WAITING})\b.{{0,20}}", re.IGNORECASE)
_ADDRESS_OF_PAGE = re.compile(r"https?://|www\.|\b[\w-]+\.(?:com|org|net|at|de|fr|nl)\b", re.IGNORECASE)
_MANY_HEADS = 3
_AGE = re.compile(r"[uüсs+]\d{1,4}\+?|\d{2,4}\+?|\d\+|\d{1,2}[-–]\d{1,2}")
_SECTION_INSIDE = re.compile(
    "クラス|部門|[上中下初高低].?級|[男女].?[子組]|[甲乙丙丁].?[组組]|부$|조$|[组組部]$|رده|گروه|فئة|مجموعة"
)
_WORD = re.compile(r"\w+")
_BETWEEN_PARTS = re.compile(r"\s[-–—|]\s")
_NOTE_BEHIND = re.compile(r"(\d{3,4}\??)\s?\([^()]{1,80}\)\s*$")
"""“Ada Byron, 1333 (yes, there are two of us)”."""
_COMMENT = re.compile(r"#+\s+(?=\D)")
_HAS_RATING = re.compile(r"\W*[^\W\d_][^\d:]{3,40}[\s(](?!20[23]\d)\d{3,4}\)?(?:\W.{0,20})?")
"""A line outside the numbers of a list that looks like one of its players."""
_LONGEST_STATUS = 40
_END_OF_STATUS = re.compile(r"\s*[(\[（【,;:.!、，。：]|\s[-–—]\s|\s+\d(?!\.?\s*[^\W\d_])")
"""Of “Abgesagt 12.11.”, not of “ei pelaa 3. kierrosta”: that one misses a round."""
_POLITE_END = re.compile(
    r".{5,}(?:(?:です|ます|ました|ません|ください|下さい|でした|습니다|세요|니다)[。.!！~〜～^]{0,3}|。)"
)
"""How sentences end in scripts without spaces between words."""
_DIGIT = re.compile(r"\d")
_DAY_OF_A_NOTE = re.compile(r"\b\d{1,2}(?:\.|,|st|nd|rd|th)?\s+(?:[^\W\d_]+\.?,?\s+)?20[2-9]\d\b")
"""A day of late: players are older."""
_CELLS_OF_A_NOTE = 3
_AROUND_HEADINGS = " :：#=-*【】《》<>■◆◇●▼▽"
_MOST_WORDS_OF_A_NAME = 7
_SENTENCE_WORDS = 4


def is_section(text: str) -> bool:
    """Whether a heading names a part of an event: a group, a class, an age, a waiting list."""
    bare = text.strip(" :#=-*")
    words = [plain(word) for word in _WORD.findall(bare)]
    if is_team(bare):
        return False
    known = any(word in SECTIONS or word in PARTS_OF_EVENTS or _AGE.fullmatch(word) for word in words)
    return known or _HEADINGS.fullmatch(bare) is not None or _SECTION_INSIDE.search(bare) is not None


def why_no_player(cells: Sequence[str], name: str) -> Message | None:
    """Why a line of a table is no player; None where it may be one. `name` is what stands in the columns of names."""
    filled = [cell for cell in cells if cell]
    if is_total(cells):  # “Total | 4 players” holds words of heads too
        return _TOTAL
    known = [tier for tier in map(tier_of, filled) if tier is not None]
    are_names = any(meaning in (NAME, SURNAME) for meaning, _tier in known)
    if len(known) > 1 and len(known) * 2 > len(filled) and (are_names or len(known) > _MANY_HEADS):
        return HEADS_AGAIN
    if name and COUNTED.fullmatch(name):
        return _TOTAL
    if len(filled) == 1 and _is_note_with_number(filled[0]):
        return TEXT
    if len(filled) == 1:
        is_text = _COMMENT.match(filled[0]) or _is_labelled(filled[0])
        return TEXT if is_text else _why_no_name(filled[0])
    return None if name or len(filled) > 1 else NO_NAME


def _is_note_with_number(text: str) -> bool:
    """Whether a cell that is alone in its line of a table is a note: “updated on 11 Oct”."""
    words = _WORD.findall(text)
    numbers = [word for word in words if word.isdecimal()]
    is_note = any(word.islower() for word in words) or _DAY_OF_A_NOTE.search(text) is not None
    return len(words) > 2 and bool(numbers) and not begins_with_place(text) and is_note


def _is_labelled(text: str) -> bool:
    """Whether a cell that is alone in its line says what follows: "Chief arbiter: Ada Byron"."""
    label, colon, rest = text.replace("：", ":").partition(":")
    return bool(colon and rest.strip() and has_letters(label)) and not is_name_head(label)


def lines_beside_numbers(cells: Sequence[Sequence[str]], place: int) -> dict[int, Message]:
    """Lines with words where nearly all have their number and in few other cells, by number from 0: notes, totals."""
    said = [line[place] for line in cells if len(line) > place and line[place]]
    numbered = sum(cell.strip(" .)#:").isdecimal() for cell in said)
    if numbered < 2 or numbered * 2 <= len(said):
        return {}
    found: dict[int, Message] = {}
    for number, line in enumerate(cells):
        if len(line) > place and has_letters(line[place]) and sum(map(bool, line)) <= _CELLS_OF_A_NOTE:
            found[number] = TEXT
    return found


def lines_without_players(
    cells: Sequence[Sequence[str]], meanings: Sequence[str], heads: Sequence[str]
) -> dict[int, Message]:
    """Players who do not play or wait for a place, as a column that is not used says, by number from 0."""
    places = [
        place
        for place, (meaning, head) in enumerate(zip(meanings, heads, strict=True))
        if not meaning and (tier_of(head) or ("", 0))[0] in ("", PLACE) and plain(head) not in SECTIONS
    ]
    found: dict[int, Message] = {}
    for number, line in enumerate(cells):
        for place in places:
            said = line[place] if place < len(line) else ""
            if says_withdrawn([said]) or says_no(said):
                found[number] = IS_WITHDRAWN
            elif says_waiting([said]):
                found[number] = IS_ON_WAITING_LIST
    return found


def says_waiting(parts: Sequence[str]) -> bool:
    """Whether what stands beside a name says that the player waits for a place."""
    return any(not IS_WAITING.isdisjoint(_statuses(part)) for part in parts)


def says_withdrawn(parts: Sequence[str], *, is_answer: bool = False) -> bool:
    """Whether what stands beside a name says that the player does not play; `is_answer`: “no” does too."""
    words = WITHDRAWN | NO_ANSWERS if is_answer else WITHDRAWN
    return any(not words.isdisjoint(_statuses(part)) for part in parts)


def _statuses(part: str) -> set[str]:
    """What a cell says of a player, whole and up to a sign: “欠席(11/20連絡あり)”, “Abgesagt, krank”."""
    text = part[:_LONGEST_STATUS]
    return {plain(text), plain(_END_OF_STATUS.split(text, maxsplit=1)[0])}


def why_no_line(text: str) -> Message | None:
    """Why a line of plain text is no player; None where it may be one."""
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    if not _DIGIT.search(text) and all(map(is_head, words)) and (len(words) > 1 or is_name_head(text)):
        return HEADS_AGAIN
    if is_total([text]):
        return _TOTAL
    if not any(letter.isalpha() for letter in text):
        return NO_NAME
    if is_notice(text):
        return TEXT
    label, colon, _rest = text.replace("：", ":").partition(":")
    if colon and plain(label) in IS_WAITING:
        return IS_ON_WAITING_LIST
    return TEXT if is_labelled_value(text) else _why_no_name(text)


def lines_outside(lines: Sequence[str]) -> dict[int, Message]:
    """Lines around a list in a mail, by number from 0: outside its numbers, and below the end of the mail."""
    found = lines_waiting(lines) | heads_of_mails(lines)
    numbered = numbered_lines(lines)
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if (again := lists_again(lines, numbered)) is not None:
        found = dict.fromkeys(set(filled) - again, OUTSIDE) | found
    elif len(numbered) > 2 and (len(numbered) * 2 >= len(filled) or counts_from_one([lines[at] for at in numbered])):
        outside = {
            number: OUTSIDE
            for number in filled
            if not numbered[0] <= number <= numbered[-1] and not _HAS_RATING.fullmatch(lines[number].strip())
        }
        found = outside | found
    found |= lines_above_teams(lines)
    found = headings_between(lines, numbered) | signature_of(lines, filled) | found
    if filled and greets_alone(lines, filled):
        found[filled[0]] = TEXT
    last = numbered[-1] if len(numbered) > 2 else 0
    found = ends_within(lines, numbered) | found
    end = next((number for number in filled[1:] if number > last and ends_mail(lines[number])), None)
    if end is not None:
        found |= {number: SIGNATURE for number in filled if number >= end and number not in found}
    return found


def lines_waiting(lines: Sequence[str]) -> dict[int, Message]:
    """Lines below the heading of a waiting list, or of those who cancelled, up to another heading, by number from 0."""
    found: dict[int, Message] = {}
    why: Message | None = None
    for number, line in enumerate(lines):
        text = line.strip(_AROUND_HEADINGS)
        is_heading = text and not begins_with_place(line)
        if is_heading and _HEADINGS.fullmatch(text):
            why = IS_ON_WAITING_LIST if _WAITING.fullmatch(text) is not None else None
        elif is_heading and (plain(text) in WITHDRAWN or (text != line.strip() and plain(text) in ABSENT)):
            why = IS_WITHDRAWN if line.strip() != text or _is_apart(lines, number) else why
        elif why is not None and text:
            found[number] = why
        elif why == IS_WITHDRAWN and number - 1 in found:
            why = None
    return found


def _is_apart(lines: Sequence[str], number: int) -> bool:
    """Whether an empty line stands above a line, and one that is not below."""
    return number > 0 and not lines[number - 1].strip() and number + 1 < len(lines) and bool(lines[number + 1].strip())


def _why_no_name(text: str) -> Message | None:
    words = _WORD.findall(text)
    if _HEADINGS.fullmatch(text.strip(" :#=-*")) and not begins_with_place(text):
        return HEADING
    if _ADDRESS_OF_PAGE.search(text) and not has_address(text) and not text.startswith(("=", "<")):
        return TEXT
    if text.rstrip().endswith((":", "：")) and not any(each.isdecimal() for each in words):
        return HEADING
    if is_greeting(text):
        return TEXT
    if text.startswith("# ") and len(words) > 2:
        return TEXT
    if text.lstrip().startswith("【"):
        return HEADING
    if _POLITE_END.fullmatch(text.strip()) and not begins_with_place(text):
        return TEXT
    return TEXT if _is_sentence(text, words) else None


def _is_sentence(text: str, words: Sequence[str]) -> bool:
    """Whether a line is a sentence, by its end, its length and its small letters."""
    lower = sum(word.islower() and len(word) > 1 for word in words)
    if text == text.swapcase() and not EAST_ASIAN.search(text):  # scripts without capitals
        lower = len(words)
    ends = text.rstrip().endswith((".", "!", "?", "。", "؟", "！"))
    if ends and len(words) >= _SENTENCE_WORDS and lower * 2 >= len(words):
        return True
    parts = _BETWEEN_PARTS.split(text) if begins_with_place(text) else [text]
    words = _WORD.findall(
        _NOTE_BEHIND.sub(r"\1", parts[0])
    )  # “3. Lê Hoàng - sinh năm 2003 - chưa có rating” says the name first
    return len(words) > _MOST_WORDS_OF_A_NAME and sum(word.islower() for word in words) * 2 > len(words)
