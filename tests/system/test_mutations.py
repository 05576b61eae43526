"""Each change of `python -m bench.mutations` fits the code that it changes. Whether it is noticed is shown there."""

from __future__ import annotations

import pytest

from bench.mutations.catalog import Mutation, read_mutations
from testing import PROJECT


@pytest.mark.parametrize("mutation", read_mutations(), ids=lambda mutation: mutation.name)
def test_what_it_replaces_stands_once_in_its_file_and_its_tests_are_there(mutation: Mutation) -> None:
    assert (PROJECT / mutation.file).read_text(encoding="utf-8").count(mutation.before) == 1
    for test in mutation.tests:
        file, *names = test.split("::")
        text = (PROJECT / file).read_text(encoding="utf-8")
        assert all(name.partition("[")[0] in text for name in names)
