"""Deals of events in which everybody plays the same ones: how they are drawn, which are played. No database writes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules
from gipf_engine.rules.deals import Candidate, DealSource, Document, document_of
from tournaments.core.formats import format_of, option
from tournaments.models import Deal, DrawnDeal, Event

DRAW = "draw-deals"
"""The kind of job that draws the deals of a round."""


def plays_deals(event: Event) -> bool:
    """Whether everybody plays the same deals alone in this event."""
    return not format_of(event.format).has_opponents


def rules_of(event: Event) -> Rules:
    """The rules of the event's games with its options."""
    return rules_for(event.rules, frozenset(event.options))


def deal_source_of(event: Event) -> DealSource | None:
    """How the event's deals are drawn and solved; None where nobody plays deals."""
    return DealSource(rules_of(event), option(event, "solver_limit")) if plays_deals(event) else None


def deals_a_round(event: Event) -> int:
    """How many deals everybody plays in a round."""
    return option(event, "deals")


def seconds_of(event: Event) -> int | None:
    """How long an attempt may take; None for no limit."""
    minutes = option(event, "minutes")
    return int(timedelta(minutes=minutes).total_seconds()) if minutes else None


def lets_players_hand_in(event: Event) -> bool:
    """Whether players may hand in records of what they played over the board themselves."""
    return bool(option(event, "own_records"))


def subject_of(event_id: int, round_number: int) -> str:
    """The subject of the job that draws a round's deals."""
    return f"event:{event_id}:{round_number}"


def played_deals(drawn: Sequence[DrawnDeal], wanted: int) -> list[DrawnDeal]:
    """Of a draw's deals in their order those that are played: the first that the solver won, none while too few are."""
    won = [deal for deal in drawn if deal.par is not None]
    return won[:wanted] if len(won) >= wanted else []


def document_of_draw(event: Event, draw: Deal, played: Sequence[DrawnDeal]) -> Document:
    """The published draw, as `checkdraw` reads it. Whoever asks sees to it that its round is over."""
    source = deal_source_of(event)
    assert source is not None
    return document_of(source, draw.seed, [Candidate(deal.number, deal.setup, deal.par) for deal in played])
