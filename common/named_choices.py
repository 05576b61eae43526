"""What can be sent where a value is none of the choices: refusals name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail


def name_choices(shape: Any, errors: Any) -> Any:
    """The `errors` of `shape`, at whatever depth; those that refuse a choice say which ones there are."""
    if isinstance(errors, Mapping):
        return {name: name_choices(_part(shape, name), each) for name, each in errors.items()}
    if isinstance(errors, list):
        return [_name_choice(shape, each) for each in errors]
    return errors


def _name_choice(shape: Any, error: Any) -> Any:
    if isinstance(error, Mapping):
        return name_choices(getattr(shape, "child", None), error)
    if getattr(error, "code", "") != "invalid_choice" or not isinstance(shape, serializers.ChoiceField):
        return error
    choices = ", ".join(str(each) for each in shape.choices if each != "")
    return ErrorDetail(f"{error} {gettext('Choose one of: %(choices)s.') % {'choices': choices}}", error.code)


def _part(shape: Any, name: Any) -> Any:
    if isinstance(shape, serializers.Serializer):
        return shape.fields.get(name)
    return getattr(shape, "child", None)
