"""The endpoints of the days of a festival: its desk, check-in, player links, and a player who changes the section."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from common.web import missing_is_404
from players.permissions import NotAllowed, require
from players.roles import Permission
from tournaments.core.api import EventAPIView
from tournaments.core.queries.festivals import sections_of
from tournaments.core.round_drafts import is_paired
from tournaments.entries.api.entries import EntryActView
from tournaments.entries.queries import PlayerRow, player_rows
from tournaments.festivals import acts, schemas
from tournaments.festivals.api.festivals import FestivalAPIView
from tournaments.festivals.forms import MoveForm
from tournaments.festivals.queries.check_in import festival_check_in
from tournaments.festivals.queries.desk import desk_sections
from tournaments.festivals.queries.festivals import where_may
from tournaments.festivals.queries.player_links import player_cards
from tournaments.festivals.services import moving
from tournaments.festivals.services.player_links import revoke_player_link
from tournaments.models import Entry, Event, FestivalSection

# --- out -----------------------------------------------------------------------------------------------


class DeskGameShape(serializers.Serializer[Any]):
    """A game: `reported` is what one player has said alone, "" where none has."""

    id = IdField()
    board = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    result = serializers.CharField(source="code")
    reported = serializers.CharField()


class AbsentPlayer(serializers.Serializer[Any]):
    """A player who has neither checked in nor a bye."""

    entry = IdField(source="entry.id")
    name = serializers.CharField(source="entry.name")


class DeskSectionShape(serializers.Serializer[Any]):
    """What a section needs of its arbiter: games in dispute (ids), reports that wait, absent players; and all games."""

    event = IdField(source="event.pk")
    name = serializers.CharField(source="event.name")
    version = serializers.IntegerField()
    round = serializers.IntegerField()
    rounds_total = serializers.IntegerField()
    disputes = serializers.SerializerMethodField()
    waiting = DeskGameShape(many=True)
    absent = AbsentPlayer(many=True)
    games = DeskGameShape(many=True)

    def get_disputes(self, section: Any) -> list[int]:
        return [dispute.game for dispute in section.disputes]


class ArrivalPlace(serializers.Serializer[Any]):
    """A player's entry in one section: when they checked in (null: not yet), and their bye in the round ("": none)."""

    event = serializers.IntegerField()
    entry = IdField(source="row.entry.id")
    at = serializers.DateTimeField(source="row.at", allow_null=True)
    bye = serializers.CharField(source="row.bye")


class ArrivalRow(serializers.Serializer[Any]):
    """A player with their places in sections whose check-in is open."""

    id = IdField(source="person")
    name = serializers.CharField()
    places = serializers.SerializerMethodField()

    @extend_schema_field(ArrivalPlace(many=True))
    def get_places(self, row: Any) -> Any:
        return ArrivalPlace([{"event": event.pk, "row": place} for event, place in row.places], many=True).data


class PlayerLinkShape(serializers.Serializer[Any]):
    """A player's link: `token` is the last part of /festivals/player/, `sections` are the events that they play in."""

    id = IdField(source="person")
    name = serializers.CharField()
    sections = serializers.SerializerMethodField()
    token = serializers.CharField()

    def get_sections(self, card: Any) -> list[int]:
        return [event.pk for event in card.sections]


# --- endpoints -----------------------------------------------------------------------------------------


class FestivalDesk(FestivalAPIView):
    """What needs an arbiter, over all sections that are theirs."""

    path = "desk"

    @extend_schema(responses=DeskSectionShape(many=True))
    def get(self, request: Request, festival_id: int) -> Response:
        """The sections in which the account may run rounds, and nothing of the others."""
        self.need_actor()
        festival = self.parent(festival_id)
        sections = desk_sections(festival, self.actor)
        if not sections:
            raise NotAllowed(Permission.RUN_ROUNDS, festival.scope)
        return self.paginate(sections, DeskSectionShape)


class FestivalArrivals(FestivalAPIView):
    """Who has checked in, over the sections in which one may enter players."""

    path = "check-in"

    @extend_schema(responses=ArrivalRow(many=True))
    def get(self, request: Request, festival_id: int) -> Response:
        """Each player once, by name. To check one in, use the endpoint of the entry."""
        self.need_actor()
        festival = self.parent(festival_id)
        if not where_may(self.actor, Permission.ENTER_PLAYERS, sections_of(festival, self.actor)):
            raise NotAllowed(Permission.ENTER_PLAYERS, festival.scope)
        return self.paginate(festival_check_in(festival, self.actor).people, ArrivalRow)


class PlayerLinks(FestivalAPIView):
    """The links of players for a whole festival."""

    path = "player-links"

    @extend_schema(responses=PlayerLinkShape(many=True))
    def get(self, request: Request, festival_id: int) -> Response:
        """A link for each player. For those who may decide results in the whole club."""
        self.need_actor()
        festival = self.parent(festival_id)
        require(self.actor, Permission.DECIDE_RESULT, festival.scope)
        return self.paginate(player_cards(festival), PlayerLinkShape)


class RevokedLink(FestivalAPIView):
    """The link of a player."""

    path = "player-links/<int:person_id>/revoke"

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, festival_id: int, person_id: int) -> Response:
        """Revoke it. The next one that is listed works."""
        self.need_actor()
        with missing_is_404():
            revoke_player_link(self.parent(festival_id).pk, self.actor, person_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- a player who changes the section ------------------------------------------------------------------


class MoveEntry(EntryActView):
    """Move a player to another section of the festival before round 1 is paired in either. The new entry."""

    path, name = "entries/<int:entry_id>/move", "entry-move"
    act, service, schema = acts.MoveEntryOut, moving.move_entry, schemas.MoveEntryInput
    form_class, refusals_at = MoveForm, "section"
    title, submit = _("Move %(name)s to another section"), _("Move the player")
    text = _("The rating, byes and check-in go along where the other section has them too.")
    done = _("%(name)s was moved.")

    def found(self, view: EventAPIView, made: Entry) -> PlayerRow:
        there = Event.objects.select_related("club").get(pk=made.event_id)
        return next(row for row in player_rows(view.rows(there)) if row.entry.id == made.pk)

    def check(self) -> None:
        super().check()
        if not self.sections:
            raise Http404

    @property
    def sections(self) -> Sequence[Event]:
        """The other sections in which the reader may enter players and round 1 is not paired."""
        own = FestivalSection.objects.select_related("festival").filter(event=self.event).first()
        if own is None:
            return ()
        others = [event for event in sections_of(own.festival, self.account) if event.pk != self.event.pk]
        return [event for event in where_may(self.account, Permission.ENTER_PLAYERS, others) if not is_paired(event)]

    def form(self) -> Form:
        form = self.make_form(initial=self.initial())
        assert isinstance(form, MoveForm)
        form.offer("section", [(event.pk, event.name) for event in self.sections])
        return form
