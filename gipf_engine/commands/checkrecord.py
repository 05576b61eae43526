"""One line of JSON per record: whether it is legal, and what it proves."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.progress import Progress
from gipf_engine.commands.streams import answering, as_json
from gipf_engine.rules import rules_for
from gipf_engine.rules.batch import JudgedLine, Unjudged, check_file
from gipf_engine.rules.errors import RuleError

ILLEGAL, UNJUDGED = 1, 2
"""Exit codes."""


def _tags(rules: str | None) -> dict[str, str]:
    """The tags that rules stand for; none where none are named."""
    if not rules:
        return {}
    try:
        key = rules_for(rules).key
    except RuleError as trouble:
        raise CommandError(str(trouble.message), UNJUDGED) from trouble
    game, _hyphen, variant = key.partition("-")
    return {"Game": game, "Rules": variant}


class Command(BaseCommand):
    """Judge records and say what each proves."""

    help = (
        "Judge the records in FILEs: one line of JSON each. Exit code 1 if one is illegal; 2 if a file cannot be read, "
        "is not UTF-8, has no tags, or names an unknown game or rules."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument(
            "--rules",
            metavar="GAME-RULES",
            help="such as gipf-basic: what records without tags are played by, as turns alone and mails are",
        )
        parser.add_argument(
            "--agreed-draws", action="store_true", help="a draw by agreement stands though the rules know none"
        )

    def run(self, options: Namespace) -> int:
        """Print the verdicts as they come; the worst exit code."""
        worst, known = 0, _tags(options.rules)
        with answering(self.stdout), Progress(self.stderr, "records") as progress:
            for name in options.files:
                for line in check_file(name, agreed_draws=options.agreed_draws, known=known):
                    progress.clear_line(self.stderr if isinstance(line, Unjudged) else self.stdout)
                    worst = max(worst, self._report(line))
                    progress.count()
        return worst

    def _report(self, line: JudgedLine | Unjudged) -> int:
        """Print what was found, and say the exit code that it asks for."""
        if isinstance(line, Unjudged):
            self.complain(str(line))
            return UNJUDGED
        self.write_at_once(as_json(line))
        return 0 if line["legal"] else ILLEGAL
