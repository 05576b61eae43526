"""Events of teams: how long a round of 200 takes, and random events paired and ranked as another program does.

    python -m bench.teams [--events N] [--first SEED] [--teams N] [--boards N] [--bbp PATH] [--bbp-teams PATH]

`--events` compares with gacrux, FIDE TEC's checker: pairs, colours and byes of each round, and the tie-breaks of C.07.
With `--bbp`, bbpPairings at PATH pairs as many players in the same run, since it has no teams; with `--bbp-teams`, that
of Sharly-Chess, which has them, pairs the same teams from the same file, and reads each round of the events as we write
it (`bench._teams_elsewhere`); what it cannot read, line-ups apart from rosters and boards won by forfeit, is left out
of as many events more, in which each pair of it must be one of the event that we wrote. All seconds are of CPU, so that
they mean something beside other work; those of commands have start, reading and answer in them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from bench._teams_elsewhere import Reading, pairs_of, rounds_read_by
from gipf_engine.tournament import trf
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.replay import before_round as players_before
from gipf_engine.tournament.team_generator import GeneratedTeamEvent, TeamWishes, generate_teams
from gipf_engine.tournament.teams.cross_tables import table_of_teams
from gipf_engine.tournament.teams.pairings import before_round
from gipf_engine.tournament.teams.standings import rank_teams
from gipf_engine.tournament.teams.values import Score
from gipf_engine.tournament.trf.team_types import team_type_of
from gipf_engine.tournament.trf.team_writer import write_team_event
from testing import gacrux_oracle
from testing.gacrux_teams import Pairs, team_pairing, team_standings

KINDS = (
    *("FIDE_TEAM", "FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM_TYPEB_MP_GP", "FIDE_TEAM_TYPEA_GP_MP"),
    *("FIDE_TEAM_TYPEB_GP", "FIDE_TEAM_MP"),
)
CODES = (
    *("MPVGP", "BH", "BH/C1", "BH:GP", "SB", "SB:GP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EMGSB/C1", "EGGSB/C1"),
    *("PS", "PS:GP", "FB", "KS", "SSSC", "AOB", "BC"),
)
OF_ROUNDS = ("WIN", "WON", "REP")
"""Counts of rounds (C.07, articles 7.1, 7.2 and 7.6): of matches here; gacrux counts boards where game points rank."""
IN_A_TIE = ("TBR", "BBE", "DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB")
START = "2026/03/02"  # the rules of 2026 are in force


WHOLE_LINE_UPS: Mapping[str, int] = {"absences": 0, "out_of_order": 0, "forfeits": 0}
"""Wishes for events in which the first players of every roster play all boards."""


def team_event(seed: int, most: int = 24, **wished: int) -> tuple[str, GeneratedTeamEvent]:
    """A random event of teams and its type; `wished` are fields of `TeamWishes`."""
    random = Random(seed)
    kind = random.choice(KINDS)
    chosen = team_type_of(kind)
    wishes = TeamWishes(teams=random.randint(4, most), boards=random.choice((2, 3, 4)), **wished)
    swiss = system("team-swiss", **chosen.options)
    return kind, generate_teams(wishes, random, swiss, primary=chosen.primary, secondary=chosen.secondary)


def text_of(kind: str, made: GeneratedTeamEvent) -> str:
    """The event as a file that gacrux reads."""
    document = trf.Document(name="Teams", kind=kind, first_day=START, newline="\n")
    return write_team_event(made.table, document).decode()


def different_rounds(kind: str, made: GeneratedTeamEvent) -> Iterator[tuple[int, Pairs, Pairs | None]]:
    """Every round that gacrux pairs otherwise: its number, ours, theirs."""
    _reader, tournament = gacrux_oracle.parsed(text_of(kind, made))
    for number, paired in enumerate(made.table.rounds, 1):
        ours = [(match.white, match.black) for match in paired.matches]
        ours += [(bye.team, 0) for bye in paired.byes if bye.kind.value == "pab"]
        theirs = team_pairing(tournament, number)
        if sorted(ours) != theirs:
            yield number, sorted(ours), theirs


def different_values(kind: str, made: GeneratedTeamEvent) -> Iterator[tuple[str, int, object, object]]:
    """Every value or, in a tie, every rank that gacrux has otherwise: code, team, ours, theirs."""
    text = text_of(kind, made)
    codes = CODES + (OF_ROUNDS if made.table.settings.primary is Score.MATCH else ())
    theirs = team_standings(text, ["PTS", *codes])
    ours = {row.number: row for row in rank_teams(made.table, ["PTS", *codes])}
    for at, code in enumerate(codes, 1):
        for number, row in ours.items():
            mine, other = row.values[at], theirs[number][1][at]
            if round(float(mine or 0), 2) != round(float(other or 0), 2):
                yield code, number, mine, other
    for code in IN_A_TIE:
        ranks = team_standings(text, ["PTS", code])
        for row in rank_teams(made.table, ["PTS", code]):
            if row.rank != ranks[row.number][0]:
                yield code, row.number, row.rank, ranks[row.number][0]


def seconds_of_round(teams: int, boards: int) -> float:
    """CPU seconds of pairing round 5 of 9, the best of three."""
    swiss = system("team-swiss")
    wishes = TeamWishes(teams=teams, boards=boards, rounds=9, match_forfeits=0, half_byes=0, zero_byes=0, withdrawals=0)
    table = before_round(generate_teams(wishes, Random(5), swiss).table, 5)
    found = []
    for _attempt in range(3):
        fresh = table_of_teams(table)
        start = process_time()
        swiss.pair(fresh)
        found.append(process_time() - start)
    return min(found)


def seconds_of_commands(path: str, teams: int, boards: int) -> tuple[float, float, bool]:
    """CPU seconds of `pair` here and of bbpPairings with teams, on one file before round 5 of 9, best of three.

    With them whether both gave the same pairs.
    """
    wishes = TeamWishes(teams=teams, boards=boards, rounds=9, match_forfeits=0, half_byes=0, zero_byes=0, withdrawals=0)
    table = before_round(generate_teams(wishes, Random(5), system("team-swiss")).table, 5)
    document = trf.Document(name="Teams", kind="FIDE_TEAM_TYPEA_MP_GP", first_day=START, newline="\n")
    with TemporaryDirectory() as folder:
        file, answer = Path(folder) / "round.trf", Path(folder) / "out"
        file.write_bytes(write_team_event(table, document))
        here = [sys.executable, "-m", "gipf_engine", "pair", str(file)]
        ours, printed = _best_of_three(here)
        theirs, _printed = _best_of_three([path, "--team", str(file), "-p", str(answer)])
        same = pairs_of(printed) == pairs_of(answer.read_text())
    return ours, theirs, same


def _best_of_three(command: list[str]) -> tuple[float, str]:
    """The least CPU seconds of a command, and what it has printed."""
    found, printed = [], ""
    for _attempt in range(3):
        start = _of_children()
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found.append(_of_children() - start)
    return min(found), printed


def _of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def seconds_of_bbp(path: str, players: int) -> float:
    """CPU seconds of bbpPairings for round 5 of 9 of as many players, start and reading in it, the best of three."""
    wishes = GeneratorOptions(players=players, rounds=9, baku=False, scoring="1-half-0", forbidden=0)
    table = players_before(generate(wishes, Random(5), system("swiss-dutch")).table, 5, None)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "round.trf"
        file.write_bytes(trf.write(table, trf.Document(name="Players", kind="FIDE_DUTCH")))
        return _best_of_three([path, "--dutch", str(file), "-p", f"{folder}/out"])[0]


def print_seconds(options: argparse.Namespace) -> None:
    """The rows of the speed."""
    seconds = seconds_of_round(options.teams, options.boards)
    print(f"{options.teams} teams of {options.boards}, round 5 of 9: {seconds:.4f} s")
    if options.bbp:
        of_players = seconds_of_bbp(options.bbp, options.teams)
        print(f"bbpPairings, {options.teams} players: {of_players:.4f} s, {of_players / seconds:.1f} times as long")
    if options.bbp_teams:
        ours, theirs, same = seconds_of_commands(options.bbp_teams, options.teams, options.boards)
        print(
            f"whole commands on one file: ours {ours:.3f} s, bbpPairings with teams {theirs:.3f} s"
            f" ({ours / theirs:.2f} of its time); pairs {'equal' if same else 'DIFFER'}"
        )


def differences_from_gacrux(seeds: range) -> int:
    """Print every round and value that gacrux has otherwise, and how many."""
    rounds = wrong = values = 0
    for seed in seeds:
        kind, made = team_event(seed)
        rounds += made.table.rounds_played
        for number, ours, theirs in different_rounds(kind, made):
            wrong += 1
            print(f"{seed} {kind} round {number}: ours {ours}, gacrux {theirs}")
        if made.table.rounds_played > 1:
            for code, team, mine, other in different_values(kind, made):
                values += 1
                print(f"{seed} {kind} {code} of team {team}: ours {mine}, gacrux {other}")
    print(f"gacrux reads {len(seeds)} events, {rounds} rounds: {wrong} rounds and {values} values differ")
    return wrong + values


def misread_by_bbp(path: str, seeds: range, what: str, **wished: int) -> int:
    """Print how bbpPairings with teams reads events round by round, and how many it misreads or refuses."""
    found: Counter[Reading] = Counter()
    for seed in seeds:
        kind, made = team_event(seed, **wished)
        for number, reading in rounds_read_by(path, kind, made, START):
            found[reading] += 1
            if reading is Reading.REFUSED or (wished and reading is Reading.MISREAD):
                print(f"{seed} {kind} round {number}, {what}: {reading}")
    counts = "; ".join(f"{found[each]} {each}" for each in Reading if found[each])
    print(f"bbpPairings with teams reads {what}, {found.total()} rounds: {counts}")
    return found[Reading.REFUSED] + (found[Reading.MISREAD] if wished else 0)


def main() -> int:
    """Print the rows of the speed, then every difference and a count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=0)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--teams", type=int, default=200)
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--bbp", help="the binary of bbpPairings")
    parser.add_argument("--bbp-teams", help="the binary of Sharly-Chess's bbpPairings, which pairs teams")
    options = parser.parse_args()
    print_seconds(options)
    if not options.events:
        return 0
    seeds = range(options.first, options.first + options.events)
    wrong = differences_from_gacrux(seeds)
    if options.bbp_teams:
        wrong += misread_by_bbp(options.bbp_teams, seeds, "all events")
        wrong += misread_by_bbp(options.bbp_teams, seeds, "events with whole line-ups", **WHOLE_LINE_UPS)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
