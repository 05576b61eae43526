"""Whether the matches of an event of teams that is being imported keep the rules of pairing. Nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.hand_pairing import MEETINGS, Caution, Level
from gipf_engine.tournament.pairing.round_robin import DoubleRoundRobin
from gipf_engine.tournament.teams.values import TeamTable
from gipf_engine.tournament.trf_teams import TeamTask, wrong_matches
from tournaments.core.formats import format_of, groups_of_teams, system_of
from tournaments.core.loader import EventData
from tournaments.core.pairing_history import as_numbered_then
from tournaments.core.team_history import team_table_before
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_tables import team_table
from tournaments.interchange.formats.breaches import OTHERWISE_PAIRED, Breach, count_more
from tournaments.interchange.formats.imported_teams import ImportedMatch, ImportedTeam, number_boards

Names = dict[int, str]


def team_rows(teams: Sequence[ImportedTeam]) -> tuple[TeamRow, ...]:
    """The rows that the teams would have, with refs in the place of ids."""
    return tuple(
        TeamRow(
            *(team.ref, team.number, team.name, team.roster, team.captain),
            *(team.withdrawn_after, team.annulled, team.byes),
        )
        for team in teams
    )


def match_rows(matches: Sequence[ImportedMatch]) -> tuple[MatchRow, ...]:
    """The rows that the matches of a round would have; their pairings are called by their places, from 1."""
    return tuple(
        MatchRow(
            table,
            table,
            match.kind,
            match.white,
            match.black,
            match.is_match and match.seated,
            tuple((board, place + 1) for board, place in own),
            match.forfeit,
        )
        for table, match, own in number_boards(matches)
    )


def check_matches(rows: EventData, explained: Collection[int]) -> Iterator[Breach]:
    """What the rules do not allow: second meetings and byes, and rounds that the format pairs otherwise.

    Of the rounds in `explained` the file itself says why they are not as the rules give them.
    """
    table = team_table(rows)
    names = {team.number: team.name for team in table.teams}
    if format_of(rows.event.format).needs_results:
        yield from _second_times(table, names, explained)
        yield from _other_pairings(rows, table, explained)
    else:
        yield from _other_meetings(rows, table, names)


def _breach(number: int, key: str, template: str, named: dict[str, object], numbered: dict[str, object]) -> Breach:
    told = Message(template, named)
    if number:
        told = Message(_("round %(round)d: %(what)s"), {"round": number, "what": told})
    return Breach(number, Caution(key, Level.CONFIRM, told), Message(template, numbered))


def _second_times(table: TeamTable, names: Names, explained: Collection[int]) -> Iterator[Breach]:
    """Two teams who met before (C1), and a second pairing-allocated bye (C2)."""
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    for number, round_ in enumerate(table.rounds, 1):
        for match in round_.matches:
            two = frozenset((match.white, match.black))
            if two in met and number not in explained:
                template, (one, other) = _("%(one)s and %(two)s have met before"), (match.white, match.black)
                named: dict[str, object] = {"one": names[one], "two": names[other]}
                yield _breach(number, "rematch", template, named, {"one": str(one), "two": str(other)})
            if match.was_played or match.is_open:
                met.add(two)
        for bye in round_.byes:
            if bye.kind is not ByeKind.PAIRING:
                continue
            if bye.team in had_bye and number not in explained:
                template = _("%(name)s has a second bye")
                yield _breach(number, "second-bye", template, {"name": names[bye.team]}, {"name": str(bye.team)})
            had_bye.add(bye.team)


def _other_pairings(rows: EventData, table: TeamTable, explained: Collection[int]) -> Iterator[Breach]:
    system = system_of(rows.event)
    for number in range(1, table.rounds_played + 1):
        if number in explained:
            continue
        then = as_numbered_then(rows, rows.rounds[number - 1])
        ready = TeamTask(table if then is rows else team_table(then), system)
        found = wrong_matches(ready, number, team_table_before(rows, number))
        if found:
            message = count_more(found)
            yield Breach(number, Caution(OTHERWISE_PAIRED, Level.CONFIRM, message), message)


def _other_meetings(rows: EventData, table: TeamTable, names: Names) -> Iterator[Breach]:
    """Two teams who meet too often, or, once all rounds are paired, not as often as everyone in their group."""
    wanted = 2 if isinstance(system_of(rows.event), DoubleRoundRobin) else 1
    is_over = table.rounds_played >= rows.rounds_total
    groups = groups_of_teams(rows.event, sorted(names))
    met = Counter(frozenset((match.white, match.black)) for round_ in table.rounds for match in round_.matches)
    known = {frozenset((one, other)) for group in groups for one in group for other in group if one < other}
    for two in sorted(known | met.keys(), key=sorted):
        should = wanted if two in known else 0
        if met[two] > should or (is_over and met[two] < should):
            one, other = sorted(two)
            counts: dict[str, object] = {"times": met[two], "wanted": should}
            template = _("%(one)s and %(two)s meet %(times)d times instead of %(wanted)d")
            named: dict[str, object] = {"one": names[one], "two": names[other]}
            yield _breach(0, MEETINGS, template, named | counts, {"one": str(one), "two": str(other)} | counts)
