"""Certificates by the players' own counts: what may be counted at all."""

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.certificate import MOST_COUNTED, certify_counts
from gipf_engine.rules.errors import BadSetup


def counts(first: int) -> list[list[int]]:
    """Of LYNGK, where White has `first` of the highest stacks and nobody anything else."""
    names = len(rules_for("lyngk-main").score_names)
    return [[first, *([0] * (names - 1))], [0] * names]


def test_a_count_is_from_nothing_to_ninety_nine() -> None:
    rules = rules_for("lyngk-main")
    assert MOST_COUNTED == 99
    assert certify_counts(rules, counts(8))["result"] == "1-0"
    with pytest.raises(BadSetup, match="these stacks: 495; LYNGK has 43"):
        certify_counts(rules, counts(99))
    for impossible in (100, -1):
        with pytest.raises(BadSetup, match="from 0 to 99"):
            certify_counts(rules, counts(impossible))
