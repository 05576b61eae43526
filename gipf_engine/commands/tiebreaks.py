"""Standings of tournaments in TRF files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gipf_engine.commands.trf_files import FINE, TrfCommand
from gipf_engine.messages import Message
from gipf_engine.tournament.standings import explain
from gipf_engine.tournament.standings.modifier_codes import codes_of
from gipf_engine.tournament.trf import TrfFile
from gipf_engine.tournament.trf_ranking import tie_break_rows

if TYPE_CHECKING:
    from gipf_engine.tournament.trf.team_reader import TeamFile


class Command(TrfCommand):
    """Per file tab-separated rows: start number, rank, values in the order of the list."""

    help = (
        "Rank the entrants of each TRF file by points and then the tie-breaks of --list. Rows are tab-separated:"
        " start number, rank, values. With several files each one's rows follow its name after '# '."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Files and tie-breaks."""
        super().add_arguments(parser)
        parser.add_argument("--list", help="tie-breaks such as BH/C1,BH,SB; else those of record 202 or 212")
        parser.add_argument("--explain", action="store_true", help="show the sum behind each value, below its row")

    def answer(self, name: str, file: TrfFile, options: Namespace) -> int:
        """Rank one file's entrants."""
        codes = codes_of(options.list) or list(file.document.ranking)
        rows = tie_break_rows(file, codes)
        return self._write_rows(name, rows, codes, lambda number: explain(file.table, codes, number), options)

    def answer_teams(self, name: str, file: TeamFile, options: Namespace) -> int:
        """Rank one file's teams."""
        from gipf_engine.tournament.teams.standings import explain_team  # most files have no teams
        from gipf_engine.tournament.trf_teams import team_rows

        codes = codes_of(options.list) or list(file.document.ranking)
        rows = team_rows(file, codes)
        return self._write_rows(name, rows, codes, lambda number: explain_team(file.table, codes, number), options)

    def _write_rows(
        self,
        name: str,
        rows: list[list[str]],
        codes: list[str],
        sums: Callable[[int], Iterable[Message]],
        options: Namespace,
    ) -> int:
        if len(options.files) > 1:
            self.write(f"# {name}")
        for row in rows:
            self.write("\t".join(row))
            if options.explain:
                for code, message in zip(codes, sums(int(row[0])), strict=True):
                    self.write(f"    {code}: {message}")
        return FINE
