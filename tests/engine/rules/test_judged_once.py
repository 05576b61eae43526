"""A turn that is read and then played is judged once, which is most of the work of checking a record."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules import rules_for

PLIES = 12


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
    position = rules_for(key).start(setup=draw_setup("0" * 64) if key.startswith("lyngk") else "")
    for _ply in range(PLIES):
        (token,) = islice((str(position.notation(move)) for move in position.legal_moves()), 1)
        calls: list[object] = []
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, _counted(getattr(owner, name), calls))
            position = position.play(position.parse(token))
        assert len(calls) == 1
