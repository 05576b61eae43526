"""Analysing finished games: asked for once for everybody, done by the worker that has the compiled search.

First every position gets a short look, in portions of a second; then a position that a reader stays at is looked at
ever deeper. What is found belongs to the position and is shared by all games that pass through it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from games.analysis.search_version import version_of
from games.core.queries.page import GamePage, RecordView, game_page, record_view
from games.core.questions import round_of
from games.core.services.errors import GameRefused
from games.fair_play import Question, Source, need_fair_play
from games.models import AskedPosition, Game, PositionAnalysis, Record, RecordAnalysis
from games.models.analyses import scope_of_analysis
from gipf_engine.analysis.answer import PROVED, Analysis
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from players.core import limits

LONGEST_POSITION = 400
"""Characters of a position text that is looked at."""
LOOK_ON_BOARD, DEEPEN_ON_BOARD = "look-on-board", "look-deeper-on-board"
"""Kinds of jobs of the analysis board: the id of what is asked, and the step, "12:0"."""
ANALYSE, LOOK, DEEPEN = "analyse-record", "look-at-position", "look-deeper"
"""Kinds of jobs, by the record's id; those of a position with its ply, and the step: "12", "12:34", "12:34:1"."""
STEPS = (40_000, 400_000, 3_000_000)
"""Positions looked at, step by step: some hundredths of a second, some tenths, and one to three seconds."""
LINES = 3
PORTION_SECONDS = 0.5
KEPT = timedelta(days=60)
"""So long after a person read it is an analysis kept."""
_LOOK_EVERY = 3600.0
_AT_ONCE = 1_000

_NO_KERNEL = Message(_("This game cannot be analysed here yet."))
_NO_OPTIONS = Message(_("The computer does not judge games with these options."))
_NOT_OVER = Message(_("A game can be analysed when it is over."))
_ROUND_NOT_OVER = Message(_("Games of a round can be analysed when all games of the round are over."))


def need_analysable(page: GamePage) -> None:
    """Raise `GameRefused` where a game is not over, its round goes on, or no search plays it."""
    game = page.game
    if not has_kernel(rules_for(game.rules, game.options)):
        raise GameRefused(_NO_KERNEL)
    if game.result == PENDING:
        raise GameRefused(_NOT_OVER)
    of_round = round_of(game)
    if of_round is not None and Game.objects.filter(pk__in=of_round.games, result=PENDING, removed_at=None).exists():
        raise GameRefused(_ROUND_NOT_OVER)


def need_open(reader: object, page: GamePage, record: RecordView) -> None:
    """Raise `FairPlayRefused` where the reader sits in a running game that passes through the record's positions."""
    need_fair_play(reader, Question(Source.SOLVER, page.game.rules, several=lambda: record.positions))


def ask_analysis(request: HttpRequest, page: GamePage, record: RecordView, ply: int) -> None:
    """Ask that a record be analysed; where that is done, that its position after `ply` turns be looked at more deeply.

    Raises `GameRefused`, `FairPlayRefused` and TooMany.
    """
    need_analysable(page)
    need_open(request.user, page, record)
    number, version, today = record.line.id, version_of(_game_of(page.game)), timezone.localdate()
    known = RecordAnalysis.objects.filter(pk=number, version=version).first()
    if known is None:
        limits.ANALYSES.take_from(request)
        journal.open_scope(scope_of_analysis(number), journal.SERVER)
        fresh = {"version": version, "done": 0, "asked_on": today}
        RecordAnalysis.objects.update_or_create(record_id=number, defaults=fresh)
        jobs.request(ANALYSE, str(number))
    elif known.done > record.line.plies and record.positions[ply].outcome is None:
        limits.LOOKS.take_from(request)
        jobs.request(LOOK, f"{number}:{ply}")


def analyse_portion(number: int) -> bool:
    """Look at some positions of a record that were not looked at yet; whether more are left. It may be done twice."""
    asked = RecordAnalysis.objects.filter(pk=number).first()
    found = _find_record(number)
    if asked is None or found is None:
        return False
    page, record = found
    positions, until, version = record.positions, time.monotonic() + PORTION_SECONDS, version_of(_game_of(page.game))
    done = asked.done if asked.version == version else 0
    while done < len(positions) and time.monotonic() < until:
        look(positions[done], STEPS[0], version)
        done += 1
    RecordAnalysis.objects.filter(pk=number).update(done=done, version=version)
    journal.touch([asked.scope])
    return done < len(positions)


def look_at(number: int, ply: int, step: int) -> bool:
    """Look at a position of a record for so many nodes; whether a deeper look could tell more."""
    found = _find_record(number)
    if found is None or ply >= len(found[1].positions):
        return False
    position = found[1].positions[ply]
    kept = look(position, STEPS[step], version_of(_game_of(found[0].game)))
    journal.touch([scope_of_analysis(number)])
    return kept is not None and step + 1 < len(STEPS)


