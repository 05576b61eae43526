"""Whether the database holds what the people of a league of teams were acknowledged, and the table that follows."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from bench.drills.invariants import look
from bench.drills.running import Verdict
from bench.drills.site import Site
from bench.drills.teams_people import planned_result

if TYPE_CHECKING:  # it is read once Django is set up
    from bench.drills.teams import TeamLeague

WHITE_GAINS = {"1-0": 2, "0-1": 0, "1/2-1/2": 1}
"""In halves of a point."""


def compare(site: Site, league: TeamLeague, options: argparse.Namespace, verdict: Verdict) -> None:
    """Require all of it."""
    _line_ups(league, verdict)
    _openings(league, verdict)
    _games(league, options, verdict)
    _claims(league, verdict)
    _team_table(league, options, verdict)
    with look(site) as now:
        for broken in now.broken():
            verdict.require(False, broken)


def _line_ups(league: TeamLeague, verdict: Verdict) -> None:
    """Every acknowledged line-up is stored, the last of a team, and its boards are those that were made of it."""
    from tournaments.models import LineUp, Slot

    last = {(number, team): seats for number, team, seats, _at in league.told.line_ups}
    stored: dict[tuple[int, int], dict[int, int]] = {}
    for line_up in LineUp.objects.filter(team__event=league.event).prefetch_related("seats"):
        stored[line_up.round_number, line_up.team_id] = {seat.board: seat.entry_id for seat in line_up.seats.all()}
    sat: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    slots = Slot.objects.filter(round__event=league.event).values_list(
        "round__number", "entry__team_member__team", "pairing__match_board__board", "entry"
    )
    for number, team, board, entry in slots:
        sat[number, team][board] = entry
    for (number, team), seats in last.items():
        wanted = {board: entry for board, entry in enumerate(seats, 1) if entry is not None}
        key = (number, team)
        verdict.require(stored.get(key) == wanted, f"lost: line-up {key} {wanted}, there is {stored.get(key)}")
        verdict.require(sat.get(key, {}) == wanted, f"boards of {key}: {sat.get(key)}, handed in {wanted}")
    strange = sorted(set(sat) - set(last))
    verdict.require(not strange, f"boards of teams that handed in nothing: {strange[:5]}")


def _openings(league: TeamLeague, verdict: Verdict) -> None:
    """No match was seen with boards before both its line-ups were sent, or due."""
    from tournaments.models import TeamMatch

    first: dict[tuple[int, int], float] = {}
    for number, team, _seats, at in league.told.line_ups:
        first[number, team] = min(at, first.get((number, team), at))
    for match in TeamMatch.objects.filter(round__event=league.event, kind="match").select_related("round"):
        number = match.round.number
        seen = league.told.seen.get((number, match.table))
        if seen is None:
            verdict.require(False, f"match {match.table} of round {number} was never seen open")
            continue
        due = league.due[number]
        sent = [first.get((number, team), due) for team in (match.white_id, match.black_id or 0)]
        verdict.require(seen >= min(due, max(sent)), f"match {match.table} of round {number} was shown too early")


def _games(league: TeamLeague, options: argparse.Namespace, verdict: Verdict) -> None:
    """Every game ends as it was played."""
    from games.models import Game

    games = Game.objects.filter(paired__pairing__round__event=league.event).values_list("pk", "result")
    wrong = [pk for pk, code in games if code != planned_result(options.seed, pk)]
    verdict.require(bool(games) and not wrong, f"games with another result than was played: {wrong[:10]}")


def _claims(league: TeamLeague, verdict: Verdict) -> None:
    """Every acknowledged report and decision is stored, and nothing else is."""
    from games.models import Claim

    told = Counter(league.told.reports) + Counter((game, "arbiter", code) for game, code in league.told.decisions)
    rows = Claim.objects.filter(game__paired__pairing__round__event=league.event, late=False)
    kept = Counter(rows.values_list("game", "role", "result"))
    verdict.require(told == kept, f"claims: lost {list(told - kept)[:5]}, not sent {list(kept - told)[:5]}")


def _team_table(league: TeamLeague, options: argparse.Namespace, verdict: Verdict) -> None:
    """The table of teams is what follows from the games that were played, added up here in SQL's own rows."""
    from tournaments.core.loader import load
    from tournaments.models import Event, MatchBoard, TeamMatch
    from tournaments.teams.queries.tables import team_standings

    points, wins = Counter[int](), Counter[int]()
    boards = MatchBoard.objects.filter(match__round__event=league.event).values_list("match", "pairing")
    by_match = defaultdict(list)
    for match, pairing in boards:
        by_match[match].append(pairing)
    for match in TeamMatch.objects.filter(round__event=league.event, kind="match"):
        own, other = _score(by_match[match.pk], match.white_id, options.seed)
        points[match.white_id] += own
        points[match.black_id or 0] += other
        if own or other:
            wins[match.white_id] += 2 if own > other else 1 if own == other else 0
            wins[match.black_id or 0] += 2 if other > own else 1 if own == other else 0
    for team in TeamMatch.objects.filter(round__event=league.event, kind="pab").values_list("white", flat=True):
        points[team] += options.boards
        wins[team] += 1
    event = Event.objects.get(pk=league.event)
    verdict.require(event.state == Event.State.CLOSED, f"the event is {event.state}")
    shown = team_standings(load(event)).lines
    got = {line.team.id: (line.match_points, line.game_points) for line in shown}
    wanted = {team: (10 * wins[team], 5 * points[team]) for team in got}
    verdict.require(got == wanted and len(got) == options.teams, f"the table has {got}, the games give {wanted}")
    order = [(-line.match_points, -line.game_points) for line in shown]
    verdict.require(order == sorted(order), "the table is not in the order of match and game points")


def _score(pairings: list[int], white_team: int, seed: int) -> tuple[int, int]:
    """Halves of a point of both teams of a match: games as they were played, a win for who sat alone."""
    from tournaments.models import PairedGame, Slot

    own = other = 0
    for pairing in pairings:
        seats = dict(Slot.objects.filter(pairing=pairing).values_list("side", "entry__team_member__team"))
        game = PairedGame.objects.filter(pairing=pairing).values_list("game", flat=True).first()
        if game is None:
            (team,) = seats.values()
            gained = (2, 0) if team == white_team else (0, 2)
        else:
            white = WHITE_GAINS[planned_result(seed, game)]
            of_white = seats[Slot.Side.WHITE] == white_team
            gained = (white, 2 - white) if of_white else (2 - white, white)
        own, other = own + gained[0], other + gained[1]
    return own, other
