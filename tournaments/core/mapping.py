"""Between the tables and the engine: rows become a `CrossTable` here, and pairings become rows here.

`cross_table` is the one function that makes the value which pairing systems and standings read;
`persist_round` is the one that writes a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from django.utils import timezone

from common.journal.models import Scope
from games.models import Game
from games.results.services.create import NewGame, create_games
from gipf_engine.results import RESULTS, VOID
from gipf_engine.rules.base import Rules
from gipf_engine.tournament.crosstable import (
    Bye,
    ByeKind,
    Cell,
    Colour,
    CrossTable,
    DealPlay,
    Entrant,
    ForbiddenGroup,
    GameSide,
    Meeting,
    Solo,
)
from gipf_engine.tournament.medleys import Order
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.pairing.base import Pair
from gipf_engine.tournament.standings.deals import compare_plays
from play.games.services.event_games import who_can_play
from players.models import Account
from tournaments.core.draws import lots_of, plays_deals, rules_of
from tournaments.core.formats import choices_of, format_of, is_predetermined, option
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow, swaps_colours
from tournaments.core.medleys import games_of_boards, options_for, order_of
from tournaments.models import Event, Member, PairedGame, Pairing, Round, Slot

ROUND_STEP, BOARD_STEP = 10_000, 10
"""A game's place among those of one day: round, board, leg, each with room for the next."""


SetupOf = Callable[[int, str], str]
"""What chance lays out on a board, from 1, where these rules are played; "" where it does not."""


def cross_table(rows: EventData) -> CrossTable:
    """The event as the engine sees it: entries with a number, and what each had in each paired round.

    Byes asked for rounds to come stand in their cells already, so that a system does not pair those entrants.
    """
    event, split_by = rows.event, format_of(rows.event.format).split_by
    table = CrossTable(
        entrants=tuple(_entrant(entry, cells, split_by) for entry, cells in _all_cells(rows)),
        rounds_played=len(rows.rounds),
        rounds_planned=rows.rounds_total or None,
        scoring=event.points,
        first_colour=Colour(event.first_colour) if event.first_colour else None,
        games_per_round=event.games_per_round,
        colour_free=bool(option(event, "colour_free")),
        forbidden=tuple(_forbidden(rows)),
        predetermined=is_predetermined(event.format),
        lots=lots_of(rows),
        choices=choices_of(event),
    )
    accelerates = option(event, "baku") and not rows.rounds and not any(each.accelerated for each in table.entrants)
    table = compare_plays(table)
    return baku(table) if accelerates else table  # from round 1 on the virtual points stand in the entries


def _all_cells(rows: EventData) -> Iterable[tuple[EntryRow, list[Cell]]]:
    """What every entry with a number had, round by round, and the byes that it asked for."""
    cells: dict[int, list[Cell]] = {entry.id: [None] * len(rows.rounds) for entry in rows.by_number.values()}
    with_colours = not option(rows.event, "colour_free")
    rules = rules_of(rows.event) if plays_deals(rows.event) else None
    for round_ in rows.rounds:
        for pairing in round_.pairings:
            for entry_id, cell in _cells(pairing, rows, with_colours, rules):
                cells[entry_id][round_.number - 1] = cell
    for (entry_id, number), kind in sorted(rows.byes.items()):
        own = cells.get(entry_id)
        if own is not None and number > len(own):
            own.extend([None] * (number - len(own) - 1))
            own.append(Bye(ByeKind(kind)))
    return ((entry, cells[entry.id]) for entry in rows.by_number.values())


