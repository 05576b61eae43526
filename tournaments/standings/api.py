"""The endpoints of categories and prizes, and the pages of what organisers do with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from django.db.models import Q
from django.forms import Form
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import IdField, PointsField, WordsField
from gipf_engine.tournament.prizes import Prize
from players.models import Club, Membership
from players.names import normalize_name
from players.permissions import require
from players.roles import Permission
from tournaments.core.act_views import ActView, ShapeClass
from tournaments.core.api import EntryName, EventAPIView
from tournaments.core.desk_menu import AtDesk, Group
from tournaments.core.formats import is_for_teams, option
from tournaments.core.hidden_standings import need_shown
from tournaments.core.loader import EventData
from tournaments.models import Category, Event
from tournaments.rate_limit import table_admission
from tournaments.standings import acts, schemas, services
from tournaments.standings.forms import BirthYearsForm, CategoryForm, PrizesForm
from tournaments.standings.queries.prizes import (
    CategoryTable,
    PrizePage,
    birth_years,
    categories_of,
    category_tables,
    plan_of,
    prize_page,
)
from tournaments.standings.queries.standings import Standings, standings, with_rating_changes
from tournaments.standings.schemas import BirthYearOne, PrizeOne


class CategoryLine(serializers.Serializer[Any]):
    """A member of a category: `rank` is that within it, `overall` that in the standings; null for who is not ranked.

    In a category of a board points and performance are those of the `games` there; elsewhere `games` is null, and
    `rating`, `rating_change` and `performance` are as in the standings.
    """

    rank = serializers.IntegerField(allow_null=True)
    overall = serializers.IntegerField(source="row.rank", allow_null=True)
    entry = EntryName(source="row.entry")
    points = PointsField()
    games = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(source="row.entry.rating", allow_null=True)
    rating_change = serializers.IntegerField(source="row.rating_change", allow_null=True)
    performance = serializers.IntegerField(allow_null=True)


class CategoryOne(serializers.Serializer[Any]):
    """A category and its table. `kind` is "age" (`least` to `most` on `on_day`), "rating", "club", "hand" or
    "board" (of `board`, who played `least` games there).

    `said` tells who is in it, `rows` are none before the start, `entries` are all that are in it.
    """

    id = IdField(source="category.pk")
    name = serializers.CharField(source="category.name")
    kind = serializers.CharField(source="category.kind")
    club = serializers.CharField(source="category.club.slug", allow_null=True, default=None)
    least = serializers.IntegerField(source="category.least", allow_null=True)
    most = serializers.IntegerField(source="category.most", allow_null=True)
    on_day = serializers.DateField(source="category.on_day", allow_null=True)
    board = serializers.IntegerField(source="category.board", allow_null=True)
    said = WordsField(source="description")
    rows = CategoryLine(many=True)
    entries = EntryName(many=True)


class HiddenShape(serializers.Serializer[Any]):
    """Whether standings are hidden: those after the last `rounds`, null for all."""

    hides = serializers.BooleanField()
    rounds = serializers.IntegerField(allow_null=True)


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


# --- what organisers do --------------------------------------------------------------------------------


class PrizeActView(ActView):
    """What is done with categories and prizes: where they cannot be changed, its page says why and shows no form."""

    tab = "event"

    def check(self) -> None:
        services.need_changeable(self.event)


class SaveCategory(PrizeActView):
    """Change a category."""

    path, method, name = "categories/<int:category_id>", "put", "event-category-edit"
    act, service, schema = acts.SaveCategory, services.save_category, schemas.SaveCategoryInput
    shape: ClassVar[ShapeClass] = CategoryOne
    form_class, template, tab = CategoryForm, "tournaments/standings/category_edit.html", "event"
    done, then = _("Category saved."), "event-category-new"

    def perform(self, values: Mapping[str, Any]) -> Category:
        plan, expect = schemas.category_plan(values), values.get("version")
        made: Category = self.call(plan, self.ids.get("category_id"), expect=expect)
        return made

    def found(self, view: EventAPIView, made: Category) -> CategoryTable:
        return next(each for each in _tables(view, self.event) if each.category.pk == made.pk)

    @cached_property
    def category(self) -> Category | None:
        """The one that is changed; None where another is made."""
        if "category_id" not in self.ids:
            return None
        return get_object_or_404(Category, event=self.event, pk=self.ids["category_id"])

    def form(self) -> Form:
        entries = sorted(self.rows.entries, key=lambda entry: (normalize_name(entry.name), entry.id))
        boards = option(self.event, "boards") if is_for_teams(self.event.format) else 0
        return self.make_form(clubs=_clubs(self.rows), entries=entries, boards=boards, initial=self.initial())

    def initial(self) -> dict[str, Any]:
        initial = super().initial() | {"on_day": self.event.starts_on.replace(month=12, day=31)}
        category = self.category
        if category is not None:
            initial |= {name: getattr(category, name) for name in ("name", "kind", "least", "most", "board")}
            initial |= {"club": category.club and category.club.slug, "on_day": category.on_day or initial["on_day"]}
            initial["members"] = list(category.members.values_list("entry", flat=True))
        return initial

    def context(self, form: Form) -> dict[str, Any]:
        known = category_tables(self.rows, standings(self.event, self.head.version, whole=True))
        return {"category": self.category, "categories": known}


class AddCategory(SaveCategory):
    """Make a category."""

    path, page_path, name = "categories", "categories/new", "event-category-new"
    act, code = acts.SaveCategory, status.HTTP_201_CREATED


class DeleteCategory(ActView):
    """Delete a category with its prizes."""

    path, method = "categories/<int:category_id>", "delete"
    page_path, name = "categories/<int:category_id>/delete", "event-category-delete"
    act, service = acts.DeleteCategory, services.delete_category
    done, then = _("Category deleted."), "event-category-new"


class SetPrizes(PrizeActView):
    """Replace all prizes of the event and its categories."""

    path, method, page_path, name = "prizes", "put", "prizes/edit", "event-prizes-edit"
    act, service, schema, shape = acts.SetPrizes, services.set_prizes, schemas.SetPrizesInput, PrizesOne
    form_class, template, tab = PrizesForm, "tournaments/standings/prizes_edit.html", "event"
    done, then = _("Prizes saved."), "event-prizes"

    def perform(self, values: Mapping[str, Any]) -> None:
        lists = {each["category"]: [Prize(**dict(prize)) for prize in each["prizes"]] for each in values["lists"]}
        self.call(schemas.prize_plan(values, lists), expect=values.get("version"))

    def found(self, view: EventAPIView, made: None) -> PrizePage:
        return _prize_page(view, self.event)

    def form(self) -> Form:
        return self.make_form(categories=categories_of(self.event), plan=plan_of(self.event), initial=self.initial())

    def values(self, form: Form) -> Mapping[str, Any]:
        assert isinstance(form, PrizesForm)
        return {**form.input, "lists": form.prizes()}


class SetBirthYears(ActView):
    """Enter birth years; null removes one."""

    path, method, name = "birth-years", "put", "event-birth-years"
    act, service, schema = acts.SetBirthYears, services.set_birth_years, schemas.SetBirthYearsInput
    shape: ClassVar[ShapeClass] = BirthYearOne
    many, form_class, tab, title, submit = True, BirthYearsForm, "event", _("Birth years"), _("Save")
    text = _("Only for categories by age in this event. Visible to organisers only; deleted when a player is erased.")
    then = back = "event-category-new"

    def perform(self, values: Mapping[str, Any]) -> Any:
        return self.call({each["entry"]: each["year"] for each in values["years"]}, expect=values.get("version"))

    def found(self, view: EventAPIView, made: Any) -> list[dict[str, Any]]:
        return _years(view, self.event)

    def form(self) -> Form:
        rows, last = birth_years(self.rows), self.event.ends_on.year
        return self.make_form(rows=rows, last=last, initial=self.initial())

    def values(self, form: Form) -> Mapping[str, Any]:
        assert isinstance(form, BirthYearsForm)
        return {**form.input, "years": form.years()}

    def say(self, form: Form, made: list[int]) -> str:
        text = ngettext("%(count)d birth year changed.", "%(count)d birth years changed.", len(made))
        return text % {"count": len(made)}


class HideStandings(ActView):
    """Hide standings from readers, all of them or those after the last rounds, or release them."""

    act, service, schema = acts.HideStandings, services.hide_standings, schemas.HideStandingsInput
    shape: ClassVar[ShapeClass] = HiddenShape
    path, method, name = "hidden-standings", "put", "event-hidden-standings"
    asks = {"hides": {}, "rounds": {"help_text": _("How many rounds; leave empty to hide all.")}, "version": {}}
    title, submit, done = _("Hide or release standings"), _("Save"), _("Saved.")
    text = _(
        "Hidden standings are on no public page or screen, nor in files and the API, with points, cross table and "
        "prizes. You and the arbiters see everything. Results of single games stay public: adding them up gives the "
        "points."
    )
    at_desk = AtDesk(Group.EVENT, title, lambda desk: desk.head.has_opponents and not desk.head.by_clock)

    def initial(self) -> dict[str, Any]:
        hides = self.event.hides_rounds
        return super().initial() | {"hides": hides is not None, "rounds": hides or None}

    def found(self, view: EventAPIView, made: Event) -> dict[str, Any]:
        return _hidden(made)


class HiddenStandings(EventAPIView):
    """Whether standings are hidden."""

    path = "hidden-standings"

    @extend_schema(responses=HiddenShape)
    def get(self, request: Request, event_id: int) -> Response:
        """Whether readers see the standings only up to some round, or none, until the organiser releases them."""
        return Response(HiddenShape(_hidden(self.event(event_id))).data)


def _hidden(event: Event) -> dict[str, Any]:
    return {"hides": event.hides_rounds is not None, "rounds": event.hides_rounds or None}


# --- endpoints -----------------------------------------------------------------------------------------


class Categories(EventAPIView):
    """The categories of an event."""

    path = "categories"

    @extend_schema(responses=CategoryOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Each category with its table, from the current standings."""
        return self.paginate(_tables(self, self.event(event_id)), CategoryOne)


