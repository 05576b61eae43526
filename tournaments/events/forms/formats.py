"""The parts of an event's form: its format, and how it is played on this server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.translation import translate_message
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.tournament.forecast.round_numbers import rounds_needed
from gipf_engine.tournament.pairing.base import Option, PairingSystem
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.teams.standings import team_tie_break
from play.challenges.forms import CONTROLS, DEFAULT_CONTROL
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import (
    MOST_ROUNDS,
    format_of,
    formats,
    is_by_clock,
    options_of,
    pairs_freely,
    usual_tie_breaks,
)
from tournaments.core.played_here import DAY, HOUR, USUAL_MINUTES, USUAL_MINUTES_IN_ARENA
from tournaments.core.queries.events import duration_words

# --- the part of an event's form that differs from format to format ---------------------------------------
# Each brings the choices that it has.


ROUNDS, PAIRING_BYE = "rounds_planned", "pairing_bye"
"""Fields that only some formats have, though they are no options of theirs."""


EXAMPLE = 10
"""The field for which formats say what they mean before anyone is entered."""


class NumberText(forms.TextInput):
    """A number as text. No browser's own checks: they would stop at a field that is not shown."""

    def __init__(self, mode: str = "numeric") -> None:
        super().__init__(attrs={"inputmode": mode, "class": "short"})

    def use_required_attribute(self, initial: Any) -> bool:
        """Never: the field counts only while its format is chosen."""
        return False


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format to choose: its radio button, what it is, and the fields that it brings along.

    `more` are fields that most events leave as they are. `ranking` are its usual tie-breaks in words, `tie_breaks`
    their codes; `means`: the rounds of a field. `has_rules`: FIDE's Handbook has rules for it; `has_opponents`: players
    meet; `by_clock`: it is an arena; `is_usual`: it is shown at once, others below “More formats”.
    """

    radio: Any
    name: str
    help: str
    ranking: str
    tie_breaks: str
    means: str
    fields: tuple[forms.BoundField, ...]
    more: tuple[forms.BoundField, ...]
    picture: str
    has_rules: bool
    has_opponents: bool
    by_clock: bool
    is_usual: bool

    @property
    def is_chosen(self) -> bool:
        return bool(self.radio.data["selected"])

    @property
    def more_is_open(self) -> bool:
        """Whether one of those fields is set, or wrong."""
        return any(field.errors or field.value() not in (None, "", False) for field in self.more)


@dataclass(frozen=True, slots=True)
class FormatChoices:
    """All formats to choose from: those that are usual, and below them the others."""

    all: Sequence[FormatChoice]

    @property
    def usual(self) -> list[FormatChoice]:
        return [each for each in self.all if each.is_usual]

    @property
    def others(self) -> list[FormatChoice]:
        return [each for each in self.all if not each.is_usual]

    @property
    def shows_others(self) -> bool:
        """Whether one of the others is chosen."""
        return any(each.is_chosen for each in self.others)


def field_name(key: str, option: str) -> str:
    """The field of an option of the format called `key`."""
    return f"{key}__{option}"


def option_fields() -> dict[str, forms.Field]:
    """A field for every option of every format."""
    return {field_name(each.key, option.key): _field(option) for each in formats() for option in options_of(each.key)}


def _field(option: Option) -> forms.Field:
    name, text = gettext(option.name), gettext(option.help)
    if isinstance(option.default, bool):
        return forms.BooleanField(label=name, help_text=text, required=False, initial=option.default)
    most = MOST_ROUNDS if option.most is None else option.most
    return forms.IntegerField(
        label=name,
        help_text=text,
        initial=option.default,
        min_value=option.least,
        max_value=most,
        widget=NumberText,
    )


def names_of(key: str) -> list[str]:
    """The fields that show themselves with the format called `key`."""
    names = [rounds_field(key)] if leaves_rounds_open(key) else []
    names += [field_name(key, option.key) for option in options_of(key)]
    names += [clock_field(key)] if is_by_clock(key) else []
    return [*names, PAIRING_BYE] if pairs_freely(key) else names


def names_of_others(key: str) -> set[str]:
    """The fields that belong to other formats alone."""
    return {name for each in formats() for name in names_of(each.key)} - set(names_of(key) if key else ())


def rounds_field(key: str) -> str:
    """The field that says how many rounds there are. It stands with one format, so each that has it has its own."""
    first = next(each.key for each in formats() if leaves_rounds_open(each.key))
    return ROUNDS if key == first else field_name(key, ROUNDS)


def rounds_fields() -> dict[str, forms.Field]:
    """The fields of rounds of all formats that leave them open."""
    return {rounds_field(each.key): _rounds_field() for each in formats() if leaves_rounds_open(each.key)}


def _rounds_field() -> forms.Field:
    return forms.IntegerField(
        label=gettext("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        widget=NumberText,
        error_messages={"required": gettext("Enter the number of rounds.")},
    )


def leaves_rounds_open(key: str) -> bool:
    """Whether the organiser says how many rounds there are."""
    return format_of(key).rounds(2) is None


def choices_of(form: forms.Form, players: int = 0) -> list[FormatChoice]:
    """Every format with its fields. A field that several formats have stands with the first of them."""
    found: list[FormatChoice] = []
    shown: set[str] = set()
    for each, radio in zip(formats(), form["format"], strict=True):
        names = [name for name in names_of(each.key) if name not in shown]
        shown.update(names)
        fields = [form[name] for name in names]
        more = tuple(field for field in fields if _is_seldom_set(field))
        codes = " ".join(usual_tie_breaks(each.key))
        means = _means(each.key, players)
        found.append(
            FormatChoice(
                radio,
                gettext(each.name),
                gettext(each.help),
                _ranking(each),
                codes,
                means,
                tuple(field for field in fields if field not in more),
                more,
                picture=f"format-{each.key}",
                has_rules=each.in_handbook,
                has_opponents=each.has_opponents,
                by_clock=each.by_clock,
                is_usual=each.is_usual,
            )
        )
    return found


def _is_seldom_set(field: forms.BoundField) -> bool:
    return field.name == PAIRING_BYE or isinstance(field.field, forms.BooleanField)


def _means(key: str, players: int) -> str:
    """How many rounds a field of `players` has; a field of `EXAMPLE` where no one is entered yet."""
    field = players if players > 1 else EXAMPLE
    system = format_of(key)
    needed = None if system.for_teams else rounds_needed(system, field)
    if needed is None or needed.most is None:
        return ""
    if not needed.is_fixed:
        params = {"players": field, "draws": needed.with_draws, "most": needed.most}
        message = gettext("%(players)d players: %(draws)d rounds for a clear winner, %(most)d at most.")
        return message % params
    rounds = needed.least
    params = {"players": field, "rounds": rounds}
    return (
        ngettext("%(players)d players: %(rounds)d round.", "%(players)d players: %(rounds)d rounds.", rounds) % params
    )


def _ranking(each: type[PairingSystem]) -> str:
    """By what the format usually ranks, in words."""
    usual = usual_tie_breaks(each.key)
    chosen = [team_tie_break(code) if each.for_teams else tie_break(code) for code in usual]
    names = [
        Message("%(name)s (%(code)s)", {"name": Message(value.name), "code": code})
        for value, code in zip(chosen, usual, strict=True)
    ]
    return Message("%(names)s", {"names": names}).translate(gettext) if names else ""


def options_chosen(key: str, data: Mapping[str, Any]) -> dict[str, object]:
    """The options of the chosen format, from the form's cleaned data. An empty number is the usual one."""
    values = {option.key: data.get(field_name(key, option.key)) for option in options_of(key)}
    return {name: value for name, value in values.items() if value is not None}


