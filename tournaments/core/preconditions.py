"""What stands in the way of an event's next step. Services refuse by it and pages show it, so both say the same."""

from __future__ import annotations

from collections.abc import Iterator

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.formats import (
    format_of,
    groups_of,
    is_by_clock,
    is_for_teams,
    option,
    pairs_freely,
    pairs_teams_freely,
    splits,
    system_of,
)
from tournaments.core.groups import fewest_entries
from tournaments.core.loader import EventData, PairingRow, RoundRow
from tournaments.core.mapping import cross_table
from tournaments.core.queries.arenas import arena_of, is_over
from tournaments.core.team_loader import MatchRow
from tournaments.core.tie_breaks import undecided
from tournaments.core.verification import provisional_results

FEWEST_ENTRIES = 2


def open_boards(rows: EventData, through: int | None = None) -> tuple[PairingRow, ...]:
    """The pairings of rounds 1 to `through` (None: all) with a game that has no result."""
    rounds = rows.rounds if through is None else rows.rounds[:through]
    return tuple(pairing for round_ in rounds for pairing in round_.open_pairings)


def what_is_open(rows: EventData) -> tuple[Message, ...]:
    """All that rounds still lack: line-ups of matches, results of boards."""
    return (*missing_line_ups(rows), *(no_result(rows, pairing) for pairing in open_boards(rows)))


def missing_line_ups(rows: EventData) -> tuple[Message, ...]:
    """The matches whose line-ups are not open, so that no one can play there."""
    waiting = [(round_, match) for round_ in rows.rounds for match in round_.waiting_matches]
    return tuple(_no_line_ups(rows, round_, match) for round_, match in waiting)


def _no_line_ups(rows: EventData, round_: RoundRow, match: MatchRow) -> Message:
    white, black = (rows.team_by_id[team].name for team in match.teams)
    params = {"round": round_.number, "white": white, "black": black}
    return Message(_("line-ups are missing in round %(round)d: %(white)s – %(black)s"), params)


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
    if is_for_teams(rows.event.format):
        return tuple(_missing_of_teams(rows))
    if len(rows.entries) < FEWEST_ENTRIES:
        return (Message(_("fewer than two players are registered")),)
    fewest = fewest_entries(rows.event) if splits(rows.event.format) else 0
    if len(rows.entries) < fewest:
        params = {"groups": groups_of(rows.event), "fewest": fewest, "players": len(rows.entries)}
        return (Message(_("%(groups)d groups need at least %(fewest)d players; registered: %(players)d"), params),)
    return ()


def _missing_of_teams(rows: EventData) -> Iterator[Message]:
    """Why an event of teams cannot start."""
    if len(rows.teams) < FEWEST_ENTRIES:
        yield Message(_("fewer than two teams are registered"))
    groups = option(rows.event, "groups")
    if groups and len(rows.teams) < FEWEST_ENTRIES * groups:
        counts = {"groups": groups, "fewest": FEWEST_ENTRIES * groups, "teams": len(rows.teams)}
        yield Message(_("%(groups)d groups need at least %(fewest)d teams; registered: %(teams)d"), counts)
    most = option(rows.event, "boards") + option(rows.event, "reserves")
    for team in rows.teams:
        if not team.roster:
            yield Message(_("%(team)s has no players"), {"team": team.name})
        elif len(team.roster) > most:
            params = {"team": team.name, "players": len(team.roster), "most": most}
            yield Message(_("%(team)s has %(players)d players; at most %(most)d are allowed"), params)
    for entry in rows.entries:
        if entry.id not in rows.team_of:
            yield Message(_("%(name)s plays for no team"), {"name": entry.name})


def of_round(rows: EventData) -> tuple[Message, ...]:
    """Why the next round cannot start, whatever anyone says."""
    if rows.coming is None:
        return (Message(_("all %(rounds)d rounds are paired"), {"rounds": rows.rounds_total}),)
    chosen = format_of(rows.event.format)
    if not chosen.needs_results:
        return ()
    if chosen.pairs_freely:
        return missing_line_ups(rows)
    playing = what_is_open(rows)
    if playing or chosen.for_teams:
        return playing
    return system_of(rows.event).find_undecided(cross_table(rows))


def warnings_of_round(rows: EventData) -> tuple[Message, ...]:
    """What the next round could wait for, and need not: games that are played later, results that no one verified.

    Where results make the pairings, such a game counts as a draw till then.
    """
    chosen = format_of(rows.event.format)
    if chosen.needs_results and not chosen.pairs_freely:
        return ()
    single = tuple(each.message for each in provisional_results(rows.event))
    return (*what_is_open(rows), *single)


def of_closing(rows: EventData) -> tuple[Message, ...]:
    """Why the event cannot be closed: results that are missing, or an arena whose time is not up."""
    arena = arena_of(rows.event) if is_by_clock(rows.event.format) else None
    goes_on = () if arena is None or is_over(arena) else (Message(_("the arena is still running")),)
    return (*goes_on, *what_is_open(rows))


def warnings_of_closing(rows: EventData) -> tuple[Message, ...]:
    """What closing would leave out: rounds that were announced, and winners of drawn matches."""
    if rows.coming is None:
        return undecided(rows)
    counts = {"paired": len(rows.rounds), "rounds": rows.rounds_total}
    return (Message(_("only %(paired)d of %(rounds)d rounds are paired"), counts), *undecided(rows))


def of_taking_back(rows: EventData, round_: RoundRow) -> tuple[Message, ...]:
    """Why a round cannot be taken back: results that were played for."""
    left = {entry.id for entry in rows.entries if entry.withdrawn}
    return tuple(
        Message(_("board %(board)d has a result"), {"board": pairing.board})
        for pairing in round_.pairings
        if pairing.has_result and not left & set(pairing.entries)
    )


def notices(rows: EventData) -> tuple[Message, ...]:
    """What is good to know before round 1: more rounds than the field can play without two meeting twice."""
    planned, of_teams = rows.event.rounds_planned, pairs_teams_freely(rows.event.format)
    if rows.rounds or planned is None or not (of_teams or pairs_freely(rows.event.format)):
        return ()
    field = sum(not each.withdrawn for each in (rows.teams if of_teams else rows.entries))
    most = field - 1 if field % 2 == 0 else field
    if field < FEWEST_ENTRIES or planned <= most:
        return ()
    if of_teams:
        message = _("%(rounds)d rounds are planned, but %(teams)d teams can play only %(most)d without meeting twice")
        return (Message(message, {"teams": field, "rounds": planned, "most": most}),)
    message = _("%(rounds)d rounds are planned, but %(players)d players can play only %(most)d without meeting twice")
    return (Message(message, {"players": field, "rounds": planned, "most": most}),)
