"""What acts on games have in common, wherever these are played."""

from __future__ import annotations

from common.journal.acts import ANYWHERE, Act, Part


class ResultAct(Act):
    """Something done to a game or an attempt, wherever it is played, that may change a result."""

    scopes = ANYWHERE
    changes = frozenset({Part.RESULTS})
