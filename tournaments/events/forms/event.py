"""The form of an event: new, and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from games.core.option_choices import option_choices
from gipf_engine.results import Scoring
from gipf_engine.rules import all_rules
from gipf_engine.tournament.standings import tie_break, tie_breaks
from gipf_engine.tournament.standings.modifiers import describe_variant
from gipf_engine.tournament.teams.standings import team_tie_break, team_tie_breaks
from players.core.time_zones import places
from tournaments.core.event_config import EventConfig, with_games_per_round
from tournaments.core.formats import format_of, formats, pairs_freely, playable_rules, usual_tie_breaks
from tournaments.core.forms import LONGEST_NAME, DateInput
from tournaments.events import schemas
from tournaments.events.forms.field_groups import FieldGroup
from tournaments.events.forms.formats import (
    BOARD_FIELDS,
    ROUNDS,
    FormatChoices,
    NumberText,
    board_fields,
    choices_of,
    chosen_boards,
    clock_fields,
    forget_errors,
    initial_boards,
    initial_options,
    names_of_others,
    option_fields,
    options_chosen,
    rounds_field,
    rounds_fields,
)
from tournaments.events.forms.medley import chosen_medley, game_fields, initial_medley, medley_fields
from tournaments.events.presets import OWN_POINTS, POINTS
from tournaments.models import Event
from tournaments.rating_columns import COLUMN_NAMES, usual_columns

TIE_BREAKS = 5
TIE_BREAK_FIELDS = tuple(f"tie_break_{place}" for place in range(1, TIE_BREAKS + 1))
TENTHS = 10

USUAL, OWN = "usual", "own"
"""How the tie-breaks are chosen: as the format usually has them, or one by one."""

TOLD = {"place", "ends_on", "time_zone", "rated", "standard_rules", "games_per_round", "handicap", "self_entry"}
TOLD |= {"medley_order", "options", "points", "ranking", "about"}
"""Fields whose values are told of a group that is closed."""

Choices = list[tuple[str, str]]

FIRST_FIELDS = [
    *("name", "place", "starts_on", "ends_on", "time_zone"),
    *("rules", "options", "handicap", "setups", "format", "games_per_round"),
    *("points", "win", "draw", "loss"),
]
"""The order on the page; the tie-breaks follow, then the rest."""


class OptionBoxes(forms.CheckboxSelectMultiple):
    """Boxes of options of the rules, each with the keys of the games that know it (`data-games`)."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs)
        self.games: dict[str, list[str]] = {}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-games"] = " ".join(self.games.get(str(value), ()))
        return option


