"""Ratings beside names on pages of other apps: `{% load ratings %}`."""

from __future__ import annotations

from django import template

from ratings.queries import current

register = template.Library()


@register.simple_tag
def rating_now(person_id: int | None, rules: str) -> int | str:
    """The person's rating now in the server's list of these rules; "" for the unrated, and for a guest (None)."""
    if person_id is None:
        return ""
    return current(rules, None, [person_id]).get(person_id, "")
