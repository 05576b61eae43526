"""What is sent of categories, prizes and birth years: read by endpoints, asked for by the forms derived from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from common.api import IdField, NumberField
from gipf_engine.tournament.pairing.team_options import MOST_BOARDS
from gipf_engine.tournament.prizes import Prize, Rules, Sharing
from players.models import Club
from tournaments.core.formats import MOST_ROUNDS
from tournaments.core.prize_plan import LONGEST_CATEGORY, LONGEST_CURRENCY, LONGEST_NAME, CategoryPlan, PrizePlan
from tournaments.core.schemas import MOST_ENTRIES, Versioned
from tournaments.models import Category
from tournaments.models.prizes import MOST_CENTS
from tournaments.standings.services import FIRST_YEAR

LAST_YEAR = 2999
MOST_BOUND = 9999


@extend_schema_serializer(component_name="HiddenStandingsNew")
class HideStandingsInput(Versioned):
    """Whether standings are hidden from readers: those after the last `rounds`, null for all."""

    hides = serializers.BooleanField(label=_("Hide standings until I release them"))
    rounds = NumberField(
        min_value=1,
        max_value=MOST_ROUNDS,
        allow_null=True,
        default=None,
        label=_("Only those of the last rounds"),
    )


@extend_schema_serializer(component_name="CategoryChange")
class SaveCategoryInput(Versioned):
    """What a category is to be: bounds belong to it, null is none. `club` is a slug, `members` are entries (ids).

    Only what belongs to its `kind` is stored: "age", "rating", "club", "hand" or, where teams meet, "board", of which
    `least` is how many games a player must have played there.
    """

    name = serializers.CharField(max_length=LONGEST_CATEGORY, label=_("Name"))
    kind = serializers.ChoiceField(choices=Category.Kind.values, label=_("Members"))
    club = serializers.SlugField(max_length=80, allow_null=True, default=None, label=_("Club"))
    least = NumberField(min_value=0, max_value=MOST_BOUND, allow_null=True, default=None, label=_("From"))
    most = NumberField(min_value=0, max_value=MOST_BOUND, allow_null=True, default=None, label=_("Up to"))
    on_day = serializers.DateField(allow_null=True, default=None, label=_("Age on"))
    board = NumberField(min_value=1, max_value=MOST_BOARDS, allow_null=True, default=None, label=_("Board"))
    members = serializers.ListField(child=IdField(), max_length=MOST_ENTRIES, default=list, label=_("Players"))

    def validate_club(self, slug: str | None) -> int | None:
        """The club's key. ValidationError where there is no such club."""
        club = Club.objects.filter(slug=slug).values_list("pk", flat=True).first() if slug is not None else None
        if slug is not None and club is None:
            raise serializers.ValidationError(gettext("No club has this name."))
        return club


def category_plan(sent: Mapping[str, Any]) -> CategoryPlan:
    """What a category is to be, from what was sent."""
    values = {name: sent[name] for name in ("name", "kind", "club", "least", "most", "on_day", "board")}
    return CategoryPlan(**values, members=frozenset(sent["members"]))


class PrizeOne(serializers.Serializer[Any]):
    """What a place brings: cents, and a thing by its name."""

    amount = NumberField(min_value=0, max_value=MOST_CENTS, default=0)
    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class PrizesOfList(serializers.Serializer[Any]):
    """The prizes of a category (id), or of the event (null), the first place first."""

    category = IdField(allow_null=True)
    prizes = PrizeOne(many=True)


@extend_schema_serializer(component_name="PrizesChange")
class SetPrizesInput(Versioned):
    """All prizes and how they are given. `sharing` is "equal", "hort" or "rank"; `unit` is in cents."""

    sharing = serializers.ChoiceField(
        choices=[each.value for each in Sharing], default=Sharing.EQUAL.value, label=_("Players with equal points")
    )
    unit = NumberField(min_value=1, max_value=MOST_CENTS, default=1, label=_("Shares are rounded down to multiples of"))
    several = serializers.BooleanField(default=False, label=_("Winners of several prizes"))
    currency = serializers.CharField(max_length=LONGEST_CURRENCY, allow_blank=True, default="", label=_("Currency"))
    lists = PrizesOfList(many=True)


def prize_plan(sent: Mapping[str, Any], lists: Mapping[int | None, Sequence[Prize]]) -> PrizePlan:
    """How prizes are given, from what was sent, and these prizes of the event (None) and of its categories."""
    return PrizePlan(Rules(Sharing(sent["sharing"]), sent["unit"], sent["several"]), sent["currency"], lists)


class BirthYearOne(serializers.Serializer[Any]):
    """An entry and the birth year that is written down for it; null is none."""

    entry = IdField()
    year = NumberField(min_value=FIRST_YEAR, max_value=LAST_YEAR, allow_null=True)


@extend_schema_serializer(component_name="BirthYearsChange")
class SetBirthYearsInput(Versioned):
    """Birth years of some entries; those of others stay as they are."""

    years = BirthYearOne(many=True)
