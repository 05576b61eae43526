"""Following and unfollowing, the list of whom one follows, and wanting no followers."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.web import done_response, missing_is_404
from gipf_engine.messages import Refused
from players.core import pages
from players.core.queries.records import canonical_ids
from players.following import services
from players.following.queries import followed_by, has_no_followers_by_choice
from players.identity import person_of
from players.models import Club


@never_cache
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """The people and clubs that the reader follows."""
    reader = pages.require_signed_in(request)
    own = person_of(reader)
    closed = own is not None and has_no_followers_by_choice(own)
    known = {"followed": followed_by(reader), "own": own, "closed": closed}
    return render(request, "players/following/following.html", known)


@require_POST
def follow_person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Follow a person, or stop (`follow` is "no")."""
    reader, known = pages.require_signed_in(request), canonical_ids([person_id])
    if not known:
        raise Http404
    person = known[person_id]
    if _stops(request):
        services.unfollow_person(reader, person)
        return _done(request, _("You no longer follow this person."), "person", person)
    follow = lambda: services.follow_person(reader, person)  # noqa: E731
    return _follow(request, follow, _("You follow this person."), "person", person)


@require_POST
def follow_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow a club, or stop (`follow` is "no")."""
    reader, club = pages.require_signed_in(request), get_object_or_404(Club, slug=slug)
    if _stops(request):
        services.unfollow_club(reader, club)
        return _done(request, _("You no longer follow this club."), "club", slug)
    return _follow(request, lambda: services.follow_club(reader, club), _("You follow this club."), "club", slug)


@require_POST
def choose_followers(request: HttpRequest, person_id: int) -> HttpResponse:
    """Let others follow a person, or none (`allowed` is "no")."""
    reader, allowed = pages.require_signed_in(request), request.POST.get("allowed") != "no"
    with missing_is_404():
        services.choose_followers(reader, person_id, allowed=allowed)
    done = _("Others can follow this person.") if allowed else _("No one can follow this person.")
    return _done(request, done, "person", person_id)


def _stops(request: HttpRequest) -> bool:
    return request.POST.get("follow") == "no"


def _follow(request: HttpRequest, follow: Callable[[], object], done: str, page: str, of: int | str) -> HttpResponse:
    try:
        follow()
    except Refused as refused:
        return pages.refused_response(request, refused, page, of)
    return _done(request, done, page, of)


def _done(request: HttpRequest, words: str, page: str, of: int | str) -> HttpResponse:
    """Back to the list where the form was there, else to the page of the person or club."""
    if request.POST.get("from") == "list":
        done_response(request, words, "account-following")
        return redirect("account-following")
    return done_response(request, words, page, of)
