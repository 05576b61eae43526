"""Players whom the organiser keeps apart."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data, status_of
from players.names import normalize_name
from players.permissions import require
from players.roles import Permission
from tournaments.core.formats import pairs_freely
from tournaments.core.loader import load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, version_in
from tournaments.core.queries.event_header import event_head
from tournaments.entries.forms.exclusions import ExclusionForm
from tournaments.entries.services import exclusions
from tournaments.models import Entry, ForbiddenGroup


@require_http_methods(["GET", "HEAD", "POST"])
def exclude(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who must not meet, and a form for more."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.RUN_ROUNDS, event.scope)
    if not pairs_freely(event.format):
        raise Http404
    head, rows = event_head(event, request.user), load(event)
    entries = sorted(rows.entries, key=lambda entry: (normalize_name(entry.name), entry.id))
    form = ExclusionForm(posted_data(request), entries=entries, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        rounds = {"first_round": data["first_round"], "last_round": data["last_round"]}
        try:
            with RefusalsShown(form):
                exclusions.add_exclusion(
                    event.pk,
                    account,
                    data["entries"],
                    **rounds,
                    expect=data["version"],
                    confirm=request.POST.getlist("confirm"),
                )
                return done_response(request, _("These players are kept apart."), "event-exclusions", event.pk)
        except Entry.DoesNotExist:
            raise Http404 from None
    groups = [(each, [rows.by_id[entry].name for entry in each.entries]) for each in rows.forbidden]
    context = event_context(head, "event-desk", form=form, groups=groups, entries=len(entries))
    return render(request, "tournaments/entries/exclusions.html", context, status=status_of(form))


@require_POST
@refusals_shown
def allow(request: HttpRequest, event_id: int, group_id: int) -> HttpResponse:
    """Let a group meet again."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.RUN_ROUNDS)
    try:
        exclusions.remove_exclusion(
            event.pk, account, group_id, expect=version_in(request), confirm=request.POST.getlist("confirm")
        )
    except ForbiddenGroup.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("They may meet again."), "event-exclusions", event.pk)
