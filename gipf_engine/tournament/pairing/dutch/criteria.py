"""How good is a round's pairing by the letter of C.04.3? Measured from boards and colours alone.

This is the rule text counted out on a finished pairing, whatever made it: it shares with the engine
what a player brings (`swiss.player_state`), and nothing of how pairings are found. So it can judge the engine,
a pairing by hand, or another program's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable
from gipf_engine.tournament.pairing.base import RoundPairings
from gipf_engine.tournament.pairing.swiss.pairing_field import avoided_numbers, forbidden_numbers
from gipf_engine.tournament.pairing.swiss.player_state import ABSOLUTE, DOWN, STRONG, UP, PlayerState, players_of
from gipf_engine.tournament.pairing.swiss.quality import Difference, Seat, worse_criterion


class Criterion(StrEnum):
    """The pairing criteria of article 2, by their numbers; last, beside the rules, pairs that the event avoids."""

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    C10 = "C10"
    C11 = "C11"
    C12 = "C12"
    C13 = "C13"
    C14 = "C14"
    C15 = "C15"
    C16 = "C16"
    C17 = "C17"
    C18 = "C18"
    C19 = "C19"
    C20 = "C20"
    C21 = "C21"
    AVOIDED = "avoided"


@dataclass(frozen=True, slots=True)
class BracketQuality:
    """One bracket as it was paired, and what it is worth by C6 to C21.

    `values` are counts, or scores in tenths sorted from the highest; less is better, compared in the
    order of the criteria. C8 is what the next bracket then sent down: how many, and their scores.
    """

    score: int
    movers: tuple[PlayerState, ...]
    residents: tuple[PlayerState, ...]
    seats: tuple[Seat, ...]
    floaters: tuple[PlayerState, ...]
    values: Mapping[StrEnum, tuple[int, ...]]

    @property
    def boards(self) -> frozenset[tuple[int, int]]:
        """Who meets whom, as pairing numbers, the upper player first."""
        return frozenset((seat.upper.number, seat.lower.number) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Violation:
    """An absolute criterion that is not obeyed, and by whom (pairing numbers)."""

    criterion: Criterion
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundQuality:
    """What a whole round is worth: C5 (the bye's score in tenths), then the brackets from the top."""

    violations: tuple[Violation, ...]
    bye_score: int
    brackets: tuple[BracketQuality, ...]


def criteria(table: CrossTable, pairings: RoundPairings) -> RoundQuality:
    """The quality of `pairings` as the round after `table.rounds_played`."""
    players = {player.number: player for player in players_of(table)}
    order = {number: place for place, number in enumerate(players)}
    seats = [_make_seat(players, order, pair.white, pair.black) for pair in pairings.pairs]
    byes = [players[bye.number] for bye in pairings.byes if bye.kind is ByeKind.PAIRING]
    violations = (*_illegal_pairs(table, seats), *_illegal_byes(byes), *_find_left_out(players, seats, byes))
    drafts = _drafts(list(players.values()), seats)
    avoided = avoided_numbers(table)
    brackets = tuple(
        _judge_draft(draft, drafts[place + 1] if place + 1 < len(drafts) else None, byes, avoided)
        for place, draft in enumerate(drafts)
    )
    return RoundQuality(violations, byes[0].score if byes else 0, brackets)


def first_difference(ours: RoundQuality, theirs: RoundQuality) -> Difference | None:
    """Where two pairings of one field part, and what decides between them; None if they are the same.

    A bracket is judged when all above it are settled: later brackets cannot make up for it.
    """
    if ours.bye_score != theirs.bye_score:
        return Difference(Criterion.C5, None, (ours.bye_score,), (theirs.bye_score,))
    for own, other in zip(ours.brackets, theirs.brackets, strict=True):
        if own.boards != other.boards:
            criterion = worse_criterion(own.values, other.values)
            if criterion is None:
                return Difference(None, own.score)
            return Difference(criterion, own.score, own.values[criterion], other.values[criterion])
    return None


def _make_seat(players: Mapping[int, PlayerState], order: Mapping[int, int], white: int, black: int) -> Seat:
    if order[white] < order[black]:
        return Seat(players[white], players[black], Colour.WHITE)
    return Seat(players[black], players[white], Colour.BLACK)


def _illegal_pairs(table: CrossTable, seats: Iterable[Seat]) -> Iterable[Violation]:
    forbidden = forbidden_numbers(table)
    for seat in seats:
        one, two = seat.upper, seat.lower
        numbers = (one.number, two.number)
        if two.number in one.opponents or two.number in forbidden.get(one.number, frozenset()):
            yield Violation(Criterion.C1, numbers)
        elif (
            one.preference is not None
            and one.preference is two.preference
            and one.strength == two.strength == ABSOLUTE
            and not (one.top or two.top)
        ):
            yield Violation(Criterion.C3, numbers)


def _illegal_byes(byes: Sequence[PlayerState]) -> Iterable[Violation]:
    for player in byes:
        if not player.pab:
            yield Violation(Criterion.C2, (player.number,))


def _find_left_out(
    players: Mapping[int, PlayerState], seats: Iterable[Seat], byes: Sequence[PlayerState]
) -> Iterable[Violation]:
    """C4: everybody is paired once, but for one player where the number is odd."""
    seated = [player.number for seat in seats for player in (seat.upper, seat.lower)]
    seated += [player.number for player in byes]
    if sorted(seated) != sorted(players) or len(byes) > 1:
        yield Violation(Criterion.C4, tuple(sorted(set(players) ^ set(seated))))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A bracket before it is judged."""

    score: int
    movers: tuple[PlayerState, ...]
    residents: tuple[PlayerState, ...]
    seats: tuple[Seat, ...]
    floaters: tuple[PlayerState, ...]


def _drafts(players: Sequence[PlayerState], seats: Sequence[Seat]) -> list[_Draft]:
    """The brackets that a pairing came from: a pair belongs to the bracket of its lower player's score."""
    drafts: list[_Draft] = []
    movers: tuple[PlayerState, ...] = ()
    for score in sorted({player.score for player in players}, reverse=True):
        residents = tuple(player for player in players if player.score == score)
        inside = tuple(seat for seat in seats if seat.lower.score == score)
        paired = {player.number for seat in inside for player in (seat.upper, seat.lower)}
        floaters = tuple(player for player in (*movers, *residents) if player.number not in paired)
        drafts.append(_Draft(score, movers, residents, inside, floaters))
        movers = floaters
    return drafts


def _judge_draft(
    draft: _Draft, following: _Draft | None, byes: Sequence[PlayerState], avoided: Mapping[int, frozenset[int]]
) -> BracketQuality:
    values = bracket_values(draft.residents, draft.seats, draft.floaters, byes[0] if byes else None)
    if avoided:
        values[Criterion.AVOIDED] = count_avoided(draft.seats, avoided)
    if following is not None:
        values[Criterion.C8] = (len(following.floaters), *_scores(following.floaters))
    return BracketQuality(draft.score, draft.movers, draft.residents, draft.seats, draft.floaters, values)


def bracket_values(
    residents: Iterable[PlayerState], seats: Sequence[Seat], floaters: Sequence[PlayerState], bye: PlayerState | None
) -> dict[StrEnum, tuple[int, ...]]:
    """What a bracket's pairing is worth by C6 to C21 but for C8, which the next bracket decides.

    `bye` is who gets the pairing-allocated bye; such a player is among the `floaters` of each bracket
    that does not pair him.
    """
    values: dict[StrEnum, tuple[int, ...]] = {
        Criterion.C6: (len(floaters),),
        Criterion.C7: _scores(floaters),
        Criterion.C9: (floaters[0].unplayed,) if len(floaters) == 1 and floaters[0] is bye else (),
    }
    return values | _colour_values(seats) | _float_values(residents, seats, floaters)


def count_avoided(seats: Iterable[Seat], avoided: Mapping[int, frozenset[int]]) -> tuple[int, ...]:
    """How many pairs are made that the event avoids."""
    return (sum(seat.lower.number in avoided.get(seat.upper.number, ()) for seat in seats),)


def _scores(players: Iterable[PlayerState]) -> tuple[int, ...]:
    return tuple(sorted((player.score for player in players), reverse=True))


def _colour_values(seats: Sequence[Seat]) -> dict[StrEnum, tuple[int, ...]]:
    """C10 to C13, from the colours that the players really got."""
    top_sides = [side for seat in seats if seat.upper.top or seat.lower.top for side in seat.sides]
    sides = [side for seat in seats for side in seat.sides]
    missed = [player for player, colour in sides if player.preference not in (None, colour)]
    return {
        Criterion.C10: (sum(abs(player.balance + _step(colour)) > 2 for player, colour in top_sides),),
        Criterion.C11: (sum(player.repeated is colour for player, colour in top_sides),),
        Criterion.C12: (len(missed),),
        Criterion.C13: (sum(player.strength == STRONG for player in missed),),
    }


def _step(colour: Colour) -> int:
    return 1 if colour is Colour.WHITE else -1


def _float_values(
    residents: Iterable[PlayerState], seats: Sequence[Seat], floaters: Sequence[PlayerState]
) -> dict[StrEnum, tuple[int, ...]]:
    """C14 to C21: floats of the last round and of the one before that would be repeated."""
    own = {player.number for player in residents}
    risen = [seat for seat in seats if seat.upper.score > seat.lower.score]
    values: dict[StrEnum, tuple[int, ...]] = {}
    kinds = (
        (Criterion.C14, Criterion.C15, Criterion.C18, Criterion.C19),
        (Criterion.C16, Criterion.C17, Criterion.C20, Criterion.C21),
    )
    for back, (down_again, up_again, down_scores, up_scores) in enumerate(kinds):
        fallen = [player for player in floaters if player.floats[back] == DOWN]
        again = [seat for seat in risen if seat.lower.floats[back] == UP]
        values[down_again] = (sum(player.number in own for player in fallen),)
        values[up_again] = (len(again),)
        values[down_scores] = _scores(player for player in fallen if player.number not in own)
        values[up_scores] = _scores(seat.upper for seat in again)
    return values