class GameSelect(forms.Select):
    """The games, each with how many play it (`data-seats`)."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = str(all_rules()[str(value)].seats)
        return option


class EventForm(SchemaForm):
    """Everything that an organiser decides. `plan` makes the `EventConfig`.

    What the schema has as one value is asked for by several fields: points, tie-breaks, choices of the format, clocks.
    """

    asks = {
        "name": {"label": _("Name"), "max_length": LONGEST_NAME, "help_text": _("As announced and printed.")},
        "place": {"label": _("Place"), "max_length": LONGEST_NAME},
        "starts_on": {"label": _("First day"), "widget": DateInput},
        "ends_on": {
            "label": _("Last day"),
            "widget": DateInput,
            "required": False,
            "help_text": _("Leave empty for a single day. Games count in the rating list from this day."),
        },
        "time_zone": {
            "label": _("Time zone"),
            "required": True,
            "widget": forms.TextInput(attrs={"list": "time-zones"}),
            "help_text": _("Time zone of the venue, such as Europe/Amsterdam."),
        },
        "rules": {
            "label": _("Game"),
            "choices": (),
            "widget": GameSelect,
            "help_text": _("Every record is checked by its rules."),
        },
        "standard_rules": {
            "label": _("Standard rules"),
            "initial": True,
            "help_text": _(
                "FIDE's basic rules: a Swiss, a round robin or a Scheveningen match, one game per round, 1 – ½ – "
                "0, no handicaps. Leaving them is permanent and shown on every page."
            ),
        },
        "options": {
            "label": _("House rules"),
            "choices": (),
            "widget": OptionBoxes,
            "help_text": _("Only options of the chosen game can be used."),
        },
        "handicap": {
            "label": _("Handicaps"),
            "required": True,
            "choices": [
                (Event.Handicap.NONE, _("no handicaps")),
                (Event.Handicap.BY_HAND, _("handicaps set by the arbiter, game by game")),
            ],
        },
        "setups": {
            "label": _("Set-ups"),
            "required": True,
            "choices": [
                (Event.Setups.ROUND, _("one a round, the same on all boards")),
                (Event.Setups.BOARD, _("each board its own")),
            ],
            "help_text": _(
                "Only for games with a random set-up, such as LYNGK. The server draws set-ups in a way that "
                "anyone can check."
            ),
        },
        "format": {"label": _("Format"), "required": True, "choices": (), "widget": forms.RadioSelect},
        "games_per_round": {
            "label": _("Games per round"),
            "required": True,
            "choices": [(1, _("one game per round")), (2, _("two games per round, with colours swapped"))],
        },
        "agreed_draws": {
            "label": _("Players may agree on a draw"),
            "help_text": _("GIPF has no draws. In games that do, such as LYNGK, a draw always counts."),
        },
        "rating_columns": {
            "label": _("Ratings in the standings"),
            "choices": list(COLUMN_NAMES.items()),
            "initial": usual_columns,
            "widget": forms.CheckboxSelectMultiple,
        },
        "rated": {"label": _("Rated: the games count in the rating list")},
        "self_entry": {"label": _("Players may register themselves once the event is announced")},
        "about": {
            "label": _("Information"),
            "widget": forms.Textarea(attrs={"rows": 5}),
            "help_text": _("Schedule, time control, prizes, contact."),
        },
        "version": {},
    }
    pairing_bye = forms.DecimalField(
        label=_("Points for the pairing-allocated bye"),
        required=False,
        min_value=0,
        max_value=100,
        decimal_places=1,
        widget=NumberText("decimal"),
        help_text=_("Leave empty to give the points of a won round."),
    )
    points = forms.ChoiceField(label=_("Points"), help_text=_("For a win, a draw and a loss."))
    win = forms.DecimalField(label=_("Own points: win"), required=False, min_value=0, max_value=100, decimal_places=1)
    draw = forms.DecimalField(label=_("Own points: draw"), required=False, min_value=0, max_value=100, decimal_places=1)
    loss = forms.DecimalField(label=_("Own points: loss"), required=False, min_value=0, max_value=100, decimal_places=1)
    ranking = forms.ChoiceField(
        label=_("Players with equal points are ranked"),
        required=False,
        widget=forms.RadioSelect,
        choices=[(USUAL, _("as usual for the format")), (OWN, _("by these tie-breaks:"))],
    )

    def __init__(
        self,
        *args: Any,
        frozen: Iterable[str] = (),
        kept: EventConfig | None = None,
        players: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kept, self.players = kept, players
        self.offer("rules", playable_rules())
        self.offer("options", option_choices(key for key, _name in playable_rules()))
        self._add_games_of_options()
        self.offer("format", [(each.key, gettext(each.name)) for each in formats()])
        self.fields |= rounds_fields() | option_fields() | board_fields(kept) | medley_fields(kept)
        self.game_fields = game_fields(kept)
        names = [(each.key, gettext(each.name)) for each in POINTS]
        self.offer("points", [*names, (OWN_POINTS, gettext("own points, below"))])
        self._add_tie_breaks(kept)
        for name in frozen:
            self._freeze(name)

    def time_zones(self) -> Sequence[str]:
        """What the list beside the field of that name offers."""
        return places()

    def format_choices(self) -> FormatChoices:
        """The formats, each with the fields that show themselves when it is chosen."""
        return FormatChoices(choices_of(self, self.players))

    def groups(self) -> list[FieldGroup]:
        """All fields, as the page of an event that is there shows them."""
        first = [
            (gettext("Name, place and dates"), True, ["name", "place", "starts_on", "ends_on", "time_zone"]),
            (gettext("The game"), True, ["rules", "rated", "self_entry", "handicap", "agreed_draws"]),
            (gettext("The format"), True, ["format", "games_per_round", "standard_rules"]),
        ]
        ratings = (gettext("Ratings"), False, ["rating_columns"])
        return [self.group(*each) for each in [*first, ratings, *self.usual_groups()]]

    def usual_groups(self) -> list[tuple[str, bool, Sequence[str]]]:
        """What most events leave as it is: (heading, whether it is open, fields)."""
        return [
            (gettext("Online"), bool(self["played_here"].value()), BOARD_FIELDS),
            self._medley_group(),
            (gettext("House rules"), False, ["options", "setups"]),
            (gettext("Points"), False, ["points", "win", "draw", "loss"]),
            (gettext("Tie-breaks"), self["ranking"].value() == OWN, ["ranking", *TIE_BREAK_FIELDS]),
            (gettext("Information"), False, ["about"]),
        ]

    def _medley_group(self) -> tuple[str, bool, Sequence[str]]:
        """Several games, open where there are some."""
        names = ["medley_order", *self.game_fields, "mixed_matches", "choice_minutes", "seeding_list"]
        return gettext("Medley"), bool(self["medley_order"].value()), names

    def group(self, title: str, is_open: bool, names: Sequence[str]) -> FieldGroup:
        """A group of these fields, which is open where one of them is wrong."""
        is_open = is_open or any(name in self.errors for name in names)
        fields = [self[name] for name in names]
        return FieldGroup(title, is_open, fields, [field for field in fields if field.name in self._told()])

    def _told(self) -> set[str]:
        """What is told of a group that is closed."""
        online = {"played_here", "time_control"} if self["played_here"].value() else {"played_here"}
        return TOLD | online

    def _add_games_of_options(self) -> None:
        """The boxes know the games that have them; a script shows those of the chosen game alone."""
        boxes = self.fields["options"].widget
        assert isinstance(boxes, OptionBoxes)
        for key, _name in playable_rules():
            for option in all_rules()[key].option_help:
                boxes.games.setdefault(option, []).append(key)

    def _add_tie_breaks(self, kept: EventConfig | None) -> None:
        """One list for each place, in the order in which they count."""
        usual = (code for each in formats() for code in usual_tie_breaks(each.key))
        choices = _tie_break_choices([*usual, *((kept.tie_breaks if kept else None) or ())])
        for place in range(1, TIE_BREAKS + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=gettext("Tie-break %(place)d") % {"place": place},
                choices=[("", gettext("none")), *choices],
                required=False,
                help_text=gettext("Used first to rank players with equal points.") if place == 1 else "",
            )
        options = [*rounds_fields(), *option_fields()]
        self.order_fields([*FIRST_FIELDS[:-4], *options, *FIRST_FIELDS[-4:], *TIE_BREAK_FIELDS])

    def _freeze(self, name: str) -> None:
        """What cannot change any more shows its value and takes no other."""
        fields = {
            "scoring": ["points", "win", "draw", "loss", "pairing_bye"],
            "tie_breaks": ["ranking", *TIE_BREAK_FIELDS],
            "format_options": list(option_fields()),
            ROUNDS: list(rounds_fields()),
            "time_control": ["played_here", "time_control", *clock_fields()],
            "medley": list(self.game_fields),
        }.get(name, [name])
        if name == "tie_breaks":
            self.initial["ranking"] = OWN
        for each in fields:
            self.fields[each].disabled = True

    def clean(self) -> dict[str, Any]:
        """Own points are needed only where they were chosen, and nothing that is another format's."""
        forget_errors(self, names_of_others(self.cleaned_data.get("format", "")))
        if "starts_on" in self.cleaned_data:
            self.cleaned_data["ends_on"] = self.cleaned_data.get("ends_on") or self.cleaned_data["starts_on"]
        data = super().clean()
        if data.get("points") == OWN_POINTS:
            for name in ("win", "draw", "loss"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, gettext("Enter how many points this is worth."))
        return data

    def plan(self) -> EventConfig:
        """What was typed, as a plan."""
        data = self.cleaned_data
        tie_breaks_ = [data[name] for name in TIE_BREAK_FIELDS]
        own = tuple(code for code in tie_breaks_ if code)
        return EventConfig(
            **{name: data[name] for name in ("name", "starts_on", "ends_on", "time_zone")},
            place=data["place"] or "",
            about=data["about"] or "",
            **{name: data[name] for name in ("rules", "format", "handicap", "setups", "agreed_draws")},
            **{name: data[name] for name in ("rated", "self_entry")},
            options=tuple(data["options"] or ()),
            rating_columns=tuple(data["rating_columns"] or ()),
            format_options=options_chosen(data["format"], data),
            rounds_planned=data.get(rounds_field(data["format"])),
            games_per_round=data["games_per_round"],
            scoring=self._scoring(),
            tie_breaks=None if data["ranking"] == USUAL else own,
            **chosen_boards(data),
            **chosen_medley(data, self.game_fields),
        )

    def standard_rules(self) -> bool | None:
        """Whether it is to be held under standard rules; None where the format has none, so that nothing is asked."""
        return self.cleaned_data["standard_rules"] if format_of(self.cleaned_data["format"]).in_handbook else None

    def _scoring(self) -> dict[str, int]:
        """The points, in tenths. Where they were not changed, what else was set stays (byes, by the API)."""
        data = self.cleaned_data
        if data["points"] == OWN_POINTS:
            chosen = {name: int(data[name] * TENTHS) for name in ("win", "draw", "loss")}
        else:
            chosen = dict(next(each.values for each in POINTS if each.key == data["points"]))
        if self._keeps(chosen):
            assert self.kept is not None
            chosen = dict(with_games_per_round(self.kept, data["games_per_round"]).scoring)
        if pairs_freely(data["format"]):
            chosen.pop("pairing_bye", None)
            if data.get("pairing_bye") is not None:
                chosen["pairing_bye"] = int(data["pairing_bye"] * TENTHS)
        return chosen

    def _keeps(self, chosen: Mapping[str, int]) -> bool:
        """Whether what is scored for what is as it was."""
        kept = self.kept
        return kept is not None and all(kept.scoring.get(name) == value for name, value in chosen.items())


