"""Columns that say something once for several lines, as merged cells do: the club of a team beside its first player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import DOWN, DOWN_KEY, UNUSED
from gipf_engine.player_lists.meanings import CLUB, COUNTRY, Choice, Question, Table
from gipf_engine.player_lists.questions_of_columns import column_in_words, examples_of

_FEWEST_SAID, _LONGEST_STEP = 2, 2
_ASK = _("Column %(column)s is empty in most lines: %(examples)s. Does each entry hold for the lines below it too?")


def down_questions(
    heads: Sequence[str], meanings: Sequence[str], table: Table, players: Sequence[int]
) -> list[Question]:
    """Whether clubs or countries hold for the players below; `players` are their lines from 0."""
    asked = []
    for place, meaning in enumerate(meanings):
        if meaning not in (CLUB, COUNTRY) or not _begins_groups([_cell_at(table[line], place) for line in players]):
            continue
        cells = [_cell_at(table[line], place) for line in players]
        examples = examples_of([each for each in cells if each])
        params = {"column": column_in_words(place, heads[place]), "examples": examples}
        choices = (
            Choice(DOWN, Message(_("Yes, up to the next entry"))),
            Choice(UNUSED, Message(_("No, only for its own line"))),
        )
        asked.append(Question(f"{DOWN_KEY}{place + 1}", Message(_ASK, params), choices))
    return asked


def _cell_at(line: Sequence[str], place: int) -> str:
    return line[place] if place < len(line) else ""


def _begins_groups(cells: Sequence[str]) -> bool:
    """Whether each entry stands once, in the first of several lines."""
    said = [at for at, cell in enumerate(cells) if cell]
    entries = [cells[at] for at in said]
    if len(said) < _FEWEST_SAID or said[0] != 0 or len({*entries}) < len(entries):
        return False
    steps = [two - one for one, two in pairwise([*said, len(cells)])]
    return len(said) * _LONGEST_STEP <= len(cells) and sum(step > 1 for step in steps) * 2 > len(steps)


def filled_down(table: Table, places: Collection[int], players: Sequence[int]) -> Table:
    """A table in which such entries are written in the lines of all players that they hold for."""
    found = [list(line) for line in table]
    for place in places:
        last = ""
        for number in range(min(players, default=0), max(players, default=-1) + 1):
            line = found[number]
            last = (_cell_at(line, place) if sum(map(bool, line)) > 1 else "") or last
            if number in players:
                line += [""] * (place + 1 - len(line))
                line[place] = last
    return found


def places_answered(questions: Sequence[Question], answers: Mapping[str, str]) -> list[int]:
    """The columns of which it was answered so, from 0."""
    return [int(question.key.removeprefix(DOWN_KEY)) - 1 for question in questions if answers.get(question.key) == DOWN]
