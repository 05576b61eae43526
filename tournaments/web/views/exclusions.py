"""Players whom the organiser keeps apart."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.messages import Refused
from players.names import normalize_name
from players.permissions import require
from players.roles import Act
from players.web.views.base import posted_data
from tournaments import services
from tournaments.domain.formats import pairs_freely
from tournaments.domain.loader import load
from tournaments.models import Entry, ForbiddenGroup
from tournaments.queries.event_header import event_head
from tournaments.web.forms.steps import ExclusionForm
from tournaments.web.views.base import (
    BAD_INPUT,
    account_of,
    done_response,
    event_context,
    get_visible_event,
    show_refusal,
    version_in,
)


@require_http_methods(["GET", "HEAD", "POST"])
def exclude(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who must not meet, and a form for more."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Act.RUN_ROUNDS, event.scope)
    if not pairs_freely(event.format):
        raise Http404
    head, rows = event_head(event, request.user), load(event)
    entries = sorted(rows.entries, key=lambda entry: (normalize_name(entry.name), entry.id))
    form = ExclusionForm(posted_data(request), entries=entries, initial={"version": head.version})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.add_exclusion(
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
            form.add_error(error.field if error.field in form.fields else None, error.phrase.translate(_))
        else:
            return done_response(request, _("These players are kept apart."), "event-apart", event.pk)
    groups = [(each, [rows.by_id[entry].name for entry in each.entries]) for each in rows.forbidden]
    context = event_context(head, "event-desk", form=form, groups=groups, entries=len(entries))
    return render(request, "tournaments/apart.html", context, status=BAD_INPUT if form.errors else 200)


@require_POST
def allow(request: HttpRequest, event_id: int, group_id: int) -> HttpResponse:
    """Let a group meet again."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Act.RUN_ROUNDS)
    try:
        services.remove_exclusion(event.pk, account, group_id, expect=version_in(request))
    except ForbiddenGroup.DoesNotExist:
        raise Http404 from None
    except Refused as error:
        return show_refusal(request, event, error)
    return done_response(request, _("They may meet again."), "event-apart", event.pk)
