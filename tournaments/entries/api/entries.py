"""The endpoints of entries and of the waiting list, and what is done with them, with their pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.web import done_response
from players.core.queries.records import names
from players.permissions import require
from players.roles import Permission
from tournaments.core import loader
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntriesDone, EntryRow, EventAPIView, PersonName, WaitingPlace
from tournaments.core.formats import is_predetermined
from tournaments.core.forms import REASON
from tournaments.core.queries.events import Places, own_place, places_of, waiting_list
from tournaments.entries import acts, schemas
from tournaments.entries.forms import WithdrawForm
from tournaments.entries.queries import PlayerRow, player_rows
from tournaments.entries.questions import WithQuestions
from tournaments.entries.services import byes, entries, leaving, moving_up
from tournaments.models import Entry, Event, WaitingPlayer

# --- the endpoints of entries: who plays; and what is done with one, with its pages -----------------------


class EntryActView(ActView):
    """An act on an entry, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = EntryRow
    tab = then = back = "event-players"

    def found(self, view: EventAPIView, made: Entry) -> PlayerRow:
        return next(row for row in player_rows(view.rows(self.event)) if row.entry.id == made.pk)

    @cached_property
    def entry(self) -> loader.EntryRow:
        """The entry as it is before the act; 404 for one of another event."""
        found = self.rows.by_id.get(self.ids["entry_id"])
        if found is None:
            raise Http404
        return found

    def check(self) -> None:
        assert "entry_id" not in self.ids or self.entry

    def names(self) -> Mapping[str, Any]:
        return {"name": self.entry.name}

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"name": self.entry.name}


class EnterPerson(EntryActView):
    """Register a person, or a new name, which becomes a member of the club."""

    path = "entries"
    act, service, schema = acts.EnterPerson, entries.enter_person, schemas.EnterPersonInput
    code = status.HTTP_201_CREATED


class EnterMany(EntryActView):
    """Register many at once by their names: members of the club, and new people for the others. All or none.

    The answer has their entries in the order of the names.
    """

    path = "entries/many"
    act, service, schema = acts.EnterMany, entries.enter_many, schemas.EnterManyInput
    shape, code = EntriesDone, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> Any:
        rows = {row.entry.id: row for row in player_rows(view.rows(self.event))}
        return {"entries": [rows[line.entry.pk] for line in made]}


class EnterMyself(EntryActView):
    """Register yourself in an event that is open for it. If it is full, you join the waiting list (202)."""

    path, page_path, name = "entries/me", "join", "event-join"
    act, service, code = acts.EnterMyself, entries.enter_myself, status.HTTP_201_CREATED
    schema, form_class = schemas.EnterMyselfInput, WithQuestions
    template, tab, refusals_apart = "tournaments/entries/join.html", "event-players", True
    more_codes = {status.HTTP_202_ACCEPTED: WaitingPlace}

    def respond(self, view: EventAPIView, made: Entry | WaitingPlayer) -> Response:
        if isinstance(made, Entry):
            return super().respond(view, made)
        return Response(WaitingPlace({"place": self.place}).data, status=status.HTTP_202_ACCEPTED)

    def perform(self, values: Mapping[str, Any]) -> Entry | WaitingPlayer:
        given = {each["question"]: each["answer"] for each in values["answers"]}
        return super().perform({"answers": given})  # type: ignore[no-any-return]  # what the service returns

    def make_form(self, **more: Any) -> Form:
        return WithQuestions(self.request.POST if self.request.method == "POST" else None, event=self.event)

    def values(self, form: Form) -> Mapping[str, Any]:
        assert isinstance(form, WithQuestions)
        return {"answers": [{"question": key, "answer": text} for key, text in form.answers().items()]}

    def context(self, form: Form) -> dict[str, Any]:
        return {"places": places_of(self.event)}

    def done_response(self, form: Form, made: Entry | WaitingPlayer) -> HttpResponse:
        if isinstance(made, Entry):
            return done_response(self.request, gettext("You are registered."), "event-players", self.event.pk)
        text = gettext("The event is full: you are on the waiting list, place %(place)s.") % {"place": self.place}
        return done_response(self.request, text, "event-enter", self.event.pk)

    @property
    def place(self) -> int | None:
        return own_place(self.event, self.account)


