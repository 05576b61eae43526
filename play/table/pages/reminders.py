"""The calendar of games by correspondence at a secret address."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.calendars import CONTENT_TYPE, CalendarDay, calendar_text
from common.translation import translate_message
from common.web import done_response
from gipf_engine.messages import Refused
from play.clocks.services.days_off import time_zone_of
from play.table.own_boards import own_boards
from play.table.pages import settings
from play.table.services.reminders import find_calendar, make_calendar, revoke_calendar
from players.identity import person_of
from players.models import Account, Person


@require_POST
@login_required
def new_calendar(request: HttpRequest) -> HttpResponse:
    """Make the secret address of the own calendar, and show it this once; or let it work no more."""
    assert isinstance(request.user, Account)
    if request.POST.get("calendar") == "no":
        revoke_calendar(request.user)
        return done_response(request, _("The address of the calendar works no more."), "play-settings")
    try:
        secret = make_calendar(request.user)
    except Refused as refused:
        return settings.show(request, refusal=translate_message(refused.message))
    address = request.build_absolute_uri(reverse("play-deadlines", args=[secret]))
    response = settings.show(request, calendar=address)
    add_never_cache_headers(response)
    return response


@never_cache
@require_safe
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """The days on which a person's turns have to be made, as a calendar, for who knows its address."""
    account = find_calendar(secret)
    person = person_of(account) if account is not None else None
    if account is None or person is None:
        raise Http404
    with override(account.language or None):
        text = calendar_text(_("Your games on Gipfel"), _reminder_days(request, person))
    return HttpResponse(text, content_type=CONTENT_TYPE)


def _reminder_days(request: HttpRequest, person: Person) -> Iterator[CalendarDay]:
    zone = time_zone_of(person)
    for board in own_boards(person):
        if board.is_turn and board.deadline is not None and not board.is_real_time:
            day = timezone.localtime(board.deadline, ZoneInfo(zone)).date()
            name = {"rules": translate_message(board.rules_name), "name": board.opponent.shown_name}
            yield CalendarDay(
                uid=f"game-{board.game}@{request.get_host()}",
                title=_("Your turn: %(rules)s against %(name)s") % name,
                first=day,
                last=day,
                changed=board.since,
                url=request.build_absolute_uri(reverse("play-game", args=[board.game])),
                sequence=int(board.since.timestamp()),
            )
