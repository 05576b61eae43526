"""What stands in the way of an event's next step. Services refuse by it and pages show it, so both say the same."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.formats import format_of, groups_of, is_by_clock, pairs_freely, splits, system_of
from tournaments.core.groups import fewest_entries
from tournaments.core.loader import EventData, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.core.queries.arenas import arena_of, is_over

FEWEST_ENTRIES = 2


def open_boards(rows: EventData, through: int | None = None) -> tuple[PairingRow, ...]:
    """The pairings of rounds 1 to `through` (None: all) with a game that has no result."""
    rounds = rows.rounds if through is None else rows.rounds[:through]
    return tuple(pairing for round_ in rounds for pairing in round_.open_pairings)


def no_result(rows: EventData, pairing: PairingRow) -> Message:
    """That a board still plays, and who sits there."""
    if pairing.alone is not None:
        left = sum(not attempt.ended for attempt in pairing.attempts)
        params = {"round": pairing.round, "name": rows.by_id[pairing.alone].name, "deals": left}
        return Message(_("%(name)s has not finished round %(round)d: %(deals)d deals are open"), params)
    names = {
        side: rows.by_id[entry].name for side, entry in (("white", pairing.white), ("black", pairing.black)) if entry
    }
    return Message(
        _("board %(board)d of round %(round)d has no result: %(white)s – %(black)s"),
        {"board": pairing.board, "round": pairing.round, **names},
    )


def of_start(rows: EventData) -> tuple[Message, ...]:
    """Why the event cannot start yet."""
    if is_by_clock(rows.event.format):
        return ()  # players join while it runs
    if len(rows.entries) < FEWEST_ENTRIES:
        return (Message(_("fewer than two players are registered")),)
    fewest = fewest_entries(rows.event) if splits(rows.event.format) else 0
    if len(rows.entries) < fewest:
        params = {"groups": groups_of(rows.event), "fewest": fewest, "players": len(rows.entries)}
        return (Message(_("%(groups)d groups need at least %(fewest)d players; registered: %(players)d"), params),)
    return ()


def of_round(rows: EventData) -> tuple[Message, ...]:
    """Why the next round cannot start, whatever anybody says."""
    if rows.coming is None:
        return (Message(_("all %(rounds)d rounds are paired"), {"rounds": rows.rounds_total}),)
    chosen = format_of(rows.event.format)
    if not chosen.needs_results:
        return ()
    if chosen.pairs_freely:
        return ()
    playing = tuple(no_result(rows, pairing) for pairing in open_boards(rows))
    return playing or system_of(rows.event).find_undecided(cross_table(rows))


def warnings_of_round(rows: EventData) -> tuple[Message, ...]:
    """What the next round could wait for, and need not: games that are played later.

    Where results make the pairings, such a game counts as a draw till then.
    """
    chosen = format_of(rows.event.format)
    if chosen.needs_results and not chosen.pairs_freely:
        return ()
    return tuple(no_result(rows, pairing) for pairing in open_boards(rows))


def of_closing(rows: EventData) -> tuple[Message, ...]:
    """Why the event cannot be closed: results that are missing, or an arena whose time is not up."""
    arena = arena_of(rows.event) if is_by_clock(rows.event.format) else None
    goes_on = () if arena is None or is_over(arena) else (Message(_("the arena is still running")),)
    return (*goes_on, *(no_result(rows, pairing) for pairing in open_boards(rows)))


def warnings_of_closing(rows: EventData) -> tuple[Message, ...]:
    """What closing would leave out: rounds that were announced."""
    if rows.coming is None:
        return ()
    counts = {"paired": len(rows.rounds), "rounds": rows.rounds_total}
    return (Message(_("only %(paired)d of %(rounds)d rounds are paired"), counts),)


def of_taking_back(rows: EventData, round_: RoundRow) -> tuple[Message, ...]:
    """Why a round cannot be taken back: results that were played for."""
    left = {entry.id for entry in rows.entries if entry.withdrawn}
    return tuple(
        Message(_("board %(board)d has a result"), {"board": pairing.board})
        for pairing in round_.pairings
        if has_result(pairing) and not left & set(pairing.entries)
    )


def has_result(pairing: PairingRow) -> bool:
    """Whether some game of a pairing has been decided."""
    return any(not game.result.is_open for game in pairing.games)


def notices(rows: EventData) -> tuple[Message, ...]:
    """What is good to know before round 1: more rounds than the field can play without anybody meeting twice."""
    planned, players = rows.event.rounds_planned, sum(not entry.withdrawn for entry in rows.entries)
    most = players - 1 if players % 2 == 0 else players
    if rows.rounds or not pairs_freely(rows.event.format) or planned is None or players < FEWEST_ENTRIES:
        return ()
    if planned <= most:
        return ()
    params = {"players": players, "rounds": planned, "most": most}
    message = _("%(rounds)d rounds are planned, but %(players)d players can play only %(most)d without meeting twice")
    return (Message(message, params),)