class LeaveEvent(ActView):
    """Cancel your own registration before the event starts."""

    path, method, page_path, name = "entries/me", "delete", "leave", "event-leave"
    act, service, schema = acts.LeaveEvent, leaving.leave_event, None
    done, then = _("You have withdrawn."), "event-players"


class RemoveEntry(EntryActView):
    """Remove an entry before the event starts, or before it is paired. Later, withdraw it."""

    path, method, page_path, name = "entries/<int:entry_id>", "delete", "entries/<int:entry_id>/remove", "entry-remove"
    act, service, shape = acts.RemoveEntry, leaving.remove_entry, None
    title, submit, danger, refusals_apart = _("Remove %(name)s from the list?"), _("Remove %(name)s"), True, True
    text = _("Removes only the registration; the person remains in the club.")
    done = _("%(name)s was removed from the list.")


class Withdraw(EntryActView):
    """Withdraw an entry: it is no longer paired and forfeits its open games."""

    path, name = "entries/<int:entry_id>/withdraw", "entry-withdraw"
    act, service, schema = acts.Withdraw, leaving.withdraw, schemas.WithdrawInput
    form_class, template, refusals_apart = WithdrawForm, "tournaments/entries/withdraw.html", True

    def form(self) -> Form:
        by_custom = "yes" if self.custom else "no"
        form = self.make_form(initial={"annul": by_custom, "version": self.head.version})
        if not is_predetermined(self.event.format):
            del form.fields["annul"]
        return form

    @cached_property
    def custom(self) -> bool:
        """Whether the games leave the standings by the custom."""
        return leaving.annuls(self.rows, self.entry.id)

    def context(self, form: Form) -> dict[str, Any]:
        known = is_predetermined(self.event.format)
        done, total = leaving.games_done(self.rows, self.entry.id) if known else (0, 0)
        return {"entry": self.entry, "custom": self.custom, "games_done": done, "games_total": total}

    def say(self, form: Form, made: Entry) -> str:
        text = gettext("%(name)s was expelled.") if made.expelled else gettext("%(name)s has withdrawn.")
        return text % {"name": self.entry.name}


class Readmit(EntryActView):
    """Reinstate a player who withdrew."""

    path, name = "entries/<int:entry_id>/readmit", "entry-readmit"
    act, service, schema = acts.Readmit, leaving.readmit, schemas.ReadmitInput
    asks, title, submit = REASON, _("%(name)s plays on"), _("Reinstate %(name)s")
    text = _(
        "The player is paired again from the next round, and earlier results count."
        " Forfeits from withdrawing remain until you correct them at the desk."
    )
    done, refusals_apart = _("%(name)s was reinstated."), True


class RequestBye(EntryActView):
    """Request a bye in a round that is not paired yet: for your own entry or, as arbiter, for any."""

    path = "entries/<int:entry_id>/byes"
    act, service, schema = acts.RequestBye, byes.request_bye, schemas.RequestByeInput
    renamed, code = {"round": "round_number"}, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> PlayerRow:
        return super().found(view, made.entry)


class SetHalfByes(EntryActView):
    """Allow or stop half-point byes for a player. Once stopped, arbiters cannot give one either."""

    path = "entries/<int:entry_id>/half-byes"
    act, service, schema = acts.SetHalfByes, byes.set_half_byes, schemas.SetHalfByesInput
    renamed = {"half_byes": "allowed"}


class CancelBye(ActView):
    """Cancel a request for a bye before its round is paired."""

    path, method = "entries/<int:entry_id>/byes/<int:round_number>", "delete"
    act, service = acts.CancelBye, byes.cancel_bye


