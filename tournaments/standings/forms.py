"""Forms of categories, prizes, and birth years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from gipf_engine.tournament.prizes import Sharing
from players.models import Club
from tournaments.core.forms import DateInput
from tournaments.core.loader import EntryRow
from tournaments.core.prize_plan import (
    PrizePlan,
    money,
    parse_prizes,
    write_prizes,
)
from tournaments.models import Category
from tournaments.standings import schemas
from tournaments.standings.queries.prizes import BirthYear
from tournaments.standings.services import FIRST_YEAR

UNITS = (1, 10, 50, 100, 500, 1000)
LONGEST_LIST = 10_000


class CategoryForm(SchemaForm):
    """Who is in a category."""

    sometimes_required = ("club", "least", "most", "on_day", "members", "board")
    schema = schemas.SaveCategoryInput
    asks = {
        "name": {"help_text": _("Such as U12, seniors, or guests.")},
        "kind": {
            "choices": [
                (Category.Kind.AGE, _("by age on a day")),
                (Category.Kind.RATING, _("by rating")),
                (Category.Kind.CLUB, _("by club")),
                (Category.Kind.HAND, _("players selected below")),
            ],
            "widget": forms.RadioSelect,
            "initial": Category.Kind.AGE,
        },
        "board": {"choices": (), "help_text": _("For players of teams, by their results at this board.")},
        "least": {"help_text": _("Age, rating, or games at the board; leave empty for no bound.")},
        "most": {"help_text": _("Inclusive. If only the birth year is known, the birthday counts as 31 December.")},
        "on_day": {"widget": DateInput},
        "club": {"choices": ()},
        "members": {"widget": forms.CheckboxSelectMultiple},
        "version": {},
    }

    def __init__(
        self, *args: Any, clubs: Sequence[Club], entries: Sequence[EntryRow], boards: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["board"]
        else:
            self.offer("board", [("", "–"), *((board, board) for board in range(1, boards + 1))])
            of_board = (Category.Kind.BOARD, gettext("best at a board of teams"))
            self.offer("kind", [*self.asks["kind"]["choices"], of_board])
        self.offer("club", [("", "–"), *((club.slug, club.name) for club in clubs)])
        self.offer("members", [(entry.id, entry.name) for entry in entries])


class PrizesForm(SchemaForm):
    """What each place brings, and how prizes are given."""

    schema = schemas.SetPrizesInput
    asks = {
        "sharing": {
            "choices": [
                (Sharing.EQUAL, _("share: the amounts of their places are added up and divided equally")),
                (Sharing.HORT, _("share by the Hort system: one half by tie-breaks, the other half equally")),
                (Sharing.RANK, _("do not share: tie-breaks decide")),
            ],
            "widget": forms.RadioSelect,
            "required": True,
        },
        "several": {
            "choices": [
                ("no", _("gets the highest prize only; the others pass on to the next")),
                ("yes", _("keeps all of them")),
            ],
            "widget": forms.RadioSelect,
            "required": True,
        },
        "unit": {"choices": [(unit, money(unit)) for unit in UNITS], "required": True},
        "currency": {"help_text": _("Such as EUR.")},
        "version": {},
    }

    def __init__(self, *args: Any, categories: Sequence[Category], plan: PrizePlan, **kwargs: Any) -> None:
        rules = plan.rules
        initial = {"sharing": rules.sharing, "several": "yes" if rules.several else "no", "unit": rules.unit}
        kwargs["initial"] = initial | {"currency": plan.currency} | kwargs.get("initial", {})
        super().__init__(*args, given={"lists": []}, **kwargs)  # their lines are judged where they are typed
        if rules.unit not in UNITS:  # set by the API
            self.offer("unit", [(each, money(each)) for each in (rules.unit, *UNITS)])
        if not categories:  # no one wins in two lists where there is one
            self.fields["several"].widget = forms.HiddenInput()
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

    def prizes(self) -> list[dict[str, Any]]:
        """What was filled in, as the schema has it."""
        typed = {category: parse_prizes(self.cleaned_data[name]) for name, category in self.lists.items()}
        return [
            {"category": category, "prizes": [asdict(each) for each in prizes]} for category, prizes in typed.items()
        ]


class BirthYearsForm(SchemaForm):
    """The birth year of each player, where it is known."""

    schema = schemas.SetBirthYearsInput
    asks = {"version": {}}

    def __init__(self, *args: Any, rows: Sequence[BirthYear], last: int, **kwargs: Any) -> None:
        super().__init__(*args, given={"years": []}, **kwargs)
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

    def years(self) -> list[dict[str, Any]]:
        """What was filled in, as the schema has it."""
        return [{"entry": entry, "year": self.cleaned_data[name]} for name, entry in self.names.items()]
