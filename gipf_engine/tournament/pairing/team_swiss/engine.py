"""A round of teams: the bye, then bracket after bracket from the top (FIDE C.04.6, article 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.team_swiss.brackets import Bracket, pair_bracket
from gipf_engine.tournament.pairing.team_swiss.state import is_played
from gipf_engine.tournament.pairing.team_swiss.teams_left import TeamField, places
from gipf_engine.tournament.pairing.team_swiss.upfloaters import choose_upfloaters


class NoLegalRoundError(Exception):
    """No pairing obeys the absolute criteria; `bye` says that giving the bye is what fails (article 3.3.3)."""

    def __init__(self, *, bye: bool) -> None:
        super().__init__()
        self.bye = bye


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """A bracket with its pairs, as places; the smaller number of a pair comes first."""

    bracket: Bracket
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PairedTeams:
    """A round as it came out. `bye` is the place of the team that has no opponent."""

    field: TeamField
    brackets: tuple[PairedBracket, ...]
    bye: int | None


def pair_round(table: CrossTable, field: TeamField) -> PairedTeams:
    """The round. Raises `NoLegalRoundError`."""
    left, bye = field.everybody, None
    if left.bit_count() % 2:
        bye = choose_bye(table, field)
        left &= ~(1 << bye)
    elif not field.can_be_paired(left):
        raise NoLegalRoundError(bye=False)
    brackets = []
    while left:
        top = field.top(left)
        bracket = Bracket(top, choose_upfloaters(field, top, left & ~top))
        brackets.append(PairedBracket(bracket, tuple(pair_bracket(field, bracket))))
        left &= ~bracket.members
    return PairedTeams(field, tuple(brackets), bye)


def choose_bye(table: CrossTable, field: TeamField) -> int:
    """The team that gets the pairing-allocated bye (article 3.4). Raises `NoLegalRoundError` where none can."""
    matches = {
        entrant.number: sum(is_played(entrant.cell(number)) for number in range(1, table.rounds_played + 1))
        for entrant in table.entrants
    }

    def order(at: int) -> tuple[int, int, int]:
        state = field.states[at]
        return state.score, -matches[state.number], -state.number

    for at in sorted(places(field.everybody), key=order):
        if field.states[at].may_have_bye and field.can_be_paired(field.everybody & ~(1 << at)):
            return at
    raise NoLegalRoundError(bye=True)
