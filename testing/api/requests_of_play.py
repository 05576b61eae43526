"""A good request for each endpoint of games that are played here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from gipf_engine.rules import rules_for
from play.core.playing import load_game
from testing.play.online import OnlineWorld


@dataclass(frozen=True)
class Request:
    """A request that its endpoint accepts: `by` gets `code`; anyone without the right gets `refused`."""

    path: str
    body: Any = None
    by: str = "organiser"
    code: int = 200
    refused: int = 403


def online_requests(online: OnlineWorld) -> dict[tuple[str, str], Request]:
    """By (method, route), as the player of the world."""
    challenges, games, one = "/play/challenges", "/play/games", "play/games/<int:game_id>"
    turn = {"turn": "f2", "version": load_game(online.begun).version}
    new = {"rules": "gipf-basic", "control": "300+3"}
    soon = timezone.localdate() + timedelta(days=3)
    days = {"first": soon.isoformat(), "last": soon.isoformat()}
    return {
        ("POST", f"{one}/chat"): Request(f"{games}/{online.begun}/chat", {"text": "Hi"}, by="player", code=201),
        ("POST", f"{one}/report"): Request(f"{games}/{online.begun}/report", {"reason": "spam"}, by="player", code=201),
        ("PUT", "players/<int:person_id>/follow"): Request(
            f"/players/{online.other.challenger_id}/follow", by="player", code=204
        ),
        ("DELETE", "players/<int:person_id>/follow"): Request(
            f"/players/{online.other.challenger_id}/follow", by="player", code=204
        ),
        ("PUT", "clubs/<slug:slug>/follow"): Request("/clubs/rotterdam/follow", by="player", code=204),
        ("DELETE", "clubs/<slug:slug>/follow"): Request("/clubs/rotterdam/follow", by="player", code=204),
        ("POST", f"{one}/spectators"): Request(
            f"{games}/{online.watched}/spectators", {"text": "Hi"}, by="player", code=201, refused=409
        ),
        ("POST", f"{one}/spectators/report"): Request(
            f"{games}/{online.watched}/spectators/report",
            {"message": online.line, "reason": "spam"},
            by="player",
            code=201,
            refused=409,
        ),
        ("PUT", "play/blocks/<int:person_id>"): Request(
            f"/play/blocks/{online.other.challenger_id}", by="player", code=204, refused=409
        ),
        ("DELETE", "play/blocks/<int:person_id>"): Request(
            f"/play/blocks/{online.other.challenger_id}", by="player", code=204, refused=409
        ),
        ("POST", "moderation/reports/<int:report_id>"): Request(
            f"/moderation/reports/{online.report}", {"answer": "dismiss"}, by="administrator", code=204
        ),
        ("PUT", "play/settings"): Request("/play/settings", {"time_zone": "Asia/Tokyo"}, by="player", refused=409),
        ("POST", "play/vacations"): Request("/play/vacations", days, by="player", code=201, refused=409),
        ("DELETE", "play/vacations/<int:vacation_id>"): Request(
            f"/play/vacations/{online.vacation}", by="player", code=204, refused=404
        ),
        ("POST", "play/seek"): Request("/play/seek", new, by="player", refused=409),
        ("DELETE", "play/seek"): Request("/play/seek", by="player", code=204, refused=404),
        ("POST", "analysis"): Request(
            "/analysis",
            {"rules": "gipf-basic", "position": rules_for("gipf-basic").start().text()},
            by="player",
            code=202,
        ),
        ("POST", "play/computer"): Request(
            "/play/computer", {"rules": "gipf-basic", "level": 2}, by="player", code=201, refused=409
        ),
        ("POST", "play/challenges"): Request(challenges, new, by="player", code=201, refused=409),
        ("DELETE", "play/challenges/<int:challenge_id>"): Request(
            f"{challenges}/{online.own.pk}", by="player", code=204
        ),
        ("POST", "play/challenges/<int:challenge_id>/take"): Request(
            f"{challenges}/{online.other.pk}/take", {}, by="player", code=201, refused=409
        ),
        ("POST", "play/links/<slug:token>"): Request(
            f"/play/links/{online.link.token}", {}, by="player", code=201, refused=409
        ),
        ("POST", f"{one}/turns"): Request(f"{games}/{online.begun}/turns", turn, by="player"),
        ("POST", f"{one}/conditional-turns"): Request(
            f"{games}/{online.waited}/conditional-turns", {"turns": ["b3", "f2", "b4", "c2"]}, by="player", code=201
        ),
        ("DELETE", f"{one}/conditional-turns/<int:line_id>"): Request(
            f"{games}/{online.waited}/conditional-turns/{online.stored}", by="player", code=204
        ),
        ("POST", f"{one}/resign"): Request(f"{games}/{online.begun}/resign", {}, by="player"),
        ("POST", f"{one}/abort"): Request(f"{games}/{online.new}/abort", {}, by="player"),
        ("POST", f"{one}/offers"): Request(
            f"{games}/{online.drawn}/offers", {"offer": "draw", "say": "agree"}, by="player"
        ),
        ("POST", f"{one}/leave-series"): Request(f"{games}/{online.new}/leave-series", {}, by="player"),
        ("POST", f"{one}/claim"): Request(f"{games}/{online.begun}/claim", {"claim": "win"}, by="player", code=409),
    }