class Prizes(EventAPIView):
    """The prizes of an event."""

    path = "prizes"

    @extend_schema(responses=PrizesOne)
    def get(self, request: Request, event_id: int) -> Response:
        """Prizes by the current standings, with reasons. Empty before the start."""
        return Response(PrizesOne(_prize_page(self, self.event(event_id))).data)


class BirthYears(EventAPIView):
    """Birth years, for categories by age."""

    path = "birth-years"

    @extend_schema(responses=BirthYearOne(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """Birth years of all players. Only for organisers of the event."""
        actor, event = self.actor, self.event(event_id)
        require(actor, Permission.EDIT_EVENT, event.scope)
        return self.paginate(_years(self, event), BirthYearOne)


def _table(view: EventAPIView, event: Event) -> Standings:
    """The standings of now, for who may know the whole of them; EventRefused where they are hidden."""
    whole = view.sees_all(event)
    need_shown(view.rows(event), whole=whole)
    return standings(event, admit=table_admission(view.request._request, event), whole=whole)


def _tables(view: EventAPIView, event: Event) -> list[CategoryTable]:
    """The categories as they are now, each with its table."""
    table = _table(view, event)
    return category_tables(view.rows(event), with_rating_changes(event, table))


def _prize_page(view: EventAPIView, event: Event) -> PrizePage:
    """Who gets what as it is now."""
    return prize_page(view.rows(event), _table(view, event))


def _years(view: EventAPIView, event: Event) -> list[dict[str, Any]]:
    return [{"entry": each.entry.id, "year": each.year} for each in birth_years(view.rows(event))]


def _clubs(rows: EventData) -> list[Club]:
    """The clubs that a person in the event belongs to, and the organiser's."""
    people = {person for entry in rows.entries for person in entry.people}
    theirs = Membership.objects.filter(person__in=people).order_by().values("club")
    return list(Club.objects.filter(Q(pk__in=theirs) | Q(pk=rows.event.club_id)).order_by("name", "pk"))
