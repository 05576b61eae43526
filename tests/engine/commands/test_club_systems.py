"""Events of clubs by the commands: paired by Keizer or McMahon, written with a code of their own, and checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.commands.conftest import Runner


@pytest.mark.parametrize(
    ("key", "code", "ranked"), [("keizer", "CUSTOM_KEIZER", "KZ"), ("mcmahon", "CUSTOM_MCMAHON", "MMS")]
)
def test_an_event_is_made_checked_ranked_and_paired_by_its_code(
    key: str, code: str, ranked: str, run: Runner, folder: Path
) -> None:
    made = run("generatetournament", "--seed", "3", "--players", "12", "--rounds", "4", "--system", key)
    assert f"192 {code}" in made.lines
    (folder / "event.trf").write_text(made.out, encoding="utf-8")
    checked = run("checkpairings", "event.trf")
    assert (checked.code, "4 rounds, 0 differences" in checked.out, code in checked.out) == (0, True, True)
    assert run("tiebreaks", "event.trf", "--list", ranked).code == 0
    longer = made.out.replace("142 4", "142 5")
    (folder / "longer.trf").write_text(longer, encoding="utf-8")
    head, pairs, *boards = run("pair", "longer.trf").lines
    assert (head, len(boards)) == ("# longer.trf", int(pairs))
