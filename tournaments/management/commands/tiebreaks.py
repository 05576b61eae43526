"""manage.py tiebreaks: standings of tournaments in TRF files, without a database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from engine.tournament.standings import explain
from engine.tournament.trf import TrfFile
from engine.tournament.trf_tasks import tie_break_rows
from tournaments.management.filecommand import FINE, FileCommand, codes_of


class Command(FileCommand):
    """Per file tab-separated rows: start number, rank, values in the order of the list."""

    help = (
        "Rank the entrants of each TRF file by points and then the tie-breaks of --list. Rows are tab-separated:"
        " start number, rank, values. With several files each one's rows follow its name after '# '."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files and tie-breaks."""
        super().add_arguments(parser)
        parser.add_argument("--list", help="tie-breaks such as BH/C1,BH,SB; else those of record 202 or 212")
        parser.add_argument("--explain", action="store_true", help="show the sum behind each value, below its row")

    def answer(self, name: str, file: TrfFile, options: dict[str, Any]) -> int:
        """Rank one file's entrants."""
        codes = codes_of(options["list"]) or list(file.document.ranking)
        rows = tie_break_rows(file, codes)
        if len(options["files"]) > 1:
            self.stdout.write(f"# {name}")
        for row in rows:
            self.stdout.write("\t".join(row))
            if options["explain"]:
                for code, phrase in zip(codes, explain(file.table, codes, int(row[0])), strict=True):
                    self.stdout.write(f"    {code}: {phrase}")
        return FINE
