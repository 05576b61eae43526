"""An event for programs that follow it: its news as a feed, its days as a calendar, its webhooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.calendars import CONTENT_TYPE, CalendarDay, calendar_text
from common.journal import queries as journal
from common.web import RefusalsShown, done_response, posted_data, status_of
from players.following.queries import club_state
from players.models import Club
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import EventData
from tournaments.core.pages import (
    as_file,
    conditional_get,
    event_context,
    get_visible_event,
    posted_number,
    refusals_shown,
    rows_for,
    to_text,
)
from tournaments.core.queries.events import EventHead, event_head
from tournaments.core.standard_rules import rules_notice
from tournaments.models import Event, Webhook, WebhookMessage
from tournaments.notices import services
from tournaments.notices.forms import WebhookForm
from tournaments.notices.queries import club_news, days_of_rounds, news_of, webhook_rows, webhooks_of_club

FEED = "application/atom+xml; charset=utf-8"

# --- an event for programs that follow it: its news as an Atom feed, its days as a calendar ---------------


@require_safe
@conditional_get
def feed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Rounds and steps of the event, the latest first."""
    event = get_visible_event(request, event_id)
    rows = rows_for(event_head(event, request.user))
    here = request.build_absolute_uri(reverse("event", args=[event.pk]))
    made = Atom1Feed(
        title=event.name,
        link=here,
        description="",
        subtitle=to_text(notice) if (notice := rules_notice(event.format, left=not event.follows_rules)) else None,
        language=get_language(),
        author_name=event.club.name,
        feed_url=request.build_absolute_uri(),
        feed_guid=here,
    )
    for item in news_of(rows):
        to = reverse("event-round", args=[event.pk, item.round]) if item.round else reverse("event", args=[event.pk])
        made.add_item(
            title=to_text(item.text),
            link=request.build_absolute_uri(to),
            description="",
            pubdate=item.at,
            updateddate=item.at,
            unique_id=f"{here}#{item.version}",
        )
    return HttpResponse(made.writeString("utf-8"), content_type=FEED)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club has announced and finished, the latest first."""
    club = get_object_or_404(Club, slug=slug)
    known = {"club": club, "news": club_news(club), "following": club_state(request.user, club)}
    return render(request, "tournaments/notices/club_news.html", known)


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The news of a club as an Atom feed."""
    club = get_object_or_404(Club, slug=slug)
    here = request.build_absolute_uri(reverse("club", args=[club.slug]))
    made = Atom1Feed(
        title=club.name,
        link=here,
        description="",
        language=get_language(),
        author_name=club.name,
        feed_url=request.build_absolute_uri(),
        feed_guid=f"{here}#news",
    )
    for item in club_news(club):
        made.add_item(
            title=f"{item.event.name}: {to_text(item.text)}",
            link=request.build_absolute_uri(reverse("event", args=[item.event.pk])),
            description="",
            pubdate=item.at,
            updateddate=item.at,
            unique_id=f"{here}#{item.key}",
        )
    return HttpResponse(made.writeString("utf-8"), content_type=FEED)


@require_safe
@conditional_get
def calendar(request: HttpRequest, event_id: int) -> HttpResponse:
    """The days of the event and of its rounds."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    text = calendar_text(event.name, _event_days(request, head, rows_for(head)))
    return as_file(HttpResponse(text, content_type=CONTENT_TYPE), event, "event.ics")


def _event_days(request: HttpRequest, head: EventHead, rows: EventData) -> Iterator[CalendarDay]:
    event: Event = head.event
    own, host = f"event-{event.pk}", request.get_host()
    changed = max((line.at for line in journal.entries(event.scope, newest=1)), default=timezone.now())
    yield CalendarDay(
        uid=f"{own}@{host}",
        title=event.name,
        first=event.starts_on,
        last=event.ends_on,
        changed=changed,
        url=request.build_absolute_uri(reverse("event", args=[event.pk])),
        place=event.place,
        sequence=head.version,
    )
    for days in days_of_rounds(rows):
        yield CalendarDay(
            uid=f"{own}-round-{days.round.number}@{host}",
            title=f"{event.name} · {to_text(days.title)}",
            first=days.first,
            last=days.last,
            changed=days.round.started_at,
            url=request.build_absolute_uri(reverse("event-round", args=[event.pk, days.round.number])),
            place=event.place,
            sequence=days.round.version,
        )


# --- webhooks of an event: its organisers add and remove them, and see what was delivered -----------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, event_id: int) -> HttpResponse:
    """All of them with their last messages. A form that is sent here adds one; its secret is shown with the answer."""
    event = get_visible_event(request, event_id)
    account = require(request.user, Permission.EDIT_EVENT, event.scope)
    form = WebhookForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            _webhook, secret = services.add_webhook(event.pk, account, **form.input)
            return _show_webhooks(request, event, WebhookForm(), secret=secret)
    return _show_webhooks(request, event, form)


def _show_webhooks(request: HttpRequest, event: Event, form: WebhookForm, **more: Any) -> HttpResponse:
    head = event_head(event, request.user)
    context = event_context(
        head, "event-desk", form=form, webhooks=webhook_rows(event), of_club=webhooks_of_club(event), **more
    )
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
    except Webhook.DoesNotExist:
        raise Http404 from None
    acts: dict[str, tuple[Callable[..., None], str]] = {
        "test": (services.send_test, _("Test message sent.")),
        "again": (services.send_again, _("Message sent again.")),
        "enable": (services.enable_webhook, _("Webhook turned on.")),
        "remove": (services.remove_webhook, _("Webhook removed.")),
    }
    chosen = request.POST.get("do", "")
    if chosen == "secret":
        secret = services.rotate_secret(event.pk, account, webhook_id)
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
