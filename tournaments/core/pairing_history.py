"""What was known when a round was paired, and the event as it stood after an earlier round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tournaments.core.forbidden_loader import ForbiddenRow
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow, RoundRow
from tournaments.core.team_loader import TeamRow
from tournaments.models import ByeRequest

Side = TypeVar("Side", EntryRow, TeamRow)

# --- an event as its table stood after an earlier round, with the results that are in force now -----------


def data_after_round(rows: EventData, number: int) -> EventData:
    """The event with its rounds up to `number` alone.

    Players and teams that came later are not there yet, and those that left later had not left. Who was expelled is out
    of every table.
    """
    rounds = rows.rounds[:number]
    seated = {entry for round_ in rounds for pairing in round_.pairings for entry in pairing.entries}
    entries = [_as_then(entry, number) for entry in rows.entries if entry.id in seated or _had_left(entry, number)]
    paired = {team for round_ in rounds for match in round_.matches for team in match.teams}
    known = {entry.id for entry in entries}
    teams = (
        replace(_as_then(team, number), roster=tuple(entry for entry in team.roster if entry in known), byes=())
        for team in rows.teams
        if team.id in paired or _had_left(team, number)
    )
    return replace(rows, entries=tuple(entries), rounds=rounds, byes={}, forbidden=(), teams=tuple(teams))


def _had_left(side: EntryRow | TeamRow, number: int) -> bool:
    return side.withdrawn_after is not None and side.withdrawn_after <= number


def _as_then(side: Side, number: int) -> Side:
    if _had_left(side, number):
        return side
    return replace(side, withdrawn_after=None, annulled=False)


# --- an event as it was known when one of its rounds was paired -------------------------------------------
# So that the reasons of a pairing stay exact.
#
# Who met whom in earlier rounds cannot change once a later one is paired. What can change is kept with the round
# (`Round.known`), in pairing numbers: the results, who had withdrawn, who was there at all, and who might not meet.
# Where numbers have moved since, all that stands in today's, and `numbers`, or `teams`, says which one each was then.


LETTERS: Mapping[str, str] = {
    "1-0": "1",
    "1/2-1/2": "=",
    "0-1": "0",
    "1/2-0": "h",
    "0-1/2": "d",
    "0-0": "z",
    "+-": "+",
    "-+": "-",
    "--": "n",
    "pending": "?",
    "void": "v",
}
CODES = {letter: code for code, letter in LETTERS.items()}


def current_knowledge(rows: EventData) -> dict[str, Any]:
    """What is known now that the next round is paired; plain values for a JSON column."""
    waiting = [[round_.number, match.table] for round_ in rows.rounds for match in round_.waiting_matches]
    return {
        **({"waiting": waiting} if waiting else {}),
        "results": "".join(LETTERS[game.code] for game in _games_of_rounds(rows.rounds)),
        "last_number": max(rows.by_number, default=0),
        "gone": sorted(number for number, entry in rows.by_number.items() if entry.withdrawn),
        "forbidden": [
            [
                numbers_apart(rows, each),
                *(each.first_round, each.last_round),
                *([each.strength] if each.is_soft else []),
            ]
            for each in rows.forbidden
        ],
    }


def numbers_apart(rows: EventData, group: ForbiddenRow) -> list[int]:
    """The pairing numbers of those who are kept apart: of teams, where teams meet."""
    players = (rows.by_id[entry].number for entry in group.entries)
    return sorted(number or 0 for number in (*players, *(rows.team_by_id[team].number for team in group.teams)))


def _games_of_rounds(rounds: Iterable[RoundRow]) -> Iterator[GameRow]:
    return (game for round_ in rounds for pairing in round_.pairings for game in pairing.games)


def data_before_round(rows: EventData, number: int) -> EventData:
    """The event as it stood when round `number` was paired; IndexError where it is not.

    Without a snapshot (the round came from a file) results are those of today, and the one who has nothing in the round
    was not there.
    """
    round_, earlier = rows.rounds[number - 1], rows.rounds[: number - 1]
    if round_.known is None:
        seated = {entry for pairing in round_.pairings for entry in pairing.entries}
        entries = tuple(_present(entry, entry.id in seated) for entry in rows.entries)
        return replace(rows, entries=entries, rounds=earlier, byes=_announced_only(round_))
    known = round_.known
    earlier = tuple(_as_seated_then(each, known) for each in earlier)
    gone, then = set(known["gone"]), _numbers_then(known)
    present = (
        replace(_present(entry, entry.number not in gone), number=then.get(entry.number or 0, entry.number))
        for entry in rows.entries
        if _was_there(entry, known, then)
    )
    return replace(
        rows,
        entries=_in_order(present),
        rounds=tuple(_with_results(earlier, iter(known["results"]))),
        byes=_announced_only(round_),
        forbidden=tuple(_forbidden(rows, known)),
    )


CHANGED_LINE = "Changed @ Round"
"""Begins, with the round's number, the comment of a file on a round that was paired before something was corrected."""


def changed_lines(rows: EventData) -> Iterator[str]:
    """A line for each round that was paired from what is no longer so, in pairing numbers, for files that say no more.

    It tells the results of then, who might not meet then, and the numbers of then.
    """
    for round_ in rows.rounds:
        if round_.known is None:
            continue
        before, changes = data_before_round(rows, round_.number), []
        if results := list(_results_since_changed(rows, before)):
            changes.append(f"results {', '.join(results)}")
        apart = _kept_apart(rows, before.forbidden, round_.number)
        if apart != _kept_apart(rows, rows.forbidden, round_.number):
            changes.append(f"kept apart {', '.join(apart) or 'nobody'}")
        for moved, what in ((_numbers_then(round_.known), "numbers"), (_teams_then(round_.known), "teams")):
            if others := [f"{now} was {then}" for now, then in moved.items() if now != then]:
                changes.append(f"{what} {', '.join(others)}")
        if changes:
            yield f"{CHANGED_LINE} {round_.number}: when paired: {'; '.join(changes)}"


