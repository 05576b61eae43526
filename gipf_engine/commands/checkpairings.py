"""Are the rounds and ranks of tournaments in TRF files those of the rules?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from gipf_engine.commands.trf_files import DIFFERENT, FINE, TrfCommand, add_edition
from gipf_engine.tournament.standings.modifier_codes import codes_of
from gipf_engine.tournament.trf import TrfFile
from gipf_engine.tournament.trf_check import CheckReport, check_file

if TYPE_CHECKING:
    from gipf_engine.tournament.trf.team_reader import TeamFile


class Command(TrfCommand):
    """Replays every round and ranks again; names each wrong board and each wrong place."""

    help = (
        "Pair every round of each TRF file again and rank its entrants again. Exit code: 0 where all is as the rules"
        " say, 1 with each wrong board and place named, 3 where a file cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Files, edition, tie-breaks."""
        super().add_arguments(parser)
        add_edition(parser)
        parser.add_argument("--list", help="tie-breaks that rank, where the file does not say them (202, 212)")

    def answer(self, name: str, file: TrfFile, options: Namespace) -> int:
        """Check one file."""
        found = check_file(file, options.edition, codes_of(options.list), options.system)
        for difference in found.differences:
            self.write(f"{name}: {difference}")
        counts = f"{found.rounds} rounds, {len(found.differences)} differences, {_describe_places(found)}"
        self.write(f"{name}: {counts}; format: {found.format}")
        return DIFFERENT if found.differences else FINE

    def answer_teams(self, name: str, file: TeamFile, options: Namespace) -> int:
        """Check an event of teams."""
        from gipf_engine.tournament.trf_teams import check_teams  # most files have no teams

        codes = codes_of(options.list) or list(file.document.ranking)
        found = check_teams(file, codes)
        for difference in found:
            self.write(f"{name}: {difference}")
        places = "places checked" if codes else "places not checked: the file names no tie-breaks"
        counts = f"{file.table.rounds_played} rounds of teams, {len(found)} differences, {places}"
        self.write(f"{name}: {counts}; format: {file.document.kind or 'FIDE_TEAM (assumed: not in the file)'}")
        return DIFFERENT if found else FINE


def _describe_places(found: CheckReport) -> str:
    if not found.ranked:
        return "places not checked: the file has none"
    if not found.ranking:
        return "places not checked: the file names no tie-breaks"
    return "places checked"
