"""What the pages of an event share: finding it, who may see it, tabs, refusals, files, answers that did not change."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial, wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import condition

from common.compiled_query import CompiledObjects
from common.journal import queries as journal
from common.kept_pages import answer_kept
from common.live.bus import is_for_followers
from common.release import release
from common.web import REFUSED, TOO_MANY, Tab, tabs_of
from games.core.board_look import CHOICES, look_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core import limits
from players.core.pagination import WHOLE
from players.core.rate_limit import TooMany
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_by_clock
from tournaments.core.loader import EventData
from tournaments.core.queries.arenas import arena_of, clock_of_arena
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.clocks import ClockState, clock_of
from tournaments.core.queries.events import EventHead, event_head, lists_of_closed, require_visible
from tournaments.core.queries.tables import has_bracket
from tournaments.core.questions import lead_of
from tournaments.models import Event
from tournaments.rate_limit import admission

# --- answers that the browser keeps as files --------------------------------------------------------------


def as_csv(text: str, event: Event, what: str) -> HttpResponse:
    """A table of an event as a download."""
    return as_file(HttpResponse(text, content_type="text/csv; charset=utf-8"), event, f"{what}.csv")


def as_file(answer: HttpResponse, event: Event, name: str) -> HttpResponse:
    """An answer that is stored under a name that says of which event it is."""
    answer["Content-Disposition"] = f'attachment; filename="event-{event.pk}-{name}"'
    return answer


# --- what the pages of an event share ---------------------------------------------------------------------
# Finding it, who may see it, its tabs, refusals, and answers that did not change.


View = Callable[..., HttpResponse]
OK, GONE = 200, 410


def get_visible_event(request: HttpRequest, event_id: int) -> Event:
    """The event, if the reader may see it; else 404, or NotAllowed for a draft."""
    for event in _EVENT(event_id):
        require_visible(request.user, event)
        return event
    raise Http404


_EVENT = CompiledObjects(
    lambda event: Event.objects.filter(pk=event),
    [
        "club",
        "festival_section",
        "festival_section__festival",
        *("stage_event" + rest for rest in ("", "__stage", "__stage__plan")),
    ],
)


def number_in(request: HttpRequest, name: str) -> int | None:
    """The number that the address asks for under `name`, None where it asks for none or for what is no number."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def earlier_round_in(request: HttpRequest, event: Event) -> int | None:
    """The round after which `?round=` asks for the table, None for the table of now; 404 for one that is not paired."""
    asked = number_in(request, "round")
    if asked is None:
        return None
    paired = event.rounds.count()
    if not 1 <= asked <= paired:
        raise Http404
    return asked if asked < paired else None


def account_of(request: HttpRequest, event: Event, act: Permission = Permission.EDIT_EVENT) -> Account:
    """Who is signed in; NotAllowed (which asks to sign in) for no one."""
    if not isinstance(request.user, Account):
        raise NotAllowed(act, event.scope)
    return request.user


