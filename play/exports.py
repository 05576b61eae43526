"""What the export of one's own data says of playing: practice, the deals of days, vacations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from games.models import Attempt
from play.models import (
    Block,
    ChatMessage,
    ConditionalLine,
    DayAttempt,
    DoneLesson,
    GameNote,
    PlayerSettings,
    PracticeAttempt,
    PuzzleAttempt,
    Report,
    Sanction,
    SpectatorMessage,
    Vacation,
)
from play.solitaires.queries.practice import practice_number
from players.erasure.exports import section
from players.models import Account


@section("practice")
def _practice(account: Account, records: Sequence[int]) -> object:
    rows = PracticeAttempt.objects.filter(attempt__player__in=records).select_related("attempt", "deal").order_by("pk")
    return [
        {
            **_attempt(row.attempt),
            "number": practice_number(row.deal.seed),
            "taken_back": row.undone,
            "hints": row.hints,
        }
        for row in rows
    ]


@section("chat")
def _chat(account: Account, records: Sequence[int]) -> object:
    """What was written in the own games; of others nothing that is not shown beside the board."""
    games = Q(game__white__in=records) | Q(game__black__in=records)
    rows = ChatMessage.objects.filter(games).order_by("pk")
    return [
        {"game": row.game_id, "own": row.author_id in records, "text": row.text, "sent_at": _moment(row.sent_at)}
        for row in rows
    ]


@section("written_as_spectator")
def _spectator_lines(account: Account, records: Sequence[int]) -> object:
    """What the person wrote beside games of others."""
    rows = SpectatorMessage.objects.filter(author__in=records)
    return [{"game": row.game_id, "text": row.text, "sent_at": _moment(row.sent_at)} for row in rows]


@section("game_notes")
def _notes(account: Account, records: Sequence[int]) -> object:
    """What was written beside the own games."""
    rows = GameNote.objects.filter(person__in=records).order_by("pk")
    return [{"game": row.game_id, "text": row.text} for row in rows]


@section("conditional_turns")
def _lines(account: Account, records: Sequence[int]) -> object:
    """What was decided beforehand in the own games."""
    rows = ConditionalLine.objects.filter(person__in=records).order_by("pk")
    return [{"game": row.game_id, "turns": row.tokens} for row in rows]


@section("lessons")
def _lessons(account: Account, records: Sequence[int]) -> object:
    """Which lessons were done, in their order."""
    rows = DoneLesson.objects.filter(account=account).order_by("pk")
    return [{"game": row.game, "lesson": row.lesson, "done_at": _moment(row.done_at)} for row in rows]


@section("puzzles")
def _puzzles(account: Account, records: Sequence[int]) -> object:
    """Which puzzles were tried, and what that did to the rating."""
    rows = PuzzleAttempt.objects.filter(account=account).order_by("pk")
    return [
        {
            "puzzle": row.puzzle,
            "solved": row.solved,
            "day": row.day and row.day.isoformat(),
            "rating_before": round(row.before / 100),
            "rating_after": round(row.after / 100),
            "made_at": _moment(row.made_at),
        }
        for row in rows
    ]


@section("blocks")
def _blocks(account: Account, records: Sequence[int]) -> object:
    rows = Block.objects.filter(by__in=records)
    return [{"person": row.person_id, "made_at": _moment(row.made_at)} for row in rows]


@section("reports")
def _reports(account: Account, records: Sequence[int]) -> object:
    """What the person has reported. Who reported the person is not told."""
    rows = Report.objects.filter(reporter__in=records)
    return [
        {"game": row.game_id, "reason": row.reason, "text": row.text, "made_at": _moment(row.made_at)} for row in rows
    ]


@section("sanctions")
def _sanctions(account: Account, records: Sequence[int]) -> object:
    rows = Sanction.objects.filter(person__in=records)
    return [
        {"kind": row.kind, "text": row.text, "made_at": _moment(row.made_at), "until": _moment(row.until)}
        for row in rows
    ]


def _moment(value: datetime) -> str:
    return value.isoformat(timespec="seconds")


@section("player_settings")
def _settings(account: Account, records: Sequence[int]) -> object:
    chosen = PlayerSettings.objects.filter(account=account).first()
    if chosen is None:
        return None
    return {
        "time_zone": chosen.time_zone,
        "reminded_at": chosen.reminded_at and _moment(chosen.reminded_at),
        "has_calendar": bool(chosen.calendar_digest),
    }


@section("vacations")
def _vacations(account: Account, records: Sequence[int]) -> object:
    rows = Vacation.objects.filter(person__in=records).order_by("first")
    return [{"first": row.first.isoformat(), "last": row.last.isoformat(), "time_zone": row.zone} for row in rows]


@section("days")
def _export_days(account: Account, records: Sequence[int]) -> object:
    rows = DayAttempt.objects.filter(person__in=records).select_related("attempt", "day").order_by("day__day")
    return [{"day": row.day.day.isoformat(), **_attempt(row.attempt)} for row in rows]


def _attempt(attempt: Attempt) -> dict[str, object]:
    """When it was played, how it ended, and its turns. Nothing of what lies face down."""
    return {
        "rules": attempt.rules,
        "options": attempt.options,
        "begun_at": attempt.begun_at and attempt.begun_at.isoformat(timespec="seconds"),
        "ended_at": attempt.ended_at and attempt.ended_at.isoformat(timespec="seconds"),
        "result": attempt.result,
        "counts": attempt.counts,
        "turns": list(attempt.turns.order_by("ply").values_list("token", flat=True)),
    }
