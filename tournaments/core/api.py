"""What all endpoints of events share: finding one for this reader, answers that did not change, and shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Model
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.api import IdField, NumberField, PointsField
from common.api_filters import DaysFilter, ordering_field
from common.entity_tags import TaggedState, make_tag
from common.journal import queries as journal
from gipf_engine.rules import all_rules
from players.core.api import BaseAPIView
from players.core.api_shapes import ClubName
from players.models import Club
from players.names import LONGEST
from players.permissions import may
from players.roles import Permission
from tournaments.core.event_config import MEDLEY_FIELDS
from tournaments.core.event_values import plan_values
from tournaments.core.formats import formats
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.events import may_see
from tournaments.core.schemas import LONGEST_KEY
from tournaments.models import Event

# --- what all endpoints of one thing share ----------------------------------------------------------------
# Finding it for this reader, and answers that did not change.

EVENT = "events/<int:event_id>"


class ScopeAPIView(BaseAPIView):
    """An endpoint of one thing that is a scope, or below it. What a reader may not see is not there (404)."""

    address: ClassVar[str]
    """Where the thing is: "circuits/<int:circuit_id>"."""
    model: ClassVar[type[Model]]
    """What it is: a row of a club."""
    path: ClassVar[str | None] = None
    """Its address below that of the thing, for `tournaments.core.act_urls`; None: it is listed elsewhere."""

    @classmethod
    def parent_id(cls) -> str:
        """The name of the thing's id in addresses: "circuit_id"."""
        return cls.address.rpartition(":")[2].removesuffix(">")

    def parent(self, key: int) -> Any:
        """The thing with this id, if the reader may see it."""
        return self.row(key)

    @classmethod
    def row(cls, key: int) -> Any:
        """The thing with this id, with its club; else 404."""
        return get_object_or_404(cls.model._default_manager.select_related("club"), pk=key)

    def state(self) -> TaggedState | None:
        """That of the thing, for all addresses below it."""
        if self.parent_id() not in self.kwargs:
            return None
        scope = self.parent(self.kwargs[self.parent_id()]).scope
        return TaggedState(scope, journal.version(scope), scope)


# --- what all endpoints of an event share -----------------------------------------------------------------


class EventAPIView(ScopeAPIView):
    """An endpoint of one event. What a reader may not see is not there (404)."""

    address, model = EVENT, Event

    def parent(self, key: int) -> Event:
        return self.event(key)

    def event(self, event_id: int) -> Event:
        """The event, if the reader may see it."""
        event: Event = self.row(event_id)
        if not may_see(self.request.user, event):
            raise Http404
        return event

    def sees_all(self, event: Event) -> bool:
        """Whether the reader runs the event, and sees standings that its organiser hides from others."""
        return may(self.request.user, Permission.RUN_ROUNDS, event.scope)

    def rows(self, event: Event) -> EventData:
        """The event's rows as they stand now."""
        return rows_of(event, journal.version(event.scope))

    def conditional_get(self, event: Event, answer: Callable[[EventData, int], Any], *made_of: str) -> HttpResponseBase:
        """The answer that `answer(rows, version)` makes, or 304 where the reader has it already (If-None-Match).

        Whatever is done in the event, and each new name of a person in it, moves its version. `made_of` is what
        else the answer depends on.
        """
        version = journal.version(event.scope)
        etag = make_tag(TaggedState(event.scope, version, event.scope), self.request, event.club.name, *made_of)
        return self.answer_unless_known(etag, lambda: answer(rows_of(event, version), version))


# --- what events look like in the API, and what may be said of them ---------------------------------------
# Points are decimal strings with one digit ("4.5"), in and out; days are ISO 8601.


MOST_CODES = 20


class ScoringShape(serializers.Serializer[Any]):
    """What is scored for what. What is not sent follows from a win, a draw and a loss (1, ½, 0)."""

    win = PointsField(required=False)
    draw = PointsField(required=False)
    loss = PointsField(required=False)
    pairing_bye = PointsField(required=False)
    full_bye = PointsField(required=False)
    half_bye = PointsField(required=False)
    zero_bye = PointsField(required=False)
    forfeit_win = PointsField(required=False)
    forfeit_loss = PointsField(required=False)


# --- out -----------------------------------------------------------------------------------------------


class EventRow(serializers.Serializer[Any]):
    """An event in a list."""

    id = IdField()
    club = ClubName()
    name = serializers.CharField()
    place = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    format = serializers.CharField()
    rules = serializers.CharField()
    rated = serializers.BooleanField()
    state = serializers.ChoiceField(Event.State.choices)
    example = serializers.BooleanField()


class EventFacts(EventRow):
    """All that is planned of an event."""

    about = serializers.CharField()
    time_zone = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    medley = serializers.ListField(child=serializers.CharField(), help_text="The games of a medley; empty for one.")
    medley_order = serializers.CharField(help_text="How the game of a board is settled; empty: the event has one game.")
    mixed_matches = serializers.BooleanField()
    choice_minutes = serializers.IntegerField(allow_null=True)
    seeding_list = serializers.CharField()
    handicap = serializers.ChoiceField(Event.Handicap.choices)
    setups = serializers.ChoiceField(Event.Setups.choices)
    format_options = serializers.DictField(help_text="Those that differ from the usual.")
    rounds_planned = serializers.IntegerField(allow_null=True)
    games_per_round = serializers.IntegerField()
    scoring = ScoringShape(source="points")
    tie_breaks = serializers.ListField(child=serializers.CharField())
    agreed_draws = serializers.BooleanField()
    self_entry = serializers.BooleanField()
    time_control = serializers.CharField(help_text="The clock of games that are played here; empty: over the board.")
    no_show_minutes = serializers.IntegerField(allow_null=True)
    rating_columns = serializers.ListField(
        child=serializers.CharField(), help_text="What standings show of ratings: `rating`, `change`, `performance`."
    )


