"""What the event file says of teams: rosters, captains, matches. Written here, and read as anyone may have changed it.

Line-ups are in it as boards, once those of both teams are open; before, nothing of them is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.values import FORFEITS
from players.names import NotAName, clean_name, normalize_name
from tournaments.core.event_config import EventConfig
from tournaments.core.forbidden_loader import ForbiddenRow
from tournaments.core.formats import MOST_ROUNDS, is_for_teams, validate_options
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.team_loader import MatchRow
from tournaments.interchange.formats.imported_event import Apart, ImportedPairing, ImportedRound
from tournaments.interchange.formats.imported_teams import ImportedMatch, ImportedTeam, number_boards
from tournaments.interchange.formats.json_reader import Reader, Wrong
from tournaments.models import ForbiddenGroup, TeamByeRequest, TeamMatch

MOST_TEAMS, MOST_GROUPS, LONGEST_NAME = 500, 200, 80


# --- out ----------------------------------------------------------------------------------------------


def team_values(rows: EventData, refs: Mapping[int, int]) -> list[dict[str, Any]]:
    """The teams of an event; players are called as `refs` calls their entries. What is as usual is left out."""
    return [
        {
            "number": team.number,
            "name": team.name,
            "roster": [refs[entry] for entry in team.roster],
            "captain": None if team.captain is None else refs[team.captain],
            **({"withdrawn_after": team.withdrawn_after, "annulled": team.annulled} if team.withdrawn else {}),
            **({"no_half_byes": True} if team.no_half_byes else {}),
            **({"byes": [{"round": number, "kind": kind} for number, kind in team.byes]} if team.byes else {}),
        }
        for team in rows.teams
    ]


def kept_apart_values(rows: EventData, group: ForbiddenRow, refs: Mapping[int, int]) -> dict[str, list[int]]:
    """Who is kept apart: entries, or in an event of teams teams, by number, before the start by place."""
    if is_for_teams(rows.event.format):
        of_teams = {team.id: team.number or place for place, team in enumerate(rows.teams, 1)}
        return {"teams": sorted(of_teams[team] for team in group.teams)}
    return {"entries": sorted(refs[entry] for entry in group.entries)}


def match_values(rows: EventData, round_: RoundRow) -> dict[str, Any]:
    """The matches of a round, and when its line-ups are due; teams are called by number."""
    numbers = {team.id: team.number for team in rows.teams}
    due = round_.line_ups_due
    return {
        "matches": [_match_values(match, numbers) for match in round_.matches],
        **({} if due is None else {"line_ups_due": due.astimezone(UTC).isoformat()}),
    }


def _match_values(match: MatchRow, numbers: Mapping[int, int | None]) -> dict[str, Any]:
    if match.black is None:
        return {"kind": match.kind, "team": numbers[match.white]}
    return {
        "kind": match.kind,
        "white": numbers[match.white],
        "black": numbers[match.black],
        "seated": match.seated,
        "boards": [board for board, _pairing in match.boards],
        **({"forfeit": match.forfeit} if match.forfeit else {}),
    }


# --- in -----------------------------------------------------------------------------------------------


def read_teams(teams: Reader, refs: set[int]) -> tuple[ImportedTeam, ...]:
    """The teams; `refs` are those of the entries. Every entry has to play for one team."""
    taken: set[int] = set()
    found = tuple(_read_team(each, refs, taken) for each in teams.items(MOST_TEAMS))
    names = [normalize_name(team.name) for team in found]
    twice = next((team.name for team, name in zip(found, names, strict=True) if names.count(name) > 1), None)
    if twice is not None:
        raise Wrong(teams.place, Message(_("two teams are called %(name)s"), {"name": twice}))
    given = [team.number for team in found if team.number is not None]
    if given and len(given) < len(found):
        raise Wrong(teams.place, Message(_("some teams have a number and some have none")))
    if given != sorted(set(given)):
        raise Wrong(teams.place, Message(_("the numbers of teams must increase")))
    if given and refs - taken:
        params = {"number": str(min(refs - taken))}
        raise Wrong(teams.place, Message(_("player %(number)s plays for no team"), params))
    return found


def _read_team(team: Reader, refs: set[int], taken: set[int]) -> ImportedTeam:
    number = team["number"].number(MOST_TEAMS * 2, least=1, optional=True)
    roster = []
    for each in team["roster"].items(MOST_TEAMS):
        ref = each.number(10**4)
        if ref not in refs:
            raise Wrong(each.place, Message(_("there is no player %(number)s"), {"number": str(ref)}))
        if ref in taken:
            raise Wrong(each.place, Message(_("this player already plays for a team")))
        taken.add(ref)
        roster.append(ref)
    captain = team["captain"].number(10**4, optional=True)
    if captain is not None and captain not in roster:
        raise Wrong(team["captain"].place, Message(_("the captain must be one of the team’s players")))
    usual: dict[str, Any] = {"withdrawn_after": None, "annulled": False, "byes": [], "no_half_byes": False}
    left = Reader(team.place, usual | dict(team.mapping()))
    after, annulled = left["withdrawn_after"].number(MOST_ROUNDS, optional=True), left["annulled"].flag()
    if annulled and after is None:
        raise Wrong(left["annulled"].place, Message(_("only results of teams that withdrew can be annulled")))
    name, byes = _read_team_name(team["name"]), tuple(_read_byes(left["byes"]))
    no_half_byes = left["no_half_byes"].flag()
    if no_half_byes and any(kind == TeamByeRequest.Kind.HALF for _round, kind in byes):
        raise Wrong(left["byes"].place, Message(_("half-point byes of this team are stopped")))
    ref = number or team.at + 1
    return ImportedTeam(ref, number, name, tuple(roster), captain, after, annulled, byes, no_half_byes)


def _read_byes(byes: Reader) -> Iterator[tuple[int, str]]:
    last = 0
    for each in byes.items(MOST_ROUNDS):
        number = each["round"].number(MOST_ROUNDS, least=last + 1)
        assert number is not None
        last = number
        yield number, each["kind"].one_of(tuple(TeamByeRequest.Kind.values))


def check_requests(place: Reader, teams: Iterable[ImportedTeam], paired: int) -> None:
    """Byes of teams are for rounds to come, and none has left in a round that was not paired yet."""
    for team in teams:
        if any(number <= paired for number, _kind in team.byes):
            raise Wrong(
                place.place, Message(_("%(name)s asks for a bye in a round that is paired"), {"name": team.name})
            )
        if team.withdrawn_after is not None and team.withdrawn_after > paired:
            params = {"name": team.name}
            raise Wrong(place.place, Message(_("%(name)s left after a round that is not paired"), params))


def read_teams_apart(groups: Reader, refs: Collection[int]) -> Iterator[Apart]:
    """The groups of teams that are kept apart; `refs` are those of the teams."""
    for group in groups.items(MOST_GROUPS):
        members = tuple(sorted({_known_team(each, refs) for each in group["teams"].items(MOST_TEAMS)}))
        first = group["first_round"].number(MOST_ROUNDS, least=1) or 1
        last = group["last_round"].number(MOST_ROUNDS, least=first, optional=True)
        usual = ForbiddenGroup.Strength.NEVER.value
        strength = Reader(group.place, {"strength": usual} | dict(group.mapping()))["strength"]
        yield members, first, last, strength.one_of(ForbiddenGroup.Strength.values)


def _read_team_name(name: Reader) -> str:
    try:
        return clean_name(name.text(LONGEST_NAME))
    except NotAName as error:
        raise Wrong(name.place, error.message) from error


def read_matches(
    round_: Reader, plan: EventConfig, teams: Mapping[int, ImportedTeam], pairings: tuple[ImportedPairing, ...]
) -> tuple[ImportedMatch, ...]:
    """The matches of a round, whose boards are all of its pairings in their order."""
    boards = validate_options(plan.format, plan.format_options).get("boards", 4)
    there: set[int] = set()
    found = [_read_match(each, boards, teams, there) for each in round_["matches"].items(MOST_TEAMS)]
    kinds = [match.is_match for match in found]
    if kinds != sorted(kinds, reverse=True):
        raise Wrong(round_["matches"].place, Message(_("byes follow the matches")))
    if not found or sum(len(match.boards) for match in found) != len(pairings):
        raise Wrong(round_["matches"].place, Message(_("the boards of the matches are not those of the round")))
    at = 0
    for place, match in enumerate(found):
        for pairing in pairings[at : at + len(match.boards)]:
            _check_board(Reader(f"{round_['matches'].place}[{place}]", None), match, teams, pairing)
        at += len(match.boards)
    return tuple(found)


def _read_match(match: Reader, boards: int, teams: Mapping[int, ImportedTeam], there: set[int]) -> ImportedMatch:
    kind = match["kind"].one_of(tuple(TeamMatch.Kind.values))
    if kind != TeamMatch.Kind.MATCH:
        return ImportedMatch(kind, _team_ref(match["team"], teams, there))
    white, black = (_team_ref(match[side], teams, there) for side in ("white", "black"))
    seated = match["seated"].flag()
    own = tuple(each.number(boards, least=1) or 0 for each in match["boards"].items(boards))
    if list(own) != sorted(set(own)) or (own and not seated):
        raise Wrong(match["boards"].place, Message(_("these are not the boards of a match")))
    forfeit = Reader(match.place, {"forfeit": ""} | dict(match.mapping()))["forfeit"].one_of(("", *FORFEITS))
    if forfeit and (own or not seated):
        raise Wrong(match["boards"].place, Message(_("a match that is forfeited as a whole has no boards")))
    return ImportedMatch(kind, white, black, seated, own, forfeit)


def _team_ref(ref: Reader, teams: Mapping[int, ImportedTeam], there: set[int]) -> int:
    number = _known_team(ref, teams)
    if number in there:
        raise Wrong(ref.place, Message(_("this team is already in the round")))
    there.add(number)
    return number


def _known_team(ref: Reader, teams: Collection[int]) -> int:
    number = ref.number(10**4) or 0
    if number not in teams:
        raise Wrong(ref.place, Message(_("there is no team %(number)s"), {"number": str(number)}))
    return number


def _check_board(
    place: Reader, match: ImportedMatch, teams: Mapping[int, ImportedTeam], pairing: ImportedPairing
) -> None:
    """A board is of one player of each team, or of one player whose opponent is missing."""
    assert match.black is not None
    white, black = teams[match.white].roster, teams[match.black].roster
    sitting = [ref for ref in (pairing.white, pairing.black) if ref is not None]
    of_white, of_black = (sum(ref in roster for ref in sitting) for roster in (white, black))
    if of_white + of_black != len(sitting) or max(of_white, of_black) > 1:
        raise Wrong(place.place, Message(_("a board has one player of each team")))


def read_due(round_: Reader) -> datetime | None:
    """When the line-ups of a round are due."""
    return round_["line_ups_due"].moment() if "line_ups_due" in round_.mapping() else None


def read_waiting(known: Reader, before: Sequence[ImportedRound]) -> list[tuple[int, int]]:
    """The matches, by round and table, whose line-ups were not open when a round was paired."""
    if "waiting" not in known.mapping():
        return []
    found = []
    for each in known["waiting"].items(MOST_TEAMS):
        number, table = each[0].number(len(before), least=1), each[1].number(MOST_TEAMS, least=1)
        assert number is not None and table is not None
        if table > len(before[number - 1].matches):
            raise Wrong(each.place, Message(_("this does not match the earlier rounds")))
        found.append((number, table))
    return found


def pairings_without(rounds: Sequence[ImportedRound], waiting: Sequence[tuple[int, int]]) -> list[ImportedPairing]:
    """The pairings of rounds but for the boards of these matches."""
    found = []
    for number, round_ in enumerate(rounds, 1):
        left_out = {
            place
            for table, _match, own in number_boards(round_.matches)
            if (number, table) in waiting
            for _board, place in own
        }
        found += [pairing for place, pairing in enumerate(round_.pairings) if place not in left_out]
    return found
