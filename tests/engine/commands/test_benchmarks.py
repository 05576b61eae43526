"""`python -m bench` finds every benchmark, and each can be run as it is."""

import importlib
import inspect

import pytest

from bench.__main__ import main, names


@pytest.mark.parametrize("name", names())
def test_a_benchmark_needs_no_arguments_and_says_what_it_measures(name):
    module = importlib.import_module(f"bench.{name}")
    inspect.signature(module.main).bind()
    assert module.__doc__.strip()


def test_an_unknown_benchmark_is_refused_by_name(capsys):
    assert main(["weather"]) == 2
    assert "weather" in capsys.readouterr().err