def initial_options(key: str, chosen: Mapping[str, object]) -> dict[str, object]:
    """The form's values for the options of a plan."""
    return {field_name(key, name): value for name, value in chosen.items()}


def forget_errors(form: forms.Form, names: Iterable[str]) -> None:
    """What was typed for another format than the chosen one is not asked for."""
    for name in names:
        form.errors.pop(name, None)


# --- the part of an event's form that says whether its games are played on this server --------------------
# And by which clock.


BOARD_FIELDS = ("played_here", "time_control", "no_show_minutes")
MINUTES = (5, 10, USUAL_MINUTES, 30, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""The times for the first turn that the page offers; the API takes any."""


def board_fields(kept: EventConfig | None) -> dict[str, forms.Field]:
    """The fields; what an event has and the page does not offer is offered, too."""
    controls, minutes = list(CONTROLS), list(MINUTES)
    if kept is not None and kept.time_control and kept.time_control not in controls:
        controls.append(kept.time_control)
    if kept is not None and kept.no_show_minutes and kept.no_show_minutes not in minutes:
        minutes = sorted([*minutes, kept.no_show_minutes])
    clocks = {clock_field(each.key): _clock_field(controls) for each in formats() if each.by_clock}
    return clocks | {
        "played_here": forms.BooleanField(
            label=_("Played on this server"),
            required=False,
            help_text=_(
                "When a round is published, its games start on the server’s boards. Players without an account "
                "play over the board."
            ),
        ),
        "time_control": forms.ChoiceField(
            label=_("Clock of games played here"),
            required=False,
            initial=DEFAULT_CONTROL,
            choices=[(key, translate_message(parse_control(key).explain())) for key in controls],
        ),
        "no_show_minutes": forms.TypedChoiceField(
            label=_("Time for the first turn"),
            required=False,
            coerce=int,
            empty_value=None,
            initial=USUAL_MINUTES,
            choices=[(each, duration_words(each)) for each in minutes],
            help_text=_("A player who makes no turn in this time loses by forfeit; if neither does, both lose."),
        ),
    }


def clock_field(key: str) -> str:
    """The field of the time control in a format that is always played on this server."""
    return field_name(key, "clock")


def clock_fields() -> list[str]:
    """Those of all such formats."""
    return [clock_field(each.key) for each in formats() if each.by_clock]


def _clock_field(controls: Iterable[str]) -> forms.Field:
    known = [(key, parse_control(key)) for key in controls]
    return forms.ChoiceField(
        label=gettext("Clock"),
        initial=DEFAULT_CONTROL,
        choices=[(key, translate_message(each.explain())) for key, each in known if each.is_real_time],
    )


def chosen_boards(data: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a plan that the fields stand for."""
    if is_by_clock(data["format"]):
        control = data.get(clock_field(data["format"])) or DEFAULT_CONTROL
        return {"time_control": control, "no_show_minutes": USUAL_MINUTES_IN_ARENA}
    if not data.get("played_here"):
        return {}
    return {"time_control": data["time_control"] or DEFAULT_CONTROL, "no_show_minutes": data["no_show_minutes"]}


def initial_boards(plan: EventConfig) -> dict[str, Any]:
    """The values of the fields for a plan."""
    if not plan.time_control:
        return {}
    if is_by_clock(plan.format):
        return {clock_field(plan.format): plan.time_control}
    return {"played_here": True, "time_control": plan.time_control, "no_show_minutes": plan.no_show_minutes}
