"""Watching: the games that go on, the best of them, and how many look at one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.web import missing_is_404
from games.game.page import running_context
from games.models import Game
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from play.core.services.watchers import count_watchers, note_watcher
from play.watching.queries import RecordedGame, WatchedGame, best_game, recorded_list, running_list
from players.accounts import devices
from players.core.client_address import client_of

BOARDS_A_PAGE = 12
BY_EVENT = "event"


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Small boards of the games that go on, each of which follows its own game; `?by=event` puts them under events."""
    rules, by = _rules_asked(request), request.GET.get("by", "")
    both: list[WatchedGame | RecordedGame] = [*running_list(rules), *recorded_list(rules)]
    games = sorted(both, key=lambda each: -each.strength)
    if by == BY_EVENT:
        games = sorted(games, key=lambda each: (each.event is None, each.event.name if each.event else ""))
    part = Paginator(games, BOARDS_A_PAGE).get_page(request.GET.get("page"))
    shown = [(each, running_context(each.running)) for each in part.object_list]
    known = {"page": part, "shown": shown, "rules": rules, "by": by, "games_of_two": _games_of_two()}
    return render(request, "play/watching/watch.html", known)


@require_safe
def best(request: HttpRequest) -> HttpResponse:
    """The game of the strongest players that goes on; when it is over the page shows the next one."""
    rules = _rules_asked(request)
    found = best_game(rules)
    known = {"each": found, "now": running_context(found.game.running) if found is not None else {}, "rules": rules}
    return render(request, "play/watching/best.html", known | {"games_of_two": _games_of_two()})


@require_safe
def watchers(request: HttpRequest, game_id: int) -> HttpResponse:
    """How many look at a game, this reader among them; the page of who watches asks twice a minute."""
    with missing_is_404():
        Game.objects.only("pk").get(pk=game_id, online=True, parent_scope__hidden=False)
    note_watcher(game_id, f"{client_of(request)} {devices.id_in(request) or request.META.get('HTTP_USER_AGENT', '')}")
    return JsonResponse({"watchers": count_watchers(game_id)})


def _rules_asked(request: HttpRequest) -> str:
    rules = request.GET.get("rules", "")
    return rules if rules in dict(_games_of_two()) else ""


def _games_of_two() -> list[tuple[str, str]]:
    return [(key, gettext(each.name)) for key, each in all_rules().items() if each.seats == TWO_SEATS]
