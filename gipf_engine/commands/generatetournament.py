"""Random tournaments as TRF files."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from dataclasses import fields, replace
from pathlib import Path
from random import Random

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.streams import answering
from gipf_engine.commands.trf_files import BAD_INPUT, FINE
from gipf_engine.tournament.generator import SCORINGS, TIE_BREAKS, GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.standings.modifier_codes import codes_of
from gipf_engine.tournament.trf import Dialect, Document, TrfError, write
from gipf_engine.tournament.trf.tournament_types import ROUND_BY_ROUND

NUMBERS: dict[str, str] = {
    "players": "how many entrants",
    "rounds": "how many rounds",
    "draws": "percent of games drawn",
    "forfeits": "percent of games forfeited by one side",
    "double-forfeits": "percent of games forfeited by both sides",
    "odd-results": "percent of games that end ½-0, 0-½ or 0-0",
    "half-byes": "percent of entrants with a half-point bye, in each round",
    "zero-byes": "percent of entrants with a zero-point bye, in each round",
    "full-byes": "percent of entrants with a full-point bye, in each round",
    "late": "percent of entrants who come late",
    "withdrawals": "percent of entrants who leave early",
    "unrated": "percent of entrants without a rating",
    "lowest": "lowest rating",
    "highest": "highest rating",
    "forbidden": "how many groups of entrants may not meet",
}


class Command(BaseCommand):
    """Random events paired by a Swiss system; what is not asked for is drawn."""

    help = (
        "Write a random tournament, paired by the rules, as a TRF file. Choices that are left open are drawn."
        " Each run differs; its seed stands in the file, and --seed repeats it."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Wishes, seed, and where to write."""
        for name, text in NUMBERS.items():
            parser.add_argument(f"--{name}", type=int, metavar="N", help=text)
        parser.add_argument("--system", choices=ROUND_BY_ROUND, default=ROUND_BY_ROUND[0], help="the Swiss system")
        parser.add_argument("--scoring", choices=sorted(SCORINGS), help="points system")
        parser.add_argument("--baku", action="store_true", default=None, help="Baku acceleration")
        parser.add_argument("--no-baku", action="store_false", dest="baku", help="no acceleration")
        parser.add_argument("--colour-free", action="store_true", help="games without colours")
        parser.add_argument("--games-per-round", type=int, default=1, metavar="N", help="1; TRF has no place for 2")
        parser.add_argument("--list", default=",".join(TIE_BREAKS), help="tie-breaks that rank")
        parser.add_argument("--seed", type=int, metavar="N", help="repeat the event of this seed")
        parser.add_argument(
            "--count", type=int, default=1, metavar="N", help="events of as many seeds, one after another"
        )
        parser.add_argument("--out", metavar="PATH", help="a file, or with --count a folder; else standard output")
        parser.add_argument("--dialect", choices=[each.value for each in Dialect], default=Dialect.TRF26.value)

        parser.add_argument("--teams", type=int, metavar="N", help="an event of so many teams; 0 draws how many")
        parser.add_argument("--boards", type=int, metavar="N", help="boards of a match of teams")
        parser.add_argument("--kind", default="FIDE_TEAM", help="code of record 192 for an event of teams")

    def run(self, options: Namespace) -> int:
        """Generate and write."""
        if options.count < 1:
            raise CommandError("--count must be 1 or more", code=BAD_INPUT)
        if options.count > 1 and not options.out:
            raise CommandError("--count needs --out, a folder", code=BAD_INPUT)
        seed = options.seed if options.seed is not None else secrets.randbits(48)
        with answering(self.stdout):
            for offset in range(options.count):
                data = self._event(seed + offset, options)
                if options.out is None:
                    self.stdout.write(data.decode())
                else:
                    _save(Path(options.out), f"{seed + offset}.trf" if options.count > 1 else None, data)
        return FINE

    def _team_event(self, seed: int, options: Namespace) -> bytes:
        from gipf_engine.tournament.team_generator import TeamWishes, generate_teams  # most events have no teams
        from gipf_engine.tournament.teams.standings import rank_teams
        from gipf_engine.tournament.teams.values import Score
        from gipf_engine.tournament.trf.team_types import team_type_of
        from gipf_engine.tournament.trf.team_writer import write_team_event

        names = {each.name for each in fields(TeamWishes)}
        known = {name: value for name, value in vars(options).items() if name in names and value is not None}
        kind = team_type_of(options.kind)
        try:
            if not kind.system:
                raise ValueError(f"events of teams of this type cannot be made: {options.kind}")
            made = generate_teams(
                TeamWishes(**known | {"teams": options.teams or None}),
                Random(seed),  # noqa: S311 - repeatable, not secret
                system(kind.system, **kind.options),
                primary=kind.primary,
                secondary=kind.secondary,
            )
            if made.ended is not None:
                self.complain(f"seed {seed}: the event ends early. {made.ended}")
            comments = (f"seed={seed} {made.recipe}",)
            codes = ("MPVGP", "EDE", "EMGSB/C1") if kind.primary is Score.MATCH else ("MPVGP", "EDE", "EGGSB/C1")
            ranks = {row.number: str(row.rank) for row in rank_teams(made.table, codes)}
            teams = tuple(replace(team, extras={"rank": ranks[team.number]}) for team in made.table.teams)
            document = Document(name="Generated event of teams", kind=options.kind, tie_breaks=codes, comments=comments)
            return write_team_event(replace(made.table, teams=teams), document, Dialect(options.dialect))
        except (ValueError, PairingError, TrfError) as error:
            raise CommandError(str(error), code=BAD_INPUT) from error

    def _event(self, seed: int, options: Namespace) -> bytes:
        if options.teams is not None:
            return self._team_event(seed, options)
        names = {each.name for each in fields(GeneratorOptions)}
        known = {name: value for name, value in vars(options).items() if name in names and value is not None}
        wishes = GeneratorOptions(**known, tie_breaks=tuple(codes_of(options.list)))
        try:
            made = generate(wishes, Random(seed), system(options.system))  # noqa: S311 - repeatable, not secret
            document = replace(made.document, comments=(f"seed={seed} {made.recipe}",))
            if made.ended is not None:
                self.complain(f"seed {seed}: the event ends early. {made.ended}")
            return write(made.table, document, Dialect(options.dialect))
        except (ValueError, PairingError, TrfError) as error:
            raise CommandError(str(error), code=BAD_INPUT) from error


def _save(path: Path, name: str | None, data: bytes) -> None:
    """Write to `path`, or to the file `name` in the folder `path`, which is made."""
    try:
        if name is not None:
            path.mkdir(parents=True, exist_ok=True)
            path = path / name
        path.write_bytes(data)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", code=BAD_INPUT) from error
