"""Lines of plain text as a list of players, each line taken apart, with questions about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.agreed_parts import WORD, agreed_parts
from gipf_engine.player_lists.answers import PLAYER, UNUSED
from gipf_engine.player_lists.cancelled import says_no
from gipf_engine.player_lists.chat_signs import is_struck
from gipf_engine.player_lists.contents import cells_of
from gipf_engine.player_lists.described import described_columns
from gipf_engine.player_lists.doubts_of_lines import line_questions
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.doubts_of_waiting import WAITING, lines_asked, without_waiting
from gipf_engine.player_lists.headings_above import HEADINGS
from gipf_engine.player_lists.line_parts import ORDER
from gipf_engine.player_lists.meanings import CLUB, COLUMNS, FIDE, Choice, LeftOut, PlayerList, Question, Table
from gipf_engine.player_lists.other_lines import (
    HEADS_AGAIN,
    IS_ON_WAITING_LIST,
    IS_WITHDRAWN,
    OUTSIDE,
    lines_outside,
    says_waiting,
    says_withdrawn,
    why_no_line,
)
from gipf_engine.player_lists.plain_lines import take_apart
from gipf_engine.player_lists.rows import Reading, Rows, shown
from gipf_engine.player_lists.several_in_line import entries_of
from gipf_engine.player_lists.stated_order import stated_order
from gipf_engine.player_lists.totals import is_ruler

NUMBERS = "numbers"
"""The key of the question whether long numbers are FIDE's."""
_LINE = "line-"
"""How the keys of questions about one line begin."""
_EXAMPLES = 2
_ASK_NUMBERS = _("Lines %(lines)s have numbers as long as those of telephones: %(texts)s. Are they FIDE numbers?")


@dataclass(frozen=True, slots=True)
class _Answered:
    """What was answered: lines that surely are players, whether a common word is a club, and long numbers FIDE's."""

    forced: AbstractSet[int]
    is_club: bool
    are_of_fide: bool


def read_plain(
    table: Table, reading: Reading, chosen: Sequence[str | None] | None, answers: Mapping[str, str]
) -> tuple[PlayerList, list[Question], ReadLines]:
    """The players of lines of text, what is unclear about them, and the lines."""
    forced = {int(key[len(_LINE) :]) for key, answer in answers.items() if _is_forced(key, answer)}
    answered = _Answered(frozenset(), answers.get(WORD) == CLUB, answers.get(NUMBERS) != UNUSED)
    found = _read_lines(table, reading, chosen, answered)
    lines = ReadLines([["".join(line)] for line in table], is_plain=True)
    asked = [*found.questions, *line_questions(found, lines)]
    for key in (WAITING, HEADINGS):
        forced |= lines_asked(asked, key) if answers.get(key) == PLAYER else set()
    if forced & {line.line for line in found.left_out}:
        found = _read_lines(table, reading, chosen, replace(answered, forced=forced))
    return found, asked, lines


def _is_forced(key: str, answer: str) -> bool:
    return answer == PLAYER and key.startswith(_LINE) and key[len(_LINE) :].isdecimal()


def _read_lines(table: Table, reading: Reading, chosen: Sequence[str | None] | None, answered: _Answered) -> PlayerList:
    """Lines of plain text, each taken apart."""
    forced = answered.forced
    numbers: dict[int, str] = {}
    lines = ["".join(line) for line in table]
    told = stated_order(lines)
    outside = lines_outside(lines) | ({told.line: HEADS_AGAIN} if told is not None else {})
    split: Table = []
    by_hand = [*(chosen or ()), *[None] * len(ORDER)][: len(ORDER)]
    meanings = [own if hand is None else hand for own, hand in zip(ORDER, by_hand, strict=True)]
    rows = Rows(meanings, reading, [], is_plain=True)
    agreed = agreed_parts([line for at, line in enumerate(lines) if line.strip() and at not in outside])
    for number, text in entries_of(lines):
        whole = lines[number - 1]
        if is_ruler([text]):
            continue
        why = outside.get(number - 1) or why_no_line(text)
        if text != whole:
            why = None if outside.get(number - 1) in (None, OUTSIDE) else why
        text = without_waiting(text) if number in forced else text
        if why is not None and number not in forced:
            rows.left_out.append(LeftOut(number, shown([text]), why))
            continue
        line = told.read(text) if told is not None else None
        line = line or take_apart(agreed.in_usual_order(text, is_club=answered.is_club))
        if is_struck(text) or says_no(text) or says_withdrawn([*line.more, line.found.get(CLUB, "")], is_answer=True):
            rows.left_out.append(LeftOut(number, shown([text]), IS_WITHDRAWN))
            continue
        if number not in forced and says_waiting([*line.more, line.found.get(CLUB, "")]):
            rows.left_out.append(LeftOut(number, shown([text]), IS_ON_WAITING_LIST))
            continue
        if line.unnamed_number:
            numbers[number] = line.unnamed_number
            if not answered.are_of_fide:
                line.more.append(line.found.pop(FIDE))
        split.append(line.cells())
        rows.read(number, line.cells(), is_whole=True)
        rows.tell_more(number, text, line.more)
    rows.take_off(list(enumerate(lines, 1)))
    heads = [COLUMNS[column] if not split or any(cells_of(split, place)) else "" for place, column in enumerate(ORDER)]
    found = rows.result(described_columns(heads, rows.meanings, split))
    return replace(found, questions=(*agreed.questions(), *_ask_of_numbers(numbers)))


def _ask_of_numbers(numbers: Mapping[int, str]) -> list[Question]:
    """Whether numbers as long as those of telephones are FIDE's."""
    if not numbers:
        return []
    texts = [f"“{text}”" for text in list(numbers.values())[:_EXAMPLES]]
    choices = (Choice(FIDE, Message(_("Yes, FIDE numbers"))), Choice(UNUSED, Message(_("No: leave the numbers out"))))
    return [Question(NUMBERS, Message(_ASK_NUMBERS, {"lines": list(numbers), "texts": texts}), choices)]