class NewEventForm(EventForm):
    """A new event. `given` says of which club.

    Four fields are asked for at once. All others are as usual; one line tells what a group of them is set to.
    """

    schema = schemas.EventNew
    asks = {
        **{name: more for name, more in EventForm.asks.items() if name != "version"},
        "name": {"label": _("Name"), "max_length": LONGEST_NAME},
        "starts_on": {"label": _("Day"), "widget": DateInput},
        "rules": {"label": _("Game"), "choices": (), "widget": GameSelect},
    }

    def groups(self) -> list[FieldGroup]:
        """What may stay as it is."""
        more = [
            (gettext("Place and days"), False, ["place", "ends_on", "time_zone"]),
            (gettext("Ratings and rules"), False, ["rated", "standard_rules", "rating_columns"]),
            (gettext("Games"), False, ["games_per_round", "handicap", "agreed_draws"]),
            (gettext("Registration"), False, ["self_entry"]),
        ]
        return [self.group(*each) for each in [*more, *self.usual_groups()]]


class EditEventForm(EventForm):
    """An event that is there."""

    schema, partial = schemas.EventChange, True


PLACES: Mapping[str, str] = {
    "scoring": "points",
    "tie_breaks": "tie_break_1",
    "format_options": "format",
    "medley": "game_2",
}
"""The fields of `EventForm` that stand for fields of a plan, where they are called otherwise."""