def _results_since_changed(rows: EventData, before: EventData) -> Iterator[str]:
    for then, now in zip(before.rounds, rows.rounds, strict=False):
        of_now = {pairing.id: pairing for pairing in now.pairings}
        for old in then.pairings:
            if _codes(old) != _codes(of_now[old.id]):
                seats = "-".join(str(rows.by_id[entry].number) for entry in old.entries)
                yield f"{seats} {' '.join(_codes(old))}"


def _codes(pairing: PairingRow) -> list[str]:
    return [game.code for game in pairing.games]


def _kept_apart(rows: EventData, forbidden: Iterable[ForbiddenRow], number: int) -> list[str]:
    """The groups of whom no two may meet in a round, each as pairing numbers of today."""
    groups = [each for each in forbidden if each.first_round <= number <= (each.last_round or number)]
    return sorted(
        "-".join(map(str, numbers_apart(rows, each))) + (" if possible" if each.is_soft else "") for each in groups
    )


def as_numbered_then(rows: EventData, round_: RoundRow) -> EventData:
    """The event with the numbers that everybody had when a round was paired; who came later gets one behind them."""
    then = _numbers_then(round_.known or {})
    if then:
        numbers = _with_those_behind(then, (entry.number for entry in rows.entries))
        entries = [replace(entry, number=numbers[entry.number or 0]) for entry in rows.entries]
        rows = replace(rows, entries=_in_order(entries))
    numbers = team_numbers_then(rows, round_)
    if not numbers:
        return rows
    teams = (replace(team, number=numbers[team.number or 0]) for team in rows.teams)
    return replace(rows, teams=tuple(sorted(teams, key=lambda team: team.number or 0)))


def team_numbers_then(rows: EventData, round_: RoundRow) -> dict[int, int]:
    """By number of today the one that each team had when a round was paired, those that came later behind the others.

    Empty where none has moved since.
    """
    then = _teams_then(round_.known or {})
    return _with_those_behind(then, (team.number for team in rows.teams)) if then else {}


def _with_those_behind(then: Mapping[int, int], numbers: Iterable[int | None]) -> dict[int, int]:
    later = (number for number in numbers if number is not None and number not in then)
    return {**then, **{number: behind for behind, number in enumerate(later, max(then.values()) + 1)}}


def _in_order(entries: Iterable[EntryRow]) -> tuple[EntryRow, ...]:
    return tuple(sorted(entries, key=lambda entry: entry.number or 0))


def _numbers_then(known: Mapping[str, Any]) -> dict[int, int]:
    """By number of today the one that its entry had then; empty where none has moved since."""
    return dict(known.get("numbers", ()))


def _teams_then(known: Mapping[str, Any]) -> dict[int, int]:
    return dict(known.get("teams", ()))


def _was_there(entry: EntryRow, known: Mapping[str, Any], then: Mapping[int, int]) -> bool:
    return entry.number in then if then else (entry.number or 0) <= known["last_number"]


def _present(entry: EntryRow, present: bool) -> EntryRow:
    """The entry as one that plays or has withdrawn; in which round it did makes no difference to a pairing."""
    after = None if present else 0
    return entry if entry.withdrawn_after == after else replace(entry, withdrawn_after=after)


def _announced_only(round_: RoundRow) -> dict[tuple[int, int], str]:
    """The byes that were asked for before the round was paired."""
    return {
        (pairing.alone, round_.number): pairing.kind
        for pairing in round_.pairings
        if pairing.alone is not None and pairing.kind in ByeRequest.Kind.values
    }


def _as_seated_then(round_: RoundRow, known: Mapping[str, Any]) -> RoundRow:
    """The round without the boards of matches whose line-ups were not open when a later one was paired."""
    waiting = {table for number, table in known.get("waiting", ()) if number == round_.number}
    if not waiting:
        return round_
    gone = {pairing for match in round_.matches if match.table in waiting for _board, pairing in match.boards}
    return replace(
        round_,
        pairings=tuple(pairing for pairing in round_.pairings if pairing.id not in gone),
        matches=tuple(
            match._replace(seated=False, boards=()) if match.table in waiting else match for match in round_.matches
        ),
    )


def _with_results(rounds: Iterable[RoundRow], letters: Iterator[str]) -> Iterator[RoundRow]:
    for round_ in rounds:
        pairings = tuple(
            pairing._replace(games=tuple(game._replace(code=CODES[next(letters)]) for game in pairing.games))
            for pairing in round_.pairings
        )
        yield replace(round_, pairings=pairings)


def _forbidden(rows: EventData, known: Mapping[str, Any]) -> Iterator[ForbiddenRow]:
    of_teams = {team.number: team.id for team in rows.teams}
    for numbers, first, last, *strength in known["forbidden"]:
        row = ForbiddenRow(0, (), first, last, *strength)
        if of_teams:
            yield replace(row, teams=tuple(of_teams[number] for number in numbers if number in of_teams))
        else:
            yield replace(row, entries=tuple(rows.by_number[each].id for each in numbers if each in rows.by_number))
