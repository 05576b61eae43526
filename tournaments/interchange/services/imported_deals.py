"""Storing the deals and attempts that came with a file. Inside the pieces of an event that comes in."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from common.journal import services as journal
from common.journal.models import Scope
from games.models import Attempt, AttemptTurn
from tournaments.core.draws import bound_rules, rules_of
from tournaments.core.services import staging
from tournaments.interchange.formats.imported_event import ImportedAttempt, ImportedDraw
from tournaments.models import Deal, DrawnDeal, Event, PairedAttempt, Pairing, Round


def store_draw(event: Event, round_: Round, draw: ImportedDraw) -> list[DrawnDeal]:
    """The draw of a round with its deals, those that were skipped too. Returns those that were played."""
    chance = rules_of(event).chance
    assert chance is not None
    with staging.piece(event):
        row = Deal.objects.create(
            event=event,
            round_number=round_.number,
            number=1,
            rules=bound_rules(event),
            version=draw.version,
            seed=draw.seed,
            commitment=draw.commitment,
            drawn_at=timezone.now(),
            line=0,
        )
        skipped = [
            DrawnDeal(draw=row, number=number, setup=chance.draw(chance.seed_of_board(draw.seed, number)))
            for number in draw.skipped
        ]
        played = [DrawnDeal(draw=row, number=deal.number, setup=deal.setup, par=deal.par) for deal in draw.deals]
        DrawnDeal.objects.bulk_create([*skipped, *played])
    return played


def store_attempts(
    event: Event,
    scope: Scope,
    boards: Sequence[tuple[Pairing, int, Sequence[ImportedAttempt]]],
    deals: Sequence[DrawnDeal],
) -> None:
    """The attempts of some boards, by player (a record's id), which are over and may be seen, with their turns."""
    wanted = [
        (pairing, person, attempt, place, deal)
        for pairing, person, attempts in boards
        for place, (attempt, deal) in enumerate(zip(attempts, deals, strict=False), 1)
    ]
    made = Attempt.objects.bulk_create(
        _attempt(event, scope, person, each, deal) for _, person, each, _, deal in wanted
    )
    journal.open_scopes([attempt.scope for attempt in made], scope)
    PairedAttempt.objects.bulk_create(
        PairedAttempt(pairing=pairing, attempt=row, deal=deal, place=place)
        for row, (pairing, _, _, place, deal) in zip(made, wanted, strict=True)
    )
    AttemptTurn.objects.bulk_create(
        AttemptTurn(attempt=row, ply=ply, token=token, at=at)
        for row, (_, _, each, _, _) in zip(made, wanted, strict=True)
        for ply, (token, at) in enumerate(each.turns, 1)
    )


def _attempt(event: Event, scope: Scope, person: int, attempt: ImportedAttempt, deal: DrawnDeal) -> Attempt:
    return Attempt(
        parent_scope=scope,
        player_id=person,
        rules=event.rules,
        options=sorted(event.options),
        setup=deal.setup,
        begun_at=attempt.begun_at,
        ended_at=attempt.ended_at,
        ending=attempt.ending,
        result=attempt.result,
        counts=None if attempt.counts is None else dict(attempt.counts),
        fault=attempt.fault,
        published=True,
    )
