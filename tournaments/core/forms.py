"""Fields as browsers offer them, and forms that ask for a reason, or for a name to be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Self
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.journal.queries import version
from common.schema_forms import SchemaForm
from gipf_engine.messages import SEPARATOR

# --- fields as the browser offers them --------------------------------------------------------------------


LONGEST_NAME = 80
MOST_ON_A_LIST = 120
"""With more players than these, forms ask for a pairing number instead of offering everybody."""


class DateInput(forms.DateInput):
    """A day, as browsers let one pick it."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MomentForm(SchemaForm):
    """A form that asks for a moment in a time zone, which the browser says without one: `moment` is a field's."""

    def __init__(self, *args: Any, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(time_zone)

    def moment(self, field: str) -> datetime | None:
        """What was chosen; None for nothing."""
        text: str = self.cleaned_data[field]
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=self.zone)
        except ValueError:
            raise forms.ValidationError(_("Enter a date and a time.")) from None


# --- what is decided of something that a club holds --------------------------------------------------------


class PlanForm(SchemaForm):
    """The columns `kept` of something that a club holds, when it is made and, with its `version`, when it changes."""

    kept: ClassVar[Sequence[str]] = ()
    left_empty: ClassVar[Mapping[str, Any]] = {}
    """What a field that a page asks for means when it is found empty: on a page nothing is left out."""

    @classmethod
    def of(cls, held: Any) -> Self:
        """The form before anything is changed."""
        return cls(initial={**cls.decided(held), "version": version(held.scope)})

    @classmethod
    def decided(cls, held: Any) -> dict[str, Any]:
        """What is decided now."""
        return {name: getattr(held, name) for name in cls.kept}

    def plan(self) -> dict[str, Any]:
        """What the services take."""
        return {**self.left_empty, **{name: self.input[name] for name in self.kept if name in self.input}}


# --- forms that ask for a reason, or for a name to be typed, before something is done ---------------------


MOST_NAMED = 12
SHOWN_IN_JOURNAL = _("Shown in the event's journal.")


REASON: Mapping[str, Mapping[str, Any]] = {"reason": {"required": True, "help_text": SHOWN_IN_JOURNAL}, "version": {}}
"""What a form asks for where an act takes a reason."""


class TypedForm(SchemaForm):
    """A word that has to be typed before something goes for good. Each act has a form of its own, with its schema."""

    asks = {"reason": {}, "version": {}}
    field_order = ("typed",)
    typed = forms.CharField(label=_("Type it to confirm"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.word = word
        self.fields["typed"].label = gettext("Type “%(word)s” to confirm") % {"word": word}

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if " ".join(typed.split()).casefold() != self.word.casefold():
            raise forms.ValidationError(gettext("This doesn't match the text above."))
        return typed


class WithPeopleForm(TypedForm):
    """What is deleted, with the people whom it made where a person ticks that."""

    asks = {"with_people": {}, "version": {}}

    def __init__(self, *args: Any, people: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not people:
            del self.fields["with_people"]
            return
        label = ngettext(
            "Also delete %(count)d person who was added with this draft",
            "Also delete %(count)d people who were added with this draft",
            len(people),
        )
        self.fields["with_people"].label = label % {"count": len(people)}
        shown = gettext(SEPARATOR).join([*people[:MOST_NAMED], *(["…"] if len(people) > MOST_NAMED else [])])
        self.fields["with_people"].help_text = gettext("Not linked to any account, game or other event: %(names)s") % {
            "names": shown
        }
