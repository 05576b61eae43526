"""Forms that are derived from serializers: what a field of each kind becomes, and that both refuse alike."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, override
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import fields, serializers

from common.api import ConfirmField, IdField, NumberField, PointsField, ReasonField, VersionField
from common.field_words import FIELD_WORDS
from common.schema_forms import SchemaForm, form_field


class EverythingInput(serializers.Serializer[Any]):
    """One field of each kind, and a rule about two of them."""

    name = serializers.CharField(max_length=12, label=gettext_lazy("Name"), help_text="For programs alone.")
    text = serializers.CharField(max_length=5, allow_blank=True, default="")
    round = NumberField(min_value=1, max_value=50)
    limit = NumberField(min_value=1, max_value=9, allow_null=True)
    points = PointsField()
    box = serializers.BooleanField(default=False)
    unknown = serializers.BooleanField(allow_null=True, default=None)
    kind = serializers.ChoiceField(["half", "zero"])
    colour = serializers.ChoiceField(["", "white"], default="white")
    day = serializers.DateField(allow_null=True, default=None)
    at = serializers.DateTimeField(allow_null=True, default=None)
    entries = serializers.ListField(child=IdField(), max_length=3)
    left_out = NumberField(required=False)
    reason = ReasonField(default="")
    version = VersionField()
    confirm = ConfirmField()

    def validate_round(self, number: int) -> int:
        if number == 13:
            raise serializers.ValidationError("There is no round 13.")
        return number

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] == "zero" and attrs["round"] == 1:
            raise serializers.ValidationError({"kind": "Not in round 1."})
        if attrs["name"] == "nobody" and attrs["box"]:
            raise serializers.ValidationError("One of the two.")
        return attrs


ENTRIES = [(str(number), f"Player {number}") for number in (1, 2, 3, 4)]
GOOD = {"name": "Ada", "round": "2", "points": "0.5", "kind": "half", "entries": ["1", "2"]}
TYPED = ("name", "text", "round", "limit", "points", "day", "at", "left_out", "reason", "version")
"""Fields in which anything can be typed."""


class EverythingForm(SchemaForm):
    schema = EverythingInput
    asks = {
        **{name: {} for name in TYPED},
        "box": {},
        "unknown": {"choices": [("no", "No"), ("yes", "Yes")]},
        "kind": {"widget": forms.RadioSelect},
        "colour": {},
        "entries": {"choices": ENTRIES, "widget": forms.CheckboxSelectMultiple},
    }


def sent(**values: Any) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, value in (GOOD | values).items():
        data.setlist(name, value if isinstance(value, list) else [value])
    return data


@pytest.mark.parametrize(
    ("name", "kind", "required", "attributes"),
    [
        ("name", forms.CharField, True, {"maxlength": "12"}),
        ("text", forms.CharField, False, {"maxlength": "5"}),
        ("round", forms.IntegerField, True, {"min": 1, "max": 50}),
        ("limit", forms.IntegerField, False, {"min": 1, "max": 9}),
        ("points", forms.DecimalField, True, {"min": 0, "max": 100, "step": "0.1"}),
        ("box", forms.BooleanField, False, {}),
        ("unknown", forms.ChoiceField, False, {}),
        ("kind", forms.ChoiceField, True, {}),
        ("colour", forms.ChoiceField, False, {}),
        ("day", forms.DateField, False, {}),
        ("at", forms.DateTimeField, False, {}),
        ("entries", forms.MultipleChoiceField, True, {}),
        ("reason", forms.CharField, False, {"maxlength": "300"}),
        ("version", forms.IntegerField, False, {}),
    ],
)
def test_what_a_field_becomes(name: str, kind: type[forms.Field], required: bool, attributes: dict[str, Any]) -> None:
    field = EverythingForm().fields[name]
    assert isinstance(field, kind)
    assert (field.required, field.widget.attrs) == (required, attributes)


def test_words_choices_and_values_at_first_are_the_schemas() -> None:
    fields = EverythingForm().fields
    assert isinstance(fields["version"].widget, forms.HiddenInput)
    assert [str(fields[name].label) for name in ("name", "reason")] == ["Name", "Reason"]
    with override("ja"):
        assert str(fields["reason"].label) == "理由"
    assert (fields["name"].help_text, fields["colour"].initial) == ("", "white")
    kind = fields["kind"]
    assert isinstance(kind, forms.ChoiceField) and kind.choices == [("half", "half"), ("zero", "zero")]


def test_what_the_page_says_counts() -> None:
    field = form_field(EverythingInput().fields["name"], label="Who", required=False, widget=forms.Textarea)
    assert (field.label, field.required, type(field.widget)) == ("Who", False, forms.Textarea)


def test_what_was_typed_is_what_an_endpoint_would_have_read() -> None:
    form = EverythingForm(sent(text=" ", limit="", day="2026-05-01", unknown="no", name=" Ada ", version="7"))
    assert form.is_valid(), form.errors
    assert form.input == {
        "name": "Ada", "text": "", "round": 2, "limit": None, "points": 5, "box": False, "unknown": False,
        "kind": "half", "colour": "white", "day": date(2026, 5, 1), "at": None, "entries": [1, 2], "reason": "",
        "version": 7, "confirm": [],
    }  # fmt: skip
    assert form.cleaned_data == form.input | {"left_out": None}


@pytest.mark.parametrize(
    ("values", "at", "why"),
    [
        ({"round": "13"}, "round", "There is no round 13."),
        ({"round": "1", "kind": "zero"}, "kind", "Not in round 1."),
        ({"name": "nobody", "box": "on"}, "__all__", "One of the two."),
        ({"name": " "}, "name", "This field is required."),
        ({"entries": []}, "entries", "This field is required."),
        ({"entries": ["1", "9"]}, "entries", '"9" is not a valid choice.'),
        ({"unknown": "perhaps"}, "unknown", '"perhaps" is not a valid choice.'),
        ({"kind": "huge"}, "kind", '"huge" is not a valid choice.'),
    ],
)
def test_a_refusal_stands_at_its_field(values: dict[str, Any], at: str, why: str) -> None:
    form = EverythingForm(sent(**values))
    assert form.errors == {at: [why]}
    assert not hasattr(form, "input")
    shown = str(form["text"])
    assert 'name="text"' in shown


def test_what_the_page_knows_is_not_asked() -> None:
    class RoundForm(SchemaForm):
        schema = EverythingInput
        asks = {name: {} for name in ("name", "points", "kind")}
        typed = forms.CharField()
        field_order = ("typed",)

    data = {"name": "Ada", "points": "1", "kind": "half", "typed": "x"}
    form = RoundForm(data, given={"round": 3, "limit": None, "entries": [4]})
    assert list(form.fields) == ["typed", "name", "points", "kind"]
    assert form.is_valid() and (form.input["round"], form.input["entries"]) == (3, [4])
    missing = RoundForm(data, given={"limit": None, "entries": [4]})
    assert missing.errors == {"__all__": ["This field is required."]}


class ChangeForm(SchemaForm):
    schema = EverythingInput
    partial = True
    asks = {"name": {"required": False}, "limit": {}}


def test_a_part_of_a_schema_is_read_as_by_an_endpoint_that_takes_a_part() -> None:
    form = ChangeForm({"limit": "3"})
    form.schema = type("Part", (serializers.Serializer,), {"name": serializers.CharField(), "limit": NumberField()})
    assert form.is_valid() and form.input == {"limit": 3}


anything = st.one_of(
    st.text(max_size=14),
    st.integers(-3, 60).map(str),
    st.decimals(-1, 101, places=2).map(str),
    st.dates().map(str),
    st.datetimes().map(str),
    st.sampled_from(["", " ", "0", "13", "nobody", "٣", "1e1", "NaN", "\0", "2**31", "9" * 30]),
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(TYPED, anything)))
def test_a_form_and_an_endpoint_take_and_refuse_alike(typed: dict[str, str]) -> None:
    """Whatever is typed: the same values, or the same words at the same fields. An empty control sends nothing."""
    form = EverythingForm(sent(**typed))
    nulls = dict.fromkeys(("limit", "day", "at", "version"))
    said = {name: text for name, text in (GOOD | typed).items() if not isinstance(text, str) or text.strip()}
    endpoint = EverythingInput(data=nulls | {"unknown": None} | said)
    if endpoint.is_valid():
        assert form.is_valid(), form.errors
        assert form.input == endpoint.validated_data
    else:
        told = {name or "__all__": [str(each) for each in errors] for name, errors in endpoint.errors.items()}
        assert form.errors == told


def test_the_words_of_fields_are_the_frameworks_and_translated() -> None:
    kinds = [kind for kind in vars(fields).values() if isinstance(kind, type) and issubclass(kind, fields.Field)]
    known = {str(words) for kind in kinds for words in getattr(kind, "default_error_messages", {}).values()}
    assert set(FIELD_WORDS) <= known
    with override("ja"):
        assert ChangeForm({"name": "n" * 13}).errors == {"name": ["12文字以内で入力してください。"]}
