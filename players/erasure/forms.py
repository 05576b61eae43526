"""The forms of what cannot be undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.erasure.texts import Hit
from players.names import LONGEST


class TypedConfirmation(forms.Form):
    """An act that cannot be undone: the reader types a word to show that it is meant."""

    typed = forms.CharField(max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, word: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.word = word
        self.fields["typed"].label = gettext("Type the name %(name)s to confirm") % {"name": f"\u2068{word}\u2069"}

    def clean_typed(self) -> str:
        typed = " ".join(str(self.cleaned_data["typed"]).split())
        if typed.casefold() != self.word.casefold():
            raise ValidationError(gettext("That is not the name."))
        return typed


class ErasureForm(TypedConfirmation):
    """The name, typed, and the single words of it that go out of texts as well: each is ticked for itself."""

    words = forms.MultipleChoiceField(
        label=_("Single words of the name"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They may mean something else. Select the ones that mean this person."),
        error_messages={"invalid_choice": _("A text has changed since it was shown. Look at the words again.")},
    )

    field_order = ("words", "typed")

    def __init__(self, *args: Any, hits: Sequence[Hit], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = self.fields["words"]
        assert isinstance(words, forms.MultipleChoiceField)
        words.choices = [(hit.key, _as_choice(hit)) for hit in hits]
        if not hits:
            del self.fields["words"]


def _as_choice(hit: Hit) -> str:
    """The place, and the word with what stands around it."""
    return format_html(
        "<bdi>{}</bdi> · {}: <bdi>{}<mark>{}</mark>{}</bdi>",
        *(hit.label.name, hit.what.translate(gettext), hit.excerpt.left, hit.excerpt.found, hit.excerpt.right),
    )
