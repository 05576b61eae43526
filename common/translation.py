"""Messages of the engine in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.messages import Message


def translate_message(value: Message | str) -> str:
    """A message, or a text that is marked for the catalogs, in the language that is active; "" stays ""."""
    if isinstance(value, Message):
        return value.translate(gettext)
    return gettext(value) if value else ""
