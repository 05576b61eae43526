"""The forms of a challenge, and of the lobby's filter."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, pgettext

from common.schema_forms import SchemaForm
from common.translation import translate_message
from games.core.labels import handicaps
from gipf_engine.clocks import parse_control
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from play.challenges.queries import CORRESPONDENCE, EVERYTHING, REAL_TIME, ChallengeFilter
from play.challenges.schemas import OpenChallengeInput
from play.challenges.services.challenges import HIGHEST_RATING, NewChallenge, check_handicap
from play.core.defaults import DEFAULT_RULES
from play.core.errors import PlayRefused
from play.core.services.guests import LONGEST_NAME
from play.models import Challenge
from play.models.series import SERIES_LENGTHS
from players.models import Person

CONTROLS = (
    *("180+2", "300+3", "600+5", "1800+20", "300d5", "600b3x30"),
    *("1days+3", "1days+3w", "3days+10", "3days+10w", "7days+14"),
)
"""The time controls that pages offer; the API takes any."""
NAME_HELP = gettext_lazy("As your opponent sees you. You are called Guest if you leave it empty.")
DEFAULT_CONTROL = "600+5"
_AUDIENCES = (
    (Challenge.Audience.EVERYBODY, gettext_lazy("Anyone in the lobby")),
    (Challenge.Audience.LINK, gettext_lazy("Anyone with the link")),
)
_COLOURS = (("", gettext_lazy("Random")), ("white", gettext_lazy("White")), ("black", gettext_lazy("Black")))


def rules_of_two() -> list[tuple[str, str]]:
    """The games that two people play, with their names."""
    return [(key, gettext(each.name)) for key, each in all_rules().items() if each.seats == TWO_SEATS]


def _handicaps() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """None, and under the name of each game those that it has."""
    groups: list[tuple[str, str | list[tuple[str, str]]]] = [("", pgettext("no handicap", "None"))]
    for key, name in rules_of_two():
        if known := handicaps(key):
            groups.append((name, [(code, translate_message(words)) for code, words in known]))
    return groups


def _controls() -> list[tuple[str, str]]:
    return [(key, translate_message(parse_control(key).explain())) for key in CONTROLS]


def _games_with_handicap() -> str:
    """The games for which the page shows the field of the handicap, as its script reads them."""
    return " ".join(key for key, _name in rules_of_two() if handicaps(key))


def _lengths() -> list[tuple[int, str]]:
    """One game, and how long a series may be."""
    words = gettext("A series of %(games)d games, colours exchanged")
    return [(1, gettext("One game")), *((length, words % {"games": length}) for length in SERIES_LENGTHS)]


class ChallengeForm(SchemaForm):
    """What to play, how fast, and with whom: everybody, a link, or the `opponent` that the page is about."""

    schema = OpenChallengeInput
    asks = {
        "rules": {"choices": rules_of_two, "initial": DEFAULT_RULES},
        "control": {"choices": _controls, "initial": DEFAULT_CONTROL},
        "colour": {"choices": _COLOURS},
        "handicap": {
            "choices": _handicaps,
            "help_text": gettext_lazy(
                "Handicaps are listed by game; other games have none. Games with a handicap count only in rating "
                "lists that include them."
            ),
        },
        "games": {"choices": _lengths},
        "rated": {},
        "audience": {"choices": _AUDIENCES, "widget": forms.RadioSelect},
        "guests": {
            "help_text": gettext_lazy(
                "Players without an account can accept. Only for unrated games without a rating range."
            )
        },
        "least": {},
        "most": {},
    }

    def __init__(self, *args: Any, opponent: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["handicap"].widget.attrs["data-games"] = _games_with_handicap()
        if opponent is not None:
            self.given = {"audience": Challenge.Audience.PERSON, "opponent": opponent.pk}
            for name in ("audience", "guests", "least", "most"):
                del self.fields[name]

    def clean_handicap(self) -> str:
        """A handicap of the game that was chosen. The field stands behind that of the game."""
        handicap = str(self.cleaned_data["handicap"] or "")
        if "rules" in self.cleaned_data:
            try:
                check_handicap(self.cleaned_data["rules"], handicap)
            except PlayRefused as refused:
                raise forms.ValidationError(translate_message(refused.message)) from None
        return handicap

    @property
    def challenge(self) -> NewChallenge:
        """What the valid form asks for. One who has the link may take a game that is neither rated nor for a range."""
        values = self.input
        is_free = not (values["rated"] or values.get("least") or values.get("most"))
        by_link = values["audience"] == Challenge.Audience.LINK
        return NewChallenge(**values | {"guests": values["guests"] or (by_link and is_free)})


class GuestChallengeForm(ChallengeForm):
    """What a guest offers to the one who has the link: an unrated game. `name` is asked for where none is known."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), help_text=NAME_HELP, max_length=LONGEST_NAME, required=False
    )
    field_order = ("name",)

    def __init__(self, *args: Any, is_known: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.given = {"rated": False, "audience": Challenge.Audience.LINK}
        for name in ("rated", "audience", "guests", "least", "most", *(("name",) if is_known else ())):
            del self.fields[name]


class LobbyForm(forms.Form):
    """Each field that is left empty finds everything."""

    rules = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    clock = forms.ChoiceField(label=gettext_lazy("Time"), required=False)
    colour = forms.ChoiceField(label=gettext_lazy("Your colour"), required=False)
    least = forms.IntegerField(
        label=gettext_lazy("Lowest rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    most = forms.IntegerField(
        label=gettext_lazy("Highest rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__({name: request.GET.get(name, "").replace("\0", "") for name in self.base_fields})
        any_ = ("", gettext("Any"))
        clocks = [(REAL_TIME, gettext("In real time")), (CORRESPONDENCE, gettext("By correspondence"))]
        colours = [("white", gettext("White")), ("black", gettext("Black"))]
        for name, choices in (("rules", rules_of_two()), ("clock", clocks), ("colour", colours)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [any_, *choices]

    @property
    def is_used(self) -> bool:
        """Whether anything is looked for."""
        return any(self.data.values())

    @property
    def query(self) -> str:
        """The part of an address that looks for the same: "?rules=lyngk-main"; "" where nothing is looked for."""
        filled = {name: text for name, text in self.data.items() if text}
        return f"?{urlencode(filled)}" if filled else ""

    @property
    def chosen_rules(self) -> str:
        """The rules that are looked for, where they are known; else ""."""
        rules = self.data.get("rules", "")
        return rules if rules in dict(rules_of_two()) else ""

    @property
    def wanted(self) -> ChallengeFilter:
        """What is looked for; everything where the form is not filled in as it should be."""
        return ChallengeFilter(**self.cleaned_data) if self.is_valid() else EVERYTHING
