"""docs/checklist.md: which of the statements hold, made from the tests that are named after them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tests.tournaments.checklist.hard_points import HARD_POINTS, proof_of, state_of_point
from tests.tournaments.checklist.statements import GAPS, STATEMENTS
from tests.tournaments.checklist.team_statements import APART, NOTES, OPEN, OWN, SHOWN, own_tests

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "checklist.md"
COMMAND = "python -m tests.tournaments.checklist"
HOLDS, IN_PART, NOT_YET = "holds", "in part", "not yet"
NOT_HELD, NOT_APPLICABLE = "does not hold", "does not apply"
_NAME = re.compile(r"test_(a\d\d)_(\w+)")


def tests_of_statements() -> dict[str, list[str]]:
    """By statement the names of its tests, without what they begin with."""
    found: dict[str, list[str]] = {key: [] for key in STATEMENTS}
    for module in _modules():
        for name in vars(module):
            if match := _NAME.fullmatch(name):
                found[match[1].upper()].append(match[2])
    return found


def _modules() -> Iterator[ModuleType]:
    for file in sorted(HERE.glob("test_*.py")):
        yield import_module(f"{__package__}.{file.stem}")


def state_of(key: str) -> str:
    """How far a statement holds, as `GAPS` has it."""
    gap = GAPS.get(key)
    if gap is None:
        return HOLDS
    return IN_PART if gap.in_part else NOT_YET


def wrong_claims() -> list[str]:
    """Statements that are said to hold without a test, or not to hold although one shows that they do."""
    tests = tests_of_statements()
    return [key for key in STATEMENTS if (state_of(key) == NOT_YET) == bool(tests[key])]


def render() -> str:
    """The page."""
    tests, states = tests_of_statements(), [state_of(key) for key in STATEMENTS]
    counts = ", ".join(f"{states.count(state)} {state}" for state in (HOLDS, IN_PART, NOT_YET))
    lines = [
        "# The arbiter's desk: sixty statements and 74 hard points",
        "",
        "What FIDE's checklist for pairing programs asks of the desk of a tournament, and how far that holds",
        "here. Each statement has tests named after it in `tests/tournaments/checklist`; this page is made from them:",
        f"`{COMMAND}`.",
        "",
        f"{counts}.",
        "",
        "| | statement | | what is missing | tests |",
        "|---|---|---|---|---|",
    ]
    for key, text in STATEMENTS.items():
        gap = GAPS.get(key)
        lines.append(f"| {key} | {text} | {state_of(key)} | {gap.missing if gap else ''} | {len(tests[key]) or ''} |")
    return "\n".join([*lines, "", *_teams(), "", *_hard_points()]) + "\n"


def state_for_teams(key: str) -> str:
    """How far a statement holds in events of teams."""
    if key in OPEN:
        return NOT_HELD
    return NOT_APPLICABLE if key in APART else HOLDS


def shown_for_teams() -> dict[str, list[str]]:
    """By statement the tests that show it for teams, as addresses."""
    shown: dict[str, list[str]] = {}
    for module in OWN:
        for key, names in own_tests((HERE / Path(module).name).read_text(encoding="utf-8")).items():
            shown.setdefault(key, []).extend(f"{module}::{name}" for name in names)
    for key, test in SHOWN.items():
        shown.setdefault(key, []).append(test)
    return shown


def _teams() -> Iterator[str]:
    """The statements in events of teams."""
    states, shown = Counter(state_for_teams(key) for key in STATEMENTS), shown_for_teams()
    yield "## In events of teams"
    yield ""
    yield "What the statements say of players, pairings and results, for teams, matches and boards"
    yield "([teams.md](teams.md#on-a-server)). A test is named if it is of teams; what has none is shared with players."
    yield ""
    yield f"{', '.join(f'{count} {state}' for state, count in states.most_common())}."
    yield ""
    yield "| | for teams | shown by | note, or why not |"
    yield "|---|---|---|---|"
    for key in STATEMENTS:
        tests = ", ".join(f"`{each.rpartition('/')[2]}`" for each in shown.get(key, ()))
        note = OPEN.get(key) or APART.get(key) or NOTES.get(key, "")
        yield f"| {key} | {state_for_teams(key)} | {tests} | {note} |"


def _hard_points() -> Iterator[str]:
    """The second table."""
    counts = Counter(state_of_point(point) for point in HARD_POINTS.values())
    yield "## The 74 hard points"
    yield ""
    yield "At these questions of the checklist a program fails outright. What does not apply says why."
    yield ""
    yield f"{', '.join(f'{count} {state}' for state, count in counts.most_common())}."
    yield ""
    yield "| | what is asked | | shown by | why not, or what is missing |"
    yield "|---|---|---|---|---|"
    for number, point in HARD_POINTS.items():
        yield f"| Q{number} | {point.asks} | {state_of_point(point)} | {proof_of(point)} | {point.why} |"
