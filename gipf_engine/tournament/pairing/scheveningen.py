"""Scheveningen: two teams, each of one meets each of the other.

The members are those of the field's upper and lower half by pairing number, or of the two teams that
`Entrant.extras["team"]` names. In round r the first team's i-th member meets the other's (i + r - 1)th,
counted in a circle; the first team begins on all boards of odd rounds, the other one on those of even
rounds, so that everybody's colours alternate. Where a single match has an odd number of rounds that
team would begin too often: boards that come around the circle then have the other colours, so that the
teams, as the members, begin equally often but for one game. Teams of unequal size leave a person a rest round.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind, CrossTable
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, PairingError, PairingSystem, RoundPairings, register
from gipf_engine.tournament.pairing.steps import StepCounter

TEAM = "team"
TWO_TEAMS = 2


class _Scheveningen(PairingSystem):
    needs_results = False
    in_handbook = True
    split_by = TEAM
    cycles = 1

    def rounds(self, entrants: int) -> int | None:
        """The larger half of the field, for each cycle: teams as equal as they can be."""
        return (entrants + 1) // 2 * self.cycles if entrants >= TWO_TEAMS else 0

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """The next round. Raises `PairingError` without two teams, and after the last round."""
        first, second = teams(table)
        size, coming = max(len(first), len(second)), table.rounds_played + 1
        if coming > size * self.cycles:
            params = {"rounds": size * self.cycles}
            raise PairingError(Message(_("All %(rounds)d rounds of this match are paired."), params))
        cycle, shift = divmod(coming - 1, size)
        pairs, resting = [], []
        for at in range(size):
            seat = (at + shift) % size
            one = first[at] if at < len(first) else None
            other = second[seat] if seat < len(second) else None
            if one is not None and other is not None:
                begins = (at + seat if self.cycles == 1 else shift + cycle) % 2 == 0
                pairs.append(Pair(one, other) if begins else Pair(other, one))
            else:
                resting += [number for number in (one, other) if number is not None]
        reasons = {number: (Message(_("Free: the teams are of unequal size.")),) for number in resting}
        byes = tuple(ByeGiven(number, ByeKind.REST) for number in resting)
        return RoundPairings(coming, tuple(pairs), byes, reasons)


@register
class Scheveningen(_Scheveningen):
    """Each member of one team meets each of the other once."""

    key = "scheveningen"
    place = 60
    is_usual = False
    name = _("Scheveningen")
    help = _("Two teams: each member of one meets each member of the other.")

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Each member of one team meets each member of the other once.")),
            Message(_("The teams are the upper and the lower half of the pairing numbers, unless they are named.")),
            Message(_("Both teams move first equally often, or one of them one more time.")),
        )


@register
class DoubleScheveningen(_Scheveningen):
    """Each member of one team meets each of the other twice."""

    key = "double-scheveningen"
    place = 70
    is_usual = False
    name = _("Double Scheveningen")
    help = _("Two teams: each member of one meets each member of the other twice, once with each colour.")
    cycles = 2

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Each member of one team meets each member of the other twice, once with each colour.")),
            Message(_("The teams are the upper and the lower half of the pairing numbers, unless they are named.")),
        )


def teams(table: CrossTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The members of both teams by pairing number; the team of the best number comes first.

    Raises `PairingError` where names make one team, or more than two.
    """
    entrants = sorted(table.entrants, key=lambda entrant: entrant.number)
    named = {entrant.number: entrant.extras.get(TEAM, "") for entrant in entrants}
    names = list(dict.fromkeys(named.values()))
    if names in ([], [""]):
        half = (len(entrants) + 1) // 2
        numbers = tuple(named)
        first, second = numbers[:half], numbers[half:]
    elif len(names) == TWO_TEAMS and all(names):
        first, second = (tuple(number for number, team in named.items() if team == name) for name in names)
    else:
        raise PairingError(Message(_("This format needs two teams, and each player in one of them.")))
    if not second:
        raise PairingError(Message(_("This format needs at least one member in each of two teams.")))
    return first, second
