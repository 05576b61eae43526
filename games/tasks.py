"""Work that workers do for games."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from common.jobs.descriptions import Description
from common.jobs.services import handler
from engine.messages import Message
from engine.messages import gettext_noop as _
from games.models import Game
from games.services.adjudicate import ADJUDICATE, adjudicate


def _labels(subjects: Collection[str]) -> Mapping[str, Description]:
    ids = [int(subject.partition(":")[2]) for subject in subjects]
    scopes = dict(Game.objects.filter(pk__in=ids).values_list("pk", "occasion__key"))
    return {
        f"game:{game}": Description(Message(_("Final score of game %(game)s"), {"game": game}), scope)
        for game, scope in scopes.items()
    }


@handler(ADJUDICATE, label=_labels)
def adjudicate_game(subject: str) -> None:
    """Certify how a game ended. `subject` is "game:" and its id."""
    adjudicate(int(subject.partition(":")[2]))
