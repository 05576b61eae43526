"""Every tie-break column of the 120 reference tournaments, number for number, and every rank."""

from __future__ import annotations

from collections import Counter

from gipf_engine.tournament import standings, trf
from gipf_engine.tournament.standings import Value
from testing.swiss_corpus import COLUMNS, tie_breaks, tournaments


def test_all_values_and_ranks_are_those_of_the_reference() -> None:
    equal: Counter[str] = Counter()
    different: list[str] = []
    for name, data in tournaments().items():
        head, reference = tie_breaks(name)
        assert head == ["StartNo", "Rank", *COLUMNS]
        for row in standings.rank(trf.read(data).table, COLUMNS):
            theirs = reference[row.number]
            for code, value, text in zip(COLUMNS, row.values, theirs[2:], strict=True):
                if is_equal(code, value, text):
                    equal[code] += 1
                else:
                    different.append(f"{name} number {row.number}: {code} is {value}, the reference has {text}")
            if theirs[1] != str(row.rank):
                different.append(f"{name} number {row.number}: rank {row.rank}, the reference has {theirs[1]}")
    assert different == []
    assert equal == Counter(dict.fromkeys(COLUMNS, 7021))


def is_equal(code: str, value: Value, text: str) -> bool:
    """The reference prints 0 where direct encounter parts nobody, and -0 where there is no value."""
    if value is None:
        return text == ("0" if code == "DE" else "-0")
    return float(value) == float(text) and text != "-0"
