"""Ratings checked against the list, and pairing numbers that follow from them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data, status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, version_in
from tournaments.core.queries.event_header import event_head
from tournaments.entries.forms.entries import RatingForm, TakeRatingsForm
from tournaments.entries.queries.numbering import numbering
from tournaments.entries.services import numbering as numbering_services
from tournaments.models import Entry


@require_http_methods(["GET", "HEAD", "POST"])
def numbers(request: HttpRequest, event_id: int) -> HttpResponse:
    """Whose rating is not the list's, and a form to take chosen ones; the numbers that ratings would give."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    head = event_head(event, request.user)
    found = numbering(load(event))
    form = TakeRatingsForm(posted_data(request), rows=found.differing, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form, "entries"):
            numbering_services.take_listed_ratings(event.pk, account, data["entries"], expect=data["version"])
            message = ngettext("%(count)d rating changed.", "%(count)d ratings changed.", len(data["entries"]))
            return done_response(request, message % {"count": len(data["entries"])}, "event-numbers", event.pk)
    context = event_context(head, "event-desk", form=form, found=found)
    return render(request, "tournaments/entries/numbers.html", context, status=status_of(form))


@require_POST
@refusals_shown
def renumber(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let pairing numbers follow ratings again."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    moved = numbering_services.renumber(
        event.pk, account, expect=version_in(request), confirm=request.POST.getlist("confirm")
    )
    message = ngettext("%(count)d pairing number changed.", "%(count)d pairing numbers changed.", len(moved))
    return done_response(request, message % {"count": len(moved)}, "event-numbers", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def rating(request: HttpRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Type a rating for one player, with the reason."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    get_object_or_404(Entry, event=event, pk=entry_id)
    head = event_head(event, request.user)
    entry = load(event).by_id.get(entry_id)
    if entry is None:
        raise Http404
    form = RatingForm(posted_data(request), initial={"rating": entry.rating, "version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form):
            numbering_services.set_rating(
                event.pk, account, entry_id, data["rating"], reason=data["reason"], expect=data["version"]
            )
            message = _("The rating of %(name)s is changed.") % {"name": entry.name}
            return done_response(request, message, "event-numbers" if entry.number else "event-players", event.pk)
    context = event_context(head, "event-players", form=form, entry=entry)
    return render(request, "tournaments/entries/rating.html", context, status=status_of(form))