def points_before(rows: EventData, number: int) -> dict[int, int]:
    """By entry with a number, what everyone had before a round, in tenths: as of `cross_table`, without making one."""
    if plays_deals(rows.event):
        table = cross_table(rows)
        return {entry.id: table.points(place, through=number - 1) for place, entry in rows.by_number.items()}
    scoring = CrossTable((), 0, None, rows.event.points)
    known: dict[tuple[tuple[str, bool, int], ...], tuple[int, int]] = {}
    earlier = [round_ for round_ in rows.rounds if round_.number < number]
    points = {entry.id: len(earlier) * scoring.cell_points(None) for entry in rows.by_number.values()}
    for pairing in (pairing for round_ in earlier for pairing in round_.pairings):
        own: list[tuple[int | None, int]]
        if pairing.alone is not None:
            own = [(pairing.alone, scoring.cell_points(Bye(ByeKind(pairing.kind))))]
        else:
            games = _described(split_tie_breaks(rows.event, pairing.games)[0])
            if games not in known:
                white, black = (scoring.cell_points(Meeting(0, side)) for side in _sides(games, with_colours=False))
                known[games] = white, black
            own = list(zip((pairing.white, pairing.black), known[games], strict=True))
        for entry, worth in own:
            assert entry is not None
            points[entry] += worth - scoring.cell_points(None)
    return points


def _forbidden(rows: EventData) -> Iterable[ForbiddenGroup]:
    for each in rows.forbidden:
        numbers = frozenset(number for entry in each.entries if (number := rows.by_id[entry].number) is not None)
        if len(numbers) > 1:
            yield ForbiddenGroup(numbers, each.first_round, each.last_round, each.is_soft)


def leave_out_annulled(table: CrossTable, rows: EventData) -> CrossTable:
    """The table that is ranked: without the entries whose games do not count. To the one who met them it was a rest."""
    gone = {entry.number for entry in rows.entries if entry.annulled}
    if not gone:
        return table
    entrants = tuple(
        replace(entrant, cells=tuple(_unless_met(cell, gone) for cell in entrant.cells))
        for entrant in table.entrants
        if entrant.number not in gone
    )
    return compare_plays(replace(table, entrants=entrants))


def _unless_met(cell: Cell, gone: set[int | None]) -> Cell:
    if isinstance(cell, Meeting) and cell.opponent in gone:
        return Bye(ByeKind.REST)
    return cell


def _entrant(entry: EntryRow, cells: list[Cell], split_by: str) -> Entrant:
    assert entry.number is not None
    return Entrant(
        entry.number,
        entry.name,
        entry.rating,
        withdrawn=entry.withdrawn,
        cells=tuple(cells),
        accelerated=entry.virtual_points,
        extras={split_by: str(entry.group)} if split_by and entry.group is not None else {},
    )


def _cells(pairing: PairingRow, rows: EventData, with_colours: bool, rules: Rules | None) -> Iterable[tuple[int, Cell]]:
    """What the entries of a pairing had in its round. `rules` are those of deals that are played alone."""
    if pairing.alone is not None:
        yield pairing.alone, _solo(pairing, rules) if rules is not None else Bye(ByeKind(pairing.kind))
        return
    assert pairing.white is not None and pairing.black is not None
    white, black = rows.by_id[pairing.white].number, rows.by_id[pairing.black].number
    assert white is not None and black is not None
    counting, tie_breaks = split_tie_breaks(rows.event, pairing.games)
    coloured = with_colours and pairing.has_colours
    for_white, for_black = _sides(_described(counting), coloured)
    more_white, more_black = _sides(_described(tie_breaks), coloured) if tie_breaks else ((), ())
    yield pairing.white, Meeting(black, for_white, tie_breaks=more_white)
    yield pairing.black, Meeting(white, for_black, tie_breaks=more_black)


def split_tie_breaks(event: Event, games: Sequence[GameRow]) -> tuple[tuple[GameRow, ...], tuple[GameRow, ...]]:
    """The games of a pairing that score, and the tie-break games after them (in a knock-out)."""
    most = event.games_per_round
    if len(games) <= most:
        return tuple(games), ()
    return tuple(game for game in games if game.leg <= most), tuple(game for game in games if game.leg > most)


def _described(games: Sequence[GameRow]) -> tuple[tuple[str, bool, int], ...]:
    return tuple([(game.code, game.rated, game.leg) for game in games if game.code != VOID])


