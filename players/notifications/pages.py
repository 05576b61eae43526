"""The bell, the page behind it, and how one is notified."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.web import done_response, missing_is_404, posted_data, try_service
from gipf_engine.messages import Refused
from players.core import limits, pages
from players.core.pages import GET_OR_POST
from players.notifications import push, queries
from players.notifications.forms import NotificationForm
from players.notifications.services import devices, notifications
from players.notifications.sources import all_sources


@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """What waits for the reader, the newest first."""
    reader = pages.require_signed_in(request)
    rows = queries.notifications_of(reader)
    context = {"rows": rows, "waiting": any(not row.is_read for row in rows)}
    return render(request, "players/notifications/notifications.html", context)


@never_cache
@require_safe
def bell(request: HttpRequest) -> HttpResponse:
    """The bell of the header alone, for the script that follows it."""
    pages.require_signed_in(request)
    return render(request, "players/notifications/bell.html")


@require_safe
def seen(_request: HttpRequest, account_id: int, token: str) -> HttpResponse:
    """The version of an account's notifications, and nothing else, for who knows the address: its pages follow it."""
    if not notifications.is_bell_token(account_id, token):
        raise Http404
    return JsonResponse({"seen": queries.seen_state(account_id)})


@never_cache
@require_safe
def follow(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Lead to what a notification is about, and note that it was read."""
    with missing_is_404():
        found = notifications.read_notification(pages.require_signed_in(request), notification_id)
    return redirect(found.address)


@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Note that all of them were seen."""
    notifications.read_all(pages.require_signed_in(request))
    return redirect("notifications")


@never_cache
@require_http_methods(GET_OR_POST)
def settings(request: HttpRequest) -> HttpResponse:
    """Choose what devices show, and when they show nothing."""
    reader = pages.require_signed_in(request)
    form = NotificationForm(posted_data(request), sources=all_sources(), chosen=devices.settings_of(reader))
    save = lambda: devices.choose(reader, form.pushed, form.quiet, form.cleaned_data["time_zone"])  # noqa: E731
    if request.method == "POST" and try_service(form, save):
        return done_response(request, _("Your choice is saved."), "notification-settings")
    context = {"form": form, "devices": reader.push_devices.all(), "key": push.public_key()}
    return pages.page(request, "players/notifications/settings.html", context)


@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """A browser that shall show notifications, as the script of the settings sends it."""
    reader = pages.require_signed_in(request)
    limits.PUSH_DEVICES.take_from(request)
    endpoint, key, secret, browser = (request.POST.get(name, "") for name in ("endpoint", "key", "secret", "browser"))
    try:
        devices.add_device(reader, endpoint, key, secret, browser)
    except Refused as refused:
        return pages.refused_response(request, refused, "notification-settings")
    return JsonResponse({}, status=201)


@require_POST
def remove_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """A browser that shall show nothing more."""
    with missing_is_404():
        devices.remove_device(pages.require_signed_in(request), device_id)
    return done_response(request, _("This device no longer shows notifications."), "notification-settings")
