"""Saving a line of the analysis board as a study."""

from __future__ import annotations

from django.utils.translation import gettext

from common.translation import translate_message
from games.analysis_board.line import AnalysedLine, need_open_line
from games.models import Study
from games.studies.services.studies import create_study
from gipf_engine.rules.laying import position_in
from gipf_engine.studies.chapter import Chapter, Grower
from players.models import Account


def save_line(account: Account, line: AnalysedLine) -> Study:
    """A private study with the line as its chapter. Raises `FairPlayRefused`, `NoPlayer` and `StudyRefused`."""
    need_open_line(account, line)
    title = gettext("Analysis: %(game)s") % {"game": translate_message(line.name)}
    return create_study(account, title, [chapter_of_line(line)])


def chapter_of_line(line: AnalysedLine) -> Chapter:
    """The start with its turns."""
    start = line.start
    text = start.text or position_in(start.setup)
    begun = Chapter("", start.rules, start.options, "" if text else start.setup, start.handicap, text)
    grower, number = Grower(begun), 0
    for at in range(len(line.tokens)):
        number, _used = grower.add(number, line.tokens, at)
    return grower.chapter