def _solo(pairing: PairingRow, rules: Rules) -> Solo:
    """The deals that an entry played; none while the lines of the round are not shown, so that nothing counts yet."""
    if not all(attempt.published for attempt in pairing.attempts):
        return Solo(())
    counted = [attempt.counts for attempt in pairing.attempts]
    return Solo(tuple(DealPlay() if each is None else DealPlay(each, rules.solo_key(each)) for each in counted))


@lru_cache(maxsize=4096)
def _sides(
    games: tuple[tuple[str, bool, int], ...], with_colours: bool
) -> tuple[tuple[GameSide, ...], tuple[GameSide, ...]]:
    """White's and Black's sides of the games of a pairing: (result, whether it is rated if played, leg) of each.

    There are few that differ, and thousands of pairings.
    """
    white, black = (tuple(_side(*game, seat, with_colours) for game in games) for seat in (Colour.WHITE, Colour.BLACK))
    return white, black


def _side(code: str, counts: bool, leg: int, seat: Colour, with_colours: bool) -> GameSide:
    """One entry's side of a game. `seat` is its colour in the pairing; colours swap in each second leg."""
    colour, result = seat.other if swaps_colours(leg) else seat, RESULTS[code]
    outcome = result.outcome("white" if colour is Colour.WHITE else "black")
    return GameSide(colour if with_colours else None, outcome, played=result.played, rated=counts and result.rated)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game that was stored, and the pairing numbers of its pairing. In leg 2 the colours are swapped."""

    game: Game
    pair: Pair
    leg: int


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round that was stored, with its games in the order of the boards."""

    round: Round
    games: Sequence[StoredGame]


def persist_round(
    rows: EventData,
    pairings: RoundPairings,
    scope: Scope,
    played_on: date,
    setup_of: SetupOf,
    known: Mapping[str, Any],
    deadline: date | None = None,
    lot: int | None = None,
    by_hand: Mapping[str, Any] | None = None,
    seed: str = "",
) -> StoredRound:
    """Write one round: its pairings, seats and games. Inside the caller's act on the event's scope.

    `setup_of` says for each board and rule set what chance laid out ("" where the rules lay out nothing), `seed` by
    which the games of a medley are drawn. `known` is what was known
    when the round was paired (`pairing_history.current_knowledge`) and is kept with it. `lot` is the number of the draw
    by which open first moves were drawn, None where they were not. `by_hand` is what the format gave where arbiters
    paired otherwise.
    """
    round_ = Round.objects.create(
        event=rows.event,
        number=pairings.number,
        started_at=timezone.now(),
        deadline=deadline,
        known=known,
        by_hand=by_hand,
    )
    made = store_pairings(rows, pairings, round_, lot)
    games = make_games(rows, scope, made[: len(pairings.pairs)], pairings, played_on, setup_of, seed)
    return StoredRound(round_, games)


def store_pairings(rows: EventData, pairings: RoundPairings, round_: Round, lot: int | None = None) -> list[Pairing]:
    """Write the boards and seats of a round, games first, then byes. `lot` is for boards whose first move was open."""
    lots = [lot if pair.by_lot else None for pair in pairings.pairs] + [None] * len(pairings.byes + pairings.solos)
    kinds = [Pairing.Kind.GAME] * len(pairings.pairs) + [Pairing.Kind(bye.kind.value) for bye in pairings.byes]
    kinds += [Pairing.Kind.SOLO] * len(pairings.solos)
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board, kind=kind, lot=own)
        for board, (kind, own) in enumerate(zip(kinds, lots, strict=True), 1)
    )
    Slot.objects.bulk_create(_slots(rows, pairings, made))
    return made


def _slots(rows: EventData, pairings: RoundPairings, made: list[Pairing]) -> Iterable[Slot]:
    boards = iter(made)
    for pair in pairings.pairs:
        board = next(boards)
        yield _slot(board, rows.by_number[pair.white], Slot.Side.WHITE)
        yield _slot(board, rows.by_number[pair.black], Slot.Side.BLACK)
    for bye in pairings.byes:
        yield _slot(next(boards), rows.by_number[bye.number], Slot.Side.ALONE)
    for number in pairings.solos:
        yield _slot(next(boards), rows.by_number[number], Slot.Side.ALONE)


