"""The endpoints of categories and prizes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, NumberField, PointsField, WordsField
from gipf_engine.tournament.prizes import Prize, Rules, Sharing
from players.models import Club
from players.permissions import require
from players.roles import Permission
from tournaments.core.api.base import EventAPIView
from tournaments.core.api.serializers import EntryName, Versioned
from tournaments.core.limits import MOST_ENTRIES
from tournaments.core.prize_plan import LONGEST_CURRENCY, LONGEST_NAME, CategoryPlan, PrizePlan
from tournaments.models import Category, Event
from tournaments.models.prizes import MOST_CENTS
from tournaments.rate_limit import table_admission
from tournaments.standings import services as prizes_services
from tournaments.standings.queries.prizes import CategoryTable, PrizePage, birth_years, category_tables, prize_page
from tournaments.standings.queries.standings import standings, with_rating_changes
from tournaments.standings.services import FIRST_YEAR

LAST_YEAR = 2999


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
    said = WordsField()
    rows = CategoryLine(many=True)
    entries = EntryName(many=True)


class CategoryChange(Versioned):
    """What a category is to be: bounds belong to it, null is none. `club` is a slug, `members` are entries (ids).

    Only what belongs to its `kind` is stored: "age", "rating", "club" or "hand".
    """

    name = serializers.CharField(max_length=60)
    kind = serializers.ChoiceField(choices=Category.Kind.values)
    club = serializers.SlugField(max_length=80, allow_null=True, default=None)
    least = NumberField(min_value=0, max_value=9999, allow_null=True, default=None)
    most = NumberField(min_value=0, max_value=9999, allow_null=True, default=None)
    on_day = serializers.DateField(allow_null=True, default=None)
    members = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, default=list)


class PrizeOne(serializers.Serializer[Any]):
    """What a place brings: cents, and a thing by its name."""

    amount = NumberField(min_value=0, max_value=MOST_CENTS, default=0)
    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class PrizesOfList(serializers.Serializer[Any]):
    """The prizes of a category (id), or of the event (null), the first place first."""

    category = IdField(allow_null=True)
    prizes = PrizeOne(many=True)


class PrizesChange(Versioned):
    """All prizes and how they are given. `sharing` is "equal", "hort" or "rank"; `unit` is in cents."""

    sharing = serializers.ChoiceField(choices=[each.value for each in Sharing], default=Sharing.EQUAL.value)
    unit = NumberField(min_value=1, max_value=MOST_CENTS, default=1)
    several = serializers.BooleanField(default=False)
    currency = serializers.CharField(max_length=LONGEST_CURRENCY, allow_blank=True, default="")
    lists = PrizesOfList(many=True)


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


class BirthYearOne(serializers.Serializer[Any]):
    """An entry and the birth year that is written down for it; null is none."""

    entry = IdField()
    year = NumberField(min_value=FIRST_YEAR, max_value=LAST_YEAR, allow_null=True)


class BirthYearsChange(Versioned):
    """Birth years of some entries; those of others stay as they are."""

    years = BirthYearOne(many=True)


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

    @extend_schema(request=CategoryChange, responses={201: CategoryOne})
    def post(self, request: Request, event_id: int) -> Response:
        """Make a category."""
        sent, event = self.validated_body(CategoryChange), self.event(event_id)
        made = prizes_services.save_category(event.pk, self.actor, _plan(sent), expect=sent.get("version"))
        return Response(self.table(event, made.pk), status=status.HTTP_201_CREATED)


class OneCategory(_PrizesAPIView):
    """A category."""

    @extend_schema(request=CategoryChange, responses=CategoryOne)
    def put(self, request: Request, event_id: int, category_id: int) -> Response:
        """Change a category."""
        sent, event = self.validated_body(CategoryChange), self.event(event_id)
        prizes_services.save_category(event.pk, self.actor, _plan(sent), category_id, expect=sent.get("version"))
        return Response(self.table(event, category_id))

    @extend_schema(parameters=[Versioned], responses={204: None})
    def delete(self, request: Request, event_id: int, category_id: int) -> Response:
        """Delete a category with its prizes."""
        actor, asked = self.actor, self.validated_query(Versioned)
        prizes_services.delete_category(self.event(event_id).pk, actor, category_id, expect=asked.get("version"))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _plan(sent: dict[str, Any]) -> CategoryPlan:
    slug = sent["club"]
    club = Club.objects.filter(slug=slug).values_list("pk", flat=True).first() if slug is not None else None
    if slug is not None and club is None:
        raise serializers.ValidationError({"club": [gettext("There is no such club.")]})
    bounds = {name: sent[name] for name in ("name", "kind", "least", "most", "on_day")}
    return CategoryPlan(**bounds, club=club, members=frozenset(sent["members"]))


class Prizes(_PrizesAPIView):
    """The prizes of an event."""

    @extend_schema(responses=PrizesOne)
    def get(self, request: Request, event_id: int) -> Response:
        """Who gets which prize as the table stands, and why. Nobody gets any before the start."""
        return Response(PrizesOne(self.prize_page(self.event(event_id))).data)

    @extend_schema(request=PrizesChange, responses=PrizesOne)
    def put(self, request: Request, event_id: int) -> Response:
        """Put these prizes in place of all that the event and its categories have."""
        sent, event = self.validated_body(PrizesChange), self.event(event_id)
        lists = {each["category"]: [Prize(**dict(prize)) for prize in each["prizes"]] for each in sent["lists"]}
        rules = Rules(Sharing(sent["sharing"]), sent["unit"], sent["several"])
        plan = PrizePlan(rules, sent["currency"], lists)
        prizes_services.set_prizes(event.pk, self.actor, plan, expect=sent.get("version"))
        return Response(PrizesOne(self.prize_page(event)).data)


class BirthYears(EventAPIView):
    """Birth years, for categories by age."""

    @extend_schema(responses=BirthYearOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Everybody's birth year. For organisers of the event alone."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.EDIT_EVENT, event.scope)
        return self._answer(event)

    @extend_schema(request=BirthYearsChange, responses=BirthYearOne(many=True))
    def put(self, request: Request, event_id: int) -> Response:
        """Write down birth years; null takes one away."""
        sent, event = self.validated_body(BirthYearsChange), self.event(event_id)
        years = {each["entry"]: each["year"] for each in sent["years"]}
        prizes_services.set_birth_years(event.pk, self.actor, years, expect=sent.get("version"))
        return self._answer(event)

    def _answer(self, event: Event) -> Response:
        found = [{"entry": each.entry.id, "year": each.year} for each in birth_years(self.rows(event))]
        return self.paginate(found, BirthYearOne)