class Entries(EventAPIView):
    """Who is entered."""

    path = "entries"

    @extend_schema(responses=EntryRow(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All registered players: by pairing number, before the start by name."""
        return self.paginate(player_rows(self.rows(self.event(event_id))), EntryRow)


# --- the endpoints of the limit of players and of the waiting list, and their pages -----------------------


LIST = "event-waiting"


class EntryLimitOne(serializers.Serializer[Any]):
    """The limit, and how full the event is."""

    most = serializers.IntegerField(allow_null=True)
    moves_up = serializers.BooleanField()
    entered = serializers.IntegerField()
    waiting = serializers.IntegerField()


class WaitingOne(serializers.Serializer[Any]):
    """A person who waits for a place; `place` counts from 1."""

    id = IdField()
    place = serializers.IntegerField()
    player = PersonName(source="*")
    since = serializers.DateTimeField()


class SetEntryLimit(ActView):
    """Change the limit; players on the waiting list fill new places."""

    path, method, page_path, name = "entry-limit", "put", "waiting/limit", "event-entry-limit"
    act, service, schema = acts.SetEntryLimit, moving_up.set_entry_limit, schemas.SetEntryLimitInput
    shape: ClassVar[ShapeClass] = EntryLimitOne
    asks = {
        "most": {"help_text": _("Leave empty for no limit.")},
        "moves_up": {"help_text": _("Free places go to the first on the waiting list while registration is open.")},
        "version": {},
    }
    template, tab = "tournaments/entries/waiting.html", "event-players"
    done, then = _("Limit saved."), LIST

    def found(self, view: EventAPIView, made: None) -> Places:
        return places_of(self.event)

    def initial(self) -> dict[str, Any]:
        places = places_of(self.event)
        return super().initial() | {"most": places.most, "moves_up": places.moves_up}

    def context(self, form: Form) -> dict[str, Any]:
        event = self.event
        is_open = event.state == Event.State.OPEN and event.self_entry
        return {"places": places_of(event), "waiting": waiting_list(event), "is_open": is_open}


class RemoveWaiting(ActView):
    """Remove a player from the waiting list. For organisers."""

    path, method = "waiting/<int:waiting_id>", "delete"
    page_path, name = "waiting/<int:waiting_id>/remove", "event-waiting-remove"
    act, service, schema = acts.RemoveWaiting, moving_up.remove_waiting, None
    done, then = _("Removed from the waiting list."), LIST


class LeaveWaitingList(ActView):
    """Leave the waiting list."""

    path, method, page_path, name = "waiting/me", "delete", "waiting/leave", "event-waiting-leave"
    act, service, schema = acts.LeaveWaitingList, moving_up.leave_waiting_list, None
    done, then = _("You are no longer on the waiting list."), "event-enter"


class MoveUp(EntryActView):
    """Register any player from the waiting list, even beyond the limit. For organisers."""

    path, name = "waiting/<int:waiting_id>/move-up", "event-move-up"
    act, service, code = acts.MoveUp, moving_up.move_up, status.HTTP_201_CREATED
    done, then = _("%(name)s is registered."), LIST

    def words(self, form: Form, made: Entry) -> Mapping[str, Any]:
        (name,) = names(made.members.values_list("person", flat=True)).values()
        return {"name": name}


class EntryLimitView(EventAPIView):
    """How many players an event takes."""

    path = "entry-limit"

    @extend_schema(responses=EntryLimitOne)
    def get(self, request: Request, event_id: int) -> Response:
        """The player limit, and the numbers of registered and waiting players."""
        return Response(EntryLimitOne(places_of(self.event(event_id))).data)


class WaitingList(EventAPIView):
    """Who waits for a place."""

    path = "waiting"

    @extend_schema(responses=WaitingOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """The waiting list in order. For organisers."""
        event = self.event(event_id)
        require(self.actor, Permission.ENTER_PLAYERS, event.scope)
        return self.paginate(waiting_list(event), WaitingOne)


class MyWaiting(EventAPIView):
    """The own place on the waiting list."""

    path = "waiting/me"

    @extend_schema(responses=WaitingPlace)
    def get(self, request: Request, event_id: int) -> Response:
        """Your place; null if you are not on the list."""
        return Response(WaitingPlace({"place": own_place(self.event(event_id), self.actor)}).data)
