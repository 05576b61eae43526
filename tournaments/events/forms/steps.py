"""Forms of an event's steps: its start, its rounds, and who is kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.formats import format_of, groups_of, is_by_clock, is_for_teams, is_league, option, splits
from tournaments.core.forms import WithPeopleForm
from tournaments.core.groups import Grouping, usual_grouping
from tournaments.core.loader import EntryRow
from tournaments.core.team_loader import TeamRow
from tournaments.entries.services.numbering import Seeding
from tournaments.events import schemas
from tournaments.models import Event

MOST_BY_HAND = 300
"""With more players than these, numbers and groups are not given one by one."""
BY_HAND = (Seeding.HAND, Grouping.HAND)


class DeleteForm(WithPeopleForm):
    """A draft that is deleted, with the people whom it made where a person ticks that."""

    schema = schemas.DeleteEventInput


class StartForm(SchemaForm):
    """How pairing numbers, groups and the first colour are given. By hand, each entry has fields of its own.

    Where teams meet, the teams stand for the entries.
    """

    schema = schemas.StartEventInput
    asks = {
        "seeding": {"choices": (), "widget": forms.RadioSelect, "required": True},
        "grouping": {"choices": (), "widget": forms.RadioSelect, "required": True},
        "first_colour": {
            "choices": [("", _("drawn by lot")), ("w", _("number 1")), ("b", _("the opponent of number 1"))],
            "widget": forms.RadioSelect,
        },
        "version": {},
    }

    def __init__(self, *args: Any, event: Event, entries: Sequence[EntryRow | TeamRow], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries if len(entries) <= MOST_BY_HAND else ()
        seedings = self._possible(
            (Seeding.RATING, self._by_rating(event)),
            (Seeding.LOT, gettext("drawn by lot")),
            (Seeding.HAND, gettext("set numbers yourself")),
        )
        self.offer("seeding", seedings)
        self.is_split = splits(event.format)
        for place, entry in enumerate(self.entries, 1):
            self.fields[f"number_{entry.id}"] = forms.IntegerField(
                label=entry.name, required=False, min_value=1, max_value=len(entries), initial=place
            )
        self._add_groups(event)
        if not format_of(event.format).needs_results or is_by_clock(event.format) or option(event, "colour_free"):
            del self.fields["first_colour"]

    def _by_rating(self, event: Event) -> str:
        if is_for_teams(event.format):
            return gettext("by the mean rating of each team’s best players, then by name")
        return gettext("by rating, then by title, then by name")

    def _possible(self, *choices: tuple[str, str]) -> list[tuple[str, str]]:
        """The choices; nothing by hand in a large field."""
        return [(value, label) for value, label in choices if self.entries or value not in BY_HAND]

    def _add_groups(self, event: Event) -> None:
        if not self.is_split:
            del self.fields["grouping"]
            return
        league = is_league(event.format)
        field = self.fields["grouping"]
        field.label = gettext("Groups") if league else gettext("Teams")
        field.initial = usual_grouping(event.format)
        groupings = self._possible(
            (Grouping.STRENGTH, gettext("by strength: top numbers in the first, the rest in the second")),
            (Grouping.SERPENTINE, gettext("equally strong: numbers alternate back and forth")),
            (Grouping.HAND, gettext("set numbers yourself")),
        )
        self.offer("grouping", groupings)
        for entry in self.entries:
            self.fields[f"group_{entry.id}"] = forms.IntegerField(
                label=gettext("Group of %(name)s") % {"name": entry.name},
                required=False,
                min_value=1,
                max_value=groups_of(event),
            )

    def numbers(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """The fields of each entry, in the order of the list: its number, and its group where there are some."""
        return [
            (self[f"number_{entry.id}"], self[f"group_{entry.id}"] if self.is_split else None) for entry in self.entries
        ]

    def by_hand(self) -> list[int]:
        """The entries' ids in the order of their numbers; empty where numbers are missing."""
        given = {entry.id: self.cleaned_data.get(f"number_{entry.id}") for entry in self.entries}
        if sorted(number or 0 for number in given.values()) != list(range(1, len(given) + 1)):
            return []
        return sorted(given, key=lambda entry: given[entry] or 0)

    def groups_by_hand(self) -> dict[int, int]:
        """The group that was typed for each entry, by its id."""
        return {entry.id: self.cleaned_data.get(f"group_{entry.id}") or 0 for entry in self.entries}
