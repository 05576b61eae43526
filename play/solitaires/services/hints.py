"""Hints in practice: the solver is asked by a job and answers for everybody who stands in the same position."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from common.jobs import services as jobs
from games.fair_play import Question, Source, is_closed, need_fair_play
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from play.core.errors import PlayRefused
from play.core.replay import PlayedDeal
from play.models import Hint, PracticeDeal
from play.solitaires.services.practice import LIMIT
from players.core import limits

FIND = "find-hint"
"""The kind of job that lets the solver look at a position. Its subject is "hint:" and its id."""
KEPT = timedelta(days=1)

_NOTHING_TO_SEEK = Message(_("The game is over: no hints are available."))


def hint_for(deal: PracticeDeal, played: PlayedDeal) -> Hint | None:
    """What was asked of this position before, answered or not."""
    return Hint.objects.filter(deal=deal, position=played.position.text()).first()


def is_closed_deal(deal: PracticeDeal, reader: object) -> bool:
    """Whether the solver says nothing of a deal to `reader`, who plays it in a round or on a day that is not over."""
    return is_closed(reader, _question(deal))


def ask_hint(deal: PracticeDeal, played: PlayedDeal, asker: str, reader: object) -> Hint:
    """Ask what the solver would play. `asker` is who is counted: an account or an address.

    Raises PlayRefused, TooMany, and `FairPlayRefused` where `reader` plays the deal in a round that is not over.
    """
    need_fair_play(reader, _question(deal))
    if played.outcome is not None:
        raise PlayRefused(_NOTHING_TO_SEEK)
    known = hint_for(deal, played)
    if known is not None:
        return known
    limits.HINTS.take(asker)
    hint, made = Hint.objects.get_or_create(
        deal=deal, position=played.position.text(), defaults={"asked_at": timezone.now()}
    )
    if made:
        jobs.request(FIND, f"hint:{hint.pk}")
    return hint


def _question(deal: PracticeDeal) -> Question:
    return Question(Source.SOLVER, deal.rules, setup=deal.setup)


def find_hint(hint_id: int) -> None:
    """Let the solver look, and keep what it found. It may be done twice."""
    hint = Hint.objects.select_related("deal").filter(pk=hint_id, found_at=None).first()
    if hint is None:
        return
    rules = rules_for(hint.deal.rules, hint.deal.options)
    solver = rules.solver()
    assert solver is not None
    position = rules.position(hint.position)
    found = solver.solve(position, LIMIT)
    turn = position.notation(found.line[0]) if found.line else ""
    Hint.objects.filter(pk=hint_id, found_at=None).update(
        found_at=timezone.now(), can_be_won=found.can_be_won, turn=turn, par=found.par if turn else None
    )


@jobs.regularly
def forget_hints() -> None:
    """Hints are for the moment: old ones go."""
    old = Hint.objects.filter(asked_at__lt=timezone.now() - KEPT)
    if old.exists():  # deleting nothing would lock the database, too
        old.delete()