def _slot(pairing: Pairing, entry: EntryRow, side: Slot.Side) -> Slot:
    return Slot(pairing=pairing, round=pairing.round, entry_id=entry.id, side=side)


def people_of(event: Event) -> dict[int, int]:
    """Who sits for each entry, by its id: the id of the record that was entered."""
    return dict(Member.objects.filter(event=event).values_list("entry", "person"))


def sequence_of(round_number: int, board: int, leg: int) -> int:
    """A game's place among those of its day."""
    return round_number * ROUND_STEP + board * BOARD_STEP + leg


def make_games(
    rows: EventData,
    scope: Scope,
    boards: list[Pairing],
    pairings: RoundPairings,
    played_on: date,
    setup_of: SetupOf,
    seed: str = "",
) -> list[StoredGame]:
    """The games of these boards, which `pairings` has in the same order; colours swapped in the second leg.

    `seed` draws the games of a medley. Those that a player is still to choose take no result before.
    """
    event, people = rows.event, people_of(rows.event)
    here = _who_plays_here(rows, people)
    seated = [(board.board, pair) for board, pair in zip(boards, pairings.pairs, strict=True)]
    played, is_chosen = games_of_boards(rows, pairings.number, seated, seed), order_of(event) is Order.CHOICE
    places: list[tuple[Pairing, int]] = []
    games: list[NewGame] = []
    pairs: list[Pair] = []
    for pairing, pair, by_leg in zip(boards, pairings.pairs, played, strict=True):
        seats = [people[rows.by_number[number].id] for number in (pair.white, pair.black)]
        for leg in range(1, event.games_per_round + 1):
            white, black = seats[::-1] if swaps_colours(leg) else seats
            places.append((pairing, leg))
            pairs.append(pair)
            games.append(
                NewGame(
                    white=white,
                    black=black,
                    rules=by_leg[leg - 1],
                    setup=setup_of(pairing.board, by_leg[leg - 1]),
                    rated=event.rated,
                    played_on=played_on,
                    sequence=sequence_of(pairings.number, pairing.board, leg),
                    online={pair.white, pair.black} <= here,
                    result_locked=is_chosen,
                )
            )
    made = store_games(event, scope, places, games)
    return [StoredGame(game, pair, leg) for game, pair, (_board, leg) in zip(made, pairs, places, strict=True)]


def _who_plays_here(rows: EventData, people: Mapping[int, int]) -> frozenset[int]:
    """The pairing numbers of those whose games are played on this server: they have not left, and have an account."""
    if not rows.event.is_played_here:
        return frozenset()
    can_play = who_can_play(people.values())
    return frozenset(
        number for number, entry in rows.by_number.items() if not entry.withdrawn and people[entry.id] in can_play
    )


def create_event_games(
    event: Event, scope: Scope, games: Sequence[NewGame], decided_by: Account | None = None
) -> list[Game]:
    """Make games as the event has them, without a place in a round: by their own rules in a medley."""
    if event.medley:
        games = [replace(game, options=tuple(options_for(event.options, game.rules or event.rules))) for game in games]
    return create_games(
        games,
        parent_scope=scope,
        club=event.club,
        rules=event.rules,
        options=event.options,
        agreed_draws=event.agreed_draws,
        decided_by=decided_by,
    )


def store_games(
    event: Event,
    scope: Scope,
    places: Sequence[tuple[Pairing, int]],
    games: Sequence[NewGame],
    decided_by: Account | None = None,
) -> list[Game]:
    """Make the games of pairings; `places` says for each its pairing and leg."""
    made = create_event_games(event, scope, games, decided_by)
    PairedGame.objects.bulk_create(
        PairedGame(pairing=pairing, game=game, leg=leg) for (pairing, leg), game in zip(places, made, strict=True)
    )
    return made