def look(position: Position, nodes: int, version: str) -> PositionAnalysis | None:
    """What a search of so many nodes finds in a position, kept if it was found before; None where the game is over."""
    if position.outcome is not None:
        return None
    name = {"rules": position.rules.key, "position": position.text(), "version": version, "nodes": nodes}
    kept = PositionAnalysis.objects.filter(**name).first()
    if kept is not None:
        return kept
    from gipf_engine.analysis.search import analyse  # loads the compiler, in a worker alone

    try:
        found = analyse(position, nodes, LINES)
    except OverflowError:  # positions made up to have thousands of turns
        found = Analysis(0, 0, ())
    values = {
        "depth": found.depth,
        "lines": [[line.score, list(line.turns)] for line in found.lines],
        "asked_on": timezone.localdate(),
    }
    return PositionAnalysis.objects.get_or_create(**name, defaults=values)[0]


def need_open_positions(reader: object, rules: str, positions: Sequence[Position]) -> None:
    """Raise `FairPlayRefused` where the reader sits in a running game that goes through one of these positions."""
    need_fair_play(reader, Question(Source.SOLVER, rules, several=lambda: positions))


def need_judged(position: Position) -> None:
    """Raise `GameRefused` where no search judges a position."""
    if position.rules.options and has_kernel(rules_for(position.rules.key)):
        raise GameRefused(_NO_OPTIONS)
    if not has_kernel(position.rules) or len(position.text()) > LONGEST_POSITION:
        raise GameRefused(_NO_KERNEL)


def ask_looks(request: HttpRequest, positions: Sequence[Position], *, deeper: bool = False) -> None:
    """Ask that positions be looked at: at once, and a while longer where workers are free; `deeper`: longer still.

    What is known is asked of no one. Raises `GameRefused`, `FairPlayRefused` and TooMany.
    """
    going_on = [position for position in positions if position.outcome is None]
    for position in going_on:
        need_judged(position)
        need_open_positions(request.user, position.rules.key, [position])
    wanted, today = STEPS[-1] if deeper else STEPS[0], timezone.localdate()
    texts = [position.text() for position in going_on]
    PositionAnalysis.objects.filter(position__in=texts, asked_on__lt=today).update(asked_on=today)
    unknown = [position for position in going_on if not _is_known(position, wanted)]
    if not unknown:
        return
    (limits.LOOKS if deeper else limits.BOARD_LOOKS).take_from(request)
    for position in unknown:
        name = {"rules": position.rules.key, "position": position.text()}
        asked, is_new = AskedPosition.objects.get_or_create(**name, defaults={"asked_on": today})
        if not is_new and asked.asked_on < today:
            AskedPosition.objects.filter(pk=asked.pk).update(asked_on=today)
        if deeper:
            jobs.request(DEEPEN_ON_BOARD, f"{asked.pk}:{len(STEPS) - 1}")
        else:
            jobs.request(LOOK_ON_BOARD, f"{asked.pk}:0")


def _is_known(position: Position, nodes: int) -> bool:
    known = {"rules": position.rules.key, "position": position.text(), "version": version_of(position.rules.game)}
    return PositionAnalysis.objects.filter(**known, nodes__gte=nodes).exists()


def look_at_asked(asked_id: int, step: int) -> bool:
    """Look at what was asked at the analysis board; whether the next look could tell more. It may be done twice."""
    asked = AskedPosition.objects.filter(pk=asked_id).first()
    if asked is None:
        return False
    position = rules_for(asked.rules).position(asked.position)
    kept = look(position, STEPS[step], version_of(position.rules.game))
    is_open = kept is not None and bool(kept.lines) and abs(kept.lines[0][0]) <= PROVED
    return is_open and step + 2 < len(STEPS)


def note_read(analysis: RecordAnalysis, positions: Sequence[Position]) -> None:
    """A person reads an analysis: it is kept for another while. Written once a day at most."""
    today = timezone.localdate()
    if analysis.asked_on >= today:
        return
    RecordAnalysis.objects.filter(pk=analysis.pk).update(asked_on=today)
    texts = [position.text() for position in positions]
    PositionAnalysis.objects.filter(position__in=texts, version=analysis.version).update(asked_on=today)


@jobs.every(_LOOK_EVERY)
def forget_analyses() -> None:
    """Analyses that no one has read for long go, with the scopes of those of records."""
    before = timezone.localdate() - KEPT
    if old := list(PositionAnalysis.objects.filter(asked_on__lt=before).values_list("pk", flat=True)[:_AT_ONCE]):
        PositionAnalysis.objects.filter(pk__in=old, asked_on__lt=before).delete()
    if old := list(AskedPosition.objects.filter(asked_on__lt=before).values_list("pk", flat=True)[:_AT_ONCE]):
        AskedPosition.objects.filter(pk__in=old, asked_on__lt=before).delete()
    if gone := list(RecordAnalysis.objects.filter(asked_on__lt=before).values_list("pk", flat=True)[:_AT_ONCE]):
        RecordAnalysis.objects.filter(pk__in=gone, asked_on__lt=before).delete()
        Scope.objects.filter(key__in=map(scope_of_analysis, gone)).delete()


def _find_record(number: int) -> tuple[GamePage, RecordView] | None:
    """A record by its id, with its game; None where it is gone."""
    record = Record.objects.filter(pk=number).values_list("game", "number").first()
    if record is None:
        return None
    try:
        page = game_page(record[0])
    except Game.DoesNotExist:
        return None
    view = record_view(page, record[1])
    return None if view is None else (page, view)


def _game_of(game: Game) -> str:
    return rules_for(game.rules).game
