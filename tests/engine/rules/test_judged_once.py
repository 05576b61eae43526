"""A turn that is read and then played is judged once, which is most of the work of checking a record."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from gipf_engine.games.lyngk.rules import LyngkMain
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError

PLIES = 12
SETUP = draw_setup("0" * 64)


def _counted(judge: Callable[..., Any], calls: list[object]) -> Callable[..., Any]:
    """The same judge, which notes each turn that it is asked about."""

    def judged(first: Any, turn: Any, *more: Any) -> Any:
        calls.append(turn)
        return judge(first, turn, *more)

    return judged


@pytest.mark.parametrize(
    ("key", "owner", "name"),
    [("gipf-basic", KitPosition, "_follow"), ("lyngk-main", KitPosition, "_follow")],
)
def test_a_turn_that_is_read_and_played_is_judged_once(
    key: str, owner: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = rules_for(key).start(setup=SETUP if key.startswith("lyngk") else "")
    for _ply in range(PLIES):
        (token,) = islice((str(position.notation(move)) for move in position.legal_moves()), 1)
        calls: list[object] = []
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, _counted(getattr(owner, name), calls))
            position = position.play(position.parse(token))
        assert len(calls) == 1


def test_the_end_of_lyngk_is_not_looked_for_where_a_turn_shows_that_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = rules_for("lyngk-main").start(setup=SETUP)
    token = str(next(iter(position.legal_moves())))
    calls: list[object] = []
    position = rules_for("lyngk-main").start(setup=SETUP)
    monkeypatch.setattr(LyngkMain, "end", lambda _rules, state: calls.append(state))
    position.play(position.parse(token))
    assert not calls
    with pytest.raises(RuleError):
        position.parse("pass")
    assert calls
