"""The endpoints of entries: who plays; and what is done with one, with its pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from common.web import done_response
from tournaments.core import loader
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntriesDone, EntryRow, WaitingPlace
from tournaments.core.formats import is_predetermined
from tournaments.core.forms.confirming import REASON
from tournaments.core.queries.waiting_list import own_place
from tournaments.entries import acts, schemas
from tournaments.entries.forms.entries import WithdrawForm
from tournaments.entries.queries.players import PlayerRow, player_rows
from tournaments.entries.services import byes, entries, leaving, withdrawals
from tournaments.models import Entry, WaitingPlayer


class EntryActView(ActView):
    """An act on an entry, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = EntryRow
    tab, then = "event-players", "event-players"

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

    def context(self, form: Form) -> dict[str, Any]:
        return {"entry": self.entry}

    def words(self, form: Form, made: Any) -> Mapping[str, Any]:
        return {"name": self.entry.name}


class EnterPerson(EntryActView):
    """Register a person, or somebody new by name, who becomes a member of the club."""

    act, service, schema = acts.EnterPerson, entries.enter_person, schemas.EnterPersonInput
    code = status.HTTP_201_CREATED


class EnterMany(EntryActView):
    """Register many at once by their names: members of the club, and new people for the others. All or none.

    The answer has their entries in the order of the names.
    """

    act, service, schema = acts.EnterMany, entries.enter_many, schemas.EnterManyInput
    shape, code = EntriesDone, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> Any:
        rows = {row.entry.id: row for row in player_rows(view.rows(self.event))}
        return {"entries": [rows[line.entry.pk] for line in made]}


class EnterMyself(EntryActView):
    """Register yourself in an event that is open for it. Where it is full, you are on the waiting list (202)."""

    act, service, schema, code = acts.EnterMyself, entries.enter_myself, None, status.HTTP_201_CREATED
    more_codes = {status.HTTP_202_ACCEPTED: WaitingPlace}

    def respond(self, view: EventAPIView, made: Entry | WaitingPlayer) -> Response:
        if isinstance(made, Entry):
            return super().respond(view, made)
        return Response(WaitingPlace({"place": self.place}).data, status=status.HTTP_202_ACCEPTED)

    def done_response(self, form: Form, made: Entry | WaitingPlayer) -> HttpResponse:
        if isinstance(made, Entry):
            return done_response(self.request, gettext("You are registered."), "event-players", self.event.pk)
        text = gettext("The event is full: you are on the waiting list, place %(place)s.") % {"place": self.place}
        return done_response(self.request, text, "event-enter", self.event.pk)

    @property
    def place(self) -> int | None:
        return own_place(self.event, self.account)


class LeaveEvent(ActView):
    """Take your own entry back before the event starts."""

    act, service, schema = acts.LeaveEvent, leaving.leave_event, None
    done, then = _("Your entry is withdrawn."), "event-players"


class RemoveEntry(EntryActView):
    """Take an entry off the list before the event starts, or before it is paired. Afterwards players withdraw."""

    act, service, shape = acts.RemoveEntry, leaving.remove_entry, None
    template, refusals_apart = "tournaments/entries/entry_remove.html", True
    done = _("%(name)s was removed from the list.")


class Withdraw(EntryActView):
    """Withdraw an entry: it is not paired any more, and its open games are forfeits."""

    act, service, schema = acts.Withdraw, withdrawals.withdraw, schemas.WithdrawInput
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
        return withdrawals.annuls(self.rows, self.entry.id)

    def context(self, form: Form) -> dict[str, Any]:
        known = is_predetermined(self.event.format)
        done, total = withdrawals.games_done(self.rows, self.entry.id) if known else (0, 0)
        return {"entry": self.entry, "custom": self.custom, "games_done": done, "games_total": total}

    def say(self, form: Form, made: Entry) -> str:
        text = gettext("%(name)s is expelled.") if made.expelled else gettext("%(name)s has withdrawn.")
        return text % {"name": self.entry.name}


class Readmit(EntryActView):
    """Reinstate a player who withdrew."""

    act, service, schema = acts.Readmit, withdrawals.readmit, schemas.ReadmitInput
    asks, template, done = REASON, "tournaments/entries/readmit.html", _("%(name)s plays on.")
    refusals_apart = True


class RequestBye(EntryActView):
    """Ask for a bye in a round that is not paired yet: for your own entry or, as its arbiter, for any."""

    act, service, schema = acts.RequestBye, byes.request_bye, schemas.RequestByeInput
    renamed, code = {"round": "round_number"}, status.HTTP_201_CREATED

    def found(self, view: EventAPIView, made: Any) -> PlayerRow:
        return super().found(view, made.entry)


class SetHalfByes(EntryActView):
    """Say whether a player may have half-point byes at all; where not, nobody can give one."""

    act, service, schema = acts.SetHalfByes, byes.set_half_byes, schemas.SetHalfByesInput
    renamed = {"half_byes": "allowed"}


class CancelBye(ActView):
    """Take a request for a bye back before its round is paired."""

    act, service = acts.CancelBye, byes.cancel_bye


class Entries(EventAPIView):
    """Who is entered."""

    @extend_schema(responses=EntryRow(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everybody who is registered: by pairing number, before the start by name."""
        return self.paginate(player_rows(self.rows(self.event(event_id))), EntryRow)

    post = EnterPerson.endpoint()


class MyEntry(EventAPIView):
    """The own entry of the token's account."""

    post = EnterMyself.endpoint()
    delete = LeaveEvent.endpoint("delete")
