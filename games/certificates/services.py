"""A certificate of a game in the server's own words, signed: that the game was played here, and which result holds."""

from __future__ import annotations

from typing import Any

from common.signing.services import sign_statement
from games.models import Certificate, Game
from gipf_engine.signatures import write_moment


def sign_certificate(game: Game, number: int) -> dict[str, Any]:
    """The signed statement (docs/certificates.md) of a game that may be seen. It names no players.

    Raises Certificate.DoesNotExist.
    """
    certificate = Certificate.objects.get(game=game, number=number)
    values = {
        "game": game.pk,
        "occasion": game.parent_scope.key,
        "result": game.result,
        "number": certificate.number,
        "certified_at": write_moment(certificate.made_at),
        "certificate": certificate.document,
    }
    return sign_statement("game", values)
