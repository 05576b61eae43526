"""The endpoints of categories and prizes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField, WordsField
from gipf_engine.tournament.prizes import Prize
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntryName
from tournaments.core.schemas import Versioned
from tournaments.models import Event
from tournaments.rate_limit import table_admission
from tournaments.standings import services as prizes_services
from tournaments.standings.queries.prizes import CategoryTable, PrizePage, birth_years, category_tables, prize_page
from tournaments.standings.queries.standings import standings, with_rating_changes
from tournaments.standings.schemas import (
    BirthYearOne,
    PrizeOne,
    SaveCategoryInput,
    SetBirthYearsInput,
    SetPrizesInput,
    category_plan,
    prize_plan,
)


class CategoryLine(serializers.Serializer[Any]):
    """A member of a category: `rank` is that within it, `overall` that in the standings; null for who is not ranked.

    `rating`, `rating_change` and `performance` are as in the standings.
    """

    rank = serializers.IntegerField(allow_null=True)
    overall = serializers.IntegerField(source="row.rank", allow_null=True)
    entry = EntryName(source="row.entry")
    points = PointsField(source="row.points")
    rating = serializers.IntegerField(source="row.entry.rating", allow_null=True)
    rating_change = serializers.IntegerField(source="row.rating_change", allow_null=True)
    performance = serializers.IntegerField(source="row.performance", allow_null=True)


class CategoryOne(serializers.Serializer[Any]):
    """A category and its table. `kind` is "age" (`least` to `most` on `on_day`), "rating", "club" or "hand".

    `said` tells who is in it, `rows` are none before the start, `entries` are all that are in it.
    """

    id = IdField(source="category.pk")
    name = serializers.CharField(source="category.name")
    kind = serializers.CharField(source="category.kind")
    club = serializers.CharField(source="category.club.slug", allow_null=True, default=None)
    least = serializers.IntegerField(source="category.least", allow_null=True)
    most = serializers.IntegerField(source="category.most", allow_null=True)
    on_day = serializers.DateField(source="category.on_day", allow_null=True)
    said = WordsField(source="description")
    rows = CategoryLine(many=True)
    entries = EntryName(many=True)


class AwardOne(serializers.Serializer[Any]):
    """What a player gets: cents, things by their names, and why."""

    entry = EntryName()
    rank = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField(source="award.amount")
    names = serializers.ListField(child=serializers.CharField(), source="award.names")
    first_place = serializers.IntegerField(source="award.first")
    last_place = serializers.IntegerField(source="award.last")
    why = WordsField()


class AwardsOfList(serializers.Serializer[Any]):
    """Who gets the prizes of a category (id) or of the event (null). `left_over` is in cents."""

    category = serializers.IntegerField(source="category.pk", allow_null=True, default=None)
    prizes = PrizeOne(many=True)
    awards = AwardOne(many=True)
    left_over = serializers.IntegerField()


class PrizesOne(serializers.Serializer[Any]):
    """Who gets what, as the table stands; `is_final`: the event is closed."""

    sharing = serializers.CharField(source="rules.sharing")
    unit = serializers.IntegerField(source="rules.unit")
    several = serializers.BooleanField(source="rules.several")
    currency = serializers.CharField(source="rules.currency")
    is_final = serializers.BooleanField()
    lists = AwardsOfList(many=True)


class _PrizesAPIView(EventAPIView):
    """An endpoint that answers with categories or prizes."""

    def tables(self, event: Event) -> list[CategoryTable]:
        """The categories as they are now, each with its table."""
        rows = self.rows(event)
        table = standings(event, admit=table_admission(self.request._request, event))
        return category_tables(rows, with_rating_changes(event, table))

    def table(self, event: Event, category_id: int) -> dict[str, Any]:
        (found,) = (each for each in self.tables(event) if each.category.pk == category_id)
        return dict(CategoryOne(found).data)

    def prize_page(self, event: Event) -> PrizePage:
        """Who gets what as it is now."""
        return prize_page(self.rows(event), standings(event, admit=table_admission(self.request._request, event)))


class Categories(_PrizesAPIView):
    """The categories of an event."""

    @extend_schema(responses=CategoryOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Each category with its table, from the standings as they are."""
        return self.paginate(self.tables(self.event(event_id)), CategoryOne)

    @extend_schema(request=SaveCategoryInput, responses={201: CategoryOne})
    def post(self, request: Request, event_id: int) -> Response:
        """Make a category."""
        sent, event = self.validated_body(SaveCategoryInput), self.event(event_id)
        made = prizes_services.save_category(event.pk, self.actor, category_plan(sent), expect=sent.get("version"))
        return Response(self.table(event, made.pk), status=status.HTTP_201_CREATED)


class OneCategory(_PrizesAPIView):
    """A category."""

    @extend_schema(request=SaveCategoryInput, responses=CategoryOne)
    def put(self, request: Request, event_id: int, category_id: int) -> Response:
        """Change a category."""
        sent, event = self.validated_body(SaveCategoryInput), self.event(event_id)
        prizes_services.save_category(
            event.pk, self.actor, category_plan(sent), category_id, expect=sent.get("version")
        )
        return Response(self.table(event, category_id))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, event_id: int, category_id: int) -> Response:
        """Delete a category with its prizes."""
        actor, asked = self.actor, self.validated_query(Versioned)
        prizes_services.delete_category(self.event(event_id).pk, actor, category_id, expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Prizes(_PrizesAPIView):
    """The prizes of an event."""

    @extend_schema(responses=PrizesOne)
    def get(self, request: Request, event_id: int) -> Response:
        """Who gets which prize as the table stands, and why. Nobody gets any before the start."""
        return Response(PrizesOne(self.prize_page(self.event(event_id))).data)

    @extend_schema(request=SetPrizesInput, responses=PrizesOne)
    def put(self, request: Request, event_id: int) -> Response:
        """Put these prizes in place of all that the event and its categories have."""
        sent, event = self.validated_body(SetPrizesInput), self.event(event_id)
        lists = {each["category"]: [Prize(**dict(prize)) for prize in each["prizes"]] for each in sent["lists"]}
        prizes_services.set_prizes(event.pk, self.actor, prize_plan(sent, lists), expect=sent.get("version"))
        return Response(PrizesOne(self.prize_page(event)).data)


class BirthYears(EventAPIView):
    """Birth years, for categories by age."""

    @extend_schema(responses=BirthYearOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everybody's birth year. For organisers of the event alone."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.EDIT_EVENT, event.scope)
        return self._list_years(event)

    @extend_schema(request=SetBirthYearsInput, responses=BirthYearOne(many=True))
    def put(self, request: Request, event_id: int) -> Response:
        """Write down birth years; null takes one away."""
        sent, event = self.validated_body(SetBirthYearsInput), self.event(event_id)
        years = {each["entry"]: each["year"] for each in sent["years"]}
        prizes_services.set_birth_years(event.pk, self.actor, years, expect=sent.get("version"))
        return self._list_years(event)

    def _list_years(self, event: Event) -> Response:
        found = [{"entry": each.entry.id, "year": each.year} for each in birth_years(self.rows(event))]
        return self.paginate(found, BirthYearOne)
