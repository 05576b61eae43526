"""Handing in how a game ended that no one wrote down: its final position, or what both players count."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from common.journal import services as journal
from games.core.permissions import is_arbiter, refuse_locked, refuse_online, seat_of
from games.core.services.errors import ScoreRefused
from games.models import Claimant, Game, ScoreSheet, Source
from games.results.acts import HandInScore
from games.results.services.adjudicate import request_adjudication
from games.results.services.results import add_claim, lock_game
from games.results.services.stated import follow, part_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import certify_counts, certify_position
from gipf_engine.rules.errors import RuleError
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

LONGEST_POSITION = 400


def submit_score(
    game_id: int,
    account: Account,
    *,
    position: str = "",
    counts: Sequence[Sequence[int]] | None = None,
    source: str = Source.PAGE,
) -> ScoreSheet:
    """Keep how a game ended, and take it as the claim of `account`. Workers certify what both players hand in alike.

    Either `position`, a position text in which the game is over, or `counts`: for White and for Black one number for
    each of the rules' `score_names`. What an arbiter hands in decides, save against a result that is in force.
    Raises `NotAllowed`, `ScoreRefused` and `Game.DoesNotExist`.
    """
    game = Game.objects.select_related("parent_scope", "white", "black").get(pk=game_id, parent_scope__hidden=False)
    if seat_of(game, account) is None and not is_arbiter(game, account):
        raise NotAllowed(Permission.DECIDE_RESULT, game.parent_scope.key)
    refuse_online(game, ScoreRefused)
    document = _check_score(game, position.strip(), counts)
    with journal.commit(game.parent_scope.key, account, HandInScore, game=game_id) as act:
        game = lock_game(game_id, ScoreRefused)
        part = part_of(game, account, None, source)
        refuse_locked(game, ScoreRefused)
        if game.rated_on is not None:
            raise ScoreRefused(Message(_("This event is closed: ask its arbiter to correct the result.")))
        sheet = _store_sheet(game, account, part, document)
        act.data |= {"role": part.value, "result": sheet.result, "sheet": sheet.number}
        if part != Claimant.ARBITER or game.result in (PENDING, sheet.result):
            add_claim(game, account, part, Source.SCORE, sheet.result)
            follow(game)
        request_adjudication([game.pk])
    return sheet


def _check_score(game: Game, position: str, counts: Sequence[Sequence[int]] | None) -> dict[str, Any]:
    """The certificate that would be made of it. Raises `ScoreRefused`."""
    if bool(position) == (counts is not None):
        raise ScoreRefused(Message(_("Hand in the final position or the counts of both players, one of the two.")))
    rules = rules_for(game.rules, game.options)
    try:
        return certify_position(rules, position) if counts is None else certify_counts(rules, counts)
    except RuleError as error:
        field = "position" if counts is None else "counts"
        raise ScoreRefused(
            Message(_("This does not end the game: %(why)s."), {"why": error.message}), field=field
        ) from error


def _store_sheet(game: Game, account: Account, part: Claimant, document: dict[str, Any]) -> ScoreSheet:
    """A new row, or the one that the same part handed in last where it says the same."""
    position = document["position"]
    counts = None if position else [[line[seat] for line in document["lines"]] for seat in ("white", "black")]
    digest = hashlib.sha256(json.dumps([position, counts]).encode()).hexdigest()
    sheets = ScoreSheet.objects.filter(game=game)
    last = sheets.filter(role=part).order_by("number").last()
    if last is not None and last.digest == digest:
        return last
    return ScoreSheet.objects.create(
        game=game,
        number=sheets.count() + 1,
        role=part,
        handed_in_by=account.pk,
        handed_in_at=timezone.now(),
        position=position,
        counts=counts,
        digest=digest,
        result=document["result"],
    )
