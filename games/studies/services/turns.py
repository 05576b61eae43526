"""The turns of a chapter: played on, commented, put in front, removed. Turns are judged before the lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Max

from games.fair_play import Question, Source, need_fair_play
from games.models import Study, StudyChapter, StudyTurn
from games.studies.access import StudyRefused, own_study
from games.studies.acts import AddTurns, AnnotateTurn, PromoteTurn, RemoveTurns
from games.studies.services.chapters import NO_CHAPTER, locked_chapter
from games.studies.services.studies import change_study
from games.studies.stored import line_to, need_open_chapter, tree_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import read_variation
from gipf_engine.studies.chapter import Chapter, Grower, check_sign, clean_comment, clean_marks, start_of_chapter
from players.models import Account

NO_TURN = Message(_("This turn was removed meanwhile."))
LONGEST_TURNS = 20_000
"""Characters that are typed at once."""


@dataclass(frozen=True)
class Played:
    """What came of turns: the number of the last one, and how many were put into the tree."""

    number: int
    added: int


def play_turns(slug: str, account: Account, chapter: int, after: int, text: str, *, expect: int | None) -> Played:
    """Play turns, in any notation of the game, after one of a chapter. Those that are there already are gone along.

    All of them are legal, or none is kept. Raises `Refused`, `Stale`, `NotAllowed`.
    """
    study, row, tree = _read(slug, account, chapter, after)
    grower = Grower(tree)
    number = after
    tokens = _tokens(text, tree.rules)
    at = 0
    while at < len(tokens):
        try:
            number, used = grower.add(number, tokens, at)
        except RuleError as error:
            raise StudyRefused(error.message, field="turns") from error
        at += used
    known = {turn.number for turn in tree.turns}
    new = [turn for turn in grower.turns.values() if turn.number not in known]
    several = [grower.position(turn.number) for turn in new]
    need_fair_play(account, Question(Source.SOLVER, tree.rules, several=lambda: several))
    if not new:
        return Played(number, 0)
    line = line_to(grower.chapter, number)[len(line_to(tree, after)) :]
    with change_study(study, account, AddTurns, expect=expect, chapter=chapter):
        number = _store_line(locked_chapter(study, chapter), row, after, [turn.token for turn in line])
    return Played(number, len(new))


def _store_line(locked: StudyChapter, judged: StudyChapter, after: int, tokens: Sequence[str]) -> int:
    """Write what is missing of a line of judged turns; others may have played some of them meanwhile."""
    if locked.pk != judged.pk:
        raise StudyRefused(NO_CHAPTER)
    rows = {(turn.parent, turn.token): turn.number for turn in locked.turns.all()}
    if after and after not in rows.values():
        raise StudyRefused(NO_TURN)
    number = after
    for token in tokens:
        known = rows.get((number, token))
        if known is None:
            siblings = locked.turns.filter(parent=number).aggregate(Max("place"))["place__max"]
            known = max(rows.values(), default=0) + 1
            place = 0 if siblings is None else siblings + 1
            StudyTurn.objects.create(chapter=locked, number=known, parent=number, place=place, token=token)
            rows[number, token] = known
        number = known
    return number


def annotate_turn(
    slug: str,
    account: Account,
    chapter: int,
    number: int,
    *,
    comment: str | None = None,
    sign: str | None = None,
    marks: Sequence[str] | None = None,
    expect: int | None,
) -> None:
    """Say something of a position instead of what was said; None leaves a part as it is.

    Raises `Refused`, and `Stale` where something else was said of it since `expect`.
    """
    study, _row, tree = _read(slug, account, chapter, number)
    said: dict[str, object] = {}
    if comment is not None:
        said["comment"] = clean_comment(comment)
    if sign is not None:
        said["sign"] = check_sign(sign if number else "")
    if marks is not None:
        said["marks"] = list(clean_marks(marks, start_of_chapter(tree)))
    grower = Grower(tree)
    grower.annotate(number, **said)  # so that a chapter stays within its limits
    with change_study(study, account, AnnotateTurn, expect=expect, chapter=chapter, turn=number):
        row = locked_chapter(study, chapter)
        if not StudyTurn.objects.filter(chapter=row, number=number).update(**said):
            raise StudyRefused(NO_TURN)


def promote_turn(slug: str, account: Account, chapter: int, number: int, *, expect: int | None) -> None:
    """Let the main line of a chapter lead to this turn. Raises `Refused` and `Stale`."""
    study, _row, _tree = _read(slug, account, chapter, number)
    with change_study(study, account, PromoteTurn, expect=expect, chapter=chapter):
        row = locked_chapter(study, chapter)
        for turn in _line_of(row, number):
            row.turns.filter(parent=turn.parent, place__lt=turn.place).update(place=F("place") + 1)
            row.turns.filter(number=turn.number).update(place=0)


def remove_turns(slug: str, account: Account, chapter: int, number: int, *, expect: int | None) -> int:
    """Remove a turn with all that follow it: the number of the turn before it. Raises `Refused` and `Stale`."""
    study, _row, _tree = _read(slug, account, chapter, number)
    if not number:
        raise StudyRefused(Message(_("The start of a chapter stays: remove the chapter instead.")))
    with change_study(study, account, RemoveTurns, expect=expect, chapter=chapter):
        row = locked_chapter(study, chapter)
        line = _line_of(row, number)
        gone = {number}
        for each, parent in row.turns.order_by("number").values_list("number", "parent"):
            if parent in gone:
                gone.add(each)
        row.turns.filter(number__in=gone).delete()
    return line[-1].parent or 0


def _line_of(row: StudyChapter, number: int) -> list[StudyTurn]:
    """The rows that lead to a turn, itself last. Raises `StudyRefused` where it is gone."""
    turns = {turn.number: turn for turn in row.turns.all()}
    if number not in turns:
        raise StudyRefused(NO_TURN)
    line, at = [], turns[number]
    while at.parent is not None:
        line.append(at)
        at = turns[at.parent]
    return line[::-1]


def _read(slug: str, account: Account, chapter: int, number: int) -> tuple[Study, StudyChapter, Chapter]:
    """A study of one's own, a chapter of it, and its tree, which has a turn of this number."""
    study = own_study(slug, account)
    row = study.chapters.filter(number=chapter).first()
    if row is None:
        raise StudyRefused(NO_CHAPTER)
    tree = tree_of(row)
    need_open_chapter(account, tree)
    if all(turn.number != number for turn in tree.turns):
        raise StudyRefused(NO_TURN)
    return study, row, tree


def _tokens(text: str, rules: str) -> Sequence[str]:
    if len(text) > LONGEST_TURNS:
        raise StudyRefused(Message(_("At most %(most)d characters are read at once."), {"most": LONGEST_TURNS}))
    variation = read_variation(text.replace("\0", ""), rules.partition("-")[0])
    if variation.fault is not None:
        raise StudyRefused(variation.fault.message, field="turns")
    if variation.notes or variation.counts:
        raise StudyRefused(Message(_("Enter turns alone: comments have a field of their own.")), field="turns")
    if not variation.tokens:
        raise StudyRefused(Message(_("Choose a turn on the board, or type one.")), field="turns")
    return variation.tokens
