"""What the export of one's own data says about events: those that one was entered in, or waits for."""

from __future__ import annotations

from collections.abc import Sequence

from players.erasure.exports import section
from players.models import Account
from tournaments.models import Answer, Award, Member, SeasonMove, WaitingPlayer


@section("events")
def _events(account: Account, records: Sequence[int]) -> object:
    members = Member.objects.filter(person__in=records).select_related("entry", "event__club").order_by("event")
    return [
        {
            "event": member.event.name,
            "club": member.event.club.name,
            "starts_on": member.event.starts_on.isoformat(),
            "ends_on": member.event.ends_on.isoformat(),
            "entered_at": member.entry.entered_at.isoformat(timespec="seconds"),
            "pairing_number": member.entry.number,
            "rating": member.entry.rating,
            "birth": member.entry.details.get("birth", ""),
            "withdrawn": member.entry.withdrawn,
        }
        for member in members
    ]


@section("waiting_lists")
def _waiting_lists(account: Account, records: Sequence[int]) -> object:
    waiting = WaitingPlayer.objects.filter(person__in=records).select_related("event__club").order_by("pk")
    return [
        {
            "event": each.event.name,
            "club": each.event.club.name,
            "since": each.since.isoformat(timespec="seconds"),
        }
        for each in waiting
    ]


@section("registration_answers")
def _answers(account: Account, records: Sequence[int]) -> object:
    given = Answer.objects.filter(person__in=records).select_related("question__event").order_by("pk")
    return [{"event": each.question.event.name, "question": each.question.text, "answer": each.text} for each in given]


@section("titles")
def _titles(account: Account, records: Sequence[int]) -> object:
    awards = Award.objects.filter(person__in=records).select_related("title__club", "withdrawal").order_by("pk")
    return [
        {
            "title": award.title.name,
            "club": award.title.club.name,
            "awarded_on": award.awarded_on.isoformat(),
            "awarded_for": award.basis,
            "withdrawn_because": award.withdrawal.reason if hasattr(award, "withdrawal") else "",
        }
        for award in awards
    ]


@section("moves_between_divisions")
def _moves(account: Account, records: Sequence[int]) -> object:
    moves = SeasonMove.objects.filter(person__in=records).select_related("season__league").order_by("pk")
    return [
        {
            "league": move.season.league.name,
            "season": move.season.name,
            "division": move.division,
            "next_division": move.to,
            "reason": move.reason,
        }
        for move in moves
    ]
