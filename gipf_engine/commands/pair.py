"""The next round of tournaments in TRF files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from gipf_engine.commands.trf_files import FINE, TrfCommand, add_edition
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.trf import Note, TrfFile
from gipf_engine.tournament.trf_pairing import boards_of_round, pair_next_round

if TYPE_CHECKING:
    from gipf_engine.tournament.trf.team_reader import TeamFile


class Command(TrfCommand):
    """Per file: its name after "# ", the number of lines to come, then "white black" lines; "id 0" is the bye."""

    help = (
        "Pair the next round of each TRF file. Exit code: 0, 1 where a round has no legal pairing,"
        " 3 where a file cannot be read (the line is quoted on standard error)."
    )

    def __init__(self, stdout: TextIO | None, stderr: TextIO | None) -> None:
        super().__init__(stdout, stderr)
        self._documents: list[dict[str, object]] = []

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """Files, edition, form of the answer."""
        super().add_arguments(parser)
        add_edition(parser)
        parser.add_argument("--explain", action="store_true", help="say why, below each board")
        parser.add_argument("--json", action="store_true", help="answer with one JSON list, an object per file")

    def answer(self, name: str, file: TrfFile, options: Namespace) -> int:
        """Pair one file's next round."""
        made = pair_next_round(file, options.edition, options.system)
        return self._answer_round(name, made, file.repairs, options)

    def answer_teams(self, name: str, file: TeamFile, options: Namespace) -> int:
        """Pair the next round of an event of teams; the numbers are those of teams."""
        from gipf_engine.tournament.trf_teams import pair_next_team_round  # most files have no teams

        return self._answer_round(name, pair_next_team_round(file), file.repairs, options)

    def _answer_round(self, name: str, made: RoundPairings, repairs: Sequence[Note], options: Namespace) -> int:
        if options.json:
            self._documents.append(as_document(name, made, repairs, with_reasons=options.explain))
            return FINE
        lines = boards_of_round(made)
        self.write(f"# {name}")
        self.write(str(len(lines)))
        for white, black in lines:
            self.write(f"{white} {black}")
            if options.explain:
                self._write_reasons(made, white, black)
        return FINE

    def refuse(self, name: str, reasons: list[str], options: Namespace) -> None:
        """Name the file all the same, so that every file is answered."""
        if options.json:
            self._documents.append({"file": name, "error": reasons})
        else:
            self.write(f"# {name}")

    def finish(self, options: Namespace) -> None:
        """Print the JSON list."""
        if options.json:
            import json

            self.write(json.dumps(self._documents, ensure_ascii=False, indent=1))

    def _write_reasons(self, made: RoundPairings, white: int, black: int) -> None:
        found = [str(reason) for number in (white, black) for reason in made.reasons.get(number, ())]
        for reason in dict.fromkeys(found):
            self.write(f"    {reason}")


def as_document(name: str, made: RoundPairings, repairs: Sequence[Note], *, with_reasons: bool) -> dict[str, object]:
    """One file's answer as a JSON object; all byes are in it, those announced before too."""
    document: dict[str, object] = {
        "file": name,
        "round": made.number,
        "pairs": [{"white": pair.white, "black": pair.black} for pair in made.pairs],
        "byes": [{"number": bye.number, "kind": bye.kind.value} for bye in made.byes],
        "repairs": [str(repair) for repair in repairs],
    }
    if with_reasons:
        document["reasons"] = {
            str(number): [str(reason) for reason in messages] for number, messages in made.reasons.items()
        }
    return document
