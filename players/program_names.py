"""How programs are called: the mark stands in the name that is stored, so no page, file or answer can leave it out."""

from __future__ import annotations

import re

from django.utils.translation import gettext

from gipf_engine.messages import gettext_noop as _

MARK = " (program)"
"""How the stored name of every program ends, and of no one else."""
NAMED = _("%(name)s (program)")
_TYPED = re.compile(r"\s*[(（]\s*program\s*[)）]\s*\Z", re.IGNORECASE)


def mark_program(name: str) -> str:
    """The name that is stored of a program that is called so, with the mark or without it."""
    return unmarked(name) + MARK


def unmarked(name: str) -> str:
    """What a program is called, without the mark; any other name as it is."""
    return _TYPED.sub("", name)


def is_marked(name: str) -> bool:
    """Whether a stored name is a program's."""
    return name.endswith(MARK)


def normalize_mark(name: str) -> str:
    """A typed name as it is stored: one that ends in the mark, however it is written, ends in it as all do."""
    return mark_program(name) if _TYPED.search(name) else name


def in_words(name: str) -> str:
    """A stored name with its mark in the reader's language."""
    return gettext(NAMED) % {"name": unmarked(name)} if is_marked(name) else name