def posted_number(request: HttpRequest, name: str) -> int | None:
    """A number that the form carried under `name`, None where it carried none. What is no number is a 400."""
    text = request.POST.get(name, "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequest(name)
    return int(text) if text else None


def tabs(head: EventHead, current: str) -> list[Tab]:
    """The tabs of an event's pages; the desk is that of its arbiters and scorers."""
    event = head.event
    wanted = [
        ("event", gettext("Standings")),
        ("event-pairings", pgettext("of a round", "Pairings") if head.has_opponents else gettext("Rounds")),
        ("event-players", gettext("Players")),
        ("event-games", gettext("Games")),
        ("event-crosstable", gettext("Bracket") if has_bracket(event) else gettext("Cross table")),
        ("event-info", gettext("Info")),
    ]
    if head.by_clock:
        wanted = [each for each in wanted if each[0] != "event-pairings"]
    if not head.has_opponents:
        wanted = [each for each in wanted if each[0] != "event-games"]
    if head.may_score:
        wanted.append(("event-desk", gettext("Desk")))
    return tabs_of(wanted, current, event.pk)


def event_context(head: EventHead, tab: str, **more: Any) -> dict[str, Any]:
    """What every template of an event needs, and what the header offers: it is known with the rights in the event."""
    known = {"head": head, "event": head.event, "club": head.event.club, "release": release()}
    offered = {
        "sees_jobs": Permission.SEE_JOBS in head.permissions_anywhere,
        "sees_server": Permission.SEE_SERVER in head.permissions_anywhere,
    }
    offered["moderates"] = Permission.MODERATE in head.permissions_anywhere
    lead = cache(partial(lead_of, head.event, head.version))  # asked once, and only where it is shown
    clock = cache(partial(_clock_of, head))
    return {**known, **offered, "tabs": tabs(head, tab), "tab": tab, "lead": lead, "round_clock": clock, **more}


def _clock_of(head: EventHead) -> ClockState | None:
    """The time that an arena still lasts, or the clock of the last round."""
    if not head.by_clock:
        return clock_of(head.event)
    arena = arena_of(head.event)
    return None if arena is None else clock_of_arena(arena)


def rows_for(head: EventHead) -> EventData:
    """The event's rows, from the cache while nothing happens."""
    return rows_of(head.event, head.version)


def show_refusal(request: HttpRequest, event: Event, error: Refused, status: int = REFUSED) -> HttpResponse:
    """A page that says what stands in the way, one by one, and leads back."""
    blockers: tuple[Message, ...] = error.blockers if isinstance(error, EventRefused) else ()
    head = event_head(event, request.user)
    context = event_context(head, "event-desk", error=error.message, blockers=blockers)
    return render(request, "tournaments/core/refused.html", context, status=status)


def refusals_shown(view: View) -> View:
    """Answer a refusal that a view of an event does not show at a form with a page that says what stands in the way."""

    @wraps(view)
    def answer(request: HttpRequest, event_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, event_id, *args, **kwargs)
        except Refused as error:
            if not error.at_a_form:
                raise
            return show_refusal(request, get_visible_event(request, event_id), error)

    return answer


def to_text(message: Message) -> str:
    """A message in the reader's language, for queries that draw."""
    return message.translate(gettext)


# --- long tables as a whole ----------------------------------------------------------------------------

READS_OF_A_WHOLE_TABLE = 5
"""A thousand rows on one page count as so many costly things (`heavy_reads`): they take seconds to draw."""


def whole_tables_bounded(view: View) -> View:
    """Let each address that is not signed in have so many long tables as a whole (`?page=all`) a minute, else 429."""

    @wraps(view)
    def answer(request: HttpRequest, event_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            for _read in range(READS_OF_A_WHOLE_TABLE if request.GET.get("page") == WHOLE else 0):
                admission(request)()
        except TooMany as many:
            return too_many(
                request, get_visible_event(request, event_id), _("Too many full tables were requested."), many
            )
        return view(request, event_id, *args, **kwargs)

    return answer


def too_many(request: HttpRequest, event: Event, template: str, many: TooMany) -> HttpResponse:
    """A page that says that there was too much of something, and when to try again."""
    response = show_refusal(request, event, Refused(Message(template)), TOO_MANY)
    response["Retry-After"] = str(many.seconds)
    return response


def dead_link(request: HttpRequest, reason: Message, *, is_signed: bool = False) -> HttpResponse:
    """Why a link on paper does not work. Who tries many that the server never made has to wait."""
    response = render(request, "tournaments/core/link_dead.html", {"reason": reason}, status=GONE)
    try:
        if not is_signed:
            limits.WRONG_LINKS.take_from(request)
    except TooMany as many:
        response.status_code = TOO_MANY
        response["Retry-After"] = str(many.seconds)
    return response


# --- answers that did not change ---------------------------------------------------------------------


def conditional_get(view: View, state_of: Callable[[Event], str] = lists_of_closed) -> View:
    """Answer 304 to a reader who has the page as it is. `state_of` tells what it is made of besides the event.

    For a reader who is not signed in by the version of the event's scope, before the page is made. Everything else that
    it is made of goes into the tag too: the club's name, language, cookies (theme, form keys), the release and that of
    the static files. Who is signed in has rights and messages that can change at any time: the tag is of the page.
    """

    @wraps(view)
    def answer(request: HttpRequest, event_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        state = _state(request, event_id, state_of)
        make = partial(view, request, event_id, *args, **kwargs)
        or_unchanged = condition(etag_func=lambda *_args: _etag(request, state))
        response = or_unchanged(lambda _request: _kept(request, state, make))(request)
        if "Retry-After" in response:
            del response["ETag"]  # part of it is still to come, without the event's version moving
        elif request.user.is_authenticated and response.status_code == OK and not response.streaming:
            return _unless_the_same(request, response)
        elif (tag := _etag(request, state)) and "ETag" in response:
            response["ETag"] = tag  # with the forms' key that this answer brings: the next visit has it
        return response

    return answer


def _kept(request: HttpRequest, state: tuple[Any, ...] | None, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page for a reader who is not signed in as another one has got it in this state, else a new one."""
    if state is None or is_for_followers(request.META):
        return make()
    return answer_kept(request, (*state, look_of(request)), make, LOOKS)


def _unless_the_same(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with a tag of what it says, or 304. Its forms' key is another one each time, and means the same."""
    content = FORM_KEY.sub(b"", response.content)
    made_of = (request.user.pk, sorted(request.COOKIES.items()), sha256(content).hexdigest())
    response["ETag"] = f'"{sha256(repr(made_of).encode()).hexdigest()[:32]}"'
    unchanged: HttpResponse | None = get_conditional_response(request, etag=response["ETag"], response=response)
    return response if unchanged is None else unchanged


LOOKS = frozenset(CHOICES)
"""The cookies by which boards look as they do."""
FORM_KEY = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]*')


def _state(request: HttpRequest, event_id: int, state_of: Callable[[Event], str]) -> tuple[Any, ...] | None:
    """What a page for a reader who is not signed in is made of, but for the reader; None where it has no tag."""
    if request.user.is_authenticated or len(messages.get_messages(request)):
        return None
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    if event is None or event.state == Event.State.DRAFT or is_by_clock(event.format):  # what ends by the clock alone
        return None
    releases = (release(), getattr(staticfiles_storage, "manifest_hash", ""))
    return (journal.version(event.scope), state_of(event), event.club.name, releases)


def _etag(request: HttpRequest, state: tuple[Any, ...] | None) -> str | None:
    if state is None:
        return None
    cookies = dict(request.COOKIES)
    if "CSRF_COOKIE" in request.META:
        cookies[settings.CSRF_COOKIE_NAME] = request.META["CSRF_COOKIE"]
    made_of = (*state, get_language(), request.get_full_path(), sorted(cookies.items()))
    return f'"{sha256(repr(made_of).encode()).hexdigest()[:32]}"'
