"""The page of a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from play.challenges.services.challenges import can_play
from play.core.services.blocks import is_block_between
from players.identity import person_of
from players.models import Account, Person
from players.permissions import home_club, may_manage_person
from tournaments.core.pages import to_text
from tournaments.events.queries.people import head_to_head as head_to_head_of
from tournaments.events.queries.people import player_page


@require_safe
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Ratings, events and games of a person. The address of a merged record leads to the person that it became."""
    shown = get_object_or_404(Person, pk=person_id)
    if shown.merged_into_id is not None:
        return redirect("person", shown.merged_into_id, permanent=False)
    manages = home_club(shown) if may_manage_person(request.user, shown) else None
    known = {"page": player_page(shown, to_text), "person": shown, "manages": manages}
    return render(request, "tournaments/events/person.html", known | {"plays": _may_challenge(request, shown)})


@require_safe
def head_to_head(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """The games of two persons with each other. Addresses of merged records lead to the persons that they became."""
    one, other = (
        get_object_or_404(Person.objects.select_related("merged_into"), pk=pk) for pk in (person_id, other_id)
    )
    shown = [each.merged_into or each for each in (one, other)]
    if shown != [one, other]:
        return redirect("head-to-head", *(each.pk for each in shown))
    if one == other:
        return redirect("person", one.pk)
    return render(request, "tournaments/events/head_to_head.html", {"page": head_to_head_of(one, other)})


def _may_challenge(request: HttpRequest, shown: Person) -> bool:
    """Whether the reader can offer this person a game."""
    reader = person_of(request.user) if isinstance(request.user, Account) else None
    if reader is None or reader == shown:
        return False
    return can_play(shown) and not is_block_between(reader, shown)
