"""Adjudication: a certificate is made with the record that proves it, else by workers from what is stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from games.core.questions import seed_of
from games.core.services.consistency import game_tags
from games.models import Certificate, Claim, Claimant, Game, Move, Record, ScoreSheet, Source
from games.results.acts import Adjudicate, ContradictResult
from games.results.services.results import add_claim, lock_game
from games.results.services.stated import follow, standing_of
from gipf_engine.claims import RECORD, ClaimState
from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import NotCertified, certify_counts, certify_position, certify_verdict
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.verdict import Verdict, check

ADJUDICATE = "adjudicate"
"""The kind of job that certifies how a game ended; its subject is "game:" and the game's id."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A certificate that is worked out and not stored yet, and what it was made from."""

    document: dict[str, Any]
    record: Record | None = None
    sheet: ScoreSheet | None = None

    @property
    def is_new(self) -> bool:
        """Whether no one has certified the same meanwhile."""
        return not Certificate.objects.filter(record=self.record, sheet=self.sheet).exists()


def request_adjudication(games: Collection[int]) -> None:
    """Ask, inside the caller's transaction, that what these games have be certified."""
    jobs.request_many(ADJUDICATE, [f"game:{game}" for game in games])


def request_all(parent_scope: str) -> int:
    """Ask for every game of a parent scope with a record that ends it and no certificate; says how many."""
    waiting = _records_to_certify().filter(game__parent_scope__key=parent_scope, game__parent_scope__hidden=False)
    games = sorted(set(waiting.values_list("game", flat=True)))
    request_adjudication(games)
    return len(games)


def adjudicate(game_id: int) -> None:
    """Certify each record of a game that ends it, and the score sheet that is agreed, once.

    A record that proves another result than the one in force puts the game in dispute. It may be done again without
    harm: what has its certificate is left alone.
    """
    game = (
        Game.objects.select_related("parent_scope")
        .filter(pk=game_id, parent_scope__hidden=False, removed_at=None)
        .first()
    )
    if game is None:
        return
    drafts = [*_from_records(game), *_from_sheets(game)]
    if not drafts:
        return
    keep_certificates(game, drafts)


def keep_certificates(game: Game, drafts: Sequence[Draft]) -> None:
    """Store what is new of it, as an act of the server; a record that proves another result disputes the one in force.

    Inside no other act on the game's parent scope.
    """
    with journal.commit(game.parent_scope.key, None, Adjudicate, game=game.pk) as act:
        game = lock_game(game.pk)
        kept = [store_certificate(game, draft) for draft in drafts if draft.is_new]
        act.data |= {"certificates": [each.number for each in kept]}
    for certificate in kept:
        dispute(certificate)


def dispute(certificate: Certificate) -> None:
    """Let a record speak against the result in force, where that is another than its moves prove."""
    game = certificate.game
    if certificate.record is None or not _speaks_against(game, certificate):
        return
    with journal.commit(game.parent_scope.key, None, ContradictResult, game=game.pk, result=certificate.result):
        game = lock_game(game.pk)
        if _speaks_against(game, certificate):
            add_claim(game, None, Claimant.RECORD, Source.RECORD, certificate.result, record=certificate.record)
            follow(game)


def certify(game: Game, record: GameRecord, verdict: Verdict) -> dict[str, Any] | None:
    """The certificate of a record that was judged as one of `game`; None where its moves do not end the game."""
    if verdict.outcome not in OVER_THE_BOARD:
        return None
    try:
        return certify_verdict(record, verdict, seed_of(game))
    except NotCertified:
        return certify_verdict(record, verdict)  # the board was laid out anew by hand: no seed stands for it


def new_certificate(
    game: Game, number: int, document: dict[str, Any], *, record: Record | None = None, sheet: ScoreSheet | None = None
) -> Certificate:
    """A certificate that is not stored yet."""
    return Certificate(
        game=game,
        number=number,
        record=record,
        sheet=sheet,
        document=document,
        digest=document["digest"],
        result=document["result"],
        made_at=timezone.now(),
    )


def _records_to_certify() -> QuerySet[Record]:
    return Record.objects.filter(outcome__in=OVER_THE_BOARD, certificate__isnull=True, game__removed_at=None)


def _from_records(game: Game) -> list[Draft]:
    drafts = []
    for stored in _records_to_certify().filter(game=game).order_by("number"):
        moves = Move.objects.filter(record=stored, ply__gt=0).order_by("ply")
        record = GameRecord(game_tags(game), tuple(moves.values_list("token", flat=True)))
        document = certify(game, record, check(record))
        assert document is not None, "its moves ended the game when it was stored"
        drafts.append(Draft(document, record=stored))
    return drafts


def _from_sheets(game: Game) -> list[Draft]:
    sheet = agreed_sheet(game)
    if sheet is None or Certificate.objects.filter(sheet__game=game, sheet__digest=sheet.digest).exists():
        return []
    rules = rules_for(game.rules, game.options)
    if sheet.position:
        return [Draft(certify_position(rules, sheet.position), sheet=sheet)]
    assert sheet.counts is not None
    return [Draft(certify_counts(rules, sheet.counts), sheet=sheet)]


def agreed_sheet(game: Game) -> ScoreSheet | None:
    """The score sheet that holds: the arbiter's last one, else what both players handed in last, if it is the same."""
    latest = {sheet.role: sheet for sheet in ScoreSheet.objects.filter(game=game).order_by("number")}
    if Claimant.ARBITER in latest:
        return latest[Claimant.ARBITER]
    white, black = latest.get(Claimant.WHITE), latest.get(Claimant.BLACK)
    if white is None or black is None or white.digest != black.digest:
        return None
    return max(white, black, key=lambda sheet: sheet.number)


def store_certificate(game: Game, draft: Draft) -> Certificate:
    """Write it, inside an act that holds the game's lock."""
    number = Certificate.objects.filter(game=game).count() + 1
    certificate = new_certificate(game, number, draft.document, record=draft.record, sheet=draft.sheet)
    certificate.save(force_insert=True)
    return certificate


def _speaks_against(game: Game, certificate: Certificate) -> bool:
    """Whether the game has another result in force, and this record has not said so yet."""
    now = standing_of(game)
    if now.state not in (ClaimState.AGREED, ClaimState.DECIDED) or now.result == certificate.result:
        return False
    return not Claim.objects.filter(game=game, role=RECORD, record=certificate.record).exists()
