"""A bracket by its candidates in order: the natural one first, then whatever the rules try next.

A bound by counting (`bounds`) says how few colour preferences must be missed, however the bracket is
paired. The search takes for each moved-down player, then for each player of S1 (`transpositions`), the
first opponent after whom the bound is still in reach. If it comes to the end, nothing is better than
what it found (it meets the bound) and nothing that is as good comes earlier (all that it passed over
cannot meet the bound). Where it does not, the weighted matching decides.
"""

from __future__ import annotations

from gipf_engine.tournament.pairing.dutch.bounds import OUT_OF_REACH, Budget
from gipf_engine.tournament.pairing.dutch.transpositions import Halves, first_transposition
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing
from gipf_engine.tournament.pairing.swiss.downfloat_check import find_stranded
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.player_state import DOWN, UP


class GaveUpError(Exception):
    """No candidate that meets the bound was found within the steps allowed."""


def first_ideal(field: PairingField, bracket: Bracket, banned: int = 0) -> BracketPairing | None:
    """The first candidate that meets the bound with no one in `banned` left over; None if none was found.

    None too where it has a pair that the event avoids: one as good may come later without it.
    """
    try:
        found = _Search(field, bracket, banned).outcome()
    except GaveUpError:
        return None
    return None if field.count_avoided(found.pairs) else found


class _Search:
    def __init__(self, field: PairingField, bracket: Bracket, banned: int) -> None:
        self.field, self.bracket = field, bracket
        field.steps.take(len(bracket.players))
        self.stranded = find_stranded(field, bracket)
        self.movers = [one for one in bracket.movers if one not in self.stranded]
        self.residents = [one for one in bracket.residents if one not in self.stranded]
        self.budget = Budget(field, (*self.movers, *self.residents))
        if bracket.gives_bye and (self.stranded or not self.budget.odd):
            raise GaveUpError
        if self.budget.odd:
            self._choose_spare(banned)

    def _choose_spare(self, banned: int) -> None:
        """With an odd number: the bound over all who may be left, by C9, C12, C13, C14, C16, and who meets it."""
        rank: dict[int, tuple[int, int, int, int]] = {}
        costs: dict[int, int] = {}
        for one in self.residents:
            if banned >> one & 1 or not self._may_be_left(one):
                continue
            kind = self.field.kinds[one]
            if kind not in costs:
                costs[kind] = self.budget.cost_without(kind)
            player = self.field.players[one]
            unplayed = player.unplayed if self.bracket.gives_bye else 0
            rank[one] = (unplayed, costs[kind], int(player.floats[0] == DOWN), int(player.floats[1] == DOWN))
        if not rank:
            raise GaveUpError
        fewest, cost, last, before = min(rank.values())
        self.budget.goal = cost
        self.budget.spare = frozenset(
            one for one, values in rank.items() if (values[0], *values[2:]) == (fewest, last, before)
        )

    def _may_be_left(self, one: int) -> bool:
        if not self.bracket.gives_bye:
            return True
        bye = self.field.bye
        assert bye is not None
        return bool(self.field.allowed[bye] >> one & 1)

    def outcome(self) -> BracketPairing:
        """Search: opponents for the movers, then S1 against S2 of what is left."""
        if self.budget.goal >= OUT_OF_REACH or len(self.movers) > len(self.residents):
            raise GaveUpError
        self.budget.count_spare(self.residents)
        pairs = self._pair_movers()
        taken = {resident for _mover, resident in pairs}
        rest = [one for one in self.residents if one not in taken]
        half = len(rest) // 2
        self.budget.count_spare(rest[half:])
        more = first_transposition(self.field, Halves(rest[:half], rest[half:]), self.budget)
        if more is None:
            raise GaveUpError
        paired = {one for pair in more for one in pair}
        left = [one for one in rest if one not in paired]
        pairs += more
        if self.bracket.gives_bye:
            return BracketPairing(tuple(pairs), (), left[0])
        return BracketPairing(tuple(pairs), tuple(sorted([*self.stranded, *left])))

    def _pair_movers(self) -> list[tuple[int, int]]:
        """For each mover the first resident with whom the bound stays in reach and no one's upfloat is repeated."""
        players, allowed = self.field.players, self.field.allowed
        pairs: list[tuple[int, int]] = []
        free = list(self.residents)
        for mover in self.movers:
            self.field.steps.take(len(free))
            for resident in free:
                if (
                    allowed[mover] >> resident & 1
                    and UP not in players[resident].floats
                    and self.budget.take(mover, resident)
                ):
                    pairs.append((mover, resident))
                    free.remove(resident)
                    break
            else:
                raise GaveUpError
        return pairs
