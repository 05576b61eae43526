"""The fields by which an event becomes one of several games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.translation import translate_message
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from ratings.models.coverage import all_coverages
from tournaments.core.event_config import MOST_CHOICE_MINUTES, EventConfig
from tournaments.core.medleys import ORDER_NAMES

USUAL_GAMES = 6
"""The games of the project; a longer list comes from the API, and stays."""
MEDLEY_CHOICES = ("medley_order", "mixed_matches", "choice_minutes", "seeding_list")


def game_fields(kept: EventConfig | None) -> tuple[str, ...]:
    """The names of the fields for all games but the first, which the field of the game is."""
    most = max(USUAL_GAMES, len(kept.medley) if kept is not None else 0)
    return tuple(f"game_{place}" for place in range(2, most + 1))


def medley_fields(kept: EventConfig | None) -> dict[str, forms.Field]:
    """The fields in their order."""
    games = [(key, gettext(rules.name)) for key, rules in all_rules().items() if rules.seats == TWO_SEATS]
    lists = [(each.key, translate_message(each.name)) for each in all_coverages()]
    found: dict[str, forms.Field] = {
        "medley_order": forms.ChoiceField(
            label=_("Several games"),
            required=False,
            choices=[("", gettext("no, one game")), *((key, gettext(name)) for key, name in ORDER_NAMES.items())],
            help_text=_("A medley: each round or board has one of several games, the first of which is chosen above."),
        )
    }
    for place, name in enumerate(game_fields(kept), 2):
        found[name] = forms.ChoiceField(
            label=gettext("Game %(place)d") % {"place": place}, required=False, choices=[("", gettext("none")), *games]
        )
    return found | {
        "mixed_matches": forms.BooleanField(
            label=_("The two games of a match are different games"),
            required=False,
            help_text=_("Only with two games per round."),
        ),
        "choice_minutes": forms.IntegerField(
            label=_("Minutes to choose a game"),
            required=False,
            min_value=1,
            max_value=MOST_CHOICE_MINUTES,
            help_text=_("Only for chosen games. Leave empty to wait until the arbiter settles them."),
        ),
        "seeding_list": forms.ChoiceField(
            label=_("Rating list for pairing numbers"),
            required=False,
            choices=[("", gettext("of all games")), *(each for each in lists if each[0] != "project")],
            help_text=_("Only for a medley."),
        ),
    }


def chosen_medley(data: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """What was chosen, as the fields of a plan are. An event of one game says nothing."""
    more = [data[name] for name in names if data.get(name)]
    if not data.get("medley_order") and not more:
        return {}
    return {
        "medley": (data["rules"], *more),
        "medley_order": data.get("medley_order") or "",
        "mixed_matches": bool(data.get("mixed_matches")),
        "choice_minutes": data.get("choice_minutes"),
        "seeding_list": data.get("seeding_list") or "",
    }


def initial_medley(plan: EventConfig) -> dict[str, Any]:
    """The values of the fields for a plan."""
    games = {f"game_{place}": key for place, key in enumerate(plan.medley[1:], 2)}
    return games | {name: getattr(plan, name) for name in MEDLEY_CHOICES}
