"""Forms of rounds: when a draft is published, why two do not meet, what is drawn anew."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.schema_forms import SchemaForm
from tournaments.core.draws import ALL_BOARDS
from tournaments.core.forms import MOST_ON_A_LIST, SHOWN_IN_JOURNAL, MomentForm
from tournaments.core.sides import SideRow
from tournaments.rounds import schemas
from tournaments.rounds.queries.drafts import HandTable

# --- forms of a round that arbiters alone see -------------------------------------------------------------


LONGEST_LAYOUT = 40_000
BOARD, BYE = re.compile(r"([0-9]{1,5})-([0-9]{1,5})"), re.compile(r"([0-9]{1,5}):([a-z]{1,9})")


class ScheduleForm(MomentForm):
    """When a draft is published automatically, in the event's time zone."""

    schema = schemas.ScheduleRoundInput
    asks = {
        "version": {},
        "publish_at": {
            "widget": forms.DateTimeInput(attrs={"type": "datetime-local"}),
            "help_text": _("In the event's time zone. Leave it empty to publish the round yourself."),
        },
    }

    def clean_publish_at(self) -> datetime | None:
        """The moment that was chosen."""
        return self.moment("publish_at")


class LayoutForm(SchemaForm):
    """A whole round, laid out on the page of pairing by hand.

    `layout` has its boards and byes in pairing numbers: "4-1 2-5 3:half". `do` is the button that was pressed.
    """

    schema = schemas.LayOutRoundInput
    asks = {
        "number": {"widget": forms.HiddenInput},
        "version": {},
        "public": {"widget": forms.HiddenInput},
        "reason": {
            "help_text": _("Required if your pairing differs from the rules. Shown in the event's journal."),
        },
    }
    sometimes_required = ("reason",)
    layout = forms.CharField(widget=forms.HiddenInput, required=False, max_length=LONGEST_LAYOUT)
    do = forms.ChoiceField(choices=[("publish", ""), ("save", "")], widget=forms.HiddenInput, required=False)

    def clean_layout(self) -> str:
        """Boards and byes, which the schema then judges."""
        places = self.cleaned_data["layout"].split()
        boards = [match.groups() for each in places if (match := BOARD.fullmatch(each))]
        byes = [match.groups() for each in places if (match := BYE.fullmatch(each))]
        if len(boards) + len(byes) != len(places):
            raise forms.ValidationError(gettext("This is no pairing."))
        self.given = {
            **self.given,
            "boards": [{"white": white, "black": black} for white, black in boards],
            "byes": [{"player": player, "kind": kind} for player, kind in byes],
        }
        return " ".join(places)

    def clean_do(self) -> str:
        """Whether the round is public at once."""
        self.given = {**self.given, "publish": self.cleaned_data["do"] != "save"}
        return str(self.cleaned_data["do"])


def new_layout_form(table: HandTable) -> LayoutForm:
    """The form of a table as it is, before anything was laid out."""
    return LayoutForm(initial={"number": table.number, "version": table.version, "layout": table.text})


def numbered(sides: Sequence[SideRow]) -> list[tuple[int, str]]:
    """Players or teams to choose from, by pairing number."""
    return [(side.number, f"{side.number} {side.name}") for side in sides if side.number is not None]


# --- forms of a round: what is drawn, until when it is played, why two do not meet ------------------------


class ExplainForm(SchemaForm):
    """Two players who did not meet; no one for the whole round."""

    schema = schemas.ExplainPairingInput
    asks = {"one": {}, "two": {}}


class Numbered(Protocol):
    """A player or a team, whom pages call by number and name."""

    @property
    def number(self) -> int | None: ...

    @property
    def name(self) -> str: ...


class WhyNotForm(forms.Form):
    """Two players who did not meet: picked from a list or, in a large field, called by their pairing numbers."""

    unknown = _("This player does not exist.")
    one = forms.TypedChoiceField(label=_("Why not"), coerce=int)
    two = forms.TypedChoiceField(label=_("against"), coerce=int)

    def __init__(self, *args: Any, entries: Sequence[Numbered], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = {entry.number for entry in entries}
        for name in ("one", "two"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            if len(entries) > MOST_ON_A_LIST:
                self.fields[name] = forms.IntegerField(label=field.label, min_value=1, max_value=max(self._known))
            else:
                field.choices = [(entry.number, f"{entry.number} {entry.name}") for entry in entries]

    @property
    def _known(self) -> list[int]:
        return [number for number in self.numbers if number is not None]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("one", "two"):
            if data.get(name) is not None and data[name] not in self.numbers:
                self.add_error(name, self.unknown)
        return data


# --- the form for drawing a round's set-ups anew ----------------------------------------------------------


class RedrawForm(SchemaForm):
    """Why, and for which board where each has its own. `drawn` says how many draws the page showed."""

    schema = schemas.RedrawSetupsInput
    asks = {
        "board": {"choices": ()},
        "reason": {"required": True, "help_text": SHOWN_IN_JOURNAL},
        "drawn": {"required": True, "widget": forms.HiddenInput},
    }

    def __init__(self, *args: Any, boards: Sequence[int] = (), **kwargs: Any) -> None:
        """`boards`: those of which one can be drawn for alone; none where all have the same set-up."""
        super().__init__(*args, **kwargs)
        if not boards:
            del self.fields["board"]
            return
        one = [(board, gettext("only board %(board)d") % {"board": board}) for board in boards]
        self.offer("board", [(ALL_BOARDS, gettext("all boards")), *one])
