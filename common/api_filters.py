"""What the filters of lists have in common, as serializers of the query string. `common.filters` applies them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers


class DaysFilter(serializers.Serializer[Any]):
    """A list that is narrowed to days: `from` the first `to` the last."""

    to = serializers.DateField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With the one whose name is a word of Python."""
        return super().get_fields() | {"from": serializers.DateField(required=False)}


def ordering_field(orderings: Sequence[str]) -> serializers.ChoiceField:
    """By what a list can be ordered; the first is what it has where nothing is said."""
    return serializers.ChoiceField(orderings, default=orderings[0], help_text="A minus: the last one first.")