class RuleExitShape(serializers.Serializer[Any]):
    """By what an event left standard rules, after how many rounds, and when."""

    setting = serializers.CharField()
    after_round = serializers.IntegerField()
    at = serializers.DateTimeField()


class EventOne(EventFacts):
    """One event. `version` counts all acts in it; `rounds` are those that are paired, of `rounds_total`.

    `standard_rules`: it has been under FIDE's basic rules all the time; else `left_rules` says by what it left them.
    """

    standard_rules = serializers.BooleanField()
    left_rules = RuleExitShape(many=True)

    version = serializers.IntegerField()
    entries = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rounds_total = serializers.IntegerField()

    @staticmethod
    def of(event: Event, rows: EventData, version: int) -> dict[str, Any]:
        """The event with its rows, which were read at `version`."""
        counts = {"version": version, "entries": len(rows.entries), "rounds": len(rows.rounds)}
        own = ("id", "club", "state", "example", "points", *MEDLEY_FIELDS)
        known = {name: getattr(event, name) for name in own}
        exits = RuleExitShape(() if event.follows_rules else event.rule_exits.all(), many=True).data
        rules = {"standard_rules": event.follows_rules, "left_rules": exits}
        return {**EventFacts(plan_values(event) | known).data, **rules, **counts, "rounds_total": rows.rounds_total}


class PersonName(serializers.Serializer[Any]):
    """The person who sits for an entry."""

    id = IdField(source="person")
    name = serializers.CharField()


class EntryName(serializers.Serializer[Any]):
    """An entry as tables refer to it: `number` is the pairing number (TPN), null before the start."""

    id = IdField()
    number = serializers.IntegerField(allow_null=True)
    player = PersonName(source="*")


class TeamName(serializers.Serializer[Any]):
    """A team as tables refer to it: `number` is the pairing number, null before the start."""

    id = IdField()
    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class WaitingPlace(serializers.Serializer[Any]):
    """A place on the waiting list, from 1; null for none."""

    place = serializers.IntegerField(allow_null=True)


class ByeShape(serializers.Serializer[Any]):
    """A bye in a round to come: "full", "half" or "zero" points."""

    round = NumberField(min_value=1)
    kind = serializers.CharField(max_length=LONGEST_KEY)


class CitedList(serializers.Serializer[Any]):
    """A published list: GET /pools/`pool`/lists/`number`/`version` has it as it was."""

    pool = IdField(source="pool_id")
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    dated = serializers.DateField()


class EntryRow(serializers.Serializer[Any]):
    """An entry in the list. `rating` is what seeding used or, before the start, what it would use.

    `rating_list` is the published list that says so; null where the rating is from elsewhere or no list was published.

    `withdrawn_after` counts the rounds that were paired when it left (null: it plays); `annulled`: its games
    do not count in the standings; `expelled`: it is not ranked, and its games count for its opponents alone;
    `no_half_byes`: it gets no half-point bye; `group` is its group or team where the format has some.
    """

    id = IdField(source="entry.id")
    number = serializers.IntegerField(source="entry.number", allow_null=True)
    player = PersonName(source="entry")
    country = serializers.CharField(source="entry.country")
    clubs = serializers.ListField(child=serializers.CharField())
    rating = serializers.IntegerField(allow_null=True)
    rating_list = CitedList(allow_null=True)
    withdrawn_after = serializers.IntegerField(source="entry.withdrawn_after", allow_null=True)
    annulled = serializers.BooleanField(source="entry.annulled")
    expelled = serializers.BooleanField(source="entry.expelled")
    no_half_byes = serializers.BooleanField(source="entry.no_half_byes")
    group = serializers.IntegerField(source="entry.group", allow_null=True)
    byes = serializers.SerializerMethodField()

    @extend_schema_field(ByeShape(many=True))
    def get_byes(self, row: Any) -> list[dict[str, Any]]:
        return [{"round": number, "kind": kind} for number, kind in row.byes]


# --- in ------------------------------------------------------------------------------------------------


def codes(longest: int = LONGEST_KEY, **kwargs: Any) -> serializers.ListField:
    """A list of keys of a register."""
    return serializers.ListField(child=serializers.CharField(max_length=longest), max_length=MOST_CODES, **kwargs)


class ClubField(serializers.SlugField):
    """A club by its slug."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST_KEY} | kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Club:
        club = Club.objects.filter(slug=super().run_validation(data)).first()
        if club is None:
            raise serializers.ValidationError(gettext("No club has this name."))
        return club


class EventFilter(DaysFilter):
    """Which events: of a club (its slug), in a state, with these rules or this format, and words of the name or place.

    `player`: events that a person (id) is entered in. `from` and `to` are days: events that take place on one of the
    days from the first to the last.
    """

    club = serializers.SlugField(required=False)
    state = serializers.ChoiceField(Event.State.choices, required=False)
    rules = serializers.ChoiceField(sorted(all_rules()), required=False)
    format = serializers.ChoiceField(
        sorted(system.key for system in formats()), required=False, help_text="A key of `formats` at `/choices`."
    )
    player = IdField(required=False)
    q = serializers.CharField(max_length=LONGEST, required=False)
    ordering = ordering_field(("-starts_on", "starts_on", "name", "-name"))


class EntriesDone(serializers.Serializer[Any]):
    """Who was entered, in the order of the names."""

    entries = EntryRow(many=True)
