"""Forms of categories, prizes, and birth years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gipf_engine.tournament.prizes import Prize, Rules, Sharing
from players.models import Club
from tournaments.core.forms.widgets import DateInput
from tournaments.core.loader import EntryRow
from tournaments.core.prize_plan import (
    LONGEST_CATEGORY,
    LONGEST_CURRENCY,
    CategoryPlan,
    PrizePlan,
    money,
    parse_prizes,
    write_prizes,
)
from tournaments.models import Category
from tournaments.standings.queries.prizes import BirthYear
from tournaments.standings.services import FIRST_YEAR

MOST_BOUND = 9999
UNITS = (1, 10, 50, 100, 500, 1000)
LONGEST_LIST = 10_000


class CategoryForm(forms.Form):
    """Who is in a category."""

    sometimes_required = ("club", "least", "most", "on_day", "members")

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_CATEGORY, help_text=_("Such as U12, seniors, or guests.")
    )
    kind = forms.ChoiceField(
        label=_("Who is in it"),
        widget=forms.RadioSelect,
        initial=Category.Kind.AGE,
        choices=[
            (Category.Kind.AGE, _("by age on a day")),
            (Category.Kind.RATING, _("by rating")),
            (Category.Kind.CLUB, _("by club")),
            (Category.Kind.HAND, _("players that are ticked below")),
        ],
    )
    least = forms.IntegerField(
        label=_("From"),
        required=False,
        min_value=0,
        max_value=MOST_BOUND,
        help_text=_("Age or rating; empty: no bound."),
    )
    most = forms.IntegerField(
        label=_("Up to"),
        required=False,
        min_value=0,
        max_value=MOST_BOUND,
        help_text=_(
            "This value belongs to it. Where only the birth year is known, the birthday counts as 31 December."
        ),
    )
    on_day = forms.DateField(label=_("Age on"), required=False, widget=DateInput)
    club = forms.TypedChoiceField(label=_("Club"), required=False, coerce=int, empty_value=None)
    members = forms.TypedMultipleChoiceField(
        label=_("Players"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, clubs: Sequence[Club], entries: Sequence[EntryRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choice("club").choices = [("", "–"), *((club.pk, club.name) for club in clubs)]
        self._choice("members").choices = [(entry.id, entry.name) for entry in entries]

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def plan(self) -> CategoryPlan:
        """What was filled in."""
        data = self.cleaned_data
        values = {name: data[name] for name in ("name", "kind", "club", "least", "most", "on_day")}
        return CategoryPlan(**values, members=frozenset(data["members"]))


class PrizesForm(forms.Form):
    """What each place brings, and how prizes are given."""

    sharing = forms.ChoiceField(
        label=_("Players with equal points"),
        widget=forms.RadioSelect,
        choices=[
            (Sharing.EQUAL, _("share: the amounts of their places are added up and divided equally")),
            (Sharing.HORT, _("share by the Hort system: one half by tie-breaks, the other half equally")),
            (Sharing.RANK, _("do not share: tie-breaks decide")),
        ],
    )
    several = forms.TypedChoiceField(
        label=_("Who wins in several lists"),
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        choices=[
            ("no", _("gets the highest prize only; the others pass on to the next")),
            ("yes", _("keeps all of them")),
        ],
    )
    unit = forms.TypedChoiceField(
        label=_("Shares are rounded down to multiples of"), coerce=int, choices=[(unit, money(unit)) for unit in UNITS]
    )
    currency = forms.CharField(
        label=_("Currency"), max_length=LONGEST_CURRENCY, required=False, help_text=_("Such as EUR.")
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, categories: Sequence[Category], plan: PrizePlan, **kwargs: Any) -> None:
        rules = plan.rules
        initial = {"sharing": rules.sharing, "several": "yes" if rules.several else "no", "unit": rules.unit}
        kwargs["initial"] = initial | {"currency": plan.currency} | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        if rules.unit not in UNITS:  # set by the API
            unit = self.fields["unit"]
            assert isinstance(unit, forms.ChoiceField)
            unit.choices = [(rules.unit, money(rules.unit)), *((each, money(each)) for each in UNITS)]
        self.lists: dict[str, int | None] = {}
        self._add_list("prizes", None, gettext("Prizes of the event"), plan)
        for each in categories:
            self._add_list(f"prizes_{each.pk}", each.pk, gettext("Prizes of %(name)s") % {"name": each.name}, plan)
        self.order_fields([*self.lists, *(name for name in self.fields if name not in self.lists)])

    def _add_list(self, name: str, category: int | None, label: str, plan: PrizePlan) -> None:
        self.lists[name] = category
        self.fields[name] = forms.CharField(
            label=label,
            required=False,
            max_length=LONGEST_LIST,
            widget=forms.Textarea(attrs={"rows": 5}),
            help_text=gettext("One prize per line, the first place first: 100, or 100 + Trophy, or Trophy."),
            initial=write_prizes(plan.lists.get(category, ())),
        )

    def plan(self) -> PrizePlan:
        """What was filled in."""
        data = self.cleaned_data
        lists: Mapping[int | None, list[Prize]] = {
            category: parse_prizes(data[name]) for name, category in self.lists.items()
        }
        rules = Rules(Sharing(data["sharing"]), data["unit"], data["several"])
        return PrizePlan(rules, data["currency"], lists)


class BirthYearsForm(forms.Form):
    """The birth year of each player, where it is known."""

    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rows: Sequence[BirthYear], last: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names: dict[str, int] = {}
        for row in rows:
            name = f"year_{row.entry.id}"
            self.names[name] = row.entry.id
            proposed = gettext("From another event of the club.") if row.year is None and row.proposed else ""
            self.fields[name] = forms.IntegerField(
                label=row.entry.name,
                required=False,
                min_value=FIRST_YEAR,
                max_value=last,
                initial=row.year or row.proposed,
                help_text=proposed,
            )

    def years(self) -> dict[int, int | None]:
        """The years by entry."""
        return {entry: self.cleaned_data[name] for name, entry in self.names.items()}
