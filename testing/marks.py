"""Marks of single values of parametrized tests."""

import pytest
from _pytest.mark import ParameterSet


def slow(*values: object) -> ParameterSet:
    """The values of one case, which `./test --all` alone runs: `parametrize("language", ["en", slow("fa")])`."""
    return pytest.param(*values, marks=pytest.mark.slow)
