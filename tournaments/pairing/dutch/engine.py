"""The round: brackets from the top, each paired as well as the criteria allow, the rest kept pairable.

For each bracket the cheap and common way is tried first and its result proved: the first candidate
in order that reaches a bound which nothing can beat (`candidates`), with its downfloaters shown to be
welcome in the next bracket and everything below to be pairable (`completion`). Only where that fails
is the bracket solved by weighted matching (`exact`), alone, then with what comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.dutch.bracket import Bracket, Method, Outcome, PairedBracket
from tournaments.pairing.dutch.completion import can_be_completed
from tournaments.pairing.dutch.exact import Reach, pair_exactly
from tournaments.pairing.dutch.field import Field, bits, members
from tournaments.pairing.dutch.prospects import is_ideal, leaves_completable


class NoLegalPairingError(Exception):
    """No way to pair the whole round obeys C1 to C4. `bye` tells that nobody can get the bye."""

    def __init__(self, *, bye: bool = False) -> None:
        super().__init__()
        self.bye = bye


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as its brackets came out, top to bottom. `bye` is who gets the pairing-allocated bye."""

    field: Field
    brackets: tuple[PairedBracket, ...]
    bye: int | None

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs, as (upper, lower) positions."""
        for paired in self.brackets:
            yield from paired.outcome.pairs


def pair_round(field: Field) -> PairedRound:
    """Pair a round. Raises `NoLegalPairingError` where no pairing obeys the absolute criteria."""
    bye_score = _settle_bye(field)
    brackets: list[PairedBracket] = []
    movers: tuple[int, ...] = ()
    bye: int | None = None
    for place, group in enumerate(field.groups):
        score = field.players[group[0]].score
        bracket = _bracket(field, movers, place, bye_is_open=bye is None)
        due = bye is None and bye_score is not None and bye_score >= score
        bracket, outcome = _pair_bracket(field, bracket, bye_is_due=due)
        brackets.append(PairedBracket(bracket, outcome, score))
        movers = outcome.floaters
        bye = outcome.bye if bye is None else bye
    return PairedRound(field, tuple(brackets), bye)


def _settle_bye(field: Field) -> int | None:
    """C5: the lowest score whose player can get the bye; only players of that score may get it from now on.

    None, and nothing to settle, in an even field.
    """
    everybody = field.everybody
    if field.bye is None:
        if not can_be_completed(field, everybody):
            raise NoLegalPairingError
        return None
    for group in reversed(field.groups):
        candidates = bits(position for position in group if field.players[position].pab)
        if candidates:
            field.give_bye_to(candidates)
            if can_be_completed(field, everybody | 1 << field.bye):
                return field.players[group[0]].score
    raise NoLegalPairingError(bye=True)


def _bracket(field: Field, movers: tuple[int, ...], place: int, *, bye_is_open: bool) -> Bracket:
    group = field.groups[place]
    following = _range_bits(field.groups[place + 1]) if place + 1 < len(field.groups) else 0
    below = field.everybody >> group.stop << group.stop
    if field.bye is not None and bye_is_open:
        below |= 1 << field.bye
    return Bracket(movers, tuple(group), following, below & ~following)


def _range_bits(positions: range) -> int:
    return (1 << positions.stop) - (1 << positions.start)


def _pair_bracket(field: Field, bracket: Bracket, *, bye_is_due: bool) -> tuple[Bracket, Outcome]:
    """Pair a bracket; with the bye where that makes it complete but for the player who gets it."""
    if bye_is_due and len(bracket.players) % 2:
        assert field.bye is not None
        giving = replace(bracket, rest=bracket.rest & ~(1 << field.bye), gives_bye=True)
        if can_be_completed(field, giving.following | giving.rest):
            outcome = pair_exactly(field, giving, Reach.BRACKET)
            if outcome is not None:
                return giving, outcome
    return bracket, _pair_ordinary(field, bracket)


def _pair_ordinary(field: Field, bracket: Bracket) -> Outcome:
    if not _has_pairs(field, bracket):
        return Outcome((), bracket.players, method=Method.NONE)
    outcome = pair_exactly(field, bracket, Reach.BRACKET)
    if outcome is not None and is_ideal(field, bracket, bits(outcome.floaters)):
        return outcome
    if bracket.rest:
        outcome = pair_exactly(field, bracket, Reach.FOLLOWING)
        if outcome is not None and leaves_completable(field, bracket, outcome):
            return outcome
    outcome = pair_exactly(field, bracket, Reach.ALL)
    assert outcome is not None, "what was pairable before a bracket is pairable with it"
    return outcome


def _has_pairs(field: Field, bracket: Bracket) -> bool:
    residents = bits(bracket.residents)
    return any(field.allowed[position] & residents for position in bracket.players)


def in_order(positions: Sequence[int]) -> list[int]:
    """Positions in the order of the field."""
    return sorted(positions)


__all__ = ["NoLegalPairingError", "PairedRound", "in_order", "members", "pair_round"]
