"""A round as a system paired it, before colours and boards; and what is said where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import PairingError
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField


class NoLegalPairingError(Exception):
    """No way to pair the whole round obeys the absolute criteria. `bye` tells that no one can get the bye."""

    def __init__(self, *, bye: bool = False) -> None:
        super().__init__()
        self.bye = bye


class HasPairs(Protocol):
    """A bracket that has been paired: its pairs as (upper, lower) positions."""

    @property
    def pairs(self) -> Sequence[tuple[int, int]]: ...


B_co = TypeVar("B_co", bound=HasPairs, covariant=True)


@dataclass(frozen=True, slots=True)
class PairedRound(Generic[B_co]):
    """A round as its brackets came out, top to bottom. `bye` is who gets the pairing-allocated bye."""

    field: PairingField
    brackets: tuple[B_co, ...]
    bye: int | None

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs, as (upper, lower) positions."""
        for paired in self.brackets:
            yield from paired.pairs


def pair_field(
    table: CrossTable, field: PairingField, pair_round: Callable[[PairingField], PairedRound[B_co]]
) -> PairedRound[B_co]:
    """The round of `field`, which comes from `table`, by a system's own `pair_round`.

    Raises `PairingError` where there is no one to pair, or `NoLegalPairingError` came.
    """
    if not field.players:
        raise PairingError(Message(_("No players to pair: all have withdrawn or have a bye.")))
    try:
        return pair_round(field)
    except NoLegalPairingError as error:
        raise PairingError(_no_pairing(table, error)) from error


def _no_pairing(table: CrossTable, error: NoLegalPairingError) -> Message:
    params = {"round": table.rounds_played + 1}
    if error.bye:
        return Message(
            _(
                "Round %(round)d cannot be paired: the number of players is odd, and no player who may have the bye"
                " leaves the others able to meet opponents they have not met. Play fewer rounds, or pair by hand."
            ),
            params,
        )
    return Message(
        _(
            "Round %(round)d cannot be paired: too many players have met, may not meet, or must have the same colour."
            " Play fewer rounds, or pair by hand."
        ),
        params,
    )
