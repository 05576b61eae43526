"""Webhooks of an event: its organisers add and remove them, and see what was delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data, status_of
from players.permissions import require
from players.roles import Permission
from tournaments.core.pages import event_context, get_visible_event, posted_number, refusals_shown
from tournaments.core.queries.event_header import event_head
from tournaments.models import Event, Webhook, WebhookMessage
from tournaments.notices.forms import WebhookForm
from tournaments.notices.queries.webhooks import webhook_rows
from tournaments.notices.services import webhooks as webhooks_services


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, event_id: int) -> HttpResponse:
    """All of them with their last messages. A form that is sent here adds one; its secret is shown with the answer."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    form = WebhookForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with RefusalsShown(form):
            _webhook, secret = webhooks_services.add_webhook(event.pk, account, data["address"], data["happenings"])
            return _show_webhooks(request, event, WebhookForm(), secret=secret)
    return _show_webhooks(request, event, form)


def _show_webhooks(request: HttpRequest, event: Event, form: WebhookForm, **more: Any) -> HttpResponse:
    head = event_head(event, request.user)
    context = event_context(head, "event-desk", form=form, webhooks=webhook_rows(event), **more)
    return render(request, "tournaments/notices/webhooks.html", context, status=status_of(form))


@never_cache
@require_POST
@refusals_shown
def act(request: HttpRequest, event_id: int, webhook_id: int) -> HttpResponse:
    """`do` something with a webhook: "test", "again" (with `message`), "enable", "secret" (a new one) or "remove"."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    try:
        Webhook.objects.get(event=event, pk=webhook_id)
    except (Webhook.DoesNotExist, OverflowError):
        raise Http404 from None
    acts: dict[str, tuple[Callable[..., None], str]] = {
        "test": (webhooks_services.send_test, _("A test is on its way.")),
        "again": (webhooks_services.send_again, _("The message is on its way again.")),
        "enable": (webhooks_services.enable_webhook, _("The webhook is on again.")),
        "remove": (webhooks_services.remove_webhook, _("The webhook is removed.")),
    }
    chosen = request.POST.get("do", "")
    if chosen == "secret":
        secret = webhooks_services.rotate_secret(event.pk, account, webhook_id)
        return _show_webhooks(request, event, WebhookForm(), secret=secret, rotated=webhook_id)
    if chosen not in acts:
        raise BadRequest("do")
    service, done = acts[chosen]
    message = [posted_number(request, "message") or 0] if chosen == "again" else []
    try:
        service(event.pk, account, webhook_id, *message)
    except (Webhook.DoesNotExist, WebhookMessage.DoesNotExist):
        raise Http404 from None
    return done_response(request, done, "event-webhooks", event.pk)
