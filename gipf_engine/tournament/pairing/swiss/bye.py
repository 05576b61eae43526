"""Who gets the bye where that is settled before any bracket is paired (C.04.4.1 and C.04.4.2, article 3.1)."""

from __future__ import annotations

from collections.abc import Callable

from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.paired_round import NoLegalPairingError
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField


def give_bye(field: PairingField, lowest_first: Callable[[int], int]) -> int | None:
    """The player (position) who gets the bye; None in an even field.

    Of those who may get it (3.1.1) and leave the others pairable (3.1.2): the lowest score (3.1.3), then the most
    games played (3.1.4), then the first by `lowest_first` (3.1.5). Raises `NoLegalPairingError` where the round
    cannot be paired.
    """
    if field.bye is None:
        if not can_be_completed(field, field.everybody):
            raise NoLegalPairingError
        return None
    players = field.players
    eligible = [one for one, player in enumerate(players) if player.pab and not field.reserved >> one & 1]
    eligible.sort(key=lambda one: (players[one].score, players[one].unplayed, lowest_first(one)))
    for one in eligible:
        if can_be_completed(field, field.everybody ^ 1 << one):
            return one
    raise NoLegalPairingError(bye=True)
