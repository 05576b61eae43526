"""Messages of the engine in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from django.utils.translation import get_language, gettext

from gipf_engine.messages import Message


def translate_message(value: Message | str) -> str:
    """A message, or a text that is marked for the catalogs, in the language that is active; "" stays ""."""
    if isinstance(value, Message):
        return value.translate(gettext)
    return gettext(value) if value else ""


def message_translator() -> Callable[[Message | str], str]:
    """`translate_message` for many messages in the language that is active now: each text is looked up once."""
    return _translator(get_language())


@cache
def _translator(_language: str | None) -> Callable[[Message | str], str]:
    look_up = lru_cache(maxsize=1024)(gettext)

    def translate(value: Message | str) -> str:
        if isinstance(value, Message):
            return value.translate(look_up)
        return look_up(value) if value else ""

    return translate
