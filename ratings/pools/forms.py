"""The form of a list's own numbers, made from what its system knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from common.translation import translate_message
from gipf_engine.ratings import all_systems
from gipf_engine.ratings.base import Parameter
from players.core.countries import countries
from players.models import Club
from players.names import LONGEST
from ratings.core.queries.rating_list import ListFilter, usual_filter
from ratings.models import DEFAULT_SYSTEM, Pool
from ratings.models.coverage import Coverage
from ratings.pools.schemas import AddSystemInput, ChooseSystemInput, SetParametersInput

OF_INITIAL_RATINGS = "initial"
"""How the keys of these parameters begin."""

ALSO = "also"
"""The name under which a list's page is told which other systems it shows: none of them where it is sent empty."""

MONTHS = (3, 6, 12, 18, 24, 36)


def _after_months(months: int) -> str:
    return ngettext("after %(months)d month", "after %(months)d months", months) % {"months": months}


class ParametersForm(SchemaForm):
    """How often lists are published, when games count and which, who is left out, and each parameter of the system.

    All but the parameters are the whole list's: they are asked for with its main system alone.
    """

    # each has a choice that is always made
    sometimes_required = ("publishes", "counts_at_once", "inactive_after", "admits_programs")
    schema = SetParametersInput
    partial = True
    asks = {
        "publishes": {"choices": [("month", _("each month")), ("quarter", _("each quarter")), ("", _("never"))]},
        "counts_at_once": {
            "choices": [("no", _("when its event is closed")), ("yes", _("as soon as its result is final"))],
            "help_text": _(
                "If games count as soon as results are final, ratings change during an event: all its games of "
                "one day count together."
            ),
        },
        "inactive_after": {
            "choices": (),
            "required": False,
            "help_text": _("Inactive players are hidden from the list by default. Their ratings stay."),
        },
        "admits_programs": {
            "choices": [("no", _("do not count")), ("yes", _("count, too"))],
            "help_text": _(
                "For games with a house player of the club. Programs are in the list then, each named as one. "
                "Games between two programs count in lists of their own."
            ),
        },
    }

    def __init__(self, *args: Any, pool: Pool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        system, inactive_after = pool.rating_system, pool.inactive_after
        self.initial.update(
            publishes=pool.publishes,
            inactive_after=inactive_after,
            counts_at_once="yes" if pool.counts_at_once else "no",
            admits_programs="yes" if pool.admits_programs else "no",
        )
        months = sorted({*MONTHS, inactive_after} - {0})
        self.offer("inactive_after", [(0, gettext("never")), *((each, _after_months(each)) for each in months)])
        if not pool.is_main:
            self.fields.clear()
        elif pool.programs:
            del self.fields["admits_programs"]
        self.system = system
        for known in system.all_known():
            self.fields[known.key] = _field(known, system.parameters[known.key])

    @property
    def usual_fields(self) -> list[forms.BoundField]:
        """All but those of initial ratings."""
        return [field for field in self if not field.name.startswith(OF_INITIAL_RATINGS)]

    @property
    def initial_rating_fields(self) -> list[forms.BoundField]:
        """What newcomers are rated by, where a system can do without it."""
        return [field for field in self if field.name.startswith(OF_INITIAL_RATINGS)]

    def clean(self) -> dict[str, Any]:
        """The numbers of the system as an endpoint is sent them: whole ones."""
        typed = self.cleaned_data
        known = [each for each in self.system.all_known() if each.key in typed]
        self.given = {"parameters": {each.key: int(typed[each.key] * 10**each.digits) for each in known}}
        return super().clean()


def _field(known: Parameter, value: int) -> forms.Field:
    if known.is_flag:
        return forms.BooleanField(label=gettext(known.help), required=False, initial=bool(value))
    least, most, default, now = (
        _decimal(number, known.digits) for number in (known.least, known.most, known.default, value)
    )
    hint = gettext("%(least)s to %(most)s, by default %(default)s") % {"least": least, "most": most, "default": default}
    label = gettext(known.help)
    if known.digits:
        return forms.DecimalField(
            label=label, help_text=hint, min_value=least, max_value=most, initial=now, decimal_places=known.digits
        )
    return forms.IntegerField(label=label, help_text=hint, min_value=known.least, max_value=known.most, initial=value)


def _decimal(number: int, digits: int) -> Decimal:
    return Decimal(number).scaleb(-digits)


class SystemForm(SchemaForm):
    """Which list, and by which system it is rated."""

    schema = ChooseSystemInput
    asks = {
        "rules": {"choices": ()},
        "system": {"choices": lambda: _systems(()), "widget": forms.RadioSelect, "initial": DEFAULT_SYSTEM},
    }

    def __init__(self, *args: Any, lists: Collection[Coverage], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("rules", [(each.key, translate_message(each.name)) for each in lists])


class AddedSystemForm(SchemaForm):
    """By which system a list is to be rated as well."""

    schema = AddSystemInput
    asks = {"system": {"choices": (), "widget": forms.RadioSelect}}

    def __init__(self, *args: Any, taken: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = _systems(taken)
        self.offer("system", choices)
        self.initial.update(system=choices[0][0] if choices else "")


def _systems(taken: Collection[str]) -> list[tuple[str, str]]:
    """The systems that are not taken, each with what it is."""
    known = sorted(all_systems().items())
    return [(key, f"{gettext(each.name)}: {gettext(each.help)}") for key, each in known if key not in taken]


_YES_OR_NO = {"yes": True, "no": False}


class ListFilterForm(forms.Form):
    """Whom a list is narrowed to, sent by address. What is no choice is as if it were not asked for."""

    q = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        required=False,
        widget=forms.SearchInput(attrs={"placeholder": _("Name")}),
    )
    club = forms.ChoiceField(label=_("Members of"), required=False)
    country = forms.ChoiceField(label=_("Country"), required=False)
    active = forms.ChoiceField(
        label=_("Last event"),
        required=False,
        choices=[
            ("", pgettext_lazy("a day", "Any")),
            ("yes", _("within 12 months")),
            ("no", _("longer ago")),
        ],
    )
    provisional = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=[("", pgettext_lazy("a rating", "Any")), ("no", _("established")), ("yes", _("provisional"))],
    )

    also = forms.MultipleChoiceField(
        label=_("Other systems, side by side"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        asked: Mapping[str, object],
        *,
        pool: Pool,
        clubs: Collection[Club],
        present: Collection[str],
        beside: Sequence[Pool],
    ) -> None:
        super().__init__({ALSO: [other.system for other in beside]} | dict(asked))
        self._beside = beside
        cast(forms.ChoiceField, self.fields[ALSO]).choices = [
            (other.system, translate_message(other.system_name)) for other in beside
        ]
        if not beside:
            del self.fields[ALSO]
        self.usual = usual_filter(pool)
        if pool.inactive_after:
            months = ngettext("within %(months)d month", "within %(months)d months", pool.inactive_after)
            active = cast(forms.ChoiceField, self.fields["active"])
            recent = ("", months % {"months": pool.inactive_after})
            active.choices = [recent, ("no", gettext("longer ago")), ("all", pgettext("a day", "Any"))]
        self._clubs = {club.slug: club for club in clubs}
        self._offer("club", _("all clubs"), [(slug, club.name) for slug, club in self._clubs.items()], least=2)
        self._offer("country", _("all countries"), [row for row in countries() if row[0] in present], least=1)

    def _offer(self, name: str, everything: Any, choices: Collection[tuple[str, str]], least: int) -> None:
        """A choice that leaves nothing to choose is none."""
        if len(choices) < least:
            del self.fields[name]
        else:
            cast(forms.ChoiceField, self.fields[name]).choices = [("", everything), *choices]

    def _active(self, answer: str) -> bool | None:
        return None if answer == "all" else _YES_OR_NO.get(answer, self.usual.active)

    @property
    def narrowed(self) -> bool:
        """Whether anything is asked for."""
        return self.asked != self.usual

    @property
    def shown_beside(self) -> list[Pool]:
        """The other systems whose ratings are shown: all, unless the reader chose."""
        self.is_valid()
        chosen = getattr(self, "cleaned_data", {}).get(ALSO, ())
        return [other for other in self._beside if other.system in chosen]

    @property
    def asked(self) -> ListFilter:
        """What was asked for, as far as it can be understood."""
        self.is_valid()
        known = getattr(self, "cleaned_data", {})
        return ListFilter(
            q=known.get("q", ""),
            club=self._clubs.get(known.get("club", "")),
            country=known.get("country", ""),
            active=self._active(known.get("active", "")),
            provisional=_YES_OR_NO.get(known.get("provisional", "")),
        )
