"""The endpoints of entries: who plays, who leaves, and byes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntriesDone, EntryRow, WaitingPlace
from tournaments.core.queries.waiting_list import own_place
from tournaments.core.schemas import Versioned
from tournaments.entries.queries.players import PlayerRow, player_rows
from tournaments.entries.schemas import (
    EnterManyInput,
    EnterPersonInput,
    ReadmitInput,
    RequestByeInput,
    SetHalfByesInput,
    WithdrawInput,
)
from tournaments.entries.services import byes, entries, leaving, withdrawals
from tournaments.models import Entry, Event


class EntryAPIView(EventAPIView):
    """An endpoint that answers with entries."""

    def players(self, event: Event) -> Sequence[PlayerRow]:
        """Everybody who is entered."""
        return player_rows(self.rows(event))

    def respond(self, event: Event, entry: Entry, code: int = status.HTTP_200_OK) -> Response:
        """The entry as it is after an act on it."""
        event.refresh_from_db()
        row = next(row for row in self.players(event) if row.entry.id == entry.pk)
        return Response(EntryRow(row).data, status=code)


class Entries(EntryAPIView):
    """Who is entered."""

    @extend_schema(responses=EntryRow(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everybody who is registered: by pairing number, before the start by name."""
        return self.paginate(self.players(self.event(event_id)), EntryRow)

    @extend_schema(request=EnterPersonInput, responses={201: EntryRow})
    def post(self, request: Request, event_id: int) -> Response:
        """Register a person, or somebody new by name, who becomes a member of the club."""
        new = self.validated_body(EnterPersonInput)
        event = self.event(event_id)
        entry = entries.enter_person(event.pk, self.actor, expect=new.pop("version", None), **new)
        return self.respond(event, entry, status.HTTP_201_CREATED)


class ManyEntries(EntryAPIView):
    """A list of names."""

    @extend_schema(request=EnterManyInput, responses={201: EntriesDone})
    def post(self, request: Request, event_id: int) -> Response:
        """Register many at once by their names: members of the club, and new people for the others. All or none.

        The answer has their entries in the order of the names.
        """
        values = self.validated_body(EnterManyInput)
        event = self.event(event_id)
        lines = entries.enter_many(event.pk, self.actor, values["names"], expect=values.get("version"))
        event.refresh_from_db()
        rows = {row.entry.id: row for row in self.players(event)}
        entered = [rows[line.entry.pk] for line in lines]
        return Response(EntriesDone({"entries": entered}).data, status=status.HTTP_201_CREATED)


class MyEntry(EntryAPIView):
    """The own entry of the token's account."""

    @extend_schema(request=None, responses={201: EntryRow, 202: WaitingPlace})
    def post(self, request: Request, event_id: int) -> Response:
        """Register yourself in an event that is open for it. Where it is full, you are on the waiting list (202)."""
        actor, event = self.actor, self.event(event_id)
        made = entries.enter_myself(event.pk, actor)
        if isinstance(made, Entry):
            return self.respond(event, made, status.HTTP_201_CREATED)
        place = WaitingPlace({"place": own_place(event, actor)}).data
        return Response(place, status=status.HTTP_202_ACCEPTED)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, event_id: int) -> Response:
        """Take your own entry back before the event starts."""
        actor = self.actor
        leaving.leave_event(self.event(event_id).pk, actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OneEntry(EventAPIView):
    """One entry."""

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Take an entry off the list before the event starts, or before it is paired. Afterwards players withdraw."""
        actor, asked = self.actor, self.validated_query(Versioned)
        leaving.remove_entry(self.event(event_id).pk, actor, entry_id, expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class _OnEntry(EntryAPIView):
    """An act on one entry of a running event."""

    def act(self, event_id: int, entry_id: int, service: Callable[..., Entry], shape: type[Versioned]) -> Response:
        values: dict[str, Any] = self.validated_body(shape)
        event = self.event(event_id)
        entry = service(event.pk, self.actor, entry_id, expect=values.pop("version", None), **values)
        return self.respond(event, entry)


class WithdrawEntry(_OnEntry):
    """A player leaves a running event."""

    @extend_schema(request=WithdrawInput, responses=EntryRow)
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Withdraw an entry: it is not paired any more, and its open games are forfeits."""
        return self.act(event_id, entry_id, withdrawals.withdraw, WithdrawInput)


class ReadmitEntry(_OnEntry):
    """A player who left plays on."""

    @extend_schema(request=ReadmitInput, responses=EntryRow)
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Reinstate a player who withdrew."""
        return self.act(event_id, entry_id, withdrawals.readmit, ReadmitInput)


class Byes(EntryAPIView):
    """Byes in rounds to come."""

    @extend_schema(request=RequestByeInput, responses={201: EntryRow})
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Ask for a bye in a round that is not paired yet: for your own entry or, as its arbiter, for any."""
        values = self.validated_body(RequestByeInput)
        event = self.event(event_id)
        bye = (values["round"], values["kind"])
        asked = byes.request_bye(
            event.pk, self.actor, entry_id, *bye, expect=values.get("version"), confirm=values["confirm"]
        )
        return self.respond(event, asked.entry, status.HTTP_201_CREATED)


class HalfByesOfEntry(EntryAPIView):
    """Half-point byes of one entry."""

    @extend_schema(request=SetHalfByesInput, responses=EntryRow)
    def post(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Say whether a player may have half-point byes at all; where not, nobody can give one."""
        values = self.validated_body(SetHalfByesInput)
        event = self.event(event_id)
        entry = byes.set_half_byes(
            event.pk, self.actor, entry_id, allowed=values["half_byes"], expect=values.get("version")
        )
        return self.respond(event, entry)


class OneBye(EventAPIView):
    """One bye in a round to come."""

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, event_id: int, entry_id: int, round_number: int) -> Response:
        """Take a request for a bye back before its round is paired."""
        actor, asked = self.actor, self.validated_query(Versioned)
        byes.cancel_bye(self.event(event_id).pk, actor, entry_id, round_number, expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)
