"""The endpoints of ratings beside the lists and of pairing numbers that follow from them, and their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.forms import Form
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EventAPIView, PersonName
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.forms import SHOWN_IN_JOURNAL
from tournaments.entries import acts, schemas
from tournaments.entries.api.entries import EntryActView
from tournaments.entries.forms import TakeRatingsForm
from tournaments.entries.queries import Numbering, NumberRow, numbering
from tournaments.entries.services.numbering import renumber, set_rating, take_listed_ratings
from tournaments.models import Entry


class NumberedEntry(serializers.Serializer[Any]):
    """An entry with the rating that the event uses and the one that the list has for it, and two pairing numbers.

    `rating_source` is "server" or "club" (their lists), "file", "hand" or "" (not known), `rating_day` of which day it
    is. `next_number` is what the ratings of now would give. Numbers are null before the start.
    """

    id = IdField(source="entry.id")
    player = PersonName(source="entry")
    rating = serializers.IntegerField(source="entry.rating", allow_null=True)
    rating_source = serializers.CharField(source="entry.rating_source")
    rating_day = serializers.DateField(source="entry.rating_day", allow_null=True)
    listed = serializers.IntegerField(allow_null=True)
    differs = serializers.BooleanField()
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    next_number = serializers.IntegerField(allow_null=True)


class NumbersActView(ActView):
    """An act on ratings or numbers, which the endpoint answers with."""

    shape: ClassVar[ShapeClass] = NumberedEntry
    many, then = True, "event-numbers"

    def found(self, view: EventAPIView, made: Any) -> Sequence[NumberRow]:
        return numbering(view.rows(self.event)).rows


class Renumber(NumbersActView):
    """Recalculate pairing numbers from current ratings. Refused once round 4 is paired."""

    path, page_path, name = "numbers", "numbers/renumber", "event-renumber"
    act, service, schema = acts.Renumber, renumber, schemas.RenumberInput

    def say(self, form: Form, made: Mapping[int, int]) -> str:
        text = ngettext("%(count)d pairing number changed.", "%(count)d pairing numbers changed.", len(made))
        return text % {"count": len(made)}


class TakeListedRatings(NumbersActView):
    """Use the list's ratings for these entries. Pairing numbers stay until recalculated."""

    path, page_path, name = "ratings", "numbers", "event-numbers"
    act, service, schema = acts.TakeRatings, take_listed_ratings, schemas.TakeListedRatingsInput
    form_class, template, refusals_at = TakeRatingsForm, "tournaments/entries/numbers.html", "entries"
    at_desk = AtDesk(Group.PLAYERS, _("Ratings and numbers"), lambda desk: desk.is_running)

    @cached_property
    def numbering(self) -> Numbering:
        return numbering(self.rows)

    def form(self) -> Form:
        return self.make_form(rows=self.numbering.differing, initial=self.initial())

    def context(self, form: Form) -> dict[str, Any]:
        return {"found": self.numbering}

    def say(self, form: Form, made: Any) -> str:
        count = len(form.cleaned_data["entries"])
        return ngettext("%(count)d rating changed.", "%(count)d ratings changed.", count) % {"count": count}


class SetRating(EntryActView):
    """Set a rating by hand, for this event alone."""

    path, name = "entries/<int:entry_id>/rating", "entry-rating"
    act, service, schema = acts.SetRating, set_rating, schemas.SetRatingInput
    shape: ClassVar[ShapeClass] = NumberedEntry
    asks = {
        "rating": {"help_text": _("Leave empty for no rating.")},
        "reason": {"help_text": SHOWN_IN_JOURNAL},
        "version": {},
    }
    title, submit = _("Rating of %(name)s"), _("Save")
    text = _("Only for this event: rating lists do not change. The list of players marks the rating as set by hand.")
    done = _("Rating of %(name)s changed.")

    def found(self, view: EventAPIView, made: Entry) -> Any:
        return next(row for row in numbering(view.rows(self.event)).rows if row.entry.id == made.pk)

    def initial(self) -> dict[str, Any]:
        return super().initial() | {"rating": self.entry.rating}

    def next_page(self) -> str:
        return "event-numbers" if self.entry.number else "event-players"


class Numbers(EventAPIView):
    """Ratings beside the list, and pairing numbers."""

    path = "numbers"

    @extend_schema(responses=NumberedEntry(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All registered players: rating used, rating on the list, and pairing number by rating."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.RUN_ROUNDS, event.scope)
        return self.paginate(numbering(self.rows(event)).rows, NumberedEntry)
