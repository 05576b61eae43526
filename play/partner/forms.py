"""The forms of a game against a program, and of a house player."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy

from common.schema_forms import SchemaForm
from common.translation import translate_message
from games.models import COLOURS
from gipf_engine.analysis.levels import LEVELS
from gipf_engine.clocks import parse_control
from gipf_engine.rules import all_rules
from play.core.defaults import DEFAULT_RULES
from play.partner.schemas import AddHousePlayerInput, ProgramGameInput
from play.partner.services import CONTROLS, ProgramGame, rules_of_programs
from play.partner.services.house_players import NewHousePlayer

FIRST_LEVEL = 2
"""The level that is offered to who has not chosen one."""
_COLOURS = (("white", gettext_lazy("White")), ("black", gettext_lazy("Black")), ("", gettext_lazy("Random")))


def _games() -> list[tuple[str, str]]:
    rules = all_rules()
    return [(key, gettext(rules[key].name)) for key in rules_of_programs()]


def _levels() -> list[tuple[int, str]]:
    return [(level, str(level)) for level in LEVELS]


def _controls() -> list[tuple[str, str]]:
    without = (CONTROLS[0], gettext("No hurry: a day per turn"))
    return [without, *((key, translate_message(parse_control(key).explain())) for key in CONTROLS[1:])]


class ProgramGameForm(SchemaForm):
    """What to play against the computer. What is not sent is as it is offered, so that one button is enough."""

    schema = ProgramGameInput
    asks = {
        "rules": {"label": gettext_lazy("Game"), "choices": _games},
        "level": {"label": gettext_lazy("Level"), "choices": _levels},
        "colour": {"label": gettext_lazy("Your colour"), "choices": _COLOURS},
        "position": {"widget": forms.HiddenInput},
        "control": {"label": gettext_lazy("Time"), "choices": _controls},
    }

    def __init__(
        self, sent: dict[str, str] | None, last_game: str = "", position: str = "", colour: str = COLOURS[0]
    ) -> None:
        rules = last_game if last_game in rules_of_programs() else DEFAULT_RULES
        offered = {"rules": rules, "level": str(FIRST_LEVEL), "colour": colour, "control": CONTROLS[0]}
        offered |= {"position": position}
        super().__init__(None if sent is None else offered | sent, initial=offered)

    @property
    def game(self) -> ProgramGame:
        """What the valid form asks for."""
        return ProgramGame(**self.input)


class HousePlayerForm(SchemaForm):
    """Which program is to play for a club."""

    schema = AddHousePlayerInput
    asks = {
        "rules": {"choices": _games},
        "level": {"choices": _levels, "initial": FIRST_LEVEL},
        "control": {"choices": _controls, "initial": CONTROLS[2]},
    }

    @property
    def new(self) -> NewHousePlayer:
        """What the valid form asks for."""
        return NewHousePlayer(**self.input)
