"""Acts of tests."""

from __future__ import annotations

from common.journal.acts import ANYWHERE, Act


class Tried(Act):
    """Something was done, whatever it was."""

    scopes = ANYWHERE
    name = "tried"
    sentence = "Tried"
