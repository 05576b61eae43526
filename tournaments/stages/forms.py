"""The forms of events in stages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from gipf_engine.tournament.stage_seeding import SEEDING_NAMES
from tournaments.core.formats import formats, playable_rules
from tournaments.core.forms import DateInput, PlanForm
from tournaments.core.loader import EntryRow
from tournaments.models import Event, Stage
from tournaments.stages.rules import STAGE_PRESETS, StageRule, rule_of
from tournaments.stages.schemas import StagePassInput, StageRuleInput, StagesChange, StagesNew

DAYS = {"starts_on": {"widget": DateInput}, "ends_on": {"widget": DateInput}}
ABOUT = {"widget": forms.Textarea(attrs={"rows": 3})}


class NewStagesForm(SchemaForm):
    """An event in stages that is created; its club is given."""

    schema = StagesNew
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "preset": {"choices": (), "widget": forms.RadioSelect},
        "rules": {"choices": ()},
        **DAYS,
        "groups": {"help_text": _("Only for groups.")},
        "rounds": {"help_text": _("Only for a Swiss.")},
        "events": {
            "choices": (),
            "widget": forms.CheckboxSelectMultiple,
            "help_text": _("Instead of a new event: these are the first stage, each a group."),
        },
        "about": ABOUT,
    }

    def __init__(self, *args: Any, events: Iterable[Event] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("preset", [(each.key, f"{gettext(each.name)}. {gettext(each.help)}") for each in STAGE_PRESETS])
        self.offer("rules", playable_rules())
        offered = [(event.pk, event.name) for event in events]
        if offered:
            self.offer("events", offered)
        else:
            del self.fields["events"]


class StagesForm(PlanForm):
    """The name and the text, as they change."""

    schema = StagesChange
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {"name": {}, "about": ABOUT, "version": {}}
    kept, left_empty = ("name", "about"), {"about": ""}


class StageForm(SchemaForm):
    """The rule of a later stage."""

    schema = StageRuleInput
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "name": {},
        "first": {"help_text": _("Of an event without groups: its first players.")},
        "rest": {"help_text": _("Compared by place, then by their share of the points.")},
        "format": {"choices": ()},
        "third_place": {"help_text": _("Only in a knock-out.")},
        "seeding": {"choices": (), "help_text": _("Crossing counts in a knock-out; otherwise seeds are by place.")},
        "games_per_round": {},
        "rounds": {"help_text": _("Only for formats in which you choose them.")},
        "version": {},
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer(
            "format", [(each.key, gettext(each.name)) for each in formats() if not each.by_clock and not each.for_teams]
        )
        self.offer("seeding", [(key.value, gettext(name)) for key, name in SEEDING_NAMES.items()])

    @classmethod
    def of(cls, stage: Stage | None, version: int) -> StageForm:
        """The form of a stage before anything is changed; of a new one where there is none."""
        if stage is None:
            return cls(initial={"first": 2, "rest": 0, "format": "knock-out", "seeding": "cross", "version": version})
        rule = rule_of(stage)
        return cls(
            initial={name: getattr(rule, name) for name in StageRule.__dataclass_fields__} | {"version": version}
        )


class PassForm(SchemaForm):
    """A player who does not advance, and why."""

    schema = StagePassInput
    asks: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "entry": {
            "choices": (),
            "error_messages": {"invalid_choice": _("This player does not advance. Choose another.")},
        },
        "reason": {"label": _("Reason"), "help_text": _("Everyone sees it in the journal."), "required": True},
        "version": {},
    }

    def __init__(self, *args: Any, players: Sequence[EntryRow] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offer("entry", [(entry.id, entry.name) for entry in players])
