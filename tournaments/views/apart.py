"""Players whom the organiser keeps apart."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from phrases import Refused
from players.names import folded
from players.permissions import require
from players.roles import Act
from players.views.frame import posted
from tournaments import services
from tournaments.formats import pairs_freely
from tournaments.forms.steps import ApartForm
from tournaments.models import Entry, ForbiddenGroup
from tournaments.queries.heads import event_head
from tournaments.rows import load
from tournaments.views.frame import (
    BAD_INPUT,
    account_of,
    done,
    event_context,
    refused,
    seen_event,
    version_in,
)


@require_http_methods(["GET", "HEAD", "POST"])
def apart(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who must not meet, and a form for more."""
    event = seen_event(request, event_id)
    account = require(request.user, Act.RUN_ROUNDS, event.scope)
    if not pairs_freely(event.format):
        raise Http404
    head, rows = event_head(event, request.user), load(event)
    entries = sorted(rows.entries, key=lambda entry: (folded(entry.name), entry.id))
    form = ApartForm(posted(request), entries=entries, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.forbid(
                event.pk,
                account,
                data["entries"],
                first_round=data["first_round"],
                last_round=data["last_round"],
                expect=data["version"],
            )
        except Entry.DoesNotExist:
            raise Http404 from None
        except Refused as error:
            form.add_error(error.field if error.field in form.fields else None, error.phrase.say(_))
        else:
            return done(request, _("These players are kept apart."), "event-apart", event.pk)
    groups = [(each, [rows.by_id[entry].name for entry in each.entries]) for each in rows.forbidden]
    context = event_context(head, "event-desk", form=form, groups=groups, entries=len(entries))
    return render(request, "tournaments/apart.html", context, status=BAD_INPUT if form.errors else 200)


@require_POST
def together(request: HttpRequest, event_id: int, group_id: int) -> HttpResponse:
    """Let a group meet again."""
    event = seen_event(request, event_id)
    account = account_of(request, event, Act.RUN_ROUNDS)
    try:
        services.allow(event.pk, account, group_id, expect=version_in(request))
    except ForbiddenGroup.DoesNotExist:
        raise Http404 from None
    except Refused as error:
        return refused(request, event, error)
    return done(request, _("They may meet again."), "event-apart", event.pk)
