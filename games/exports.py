"""What the export of one's own data says about games: one's games, claims and records handed in."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.queries.lists import games_of
from games.models import Attempt, Claim, Record, Study
from games.studies.stored import written_study
from gipf_engine.studies.json_text import study_as_json
from players.erasure.exports import section
from players.models import Account


@section("games")
def _export_games(account: Account, records: Sequence[int]) -> object:
    if not records:
        return []
    return [
        {
            "game": row.id,
            "rules": row.rules,
            "played_on": row.played_on and row.played_on.isoformat(),
            "seat": "white" if row.white_id == records[0] else "black",
            "opponent": row.black if row.white_id == records[0] else row.white,
            "result": row.result,
        }
        for row in games_of(records[0])
    ]


@section("claims")
def _claims(account: Account, records: Sequence[int]) -> object:
    rows = (
        Claim.objects.filter(account=account.pk, game__parent_scope__hidden=False).select_related("why").order_by("pk")
    )
    return [
        {
            "game": row.game_id,
            "as": row.role,
            "result": row.result,
            "at": row.at.isoformat(timespec="seconds"),
            "reason": row.why.text if hasattr(row, "why") else "",
        }
        for row in rows
    ]


@section("records")
def _records(account: Account, records: Sequence[int]) -> object:
    rows = Record.objects.filter(handed_in_by=account.pk, game__parent_scope__hidden=False).order_by("pk")
    return [
        {
            "game": row.game_id,
            "number": row.number,
            "handed_in_at": row.handed_in_at.isoformat(timespec="seconds"),
            "plies": row.plies,
            "outcome": row.outcome,
        }
        for row in rows
    ]


@section("attempts")
def _attempts(account: Account, records: Sequence[int]) -> object:
    """One's attempts at deals, with what was played. What lay face down is told when everybody may see it."""
    rows = (
        Attempt.objects.filter(player__in=records, parent_scope__hidden=False).order_by("pk").prefetch_related("turns")
    )
    return [
        {
            "attempt": row.pk,
            "rules": row.rules,
            "begun_at": row.begun_at and row.begun_at.isoformat(timespec="seconds"),
            "ended_at": row.ended_at and row.ended_at.isoformat(timespec="seconds"),
            "ending": row.ending,
            "result": row.result,
            "counts": row.counts,
            "turns": [turn.token for turn in row.turns.all()],
            "setup": row.setup if row.published else None,
        }
        for row in rows
    ]


@section("studies")
def _studies(account: Account, records: Sequence[int]) -> object:
    """One's studies, as their files are."""
    rows = Study.objects.filter(owner__in=records).order_by("pk")
    return [
        {"address": row.slug, "visibility": row.visibility, "study": study_as_json(written_study(row))} for row in rows
    ]
