"""The round: brackets from the top, each paired as well as the criteria allow, the rest kept pairable.

For each bracket the cheap and common way is tried first and its result proved: the first candidate
in order that reaches a bound which nothing can beat (`candidates`), with its downfloaters shown to be
welcome in the next bracket and everything below to be pairable (`swiss.bracket_search`). Only where that fails
is the bracket solved by weighted matching (`exact`), alone, then with what comes after it.
"""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.dutch.candidates import first_ideal
from gipf_engine.tournament.pairing.dutch.exact import pair_exactly
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, PairedBracket
from gipf_engine.tournament.pairing.swiss.bracket_graph import Reach
from gipf_engine.tournament.pairing.swiss.bracket_search import pair_bracket
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.paired_round import NoLegalPairingError, PairedRound, pair_field
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits, pairing_field_of

Round = PairedRound[PairedBracket]


def pair(table: CrossTable, steps: StepCounter | None = None) -> Round:
    """The round as its brackets came out. Raises `PairingError`, and `TooManySteps` beyond the limit of `steps`."""
    return pair_field(table, pairing_field_of(table, steps), pair_round)


def pair_round(field: PairingField) -> Round:
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


def _settle_bye(field: PairingField) -> int | None:
    """C5: the lowest score whose player can get the bye; only players of that score may get it from now on.

    None, and nothing to settle, in an even field.
    """
    everybody = field.everybody
    if field.bye is None:
        if not can_be_completed(field, everybody):
            raise NoLegalPairingError
        return None
    for group in reversed(field.groups):
        candidates = bits(position for position in group if field.players[position].pab) & ~field.reserved
        if candidates:
            field.give_bye_to(candidates)
            if can_be_completed(field, everybody | 1 << field.bye):
                return field.players[group[0]].score
    raise NoLegalPairingError(bye=True)


def _bracket(field: PairingField, movers: tuple[int, ...], place: int, *, bye_is_open: bool) -> Bracket:
    group = field.groups[place]
    following = _range_bits(field.groups[place + 1]) if place + 1 < len(field.groups) else 0
    below = field.everybody >> group.stop << group.stop
    if field.bye is not None and bye_is_open:
        below |= 1 << field.bye
    return Bracket(movers, tuple(group), following, below & ~following)


def _range_bits(positions: range) -> int:
    return (1 << positions.stop) - (1 << positions.start)


def _pair_bracket(field: PairingField, bracket: Bracket, *, bye_is_due: bool) -> tuple[Bracket, BracketPairing]:
    """Pair a bracket; with the bye where that makes it complete but for the player who gets it."""
    if bye_is_due and len(bracket.players) % 2:
        assert field.bye is not None
        giving = replace(bracket, rest=bracket.rest & ~(1 << field.bye), gives_bye=True)
        if can_be_completed(field, giving.following | giving.rest):
            outcome = first_ideal(field, giving)
            if outcome is not None:
                return giving, outcome
            solution = pair_exactly(field, giving, Reach.BRACKET)
            if solution is not None:
                return giving, solution.outcome
    return bracket, pair_bracket(field, bracket, first_ideal, pair_exactly)
