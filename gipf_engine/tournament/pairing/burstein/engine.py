"""The round after the seeding rounds: the bye, then brackets from the top (C.04.4.2, article 3)."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.burstein.candidates import first_ideal
from gipf_engine.tournament.pairing.burstein.exact import pair_exactly
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, PairedBracket
from gipf_engine.tournament.pairing.swiss.bracket_search import pair_bracket
from gipf_engine.tournament.pairing.swiss.bye import give_bye
from gipf_engine.tournament.pairing.swiss.paired_round import PairedRound, pair_field
from gipf_engine.tournament.pairing.swiss.pairing_field import bits

MOST_SEEDING_ROUNDS = 4

Round = PairedRound[PairedBracket]


def seeding_rounds(rounds: int | None) -> int:
    """How many rounds the Dutch system pairs first: half of them, at most four (1.6.2); four where none is planned."""
    return MOST_SEEDING_ROUNDS if rounds is None else min(rounds // 2, MOST_SEEDING_ROUNDS)


def is_seeding_round(table: CrossTable) -> bool:
    """Whether the round after `table.rounds_played` is one of the seeding rounds."""
    return table.rounds_played < seeding_rounds(table.rounds_planned)


def pair(table: CrossTable, burstein: BursteinField) -> Round:
    """The round as its brackets came out, of the table's field. Raises `PairingError`, and `TooManySteps`."""
    return pair_field(table, burstein.field, lambda _field: pair_round(burstein))


def pair_round(burstein: BursteinField) -> Round:
    """Pair a round. Raises `NoLegalPairingError` where no pairing obeys the absolute criteria."""
    bye = give_bye(burstein.field, lambda one: -burstein.rank[one])
    return PairedRound(burstein.field, tuple(_pair_brackets(burstein, bye)), bye)


def _pair_brackets(burstein: BursteinField, bye: int | None) -> Iterator[PairedBracket]:
    field = burstein.field
    groups = [tuple(one for one in group if one != bye) for group in field.groups]
    groups = [group for group in groups if group]
    below = [bits(group) for group in groups]
    movers: tuple[int, ...] = ()
    for place, residents in enumerate(groups):
        following = below[place + 1] if place + 1 < len(groups) else 0
        bracket = Bracket(movers, residents, following, sum(below[place + 2 :]))
        outcome = pair_bracket(
            field,
            bracket,
            lambda _field, bracket, banned: first_ideal(burstein, bracket, banned),
            lambda _field, bracket, reach: pair_exactly(burstein, bracket, reach),
        )
        yield PairedBracket(bracket, outcome, field.players[residents[0]].score)
        movers = outcome.floaters
