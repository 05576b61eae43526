"""manage.py pair: the next round of tournaments in TRF files, without a database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any, TextIO

from engine.tournament.pairing import RoundPairings
from engine.tournament.trf import TrfFile
from engine.tournament.trf_tasks import boards_of_round, pair_next_round
from tournaments.management.filecommand import FINE, FileCommand, edition_argument


class Command(FileCommand):
    """Per file: its name after "# ", the number of lines to come, then "white black" lines; "id 0" is the bye."""

    help = (
        "Pair the next round of each TRF file. Exit code: 0, 1 where a round has no legal pairing,"
        " 3 where a file cannot be read (the line is quoted on standard error)."
    )

    def __init__(self, stdout: TextIO | None = None, stderr: TextIO | None = None, **options: Any) -> None:
        super().__init__(stdout, stderr, **options)
        self._documents: list[dict[str, object]] = []
        self._as_json = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files, edition, form of the answer."""
        super().add_arguments(parser)
        edition_argument(parser)
        parser.add_argument("--explain", action="store_true", help="say why, below each board")
        parser.add_argument("--json", action="store_true", help="answer with one JSON list, an object per file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer all files."""
        self._as_json = options["json"]
        super().handle(*args, **options)

    def answer(self, name: str, file: TrfFile, options: dict[str, Any]) -> int:
        """Pair one file's next round."""
        made = pair_next_round(file, options["edition"])
        if self._as_json:
            self._documents.append(as_document(name, file, made, with_reasons=options["explain"]))
            return FINE
        lines = boards_of_round(made)
        self.stdout.write(f"# {name}")
        self.stdout.write(str(len(lines)))
        for white, black in lines:
            self.stdout.write(f"{white} {black}")
            if options["explain"]:
                self._write_reasons(made, white, black)
        return FINE

    def refused(self, name: str, reasons: list[str]) -> None:
        """Name the file all the same, so that every file is answered."""
        if self._as_json:
            self._documents.append({"file": name, "error": reasons})
        else:
            self.stdout.write(f"# {name}")

    def finished(self) -> None:
        """Print the JSON list."""
        if self._as_json:
            self.stdout.write(json.dumps(self._documents, ensure_ascii=False, indent=1))

    def _write_reasons(self, made: RoundPairings, white: int, black: int) -> None:
        said = [str(reason) for number in (white, black) for reason in made.reasons.get(number, ())]
        for reason in dict.fromkeys(said):
            self.stdout.write(f"    {reason}")


def as_document(name: str, file: TrfFile, made: RoundPairings, *, with_reasons: bool) -> dict[str, object]:
    """One file's answer as a JSON object; all byes are in it, those announced before too."""
    document: dict[str, object] = {
        "file": name,
        "round": made.number,
        "pairs": [{"white": pair.white, "black": pair.black} for pair in made.pairs],
        "byes": [{"number": bye.number, "kind": bye.kind.value} for bye in made.byes],
        "repairs": [str(repair) for repair in file.repairs],
    }
    if with_reasons:
        document["reasons"] = {str(number): [str(reason) for reason in said] for number, said in made.reasons.items()}
    return document
