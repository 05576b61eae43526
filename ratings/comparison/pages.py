"""Players compared, the spread of a list, and what another result would do. For all readers; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.web import BAD_INPUT, OK, TOO_MANY
from games.core.queries.page import game_head
from games.models import Game
from gipf_engine.messages import Message
from players.core import limits
from players.core.pages import require_signed_in, wait_text
from players.core.queries.records import BIGGEST_ID, names
from players.core.rate_limit import TooMany
from players.names import LONGEST
from ratings.comparison.comparison_chart import PlayerCurve, draw_comparison, draw_key
from ratings.comparison.distribution_chart import draw_distribution
from ratings.comparison.queries import Distribution, ListEffect, can_be_supposed, distribution, effects, offered_results
from ratings.core.queries.comparison import MOST_COMPARED, ComparedPlayer, Comparison, Meetings, compare
from ratings.core.queries.rating_list import ListFilter, RatingList
from ratings.core.visible_pools import pool_or_404
from ratings.pools.queries import compare_in_others

MOST_FOUND = 12


@require_safe
def compare_players(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Up to five players of a list, `?p=` each; who matches `?q=` can be added."""
    pool = pool_or_404(pool_id)
    asked = [number for text in request.GET.getlist("p")[: 2 * MOST_COMPARED] if (number := _id(text))]
    compared = compare(pool, asked)
    others = compare_in_others(compared)
    people = [player.id for player in compared.players]
    text = request.GET.get("q", "").replace("\x00", "")[:LONGEST].strip()
    found = RatingList(pool, ListFilter(q=text))[: MOST_FOUND + len(people)] if text else []
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "compared": compared,
        "players": [
            (player, _key(place), _without(people, player.id), _players_in(others, player.id))
            for place, player in enumerate(compared.players)
        ],
        "meetings": [(each, _meetings_in(others, each)) for each in compared.meetings],
        "others": others,
        "chart": _comparison_chart(compared),
        "people": people,
        "q": text,
        "found": [(row, _address([*people, row.person_id])) for row in found if row.person_id not in people],
        "is_full": len(people) >= MOST_COMPARED,
    }
    return render(request, "ratings/comparison/compare.html", known)


def _players_in(others: Sequence[Comparison], person: int) -> list[tuple[Message, ComparedPlayer | None]]:
    """Each other system and the same player in it; None where he is not rated by it."""
    return [
        (each.pool.system_name, next((player for player in each.players if player.id == person), None))
        for each in others
    ]


def _meetings_in(others: Sequence[Comparison], asked: Meetings) -> list[tuple[Message, Meetings | None]]:
    """Each other system and what it expects of the same two."""
    pair = asked.one.id, asked.other.id
    return [
        (each.pool.system_name, next((met for met in each.meetings if (met.one.id, met.other.id) == pair), None))
        for each in others
    ]


def _id(text: str) -> int | None:
    """The id that was sent, None for what is none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
    return number if 0 < number <= BIGGEST_ID else None


def _address(people: list[int]) -> str:
    return "?" + "&".join(f"p={person}" for person in people)


def _without(people: list[int], person: int) -> str:
    return _address([each for each in people if each != person])


def _key(place: int) -> SafeString:
    return mark_safe(draw_key(place))  # noqa: S308  it is made of numbers


def _comparison_chart(compared: Comparison) -> SafeString:
    if not compared.players:
        return mark_safe("")
    label = gettext("Ratings of these players through time; the table below has the figures.")
    lines = [
        PlayerCurve(player.letter, player.name, [(line.rated_on, line.after) for line in player.lines])
        for player in compared.players
    ]
    return mark_safe(draw_comparison(lines, label))  # noqa: S308  it escapes what it is given


@require_safe
def pool_distribution(request: HttpRequest, pool_id: int) -> HttpResponse:
    """How the ratings of a list are spread; `?p=` marks one player."""
    pool = pool_or_404(pool_id)
    person = _id(request.GET.get("p", ""))
    found = distribution(pool, person)
    if person and (found is None or found.standing is None):
        raise Http404
    known = {
        "pool": pool,
        "club": pool.club,
        "rules_name": pool.name,
        "found": found,
        "chart": _distribution_chart(found) if found else "",
        "name": _player_name(found) if found else "",
    }
    return render(request, "ratings/comparison/distribution.html", known)


def _distribution_chart(found: Distribution) -> SafeString:
    label = gettext("How many players have which rating; the table below has the figures.")
    drawn = draw_distribution(found.bins, label, found.standing.value if found.standing else None)
    return mark_safe(drawn)  # noqa: S308  it escapes what it is given


def _player_name(found: Distribution) -> str:
    return names([found.standing.person]).get(found.standing.person, "") if found.standing else ""


@require_safe
def game_what_if(request: HttpRequest, game_id: int) -> HttpResponse:
    """`?result=` supposes one."""
    account = require_signed_in(request)
    try:
        page = game_head(game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    if not can_be_supposed(page.game):
        raise Http404
    offered, result = offered_results(page.game), request.GET.get("result", "")
    context: dict[str, Any] = {"page": page, "game": page.game, "offered": offered}
    context |= {"result": "", "lists": [], "error": ""}
    status = OK
    if result and result not in offered:
        status = BAD_INPUT
    elif result:
        try:
            limits.SUPPOSED_RESULTS.take(str(account.pk))
            context |= {"result": result, "lists": effects(page.game, result)}
        except TooMany as many:
            context["error"], status = wait_text(many.seconds), TOO_MANY
    context["as_if_closed"] = _is_as_if_closed(page.game, context["lists"])
    return render(request, "ratings/comparison/what_if.html", context, status=status)


def _is_as_if_closed(game: Game, lists: Sequence[ListEffect]) -> bool:
    """Whether some of the lists, or any before there are some, will count the game when its event is closed."""
    return game.rated_on is None and not (lists and all(each.pool.counts_at_once for each in lists))