def initial_of(plan: EventConfig) -> dict[str, Any]:
    """The form's values for a plan."""
    points = {name: plan.scoring.get(name, getattr(Scoring(), name)) for name in ("win", "draw", "loss")}
    known = next((each.key for each in POINTS if each.values == points), OWN_POINTS)
    values: dict[str, Any] = {name: getattr(plan, name) for name in EventForm.asks if hasattr(plan, name)}
    values |= {"options": list(plan.options), "points": known, **initial_options(plan.format, plan.format_options)}
    values |= initial_boards(plan) | initial_medley(plan)
    values[rounds_field(plan.format)] = plan.rounds_planned
    if known == OWN_POINTS:
        values |= {name: Decimal(value) / TENTHS for name, value in points.items()}
    bye = plan.scoring.get("pairing_bye")
    if bye is not None and bye != points["win"] * plan.games_per_round:
        values["pairing_bye"] = Decimal(bye) / TENTHS
    usual = usual_tie_breaks(plan.format)
    codes = usual if plan.tie_breaks is None else plan.tie_breaks
    values["ranking"] = USUAL if codes == usual else OWN
    return values | {f"tie_break_{place}": code for place, code in enumerate(codes, 1)}


COMMON_MODIFIERS: Mapping[str, Sequence[str]] = {"C": ("C1", "C2"), "M": ("M1",)}
"""The variants that a list offers of a tie-break that has them; what else there is can be chosen by the API."""


def _tie_break_choices(more: Iterable[str]) -> list[tuple[str, Choices]]:
    """Every tie-break with its common variants, by the formats that they say something in, and the codes in `more`."""
    everywhere: Choices = []
    not_in_round_robins: Choices = []
    wanted = list(dict.fromkeys(more))
    for each in tie_breaks():
        common = [f"{each.key}/{code}" for letter in each.modifiers for code in COMMON_MODIFIERS.get(letter, ())]
        own = [code for code in wanted if code.partition("/")[0] == each.key]
        group = everywhere if each.for_predetermined else not_in_round_robins
        group += [(code, f"{code} – {_tie_break_name(code)}") for code in dict.fromkeys([each.key, *common, *own])]
    known = {code for code, _name in (*everywhere, *not_in_round_robins)}
    of_teams = [code for code in dict.fromkeys([*team_tie_breaks(), *wanted]) if code not in known]
    return [
        (gettext("For every format"), everywhere),
        (gettext("Not in a round robin"), not_in_round_robins),
        (gettext("Only for teams"), [(code, f"{code} – {gettext(team_tie_break(code).name)}") for code in of_teams]),
    ]


def _tie_break_name(code: str) -> str:
    """The name, and what the variant changes: "Buchholz. The lowest is left out."."""
    chosen = tie_break(code)
    names = [gettext(chosen.name), *(message.translate(gettext) for message in describe_variant(chosen))]
    return ". ".join(names)
