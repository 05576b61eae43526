"""Fields of a long form in groups, each with a line that tells what it is set to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import localize
from django.utils.translation import gettext


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A heading, whether the group is open, its fields, and those of them that its line tells of."""

    title: str
    is_open: bool
    fields: Sequence[forms.BoundField]
    told: Sequence[forms.BoundField] = ()

    @property
    def summary(self) -> list[str]:
        """What the group is set to, in short."""
        return [text for field in self.told if (text := describe_value(field))] or [gettext("none")]


def describe_value(field: forms.BoundField) -> str:
    """What a field is set to, in the words of the page; "" for what is left empty.

    Of words before a colon, which explain the rest, only these: "Rated: the games count" is "Rated".
    """
    value, kind = field.value(), field.field
    if isinstance(kind, forms.BooleanField):
        label = str(field.label).partition(":")[0]
        return label if value else gettext("%(what)s: off") % {"what": label}
    if isinstance(kind, forms.ChoiceField):
        names = dict(_flat_choices(kind.choices))
        chosen = value if isinstance(value, list | tuple) else [value]
        return ", ".join(names[str(each)].partition(":")[0] for each in chosen if each and str(each) in names)
    return "" if value in (None, "") else str(localize(value))


def _flat_choices(choices: Any) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, name in choices:
        found += _flat_choices(name) if isinstance(name, list | tuple) else [(str(key), str(name))]
    return found
