"""Drawing and solving the deals of a round: a worker's jobs, one a deal, so that another worker goes on at any time."""

from __future__ import annotations

from common.jobs import services as jobs
from common.journal.services import touch
from games.attempts.services.attempts import (
    NewAttempt,
    create_attempts,
    delete_attempts,
    end_attempts,
    publish_attempts,
)
from games.attempts.services.submit_attempt import submit_attempt, submit_own_attempt
from games.core.events import AttemptsEnded
from games.core.permissions import is_player
from games.models import Attempt
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.deals import Candidate
from players.models import Account
from tournaments.core.draws import (
    DRAW,
    deal_source_of,
    deals_a_round,
    deals_of_draw,
    draw_in_force,
    lets_players_hand_in,
    missing_deals,
    plays_deals,
    seconds_of,
    subject_of,
)
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData
from tournaments.core.mapping import people_of
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.duplicate.acts import CloseDeals
from tournaments.models import Deal, DrawnDeal, Event, PairedAttempt, Pairing, Round, Slot


def draw_next_deal(event_id: int, round_number: int) -> bool:
    """Draw, solve and store one deal of a round; whether one was missing.

    Whatever kills the worker, the next one goes on behind the last deal that was stored. Where another seed was drawn
    meanwhile, the deals of that one are drawn.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None or not plays_deals(event):
        return False
    draw = draw_in_force(event, round_number)
    if draw is not None and _draw_next(event, draw):
        return True
    touch([event.scope])  # pages say that the round can start
    return False


def _draw_next(event: Event, draw: Deal) -> bool:
    wanted, drawn = deals_a_round(event), list(DrawnDeal.objects.filter(draw=draw).order_by("number"))
    won = sum(deal.par is not None for deal in drawn)
    jobs.progress(DRAW, subject_of(event.pk, draw.round_number), min(won, wanted), wanted)
    if won >= wanted:
        return False
    source = deal_source_of(event)
    assert source is not None
    _store_deal(draw, source.candidate(draw.seed, drawn[-1].number + 1 if drawn else 1))
    return True


def _store_deal(draw: Deal, deal: Candidate) -> None:
    """Add a deal, unless another worker, which took this job over, was quicker: what it found is the same."""
    DrawnDeal.objects.bulk_create(
        [DrawnDeal(draw=draw, number=deal.number, setup=deal.setup, par=deal.par)], ignore_conflicts=True
    )


def need_deals(event: Event, round_number: int) -> None:
    """EventRefused while the deals of a round are not all drawn."""
    if missing := missing_deals(event, round_number):
        params = {"round": round_number, "reasons": missing}
        raise EventRefused(Message(_("Round %(round)d cannot start: %(reasons)s."), params), missing)


# --- attempts of a round --------------------------------------------------------------------------------


def make_attempts(doing: EventCommand, rows: EventData, round_: Round) -> None:
    """The attempts of everybody at every deal of a round that starts. Inside the caller's act."""
    event = doing.event
    if not plays_deals(event):
        return
    deals = deals_of_draw(event, draw_in_force(event, round_.number))
    if not deals:
        need_deals(event, round_.number)
    seats = Slot.objects.filter(round=round_, pairing__kind=Pairing.Kind.SOLO).order_by("pairing__board")
    places = [
        (pairing, entry, place, deal)
        for pairing, entry in seats.values_list("pairing", "entry")
        for place, deal in enumerate(deals, 1)
    ]
    people, seconds = people_of(event), seconds_of(event)
    made = create_attempts(
        [NewAttempt(player=people[entry], setup=deal.setup, seconds=seconds) for _board, entry, _place, deal in places],
        parent_scope=doing.scope,
        rules=event.rules,
        options=event.options,
    )
    PairedAttempt.objects.bulk_create(
        PairedAttempt(pairing_id=pairing, attempt=attempt, deal=deal, place=place)
        for (pairing, _entry, place, deal), attempt in zip(places, made, strict=True)
    )


def remove_attempts(round_id: int) -> None:
    """The attempts of a round that is taken back. Inside the caller's act."""
    attempts = list(PairedAttempt.objects.filter(pairing__round=round_id).values_list("attempt", flat=True))
    if attempts:
        delete_attempts(attempts)


def end_attempts_of(entry_id: int) -> None:
    """End what an entry that leaves still has open. Inside the caller's act."""
    mine = PairedAttempt.objects.filter(pairing__slots__entry=entry_id, attempt__ended_at=None)
    if attempts := list(mine.values_list("attempt", flat=True)):
        end_attempts(attempts)


def close_deals(event_id: int, actor: Account, number: int, *, reason: str = "", expect: int | None = None) -> None:
    """End every attempt of a round that is still open: what was not begun is not played any more.

    Then everybody sees all lines. `expect` is the event's version that the form showed. Raises NotAllowed, Stale,
    EventRefused and Round.DoesNotExist.
    """
    with event_act(event_id, actor, CloseDeals, expect=expect, round=number) as doing:
        need_state(doing.event, State.RUNNING)
        round_ = Round.objects.get(event=doing.event, number=number)
        doing.set_reason(reason)
        open_ = PairedAttempt.objects.filter(pairing__round=round_, attempt__ended_at=None)
        attempts = list(open_.values_list("attempt", flat=True))
        if not attempts:
            raise EventRefused(Message(_("All attempts of this round are over.")))
        end_attempts(attempts)


def submit_record(attempt_id: int, account: Account, text: str) -> Attempt:
    """Hand in an attempt that was played over the board: arbiters for anyone, players for themselves if they may.

    Raises NotAllowed, EventRefused, AttemptRefused and Attempt.DoesNotExist.
    """
    paired = PairedAttempt.objects.select_related("attempt__player", "pairing__round__event").get(attempt=attempt_id)
    if is_player(paired.attempt, account) and lets_players_hand_in(paired.pairing.round.event):
        return submit_own_attempt(attempt_id, account, text)
    return submit_attempt(attempt_id, account, text)


def publish_finished_rounds(ended: AttemptsEnded) -> None:
    """When the last attempt of a round is over, everybody may see how all were played. Under the lock of its event.

    EventRefused where the event is closed: a record that its player handed in is not corrected any more.
    """
    attempts = [attempt.pk for attempt in ended.attempts]
    rounds = Round.objects.filter(pairings__paired_attempts__attempt__in=attempts).select_related("event").distinct()
    for round_ in rounds.order_by("pk"):
        need_state(round_.event, State.RUNNING)
        if round_.locked:
            raise EventRefused(Message(_("Round %(round)d is locked: unlock it first."), {"round": round_.number}))
        own = PairedAttempt.objects.filter(pairing__round=round_)
        if not own.filter(attempt__ended_at=None).exists():
            publish_attempts(list(own.values_list("attempt", flat=True)))
