"""Forms of pages that are derived from the serializer of the same act's endpoint: limits and rules are stated once.

    class SetDeadlineForm(SchemaForm):
        schema = SetDeadlineInput
        asks = {"deadline": {"widget": DateInput}, "version": {}}

A control that is left empty is sent as null, as an empty text, or not at all: the first of these that the serializer
takes. Everything else that is typed goes to the serializer, whose words say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from rest_framework import serializers
from rest_framework.fields import empty

from common.api import BIGGEST_ID, BIGGEST_NUMBER, VersionField

SchemaField = serializers.Field[Any, Any, Any, Any]
Choices = Iterable[tuple[Any, Any]]
Asks = Mapping[str, Mapping[str, Any]]
"""What a page says of each field that it asks for."""
NO_LIMITS = (None, BIGGEST_NUMBER, BIGGEST_ID)
"""What is only as far as the database reaches is no limit that a page tells people."""
NOTHING: tuple[Any, ...] = (None, "", [])
"""What controls send that are left empty."""
_TEXT, _NUMBER, _DECIMAL = (
    ("min_length", "max_length"),
    ("min_value", "max_value"),
    ("min_value", "max_value", "max_digits", "decimal_places"),
)


class SchemaForm(forms.Form):
    """A form with fields of the serializer `schema`.

    `asks` names the fields that the page asks for, in their order, each with what the page says of it: arguments of
    the form's field, such as `widget`, `choices` (which makes it a choice of these), `help_text` or `required`. Labels
    and help that the schema has translated are the page's as well. Fields that a form declares itself are the page's
    alone and stand behind these.

    `given` are values of the schema that the page knows otherwise: from the address, or from a button that was pressed.

    `partial`: the endpoint reads a part of the schema, and so does the form.

    `ids` sets the ids of its fields apart from those of other forms on a page.

    Once the form is valid, `input` is what the endpoint would have read, and `cleaned_data` has it too, with None for
    what was asked for and left out.
    """

    schema: ClassVar[type[serializers.Serializer[Any]]]
    asks: ClassVar[Asks] = {}
    partial: ClassVar[bool] = False
    ids: ClassVar[str] = "id_%s"
    input: dict[str, Any]

    def __init__(self, *args: Any, given: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": self.ids} | kwargs)
        self.given, self._known = given or {}, _fields_of(self.schema)
        derived = {name: form_field(self._known[name], **more) for name, more in self.asks.items()}
        self.fields = {**derived, **self.fields}
        self.order_fields(self.field_order)

    def offer(self, name: str, choices: Choices, *, changing: bool = False) -> None:
        """Let the field `name`, which is a choice, be one of these.

        `changing`: what others do changes what is offered. A choice that was there when the page was shown goes to the
        service, whose words say why it is gone; the form then asks for another one, and chooses none by itself.
        """
        field, offered = self.fields[name], list(choices)
        assert isinstance(field, forms.ChoiceField)
        if changing:
            assert isinstance(field, _Offered)
            field.is_changing = True
            sent = self[name].value() if self.is_bound else None
            if not _is_nothing(sent) and str(sent) not in {str(value) for value, _label in offered}:
                offered = [("", "–"), *offered]
        field.choices = offered

    def clean(self) -> dict[str, Any]:
        """Let the schema judge what was typed. What the page itself has refused is not judged again."""
        cleaned = super().clean() or self.cleaned_data
        asked = [name for name in self.asks if name in self.fields]
        typed = {name: _sent(self._known[name], cleaned[name]) for name in asked if name in cleaned}
        sent = {name: value for name, value in typed.items() if value is not empty}
        read = self.schema(data={**self.given, **sent}, partial=self.partial)
        if not read.is_valid():
            self._show_refusals(read.errors)
        elif not self.errors:
            self.input = dict(read.validated_data)
            cleaned |= dict.fromkeys(asked) | self.input
        return cleaned

    def _show_refusals(self, errors: Mapping[str, Any]) -> None:
        for name, refused in errors.items():
            if name not in self.errors:
                self.add_error(name if name in self.fields else None, list(dict.fromkeys(_messages(refused))))


@cache
def _fields_of(schema: type[serializers.Serializer[Any]]) -> Mapping[str, Any]:
    """The fields of a schema. To make them anew takes as long as the rest of a form; nothing of a form is kept here."""
    return schema().fields


def form_field(field: SchemaField, **more: Any) -> forms.Field:
    """The form's field for one of a schema; `more` are arguments that count instead of those that follow from it."""
    kind, limits = _kind(field, "choices" in more)
    known = {name: getattr(field, name, None) for name in limits}
    options: dict[str, Any] = {name: limit for name, limit in known.items() if limit not in NO_LIMITS}
    is_box = isinstance(field, serializers.BooleanField)
    options["required"] = field.required and not (field.allow_null or _takes_blank(field) or is_box)
    if isinstance(field, VersionField):
        options["widget"] = forms.HiddenInput
    if isinstance(field, serializers.ChoiceField):
        options["choices"] = list(field.choices.items())
    if field.default is not empty and not callable(field.default):
        options["initial"] = field.default
    options |= {name: text for name in ("label", "help_text") if isinstance(text := getattr(field, name), Promise)}
    return kind(**options | more)


