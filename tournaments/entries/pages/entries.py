"""Who plays: entering, byes, the waiting list."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from common.web import RefusalsShown, done_response, status_of
from gipf_engine.messages import SEPARATOR
from players.core.queries.records import names
from players.models import Person
from players.names import name_key, search_words
from players.people.queries.search import choices
from players.permissions import require
from players.roles import Permission
from tournaments.core.loader import EntryRow, load
from tournaments.core.pages import account_of, event_context, get_visible_event, refusals_shown, rows_for
from tournaments.core.queries.events import EventHead, event_head, places_of
from tournaments.entries.api.entries import SetEntryLimit
from tournaments.entries.forms import ByeForm, EnterForm, HalfByesForm, ListUploadForm, SearchForm, TakeByeBackForm
from tournaments.entries.queries import entered_in, missed_rounds, with_ratings
from tournaments.entries.questions import WithQuestions
from tournaments.entries.services import byes as byes_services
from tournaments.entries.services import entries
from tournaments.models import Entry, Event

# --- who plays: entering and leaving, byes, withdrawals ---------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, event_id: int) -> HttpResponse:
    """For organisers: find or make players. For players: enter oneself where the event is open for it."""
    event = get_visible_event(request, event_id)
    head = event_head(event, request.user)
    if not head.may_enter_players:
        if request.method == "POST":
            require(request.user, Permission.ENTER_PLAYERS, event.scope)
        known = {"places": places_of(event), "form": WithQuestions(event=event)}
        return render(request, "tournaments/entries/join.html", event_context(head, "event-players", **known))
    if request.method == "POST":
        return _enter(request, head)
    return _enter_page(request, head)


def _enter(request: HttpRequest, head: EventHead) -> HttpResponse:
    """One person, picked or new."""
    account = account_of(request, head.event)
    form = EnterForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            with RefusalsShown(form, "name"):
                entry = entries.enter_person(
                    head.event.pk,
                    account,
                    person_id=data["person_id"],
                    name=data["name"] or "",
                    confirm=request.POST.getlist("confirm"),
                )
                name = names(entry.members.values_list("person", flat=True))
                message = _("%(name)s is registered.") % {"name": _(SEPARATOR).join(name.values())}
                return done_response(request, message, "event-enter", head.event.pk)
        except Person.DoesNotExist:
            form.add_error("name", _("This person does not exist."))
    return _enter_page(request, head, one=form)


def _enter_page(request: HttpRequest, head: EventHead, one: EnterForm | None = None) -> HttpResponse:
    event, rows = head.event, rows_for(head)
    account = require(request.user, Permission.ENTER_PLAYERS, event.scope)
    search = SearchForm(request.GET)
    text = search.cleaned_data["q"] if search.is_valid() else ""
    if one is not None and one.data.get("name"):
        text = str(one.data["name"])[:80]
    entered = entered_in(rows)
    found = choices(text, club=event.club, without=entered) if text else []
    wanted = set(search_words(text))
    registered = [each for each in rows.entries if wanted and wanted <= set(search_words(each.name))]
    known = [each.name for each in registered] + [each.name for each in found if each.is_member]
    more = {
        "one": one or EnterForm(),
        "many": ListUploadForm(account=account),
        "registered": registered,
        "is_known": bool(text) and any(name_key(each) == name_key(text) for each in known),
        "q": text,
        "found": with_ratings(event, found),
        "entries": sorted(rows.entries, key=lambda entry: -entry.id),
        "places": places_of(event),
    }
    context = event_context(head, "event-players", **more)
    return render(request, "tournaments/entries/enter.html", context, status=status_of(one))


@require_http_methods(["GET", "HEAD", "POST"])
@refusals_shown
def entry_bye(request: HttpRequest, event_id: int, entry_id: int) -> HttpResponse:
    """Ask for a bye, or take the request back: the player's own, or any for the arbiter."""
    event = get_visible_event(request, event_id)
    account = account_of(request, event, Permission.ENTER_PLAYERS)
    get_object_or_404(Entry, event=event, pk=entry_id)
    entry = load(event).by_id[entry_id]
    head = event_head(event, request.user)
    if not head.may_enter_players and head.own_entry != entry_id:
        require(account, Permission.ENTER_PLAYERS, event.scope)
    rows = load(event)
    initial = {"round": len(rows.rounds) + 1}
    if request.method == "POST" and "half_byes" in request.POST:
        return _set_half_byes(request, event, entry)
    form: ByeForm | TakeByeBackForm = ByeForm(request.POST or None, own=not head.may_enter_players, initial=initial)
    if "cancel" in request.POST:
        form = TakeByeBackForm(request.POST)
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            return _bye(request, event, entry, form)
    byes = sorted((number, kind) for (asked, number), kind in rows.byes.items() if asked == entry_id)
    context = event_context(head, "event-players", form=form, entry=entry, byes=byes)
    if head.may_enter_players and event.state == Event.State.RUNNING and not entry.withdrawn:
        context["missed"] = missed_rounds(rows, entry_id)
    context["may_bar"] = head.may_enter_players and "half" not in dict(byes).values()
    return render(request, "tournaments/entries/bye.html", context, status=status_of(form))


def _set_half_byes(request: HttpRequest, event: Event, entry: EntryRow) -> HttpResponse:
    form = HalfByesForm(request.POST)
    if not form.is_valid():
        raise BadRequest("half_byes")
    allowed = form.input["half_byes"]
    byes_services.set_half_byes(event.pk, account_of(request, event), entry.id, allowed=allowed)
    message = _("Half-point byes of %(name)s allowed.") if allowed else _("Half-point byes of %(name)s stopped.")
    return done_response(request, message % {"name": entry.name}, "event-players", event.pk)


def _bye(request: HttpRequest, event: Event, entry: EntryRow, form: ByeForm | TakeByeBackForm) -> HttpResponse:
    account, number = account_of(request, event), form.cleaned_data["round"]
    if isinstance(form, TakeByeBackForm):
        byes_services.cancel_bye(event.pk, account, entry.id, number)
        text = _("Bye in round %(round)d cancelled.")
    else:
        confirm = request.POST.getlist("confirm")
        byes_services.request_bye(event.pk, account, entry.id, number, form.input["kind"], confirm=confirm)
        text = _("Bye in round %(round)d saved.")
    return done_response(request, text % {"round": number}, "event-players", event.pk)


# --- the waiting list of an event -------------------------------------------------------------------------


@require_safe
def waiting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Who waits, in order, and how many players the event takes."""
    event = get_visible_event(request, event_id)
    limit = SetEntryLimit(request, event, require(request.user, Permission.ENTER_PLAYERS, event.scope), {})
    return limit.show(limit.form())
