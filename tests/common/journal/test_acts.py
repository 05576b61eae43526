"""One class says everything that depends on which act it is, and every process knows all of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from common.journal import services
from common.journal.acts import ANYWHERE, Act, acts_in, every_act, find_act
from testing import PROJECT
from tests.acts import Tried

APPS = ("common", "players", "games", "ratings", "play", "tournaments", "gipfel")
LIST_ACTS = """
import os
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "gipfel.settings_test"
django.setup()
from common.journal.acts import every_act
print(*(f"{act.__module__}.{act.__name__}" for act in every_act()))
"""
OTHER_MEANINGS: Mapping[str, frozenset[str]] = {
    # what is requested of workers
    "games/attempts/services/attempts.py": frozenset({"end-attempt"}),
    "games/histories/services/histories.py": frozenset({"import-history"}),
    "games/results/services/adjudicate.py": frozenset({"adjudicate"}),
    "players/tasks.py": frozenset({"expire-joins"}),
    "tournaments/rounds/services/boards.py": frozenset({"begin-next-games"}),
    "play/core/services/series.py": frozenset({"begin-next-game"}),
    "play/solitaires/services/days.py": frozenset({"close-day"}),
    # what players offer each other
    "play/models/games.py": frozenset({"adjourn", "resume"}),
    # parts of addresses and of forms
    "games/histories/pages.py": frozenset({"take-back"}),
    "tournaments/entries/api/on_site.py": frozenset({"check-in"}),
    "tournaments/festivals/api/on_site.py": frozenset({"check-in"}),
    "play/solitaires/pages.py": frozenset({"undo"}),
    "play/table/pages/games.py": frozenset({"leave-series"}),
    "tournaments/events/api/events.py": frozenset({"announce", "retract"}),
    "tournaments/results/queries/desk.py": frozenset({"announce"}),
    "players/accounts/pages/auth.py": frozenset({"password-link"}),
    "players/accounts/services/passwords.py": frozenset({"password-link"}),
    "players/accounts/urls.py": frozenset({"password-link"}),
    "tournaments/entries/pages/joining.py": frozenset({"password-link"}),
    # what mail is about, and what is counted
    "players/accounts/services/notices.py": frozenset({"second-factor-off", "second-factor-on"}),
    "players/core/limits.py": frozenset({"join-club"}),
    # values of permissions
    "players/roles.py": frozenset({"edit-club", "edit-event", "reset-second-factor"}),
}
"""Where in the code a word stands that is the name of an act as well."""


def own_acts() -> list[type[Act]]:
    """The acts of the apps."""
    return sorted((act for act in every_act() if not act.__module__.startswith("tests.")), key=lambda act: act.name)


@cache
def modules() -> Sequence[tuple[Path, ast.Module]]:
    """The code of the apps, parsed once, so that a node is itself wherever it is found."""
    files = (file for app in APPS for file in sorted((PROJECT / app).rglob("*.py")) if file.parent.name != "migrations")
    return [(file.relative_to(PROJECT), ast.parse(file.read_text(encoding="utf-8"))) for file in files]


def _bases(node: ast.ClassDef) -> set[str]:
    return {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases}


def _name_of(node: ast.ClassDef) -> ast.expr | None:
    """What a class gives as its `name`."""
    for each in node.body:
        if isinstance(each, ast.Assign) and [getattr(target, "id", "") for target in each.targets] == ["name"]:
            return each.value
    return None


def classes_of_acts() -> Iterator[tuple[Path, ast.ClassDef]]:
    """Subclasses of `Act`, direct or not."""
    found = [(file, node) for file, tree in modules() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    known, before = {"Act"}, 0
    while len(known) > before:
        before = len(known)
        known |= {node.name for _file, node in found if _bases(node) & known}
    return ((file, node) for file, node in found if _bases(node) & known)


def test_a_started_process_knows_every_act() -> None:
    done = subprocess.run([sys.executable, "-c", LIST_ACTS], cwd=PROJECT, capture_output=True, text=True, check=True)
    written = {
        f"{'.'.join(file.with_suffix('').parts)}.{node.name}"
        for file, node in classes_of_acts()
        if _name_of(node) is not None
    }
    assert {"tournaments.rounds.acts.StartRound", "games.results.acts.ClaimResult"} <= written
    assert written - set(done.stdout.split()) == set()


def test_two_acts_of_one_name_in_one_scope_are_refused() -> None:
    for scopes in (("event",), ("club", "event"), ANYWHERE):
        with pytest.raises(ValueError, match="two acts called start-round"):
            type("StartRoundTwice", (Act,), {"scopes": scopes, "name": "start-round"})
    with pytest.raises(ValueError, match="two acts called claim-result"):
        type("ClaimResultTwice", (Act,), {"scopes": ("anything",), "name": "claim-result"})


def test_acts_are_found_by_the_kind_of_their_scope() -> None:
    assert find_act("event", "start-round") is not None
    assert find_act("club", "start-round") is None
    assert find_act("club", "create-event") is find_act("event", "create-event") is not None
    assert find_act("anything", "tried") is Tried
    assert Tried in acts_in("anything")
    assert {"start-round", "claim-result"} <= {act.name for act in acts_in("event")}


@pytest.mark.django_db
def test_an_act_takes_place_in_scopes_of_its_kinds() -> None:
    class InEvents(Act):
        scopes = ("event",)
        name = "tried-in-events"

    services.open_scope("club:1")
    with pytest.raises(ValueError, match="not in club:1"), services.commit("club:1", None, InEvents):
        pytest.fail("it is not begun")
    with pytest.raises(ValueError, match="not in club:1"), services.commit_many("club:1", None, InEvents):
        pytest.fail("it is not begun")


def test_every_act_has_a_sentence() -> None:
    assert [act.__name__ for act in own_acts() if not act.sentence_for({})] == []


def test_the_name_of_an_act_stands_in_its_class_alone() -> None:
    names = {act.name for act in own_acts()}
    classes = list(classes_of_acts())
    inside = {id(_name_of(node)) for _file, node in classes}
    elsewhere = {
        f"{file}:{node.lineno} {node.value}"
        for file, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in inside
        if node.value not in OTHER_MEANINGS.get(file.as_posix(), ())
    }
    assert len(classes) > 50
    assert elsewhere == set()


def test_what_has_another_meaning_is_there() -> None:
    for path, words in OTHER_MEANINGS.items():
        tree = ast.parse((PROJECT / path).read_text(encoding="utf-8"))
        assert words <= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}, path
