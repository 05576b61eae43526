"""How well the rating systems of a list predict its games."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.translation import translate_message
from gipf_engine.messages import Message
from gipf_engine.ratings.deviations import FIRST_MOVE, HANDICAP_WORTH
from gipf_engine.ratings.first_move import FEWEST_GAMES
from gipf_engine.ratings.handicaps import FEWEST_WITH_HANDICAP, HandicapWorth
from gipf_engine.rules import all_rules
from players.core.limits import take_heavy
from players.permissions import may
from players.roles import Permission
from ratings.core.visible_pools import pool_or_404
from ratings.evidence.calibration_chart import draw_calibration
from ratings.evidence.queries import SystemEvidence
from ratings.evidence.services import evidence_or_ask
from ratings.models import Pool


@require_safe
def evidence(request: HttpRequest, pool_id: int) -> HttpResponse:
    """How well each rating system predicts the games of a list."""
    pool = pool_or_404(pool_id)
    found = evidence_or_ask(pool, partial(take_heavy, request))
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "rows": None if found is None else [(row, _calibration(row)) for row in found],
        "own": found[0] if found else None,
        "handicaps": _handicaps(pool, found[0]) if found else [],
        "needed_with_handicap": FEWEST_WITH_HANDICAP,
        "needed": FEWEST_GAMES,
        "counted": pool.rating_system.parameters.get(FIRST_MOVE.key),
        "worth": pool.rating_system.parameters.get(HANDICAP_WORTH.key),
        "may_set": may(request.user, Permission.EDIT_CLUB, pool.scope),
    }
    return render(request, "ratings/evidence/evidence.html", known)


def _handicaps(pool: Pool, own: SystemEvidence) -> list[tuple[Message, HandicapWorth]]:
    """Each handicap in the words of the rules, and what it is worth."""
    words = all_rules()[pool.rules]().handicaps() if own.handicaps else {}
    return [(words.get(each.handicap, Message(each.handicap)), each) for each in own.handicaps]


def _calibration(row: SystemEvidence) -> SafeString:
    label = gettext("Expected by %(system)s, and scored") % {"system": translate_message(row.name)}
    return mark_safe(draw_calibration(row.evidence.calibration, label))  # noqa: S308  it escapes what it is given