def _kind(field: SchemaField, has_choices: bool) -> tuple[type[forms.Field], tuple[str, ...]]:
    """The class of the form's field, and which limits of the schema's it takes."""
    if isinstance(field, serializers.MultipleChoiceField | serializers.ListField):
        return _MultipleChoiceField, ()
    if has_choices or isinstance(field, serializers.ChoiceField):
        return _ChoiceField, ()
    return next((kind, limits) for of, kind, limits in _KINDS if isinstance(field, of))


class _AsTyped(forms.Field):
    """A field that leaves to the schema what a value means, and refuses alone that one is missing."""

    def clean(self, value: Any) -> Any:
        if self.required and _is_nothing(value):
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return value


class _Offered(_AsTyped):
    """A choice: what the page does not offer is refused, in the words that an endpoint has for it."""

    is_changing = False
    """Whether it leaves to the service what is not offered any more."""
    default_error_messages = {"invalid_choice": serializers.ChoiceField.default_error_messages["invalid_choice"]}

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        if _is_nothing(chosen) or self.is_changing:
            return chosen
        for each in chosen if isinstance(chosen, list) else [chosen]:
            if not self.valid_value(each):  # type: ignore[attr-defined]  # of the field that this is mixed into
                raise forms.ValidationError(self.error_messages["invalid_choice"].format(input=each), "invalid_choice")
        return chosen


class _CharField(_AsTyped, forms.CharField): ...


class _BooleanField(_AsTyped, forms.BooleanField): ...


class _IntegerField(_AsTyped, forms.IntegerField): ...


class _DecimalField(_AsTyped, forms.DecimalField): ...


class _DateField(_AsTyped, forms.DateField): ...


class _DateTimeField(_AsTyped, forms.DateTimeField): ...


class _ChoiceField(_Offered, forms.ChoiceField): ...


class _MultipleChoiceField(_Offered, forms.MultipleChoiceField): ...


_KINDS: tuple[tuple[type[SchemaField], type[forms.Field], tuple[str, ...]], ...] = (
    (serializers.BooleanField, _BooleanField, ()),
    (serializers.IntegerField, _IntegerField, _NUMBER),
    (serializers.DecimalField, _DecimalField, _DECIMAL),
    (serializers.DateTimeField, _DateTimeField, ()),
    (serializers.DateField, _DateField, ()),
    (serializers.CharField, _CharField, _TEXT),
)


def _is_nothing(value: Any) -> bool:
    return value in NOTHING or (isinstance(value, str) and not value.strip())


def _sent(field: SchemaField, value: Any) -> Any:
    """What an endpoint would be sent for what a control sends; `empty` for a value that is left out."""
    if not _is_nothing(value) or (value == [] and field.required):
        return value
    if field.allow_null:
        return None
    return "" if value is not None and _takes_blank(field) else empty


def _takes_blank(field: SchemaField) -> bool:
    return getattr(field, "allow_blank", False) or "" in getattr(field, "choices", ())


def _messages(refused: Any) -> list[str]:
    """What is wrong with a value, or with the parts of one, as one list."""
    if isinstance(refused, str):
        return [str(refused)]
    parts = refused.values() if isinstance(refused, Mapping) else refused
    return [message for part in parts for message in _messages(part)]
