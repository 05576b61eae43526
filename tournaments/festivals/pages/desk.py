"""The desk of a festival and its check-in, over the sections in which the reader may act."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gipf_engine.messages import Message
from players.core.pages import refusals_lead_to, require_signed_in
from players.permissions import NotAllowed
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.entries.services.byes import open_check_in
from tournaments.festivals.pages.public import festival_context, get_visible_festival
from tournaments.festivals.queries.check_in import festival_check_in
from tournaments.festivals.queries.desk import desk_sections
from tournaments.festivals.queries.festivals import festival_page

ALL_OPEN = noop("Check-in is open in all these sections.")


@require_safe
@never_cache
def desk(request: HttpRequest, festival_id: int) -> HttpResponse:
    """Disputes, reports that wait and absent players first; then the boards of each section."""
    festival, account = get_visible_festival(request, festival_id), require_signed_in(request)
    sections = desk_sections(festival, account)
    if not sections:
        raise NotAllowed(Permission.RUN_ROUNDS, festival.scope)
    needed = {name: [each for each in sections if getattr(each, name)] for name in ("disputes", "waiting", "absent")}
    page = festival_page(festival, request.user)
    context = festival_context(
        page, "festival-desk", sections=sections, needed=needed, is_calm=not any(needed.values())
    )
    return render(request, "tournaments/festivals/desk.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@refusals_lead_to("festival-check-in", "festival_id")
def check_in(request: HttpRequest, festival_id: int) -> HttpResponse:
    """Everyone once, with a button for each section. POST opens check-in in all sections where it is closed.

    A button sends what that of the section's own list sends, to the same address.
    """
    festival, account = get_visible_festival(request, festival_id), require_signed_in(request)
    found = festival_check_in(festival, account)
    if not found.sections and not (page := festival_page(festival, request.user)).enters:
        raise NotAllowed(Permission.ENTER_PLAYERS, page.festival.scope)
    if request.method == "POST":
        if not found.closed_sections:
            raise EventRefused(Message(ALL_OPEN))
        for section in found.closed_sections:
            open_check_in(section.event.pk, account)
        return redirect("festival-check-in", festival.pk)
    page = festival_page(festival, request.user)
    context = festival_context(page, "festival-check-in", found=found)
    return render(request, "tournaments/festivals/check_in.html", context)
