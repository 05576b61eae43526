"""A generated request of each mode for every operation; `python -m bench.drills.api_cases` sends thousands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from schemathesis import Case, Response

from gipfel.wsgi import application
from testing.api.api_fixture import World, game_of, seats_of
from testing.api.caller import Caller
from testing.api.generated import MODES, faults, operations
from testing.computed import ask_until_computed
from testing.savepoints import undone

EXAMPLES, NUMBER = 1, 2026


@pytest.fixture
def ids(world: World) -> dict[str, object]:
    """Ids of things that are there, by the name that they have in addresses."""
    return {
        "slug": world.club.slug,
        "event_id": world.running.pk,
        "entry_id": seats_of(world.running)[0],
        "game_id": game_of(world.running),
        "person_id": world.player.person_id,
        "number": 1,
        "round_number": 1,
    }


@pytest.fixture
def send(world: World, kept_connection: None) -> Callable[[Case], Response]:
    """Ask as the administrator, who may everything, again once a worker computed it; what comes of it is undone."""
    headers = {"Authorization": f"Token {Caller(world.administrator).key}", "Accept-Encoding": "identity"}

    def once(case: Case) -> Response:
        case.operation.app = application
        with undone():
            answer: Response = ask_until_computed(partial(case.call, base_url="http://testserver", headers=headers))
        return answer

    return once


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_answers_to_generated_requests_are_as_the_document_says(
    mode: object, ids: dict[str, object], send: Callable[[Case], Response]
) -> None:
    found = [line for each in operations() for line in faults(each, mode, ids, EXAMPLES, NUMBER, send)]
    assert found == []
