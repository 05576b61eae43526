"""How much a run tries: a part of what repeats itself, or everything, as `./test --all` does."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.test import Client

from testing import marks
from tests import run


def test_a_part_of_what_repeats_itself_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "WHOLE", False)
    assert marks.some(2, range(5, 9)) == range(5, 7)
    assert [marks.examples(most).max_examples for most in (300, 20, 4)] == [75, 10, 4]


def test_everything_is_tried_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "WHOLE", True)
    assert marks.some(2, range(5, 9)) == range(5, 9)
    assert [marks.examples(most).max_examples for most in (300, 20, 4)] == [300, 20, 4]


def test_values_after_the_first_are_slow() -> None:
    one, other = marks.first(1, ["en", "fa"])
    assert one == "en" and other == marks.slow("fa")


def test_the_longest_run_asks_for_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    monkeypatch.setenv("TESTS_IN_WHOLE", "0")
    monkeypatch.setattr(run, "_beside_checks", lambda *_lines, **_more: asked.append(os.environ["TESTS_IN_WHOLE"]))
    postgres: Any = None
    run._usual(postgres)
    run._whole(postgres)
    assert asked == ["0", "1"]


def test_what_fights_over_a_database_is_marked(request: pytest.FixtureRequest, real_database: None) -> None:
    assert request.node.get_closest_marker("fought_over")


def test_what_asks_for_a_page_is_left_out_of_the_core_by_its_mark(
    request: pytest.FixtureRequest, client: Client
) -> None:
    assert request.node.get_closest_marker("requests")


def test_so_is_what_makes_its_own_client(request: pytest.FixtureRequest) -> None:
    assert not Client().cookies
    assert request.node.get_closest_marker("requests")


def test_what_asks_for_none_is_not(request: pytest.FixtureRequest) -> None:
    assert not request.node.get_closest_marker("requests")
