"""How much of what could be tried a run tries: `./test` a part of it, `./test --all` everything."""

import os
from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings

WHOLE = os.environ.get("TESTS_IN_WHOLE") == "1"
"""Whether each example is tried, as `./test --all` does (tests/run.py)."""
_SHARE = 4
_LEAST = 10


def slow(*values: object) -> ParameterSet:
    """The values of one case, which `./test --all` alone runs: `parametrize("language", ["en", slow("fa")])`."""
    return pytest.param(*values, marks=pytest.mark.slow)


def first(number: int, values: Sequence[object]) -> list[object]:
    """Values to parametrize by: the first `number` are tried always, the others by `./test --all` alone."""
    return [value if place < number else slow(value) for place, value in enumerate(values)]


def some(number: int, values: Sequence[Any]) -> Sequence[Any]:
    """Values for a loop within one test: all of them for `./test --all`, else the first `number`."""
    return values if WHOLE else values[:number]


def examples(most: int, **others: Any) -> settings:
    """Settings of Hypothesis: `most` examples for `./test --all`, else a quarter, though no fewer than ten."""
    return settings(max_examples=most if WHOLE else min(most, max(_LEAST, most // _SHARE)), **others)
